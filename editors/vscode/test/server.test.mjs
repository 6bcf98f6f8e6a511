// The real server with the client library that the extension is made of: what travels is read and
// judged by the protocol's own types. AEGIS names the binary.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const protocol = createRequire(import.meta.url)('vscode-languageserver-protocol/node');

const uri = 'file:///program.aeg';
const textDocument = { uri };

/** A connected client, after the handshake. */
async function connect(capabilities) {
  const server = spawn(process.env.AEGIS, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout),
    new protocol.StreamMessageWriter(server.stdin),
  );
  const published = [];
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (each) =>
    published.push(each),
  );
  connection.listen();
  const { capabilities: offered } = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: null,
    capabilities,
  });
  await connection.sendNotification(protocol.InitializedNotification.type, {});
  const ask = (type, params) => connection.sendRequest(type, { textDocument, ...params });
  const open = (text) =>
    connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: 'aegis', version: 1, text },
    });
  const close = async () => {
    const ended = new Promise((resolve) => server.on('exit', resolve));
    await connection.sendRequest(protocol.ShutdownRequest.type);
    await connection.sendNotification(protocol.ExitNotification.type);
    return ended;
  };
  return { connection, offered, published, ask, open, close };
}

const options = { skip: process.env.AEGIS ? false : 'AEGIS names no binary', timeout: 30000 };

test('a session with pulled diagnostics in UTF-8', options, async () => {
  const { connection, offered, published, ask, open, close } = await connect({
    general: { positionEncodings: ['utf-8', 'utf-16'] },
    textDocument: { diagnostic: {}, hover: { contentFormat: ['markdown'] } },
    workspace: { workspaceEdit: { documentChanges: true } },
  });
  assert.equal(offered.positionEncoding, 'utf-8');
  await open('x = 1\nprint("\u{1F600}" + x)\n');

  const pulled = await ask(protocol.DocumentDiagnosticRequest.type, {});
  assert.equal(pulled.kind, 'full');
  assert.deepEqual(
    pulled.items.map(({ code, range }) => [code, range.start]),
    [['AEG0401', { line: 1, character: 13 }]],
  );
  const again = await ask(protocol.DocumentDiagnosticRequest.type, {
    previousResultId: pulled.resultId,
  });
  assert.equal(again.kind, 'unchanged');

  const position = { line: 1, character: 15 };
  const hover = await ask(protocol.HoverRequest.type, { position });
  assert.match(hover.contents.value, /x: int/);
  const [definition] = await ask(protocol.DefinitionRequest.type, { position });
  assert.deepEqual(definition.range.start, { line: 0, character: 0 });
  const edit = await ask(protocol.RenameRequest.type, { position, newName: 'count' });
  assert.deepEqual(edit.documentChanges[0].textDocument, { uri, version: 1 });
  assert.equal(edit.documentChanges[0].edits.length, 2);
  const { items } = await ask(protocol.CompletionRequest.type, { position });
  assert.ok(!items.some(({ label }) => label === 'x'), 'an int cannot be joined to a string');
  assert.ok(items.some(({ label }) => label === 'input()'));
  const tokens = await ask(protocol.SemanticTokensRequest.type, {});
  assert.equal(tokens.data.length % 5, 0);

  await assert.rejects(connection.sendRequest('bogus/method', {}), { code: -32601 });
  assert.deepEqual(published, [], 'who pulls is not pushed to');
  assert.equal(await close(), 0);
});

test('a session with pushed diagnostics in UTF-16', options, async () => {
  const { connection, offered, published, ask, open, close } = await connect({});
  assert.equal(offered.positionEncoding, 'utf-16');
  await open('if input() = "\u{1F600}" + :\n    print(input())\n');
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [
      {
        range: { start: { line: 0, character: 17 }, end: { line: 0, character: 20 } },
        text: '',
      },
      {
        range: { start: { line: 0, character: 11 }, end: { line: 0, character: 12 } },
        text: '==',
      },
    ],
  });
  const run = (inputs) =>
    connection.sendRequest(protocol.ExecuteCommandRequest.type, {
      command: 'aegis.run',
      arguments: [{ uri, inputs }],
    });
  assert.equal((await run([])).status, 'input_required');
  assert.equal((await run(['\u{1F600}'])).request.index, 2);
  assert.equal((await run(['\u{1F600}', 'done'])).output, 'done\n');
  assert.equal((await ask(protocol.CodeLensRequest.type, {}))[0].command.command, 'aegis.run');
  assert.deepEqual(published.at(-1).diagnostics, []);
  assert.equal(await close(), 0);
});
