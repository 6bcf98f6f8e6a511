// The commands Run and Check.

import * as vscode from 'vscode';
import {
  DiagnosticSeverity,
  DocumentDiagnosticReportKind,
  DocumentDiagnosticRequest,
  ErrorCodes,
  ExecuteCommandRequest,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageclient/node';
import { describeProblem, type Envelope, runToEnd } from './envelope';
import type { Server } from './server';

/** The program that a command means: the one of its argument, else that of the active editor. */
async function programOf(uri: unknown): Promise<vscode.TextDocument | undefined> {
  const document =
    uri instanceof vscode.Uri
      ? await vscode.workspace.openTextDocument(uri)
      : vscode.window.activeTextEditor?.document;
  if (document?.languageId === 'aegis') return document;
  void vscode.window.showInformationMessage('Aegis: open a program first, a file named `….aeg`.');
  return undefined;
}

const nameOf = (document: vscode.TextDocument) => vscode.workspace.asRelativePath(document.uri);

function reasonOf(error: unknown): string {
  if (error instanceof ResponseError && error.code === ErrorCodes.PendingResponseRejected) {
    return 'the language server ended';
  }
  return error instanceof Error ? error.message : String(error);
}

/** Ends a run whose program is not there any more as it was. */
class ProgramChanged extends Error {}

/** Runs the program and shows what it prints; asks for each input that it wants. */
export async function runFile(
  server: Server,
  output: vscode.OutputChannel,
  uri?: unknown,
): Promise<Envelope | undefined> {
  const document = await programOf(uri);
  const client = document && (await server.need());
  if (!client) return undefined;
  const name = nameOf(document);
  const target = client.code2ProtocolConverter.asUri(document.uri);
  const { version } = document;

  const execute = async (inputs: readonly string[]): Promise<Envelope> => {
    if (document.version !== version || document.isClosed) throw new ProgramChanged();
    const params = { command: 'aegis.run', arguments: [{ uri: target, inputs }] };
    return client.sendRequest(ExecuteCommandRequest.type, params);
  };
  const ask = async ({ index, line }: { index: number; line: number | null }) => {
    const text = await vscode.window.showInputBox({
      title: `${name}: input ${index}`,
      prompt: `The program waits at \`input()\` in line ${line}.`,
      ignoreFocusOut: true,
    });
    if (text !== undefined) output.appendLine(`> ${text}`);
    return text;
  };

  output.appendLine(`──── ${name}`);
  output.show(true);
  try {
    const envelope = await runToEnd(execute, ask, (text) => output.append(text));
    if (!envelope) output.appendLine('──── stopped: it wanted an input');
    else if (envelope.status === 'error') output.appendLine(describeProblem(name, envelope.error));
    else output.appendLine('──── ok');
    return envelope;
  } catch (error) {
    if (
      error instanceof ProgramChanged ||
      (error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified)
    ) {
      output.appendLine('──── stopped: the program was changed while it ran');
    } else {
      output.appendLine(`──── failed: ${reasonOf(error)}`);
    }
    return undefined;
  } finally {
    output.appendLine('');
  }
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Says how many problems the program has, and shows their list when there are some. */
export async function checkFile(server: Server, uri?: unknown): Promise<void> {
  const document = await programOf(uri);
  const client = document && (await server.need());
  if (!client) return;
  const name = nameOf(document);
  try {
    const report = await client.sendRequest(DocumentDiagnosticRequest.type, {
      textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document),
    });
    const items = report.kind === DocumentDiagnosticReportKind.Full ? report.items : [];
    if (items.length === 0) {
      void vscode.window.showInformationMessage(`Aegis: ${name} has no problems.`);
      return;
    }
    const errors = items.filter(({ severity }) => severity === DiagnosticSeverity.Error).length;
    const counts = [
      errors > 0 ? plural(errors, 'error') : '',
      items.length > errors ? plural(items.length - errors, 'warning') : '',
    ].filter(Boolean);
    vscode.window.setStatusBarMessage(`Aegis: ${name} has ${counts.join(' and ')}.`, 10000);
    await vscode.commands.executeCommand('workbench.panel.markers.view.focus');
  } catch (error) {
    const message = `Aegis: ${name} could not be checked: ${reasonOf(error)}`;
    void vscode.window.showErrorMessage(message);
  }
}
