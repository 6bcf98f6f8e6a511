// The language server's life: started with the first program, started again when its setting
// changes, and one clear message when it cannot run.

import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  type LanguageClientOptions,
  LSPErrorCodes,
  ResponseError,
  RevealOutputChannelOn,
  State,
} from 'vscode-languageclient/node';
import { findExecutable, type Found } from './executable';

const kAdvice =
  'Build it with `./dev build` in a clone of Aegis, which leaves it at `build/release/aegis`, or ' +
  'install its Debian package; then put it on the path, or set `aegis.server.path` to it.';

/** Milliseconds that a server may take to answer for the first time. */
const kPatience = 10_000;

const kNoServer = 'Aegis: no language server';

/** Leaves it to `Server` to tell of a first start that failed: once, and with what to do then. */
class Client extends LanguageClient {
  quiet = true;

  override error(message: string, data?: unknown, showNotification?: boolean | 'force'): void {
    super.error(message, data, this.quiet ? false : showNotification);
  }
}

export class Server implements vscode.Disposable {
  private client: Client | undefined;
  /** The changes of state, one after the other. */
  private work: Promise<void> = Promise.resolve();
  private readonly status = vscode.languages.createLanguageStatusItem('aegis.server', {
    language: 'aegis',
  });

  /**
   * @param log takes what the server and its client have to say
   * @param runCommand carries out a command of the server, when a code lens asks for it
   */
  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly runCommand: (command: string, args: unknown[]) => Promise<unknown>,
  ) {
    this.status.name = 'Aegis';
  }

  /** Starts the server, or ends it and starts it again. Tells the user when it does not start. */
  restart(): Promise<void> {
    return this.queue(async () => {
      await this.end();
      await this.start();
    });
  }

  /** Ends the server. */
  stop(): Promise<void> {
    return this.queue(() => this.end());
  }

  /** The client of the running server. Without one, a start is tried; undefined when it failed. */
  async need(): Promise<LanguageClient | undefined> {
    await this.work;
    // A server that ended by itself may be on its way back.
    if (this.client?.state === State.Starting) await this.client.start().catch(() => undefined);
    if (this.client?.state !== State.Running) await this.restart();
    return this.client;
  }

  dispose(): void {
    this.status.dispose();
    void this.stop();
  }

  private queue(step: () => Promise<void>): Promise<void> {
    this.work = this.work.then(step);
    return this.work;
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (!client) return;
    if (client.state === State.Starting) {
      // A client cannot be stopped before it has started: so its start is made to fail.
      const start = client.start();
      client.serverProcess?.kill();
      await start.catch(() => undefined);
    }
    // A server that is gone already cannot say goodbye, and need not.
    if (client.state === State.Running) {
      await client.dispose().catch((error) => this.log.warn(String(error)));
    }
  }

  private async start(): Promise<void> {
    this.show('Aegis: starting', vscode.LanguageStatusSeverity.Information, true);
    const found = find();
    if ('problem' in found) return this.fail(found.problem, kAdvice);
    this.log.info(`starting \`${found.path} lsp\``);
    const command = { command: found.path, args: ['lsp'] };
    const client = new Client('aegis', 'Aegis', command, this.options());
    const late = setTimeout(() => client.serverProcess?.kill(), kPatience);
    try {
      await client.start();
    } catch (error) {
      client.serverProcess?.kill();
      this.log.error(String(error));
      return this.fail(
        `\`${found.path} lsp\` does not answer as a language server.`,
        'Perhaps it is an older version, or another program. Its last words are in the output ' +
          '“Aegis Language Server”; the setting `aegis.server.path` names the command.',
      );
    } finally {
      clearTimeout(late);
    }
    client.quiet = false;
    this.client = client;
    this.showState(client);
    client.onDidChangeState(() => {
      if (this.client === client) this.showState(client);
    });
  }

  private showState(client: Client): void {
    if (client.state === State.Running) {
      const version = client.initializeResult?.serverInfo?.version ?? '';
      this.show(`Aegis ${version}`, vscode.LanguageStatusSeverity.Information);
    } else {
      this.show(kNoServer, vscode.LanguageStatusSeverity.Error);
    }
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: ['file', 'untitled', 'vscode-vfs'].map((scheme) => ({
        scheme,
        language: 'aegis',
      })),
      // Asked for at each start, because the setting can have changed since.
      initializationOptions: () => ({
        indent: vscode.workspace.getConfiguration('aegis').get('indent'),
      }),
      synchronize: { configurationSection: 'aegis' },
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      errorHandler: this.errorHandler(),
      // `start` tells of it.
      initializationFailedHandler: () => false,
      middleware: {
        executeCommand: (command, args) => this.runCommand(command, args),
        provideDocumentFormattingEdits: (document, options, token, next) =>
          orSayWhyNot(next(document, options, token)),
        provideDocumentRangeFormattingEdits: (document, range, options, token, next) =>
          orSayWhyNot(next(document, range, options, token)),
      },
    };
  }

  /** As usual once the server has run; one that ends while it starts is not worth more tries. */
  private errorHandler(): ErrorHandler {
    let usual: ErrorHandler | undefined;
    const handler = () => this.client && (usual ??= this.client.createDefaultErrorHandler());
    return {
      error: (error, message, count) =>
        handler()?.error(error, message, count) ?? { action: ErrorAction.Shutdown, handled: true },
      closed: () => handler()?.closed() ?? { action: CloseAction.DoNotRestart, handled: true },
    };
  }

  private show(text: string, severity: vscode.LanguageStatusSeverity, busy = false): void {
    this.status.text = text;
    this.status.severity = severity;
    this.status.busy = busy;
    this.status.command = { command: 'aegis.restartServer', title: 'Restart' };
  }

  private fail(problem: string, advice: string): void {
    this.show(kNoServer, vscode.LanguageStatusSeverity.Error);
    const message = `The language server cannot start: ${problem} ${advice}`;
    this.log.error(message);
    const settings = 'Open Settings';
    const again = 'Try Again';
    void vscode.window.showErrorMessage(`Aegis: ${message}`, settings, again).then((choice) => {
      if (choice === settings) {
        void vscode.commands.executeCommand('workbench.action.openSettings', 'aegis.server.path');
      } else if (choice === again) {
        void this.restart();
      }
    });
  }
}

function find(): Found {
  const setting = vscode.workspace.getConfiguration('aegis').get<string>('server.path', 'aegis');
  return findExecutable(setting, {
    env: process.env,
    home: homedir(),
    workspaceFolder: vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')
      ?.uri.fsPath,
    platform: process.platform,
    isExecutable: (path) => {
      try {
        accessSync(path, constants.X_OK);
        return statSync(path).isFile();
      } catch {
        return false;
      }
    },
  });
}

/**
 * A program with syntax errors is not formatted: the server has no edits for it, or an error. Says
 * so where it does not disturb, because `editor.formatOnSave` asks at every save.
 */
async function orSayWhyNot(
  edits: vscode.ProviderResult<vscode.TextEdit[]>,
): Promise<vscode.TextEdit[] | undefined> {
  let reason = 'the program has syntax errors';
  try {
    const found = await edits;
    if (found) return found;
  } catch (error) {
    if (!(error instanceof ResponseError) || error.code !== LSPErrorCodes.RequestFailed)
      throw error;
    reason = error.message;
  }
  vscode.window.setStatusBarMessage(`Aegis: not formatted: ${reason}`, 10000);
  return undefined;
}
