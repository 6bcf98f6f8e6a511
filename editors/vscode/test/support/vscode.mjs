// As much of VS Code as the extension and its client library touch, and a record of what it showed.

import Module from 'node:module';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { extensionFolder } from './project.mjs';

class Disposable {
  static from = (...all) => new Disposable(() => all.forEach((each) => each.dispose()));
  constructor(dispose = () => {}) {
    this.dispose = dispose;
  }
}

class EventEmitter {
  listeners = new Set();
  event = (listener, self, disposables) => {
    const bound = self ? listener.bind(self) : listener;
    this.listeners.add(bound);
    const disposable = new Disposable(() => this.listeners.delete(bound));
    disposables?.push(disposable);
    return disposable;
  };
  fire = (value) => [...this.listeners].forEach((listener) => listener(value));
  dispose = () => this.listeners.clear();
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: new EventEmitter().event };
  cancel() {}
  dispose() {}
}

class Uri {
  static parse = (text) => new Uri(text);
  static file = (path) => new Uri(pathToFileURL(path).href);
  constructor(text) {
    this.text = text;
    [this.scheme] = text.split(':', 1);
  }
  get fsPath() {
    return fileURLToPath(this.text);
  }
  toString = () => this.text;
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(...numbers) {
    this.start = new Position(numbers[0], numbers[1]);
    this.end = new Position(numbers[2], numbers[3]);
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class CodeActionKind {
  static Empty = new CodeActionKind('');
  static QuickFix = new CodeActionKind('quickfix');
  static Source = new CodeActionKind('source');
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}

class TextEdit {
  static replace = (range, newText) => new TextEdit(range, newText);
  constructor(range, newText) {
    Object.assign(this, { range, newText });
  }
}

class CompletionList {
  constructor(items) {
    this.items = items;
  }
}

class CompletionItem {
  constructor(label) {
    this.label = label;
  }
}

class MarkdownString {
  constructor(value = '') {
    this.value = value;
  }
  appendMarkdown(text) {
    this.value += text;
  }
}

class Hover {
  constructor(contents) {
    this.contents = contents;
  }
}

/** Keeps what its constructor is given; for the many classes of which a test asks nothing else. */
class Anything {
  constructor(...values) {
    this.values = values;
  }
}

export class Document {
  languageId = 'aegis';
  version = 1;
  isClosed = false;
  eol = 1;
  constructor(name, text, languageId = 'aegis') {
    this.uri = Uri.file(name);
    this.text = text;
    this.languageId = languageId;
  }
  get fileName() {
    return this.uri.fsPath;
  }
  get lineCount() {
    return this.text.split('\n').length;
  }
  lineAt(index) {
    return { text: this.text.split('\n')[index] };
  }
  getText() {
    return this.text;
  }
}

/**
 * A VS Code with these settings (`{ 'aegis.indent': 2 }`), in a folder. Beside the modules of the
 * extension API it has:
 *   shown: what messages, status bar and output channels showed, and which commands were called
 *   answers: what the user types into the next input boxes; undefined is Escape, a function is
 *     called for it
 *   providers: what was registered with `languages`, by the name of the method
 *   open(document), change(document, text), configure(settings): what a user does
 */
export function createVscode(settings, folder = '/ws') {
  const events = {};
  const event = (name) => (events[name] ??= new EventEmitter()).event;
  const shown = { messages: [], status: [], commands: [], output: {}, boxes: [] };
  const commands = new Map();
  const providers = {};
  const diagnostics = new Map();
  const statusItem = { dispose() {} };
  const vscode = {
    version: '1.91.0',
    shown,
    providers,
    diagnostics,
    statusItem,
    answers: [],
    /** What the user clicks in the next message; undefined closes it. */
    choices: [],
    Disposable,
    EventEmitter,
    CancellationTokenSource,
    Uri,
    Position,
    Range,
    Diagnostic,
    CodeActionKind,
    TextEdit,
    CompletionList,
    CompletionItem,
    MarkdownString,
    Hover,
    LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    LanguageStatusSeverity: { Information: 0, Warning: 1, Error: 2 },
    CompletionItemKind: { Variable: 5, Keyword: 13 },
    env: { appName: 'test', language: 'en' },
    extensions: { getExtension: () => undefined },
    commands: {
      registerCommand(name, handler) {
        if (commands.has(name)) throw new Error(`command '${name}' already exists`);
        commands.set(name, handler);
        return new Disposable(() => commands.delete(name));
      },
      async executeCommand(name, ...values) {
        shown.commands.push([name, ...values]);
        return commands.get(name)?.(...values);
      },
    },
    workspace: {
      workspaceFolders: [{ uri: Uri.file(folder), name: 'ws', index: 0 }],
      textDocuments: [],
      notebookDocuments: [],
      getConfiguration: (section) => ({
        get: (name, otherwise) => settings[`${section}.${name}`] ?? otherwise,
        aegis: undefined,
      }),
      getWorkspaceFolder: () => vscode.workspace.workspaceFolders[0],
      asRelativePath: (uri) => uri.fsPath.replace(`${folder}/`, ''),
      openTextDocument: async (uri) =>
        vscode.workspace.textDocuments.find((each) => each.uri.text === uri.text),
    },
    languages: {
      match: (selector, { uri, languageId }) =>
        [selector]
          .flat()
          .some((one) => one.language === languageId && (!one.scheme || one.scheme === uri.scheme))
          ? 10
          : 0,
      createDiagnosticCollection: () => ({
        set: (uri, list) => diagnostics.set(uri.toString(), list ?? []),
        delete: (uri) => diagnostics.delete(uri.toString()),
        has: (uri) => diagnostics.has(uri.toString()),
        clear: () => diagnostics.clear(),
        dispose() {},
      }),
      createLanguageStatusItem: () => statusItem,
    },
    window: {
      activeTextEditor: undefined,
      visibleTextEditors: [],
      tabGroups: { all: [] },
      createOutputChannel(name) {
        shown.output[name] ??= '';
        const append = (text) => (shown.output[name] += text);
        const line = (text) => append(`${text}\n`);
        return {
          name,
          logLevel: 3,
          onDidChangeLogLevel: event('logLevel'),
          append,
          appendLine: line,
          ...{ trace: line, debug: line, info: line, warn: line, error: line },
          show: () => shown.commands.push([`show ${name}`]),
          dispose() {},
        };
      },
      async showInputBox(options) {
        shown.boxes.push(options);
        const answer = vscode.answers.shift();
        return typeof answer === 'function' ? answer() : answer;
      },
      setStatusBarMessage: (text) => shown.status.push(text),
    },
    open(document) {
      vscode.workspace.textDocuments.push(document);
      const editor = { document, options: { tabSize: 4, indentSize: 4, insertSpaces: true } };
      vscode.window.visibleTextEditors = [editor];
      vscode.window.activeTextEditor = editor;
      events.onDidOpenTextDocument?.fire(document);
      events.onDidChangeActiveTextEditor?.fire(editor);
      events.onDidChangeVisibleTextEditors?.fire([editor]);
      return editor;
    },
    change(document, text) {
      const last = document.lineCount - 1;
      const range = new Range(0, 0, last, document.lineAt(last).text.length);
      const contentChanges = [{ range, text }];
      document.text = text;
      ++document.version;
      events.onDidChangeTextDocument?.fire({ document, contentChanges });
    },
    configure(changed) {
      Object.assign(settings, changed);
      const names = Object.keys(changed);
      const affectsConfiguration = (section) =>
        names.some((name) => name === section || name.startsWith(`${section}.`));
      events.onDidChangeConfiguration?.fire({ affectsConfiguration });
    },
  };
  for (const kind of ['Information', 'Warning', 'Error']) {
    vscode.window[`show${kind}Message`] = async (text) => {
      shown.messages.push(`${kind}: ${text}`);
      return vscode.choices.shift();
    };
  }
  // What the client library takes whole: the settings of a section, as an object.
  const getConfiguration = vscode.workspace.getConfiguration;
  vscode.workspace.getConfiguration = (section) => {
    if (section) return getConfiguration(section);
    const aegis = {
      indent: settings['aegis.indent'],
      server: { path: settings['aegis.server.path'] },
    };
    return { get: (name) => ({ aegis })[name] };
  };
  const withEvents = (name) =>
    new Proxy(vscode[name], {
      get: (module, key) => {
        if (key in module) return module[key];
        if (/^on(Did|Will)/.test(key)) return event(key);
        if (/^register/.test(key)) {
          return (...values) => {
            providers[key] = values.find(
              (value) => typeof value === 'object' && !Array.isArray(value),
            );
            return new Disposable();
          };
        }
        return undefined;
      },
    });
  for (const name of ['workspace', 'window', 'languages']) vscode[name] = withEvents(name);
  vscode.window.tabGroups.onDidChangeTabs = event('onDidChangeTabs');
  vscode.window.tabGroups.onDidChangeTabGroups = event('onDidChangeTabGroups');
  return new Proxy(vscode, {
    get: (module, key) => (key in module || typeof key !== 'string' ? module[key] : Anything),
  });
}

/**
 * Loads the bundle, as it is packaged, with this VS Code, activates it, and returns what ends it.
 */
export async function activate(vscode) {
  const file = join(extensionFolder, 'dist/extension.js');
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve(file)];
  const load = Module._load;
  Module._load = (request, ...rest) => (request === 'vscode' ? vscode : load(request, ...rest));
  let extension;
  try {
    extension = require(file);
  } finally {
    Module._load = load;
  }
  const subscriptions = [];
  await extension.activate({ subscriptions });
  return async () => {
    await extension.deactivate();
    subscriptions.forEach((each) => each.dispose());
  };
}

/** Waits until a condition holds, and fails when it does not come to that. */
export async function until(condition) {
  for (let tries = 0; !condition(); ++tries) {
    if (tries === 1500) throw new Error(`in vain: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
