// The result of a run, as the server gives it (language specification, section 9).

/** A place in the program: 1-based line and column, columns in code points; null where unknown. */
export interface Place {
  line: number | null;
  column: number | null;
}

export interface Problem extends Place {
  category: string;
  /** The stable code that `aegis explain` takes. */
  code?: string;
  message: string;
}

/** `output` is all that was printed since the start of the run; an error takes it back. */
export type Envelope =
  | { status: 'ok'; output: string }
  | { status: 'input_required'; output: string; request: Place & { index: number } }
  | { status: 'error'; output: string; error: Problem };

/** The problem in one line, such as `greet.aeg:3:7: error[AEG0502]: division by zero`. */
export function describeProblem(file: string, problem: Problem): string {
  const { line, column, code, category, message } = problem;
  const place = line === null || column === null ? file : `${file}:${line}:${column}`;
  return `${place}: error[${code ?? category}]: ${message}`;
}

/**
 * Runs a program to its end. The server cannot keep a run waiting, so each input means a run from
 * the start with all inputs so far; runs are deterministic, so only what is new has to be shown.
 *
 * @param execute runs the program with these inputs
 * @param ask one more input, or undefined when the user wants to stop
 * @param write what was printed since the last time
 * @returns the last result, or undefined when the user stopped the run
 */
export async function runToEnd(
  execute: (inputs: readonly string[]) => Promise<Envelope>,
  ask: (request: Place & { index: number }) => Promise<string | undefined>,
  write: (text: string) => void,
): Promise<Envelope | undefined> {
  const inputs: string[] = [];
  let shown = 0;
  for (;;) {
    const envelope = await execute(inputs);
    write(envelope.output.slice(shown));
    shown = Math.max(shown, envelope.output.length);
    if (envelope.status !== 'input_required') return envelope;
    const text = await ask(envelope.request);
    if (text === undefined) return undefined;
    inputs.push(text);
  }
}
