// A stand-in for `aegis lsp` that does on demand what the real one rarely does. What a document
// begins with says what happens. The environment variable FAKE_AEGIS can be `silent`: it ends at
// once, as a command does that knows no `lsp`; or `mute`: it never answers.

import { createRequire } from 'node:module';

const {
  createProtocolConnection,
  LSPErrorCodes,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} = createRequire(import.meta.url)('vscode-languageserver-protocol/node');

if (process.env.FAKE_AEGIS === 'silent') {
  console.error('there is no command lsp');
  process.exit(2);
}

const connection = createProtocolConnection(
  new StreamMessageReader(process.stdin),
  new StreamMessageWriter(process.stdout),
);
const documents = new Map();
const seen = { arguments: process.argv.slice(2) };

connection.onRequest('initialize', ({ initializationOptions }) => {
  if (process.env.FAKE_AEGIS === 'mute') return new Promise(() => {});
  seen.initializationOptions = initializationOptions;
  return {
    serverInfo: { name: 'fake', version: '9.9.9' },
    capabilities: {
      textDocumentSync: { openClose: true, change: 1 },
      documentFormattingProvider: true,
      executeCommandProvider: { commands: ['aegis.run'] },
      diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
    },
  };
});
connection.onNotification('workspace/didChangeConfiguration', ({ settings }) => {
  seen.settings = settings;
});
connection.onNotification('textDocument/didOpen', ({ textDocument: { uri, text } }) => {
  documents.set(uri, text);
});
connection.onNotification('textDocument/didChange', ({ textDocument: { uri }, contentChanges }) => {
  documents.set(uri, contentChanges[0].text);
});

const answers = {
  seen: () => ({ status: 'ok', output: JSON.stringify(seen) }),
  ask: (inputs) => {
    const output = ['one\n', 'one\ntwo\n', `one\ntwo\n${inputs.join('+')}\n`][inputs.length];
    if (inputs.length === 2) return { status: 'ok', output };
    return {
      status: 'input_required',
      output,
      request: { index: inputs.length + 1, line: 3, column: 8 },
    };
  },
  fails: ([input]) =>
    input === undefined
      ? { status: 'input_required', output: 'one\n', request: { index: 1, line: 2, column: 5 } }
      : {
          status: 'error',
          output: '',
          error: {
            category: 'value_error',
            code: 'AEG0502',
            message: 'division by zero',
            line: 3,
            column: 7,
          },
        },
  changed: () => new ResponseError(LSPErrorCodes.ContentModified, 'the document has changed since'),
  refused: () => new ResponseError(LSPErrorCodes.RequestFailed, 'no such luck'),
  crash: () => process.exit(1),
};
connection.onRequest(
  'workspace/executeCommand',
  ({ command, arguments: [{ uri, inputs = [] }] }) => {
    if (command !== 'aegis.run') throw new Error(command);
    return answers[documents.get(uri).split(' ')[0]](inputs);
  },
);
connection.onRequest('textDocument/formatting', ({ textDocument: { uri } }) =>
  documents.get(uri).startsWith('refused') ? answers.refused() : null,
);
connection.onRequest('textDocument/diagnostic', ({ textDocument: { uri } }) => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const words = documents.get(uri).split(' ');
  if (words[0] === 'refused') return answers.refused();
  const items = words
    .filter((word) => word === 'error' || word === 'warning')
    .map((word) => ({ range, severity: word === 'error' ? 1 : 2, message: word }));
  return { kind: 'full', items };
});
connection.onRequest('shutdown', () => null);
connection.onNotification('exit', () => process.exit(0));
connection.listen();
