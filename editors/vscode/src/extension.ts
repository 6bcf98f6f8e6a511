// The entry of the extension. Colours, brackets and snippets need no code: see package.json.

import * as vscode from 'vscode';
import { checkFile, runFile } from './commands';
import { followIndent } from './indent';
import { Server } from './server';

let server: Server | undefined;

/** Called by VS Code with the first Aegis program. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel('Aegis');
  const log = vscode.window.createOutputChannel('Aegis Language Server', { log: true });

  // The server's code lens "Run": its result is shown like that of the command.
  const started: Server = new Server(log, async (_command, [target]) => {
    const uri = (target as { uri?: unknown } | undefined)?.uri;
    return runFile(started, output, typeof uri === 'string' ? vscode.Uri.parse(uri) : undefined);
  });
  server = started;

  context.subscriptions.push(
    output,
    log,
    started,
    followIndent(),
    vscode.commands.registerCommand('aegis.runFile', (uri) => runFile(started, output, uri)),
    vscode.commands.registerCommand('aegis.checkFile', (uri) => checkFile(started, uri)),
    vscode.commands.registerCommand('aegis.restartServer', () => started.restart()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('aegis.server.path')) void started.restart();
    }),
  );
  await started.restart();
}

/** Called by VS Code at the end. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
