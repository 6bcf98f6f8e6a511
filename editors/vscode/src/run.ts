// How a program is run in an editor: from the start each time, with all inputs so far. Runs are
// deterministic, so a run that is started again goes the same way to where it stopped.

/** The result of a run, or of its part up to a pause (language specification, section 9). */
export interface Envelope {
  status: 'ok' | 'input_required' | 'error';
  output: string;
  request?: { index: number; line: number; column: number };
  error?: { category: string; message: string; line: number | null; column: number | null };
}

/** What a run needs of its surroundings. */
export interface Host {
  /** Lets the server run the document once. */
  execute(inputs: string[]): Promise<Envelope>;
  /** Shows all output so far, in place of what was shown before. */
  show(text: string): void;
  /** Asks for the input with this number, from 1; nothing when the user gives up. */
  ask(index: number): Promise<string | undefined>;
}

/** Everything that there is to show of a run. */
export function report(envelope: Envelope): string {
  if (envelope.status !== 'error' || !envelope.error) return envelope.output;
  const { category, message, line, column } = envelope.error;
  const place = line === null || column === null ? '' : `${line}:${column}: `;
  return `${envelope.output}${place}${category}: ${message}\n`;
}

/** Runs a program to its end, asking for inputs. Resolves to the last envelope. */
export async function run(host: Host): Promise<Envelope> {
  const inputs: string[] = [];
  for (;;) {
    const envelope = await host.execute(inputs);
    host.show(report(envelope));
    if (envelope.status !== 'input_required' || !envelope.request) return envelope;
    const answer = await host.ask(envelope.request.index);
    if (answer === undefined) {
      host.show(`${envelope.output}(stopped: the program waits for input)\n`);
      return envelope;
    }
    inputs.push(answer);
  }
}
