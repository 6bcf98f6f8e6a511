import * as vscode from 'vscode';
import {
  ExecuteCommandRequest,
  LanguageClient,
  LanguageClientOptions,
  ServerOptions,
} from 'vscode-languageclient/node';

import { Envelope, run } from './run';

let client: LanguageClient | undefined;
let output: vscode.OutputChannel;

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('aegis');
}

async function start(): Promise<void> {
  const command = configuration().get<string>('server.path') || 'aegis';
  const server: ServerOptions = { command, args: ['lsp'] };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: 'aegis' }],
    initializationOptions: { indent: configuration().get('indent') },
    synchronize: { configurationSection: 'aegis' },
    middleware: {
      // The server's code lens asks to run a document; what comes of it has to be seen.
      executeCommand: async (name, values, next) =>
        name === 'aegis.run' ? runDocument(values[0].uri) : next(name, values),
    },
  };
  client = new LanguageClient('aegis', 'Aegis', server, options);
  try {
    await client.start();
  } catch (problem) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(
      `Aegis: cannot start \`${command} lsp\`. Install the aegis command, or set ` +
        '`aegis.server.path` to where it is. ' + String(problem),
      'Open Settings',
    );
    if (choice) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'aegis.server.path');
    }
  }
}

async function restart(): Promise<void> {
  const old = client;
  client = undefined;
  if (old?.isRunning()) await old.stop();
  await start();
}

async function runDocument(uri: string): Promise<Envelope | undefined> {
  const running = client;
  if (!running?.isRunning()) {
    void vscode.window.showErrorMessage('Aegis: the language server does not run.');
    return undefined;
  }
  output.show(true);
  return run({
    execute: (inputs) =>
      running.sendRequest(ExecuteCommandRequest.type, {
        command: 'aegis.run',
        arguments: [{ uri, inputs }],
      }),
    show: (text) => output.replace(text),
    ask: async (index) =>
      vscode.window.showInputBox({
        prompt: `Input ${index} of the program`,
        ignoreFocusOut: true,
      }),
  });
}

function activeProgram(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId === 'aegis') return document;
  void vscode.window.showInformationMessage('Aegis: open an .aeg file first.');
  return undefined;
}

async function checkFile(): Promise<void> {
  const document = activeProgram();
  if (!document) return;
  const count = vscode.languages.getDiagnostics(document.uri).length;
  if (count === 0) {
    void vscode.window.showInformationMessage('Aegis: no problems.');
  } else {
    await vscode.commands.executeCommand('workbench.actions.view.problems');
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel('Aegis Output');
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand('aegis.runFile', async () => {
      const document = activeProgram();
      if (document) await runDocument(document.uri.toString());
    }),
    vscode.commands.registerCommand('aegis.checkFile', checkFile),
    vscode.commands.registerCommand('aegis.restartServer', restart),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration('aegis.server.path')) await restart();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
