// The bundle as it is packaged, with a VS Code made for the test: first with a server that does on
// demand what is rare, then with the real one.

import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { aegis, aegisVersion, skip } from './support/project.mjs';
import { activate, createVscode, Document, until } from './support/vscode.mjs';

const folder = mkdtempSync(join(tmpdir(), 'aegis-vscode-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A command that starts the stand-in for the server. */
const fake = join(folder, 'fake aegis');
const script = fileURLToPath(new URL('support/fake_aegis.mjs', import.meta.url));
const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
writeFileSync(fake, `#!/bin/sh\nexec ${quote(process.execPath)} ${quote(script)} "$@"\n`);
chmodSync(fake, 0o755);

const limited = { timeout: 20000 };

/** Runs `steps` with the extension active and a program open. */
async function withExtension(settings, text, steps) {
  const vscode = createVscode({ 'aegis.server.path': fake, ...settings }, folder);
  const document = new Document(join(folder, 'greet.aeg'), text);
  vscode.open(document);
  const end = await activate(vscode);
  try {
    await steps(vscode, document);
  } finally {
    await end();
  }
}

const run = (vscode) => vscode.commands.executeCommand('aegis.runFile');

test('the server gets `lsp` alone, and the settings at once and when they change', limited, () =>
  withExtension({ 'aegis.indent': 2 }, 'seen', async (vscode) => {
    assert.equal(vscode.statusItem.text, 'Aegis 9.9.9');
    assert.deepEqual(JSON.parse((await run(vscode)).output), {
      arguments: ['lsp'],
      initializationOptions: { indent: 2 },
      settings: { aegis: { indent: 2, server: { path: fake } } },
    });
    vscode.configure({ 'aegis.indent': 4 });
    const { settings } = JSON.parse((await run(vscode)).output);
    assert.equal(settings.aegis.indent, 4);
  }),
);

test('a run asks for its inputs, and shows each piece of output once', limited, () =>
  withExtension({}, 'ask', async (vscode) => {
    vscode.answers = ['a', ''];
    assert.equal((await run(vscode)).status, 'ok');
    const shown = '──── greet.aeg\none\n> a\ntwo\n> \na+\n──── ok\n\n';
    assert.equal(vscode.shown.output.Aegis, shown);
    assert.deepEqual(
      vscode.shown.boxes.map(({ title, prompt, ignoreFocusOut }) => [
        title,
        prompt,
        ignoreFocusOut,
      ]),
      [
        ['greet.aeg: input 1', 'The program waits at `input()` in line 3.', true],
        ['greet.aeg: input 2', 'The program waits at `input()` in line 3.', true],
      ],
    );
    assert.ok(vscode.shown.commands.some(([name]) => name === 'show Aegis'));
  }),
);

test('the command of the code lens does the same', limited, () =>
  withExtension({}, 'ask', async (vscode, document) => {
    vscode.window.activeTextEditor = undefined;
    vscode.answers = ['a', 'b'];
    const argument = { uri: document.uri.toString() };
    const envelope = await vscode.commands.executeCommand('aegis.run', argument);
    assert.equal(envelope.output, 'one\ntwo\na+b\n');
    const shown = '──── greet.aeg\none\n> a\ntwo\n> b\na+b\n──── ok\n\n';
    assert.equal(vscode.shown.output.Aegis, shown);
  }),
);

test('a run ends with an error, or when no input is given', limited, () =>
  withExtension({}, 'fails', async (vscode) => {
    vscode.answers = ['x', undefined];
    assert.equal((await run(vscode)).status, 'error');
    assert.equal(await run(vscode), undefined);
    assert.equal(
      vscode.shown.output.Aegis,
      '──── greet.aeg\none\n> x\ngreet.aeg:3:7: error[AEG0502]: division by zero\n\n' +
        '──── greet.aeg\none\n──── stopped: it wanted an input\n\n',
    );
  }),
);

test('a run whose program changes meanwhile is stopped', limited, () =>
  withExtension({}, 'ask', async (vscode, document) => {
    vscode.answers = [
      () => {
        vscode.change(document, 'changed');
        return 'a';
      },
    ];
    const stopped = '──── stopped: the program was changed while it ran\n\n';
    assert.equal(await run(vscode), undefined);
    assert.equal(vscode.shown.output.Aegis, `──── greet.aeg\none\n> a\n${stopped}`);
    vscode.shown.output.Aegis = '';
    assert.equal(await run(vscode), undefined);
    assert.equal(vscode.shown.output.Aegis, `──── greet.aeg\n${stopped}`);
  }),
);

test('what the server refuses is said', limited, () =>
  withExtension({}, 'refused', async (vscode, document) => {
    assert.equal(await run(vscode), undefined);
    const shown = '──── greet.aeg\n──── failed: no such luck\n\n';
    assert.equal(vscode.shown.output.Aegis, shown);
    await vscode.commands.executeCommand('aegis.checkFile');
    assert.deepEqual(vscode.shown.messages, [
      'Error: Aegis: greet.aeg could not be checked: no such luck',
    ]);
    const format = () =>
      vscode.providers.registerDocumentFormattingEditProvider.provideDocumentFormattingEdits(
        document,
        { tabSize: 4, insertSpaces: true },
        new vscode.CancellationTokenSource().token,
      );
    assert.equal(await format(), undefined);
    vscode.change(document, 'seen');
    assert.equal(await format(), undefined);
    assert.deepEqual(vscode.shown.status, [
      'Aegis: not formatted: no such luck',
      'Aegis: not formatted: the program has syntax errors',
    ]);
    assert.equal(vscode.shown.messages.length, 1);
  }),
);

test('Check counts the problems', limited, () =>
  withExtension({}, 'fine', async (vscode, document) => {
    const check = () => vscode.commands.executeCommand('aegis.checkFile', document.uri);
    await check();
    assert.deepEqual(vscode.shown.messages, ['Information: Aegis: greet.aeg has no problems.']);
    for (const text of ['error', 'error error warning', 'warning warning']) {
      vscode.change(document, text);
      await check();
    }
    assert.deepEqual(vscode.shown.status, [
      'Aegis: greet.aeg has 1 error.',
      'Aegis: greet.aeg has 2 errors and 1 warning.',
      'Aegis: greet.aeg has 2 warnings.',
    ]);
    const opened = vscode.shown.commands.filter(
      ([name]) => name === 'workbench.panel.markers.view.focus',
    );
    assert.equal(opened.length, 3);
    assert.equal(vscode.shown.messages.length, 1);
  }),
);

test('without a program there is nothing to run', limited, () =>
  withExtension({}, 'seen', async (vscode) => {
    for (const editor of [undefined, { document: new Document('/ws/a.py', 'x', 'python') }]) {
      vscode.window.activeTextEditor = editor;
      assert.equal(await run(vscode), undefined);
      await vscode.commands.executeCommand('aegis.checkFile');
    }
    const message = 'Information: Aegis: open a program first, a file named `….aeg`.';
    assert.deepEqual(vscode.shown.messages, [message, message, message, message]);
    assert.equal(vscode.shown.output.Aegis, '');
  }),
);

test('a server that ends by itself is started again', limited, () =>
  withExtension({}, 'crash', async (vscode, document) => {
    assert.equal(await run(vscode), undefined);
    assert.match(vscode.shown.output.Aegis, /──── failed: the language server ended\n/);
    vscode.change(document, 'seen');
    assert.equal((await run(vscode)).status, 'ok');
    await until(() => vscode.statusItem.text === 'Aegis 9.9.9');
    await vscode.commands.executeCommand('aegis.restartServer');
    assert.equal((await run(vscode)).status, 'ok');
    assert.deepEqual(vscode.shown.messages, []);
  }),
);

test('a missing server is told once, with what to do', limited, () =>
  withExtension({ 'aegis.server.path': '/nowhere/aegis' }, 'seen', async (vscode) => {
    assert.equal(vscode.shown.messages.length, 1);
    assert.match(
      vscode.shown.messages[0],
      /cannot start: `\/nowhere\/aegis` is no file that .*`\.\/dev build`.*`aegis\.server\.path`/,
    );
    assert.equal(vscode.statusItem.text, 'Aegis: no language server');
    assert.equal(vscode.statusItem.severity, vscode.LanguageStatusSeverity.Error);

    vscode.choices = ['Open Settings'];
    assert.equal(await run(vscode), undefined);
    assert.equal(vscode.shown.messages.length, 2);
    assert.deepEqual(vscode.shown.commands.at(-1), [
      'workbench.action.openSettings',
      'aegis.server.path',
    ]);
    assert.equal(vscode.shown.output.Aegis, '');

    vscode.configure({ 'aegis.server.path': fake });
    await until(() => vscode.statusItem.text === 'Aegis 9.9.9');
    assert.equal((await run(vscode)).status, 'ok');
    assert.equal(vscode.shown.messages.length, 2);
  }),
);

test('Try Again starts a server that has come meanwhile', limited, async () => {
  const late = join(folder, 'late');
  const settings = { 'aegis.server.path': late };
  const vscode = createVscode(settings, folder);
  vscode.open(new Document(join(folder, 'greet.aeg'), 'seen'));
  vscode.choices = ['Try Again'];
  // The message is answered after the server has come.
  const show = vscode.window.showErrorMessage;
  vscode.window.showErrorMessage = async (text) => {
    writeFileSync(late, `#!/bin/sh\nexec ${quote(fake)} "$@"\n`);
    chmodSync(late, 0o755);
    return show(text);
  };
  const end = await activate(vscode);
  await until(() => vscode.statusItem.text === 'Aegis 9.9.9');
  assert.equal(vscode.shown.messages.length, 1);
  await end();
});

test(
  'a command that is no server is told once, and not tried again and again',
  limited,
  async () => {
    process.env.FAKE_AEGIS = 'silent';
    try {
      await withExtension({}, 'seen', async (vscode) => {
        await until(() => vscode.shown.output['Aegis Language Server'].includes('no command lsp'));
        assert.equal(vscode.shown.messages.length, 1);
        assert.match(
          vscode.shown.messages[0],
          /`.*fake aegis lsp` does not answer as a language server/,
        );
        const starts = vscode.shown.output['Aegis Language Server'].match(/^starting/gm);
        assert.equal(starts.length, 1);
      });
    } finally {
      delete process.env.FAKE_AEGIS;
    }
  },
);

test('a command that never answers is ended, and told', limited, async () => {
  const setTimeout = globalThis.setTimeout;
  // The patience of the extension, and nothing else, is cut short.
  globalThis.setTimeout = (call, delay, ...rest) =>
    setTimeout(call, delay === 10_000 ? 300 : delay, ...rest);
  process.env.FAKE_AEGIS = 'mute';
  try {
    await withExtension({}, 'seen', async (vscode) => {
      assert.equal(vscode.shown.messages.length, 1);
      assert.match(vscode.shown.messages[0], /does not answer as a language server/);
      globalThis.setTimeout = setTimeout;
      delete process.env.FAKE_AEGIS;
      await vscode.commands.executeCommand('aegis.restartServer');
      assert.equal(vscode.statusItem.text, 'Aegis 9.9.9');
      assert.equal(vscode.shown.messages.length, 1);
    });
  } finally {
    globalThis.setTimeout = setTimeout;
    delete process.env.FAKE_AEGIS;
  }
});

test('a restart while the server comes back by itself', limited, () =>
  withExtension({}, 'crash', async (vscode, document) => {
    assert.equal(await run(vscode), undefined);
    vscode.change(document, 'seen');
    await vscode.commands.executeCommand('aegis.restartServer');
    assert.equal((await run(vscode)).status, 'ok');
    assert.deepEqual(vscode.shown.messages, []);
  }),
);

test(
  'the setting for the indentation goes to the editor, where the program has none',
  limited,
  () =>
    withExtension({ 'aegis.indent': 2 }, 'x = 1\n', async (vscode, document) => {
      const [editor] = vscode.window.visibleTextEditors;
      assert.deepEqual(editor.options, { tabSize: 2, indentSize: 2, insertSpaces: true });
      vscode.change(document, '# x\nif true:\n\n    # y\n    x = 1\n');
      assert.equal(editor.options.tabSize, 4);
      vscode.change(document, 'x = 1\n');
      assert.equal(editor.options.tabSize, 2);
      vscode.configure({ 'aegis.indent': 4 });
      assert.equal(editor.options.tabSize, 4);
      editor.options = { tabSize: 8, indentSize: 8, insertSpaces: false };
      vscode.configure({ 'aegis.indent': null });
      assert.equal(editor.options.tabSize, 8);
      const other = vscode.open(new Document('/ws/a.py', 'x', 'python'));
      vscode.configure({ 'aegis.indent': 2 });
      assert.equal(other.options.tabSize, 4);
    }),
);

const real = { ...limited, skip };

test('with the real server: problems, hover, completion, formatting', real, () =>
  withExtension(
    { 'aegis.server.path': aegis },
    'x = 1\nprint(x+"a")\n',
    async (vscode, document) => {
      assert.equal(vscode.statusItem.text, `Aegis ${aegisVersion()}`);
      const uri = document.uri.toString();
      await until(() => vscode.diagnostics.get(uri)?.length > 0);
      const [problem] = vscode.diagnostics.get(uri);
      assert.equal(problem.code.value ?? problem.code, 'AEG0401');
      assert.deepEqual(problem.range.start, new vscode.Position(1, 7));

      const { token } = new vscode.CancellationTokenSource();
      const place = new vscode.Position(1, 6);
      const { registerHoverProvider, registerCompletionItemProvider } = vscode.providers;
      const formatter = vscode.providers.registerDocumentFormattingEditProvider;
      const hover = await registerHoverProvider.provideHover(document, place, token);
      assert.match([hover.contents].flat()[0].value, /x: int/);
      const context = { triggerKind: 0 };
      const found = await registerCompletionItemProvider.provideCompletionItems(
        document,
        place,
        token,
        context,
      );
      const labels = found.items.map(({ label }) => label.label ?? label);
      assert.ok(labels.includes('input()'), labels.join(' '));
      const edits = await formatter.provideDocumentFormattingEdits(
        document,
        { tabSize: 4, insertSpaces: true },
        token,
      );
      assert.deepEqual(
        edits.map(({ newText }) => newText),
        [' ', ' '],
      );

      vscode.change(document, 'x = 1\nprint(x)\n');
      await until(() => vscode.diagnostics.get(uri)?.length === 0);
    },
  ),
);

test('with the real server: Run, by the command and by the code lens', real, () =>
  withExtension(
    { 'aegis.server.path': aegis },
    'print("?")\nprint(input())\n',
    async (vscode, document) => {
      vscode.answers = ['one', 'two'];
      assert.equal((await run(vscode)).output, '?\none\n');
      const { token } = new vscode.CancellationTokenSource();
      const [lens] = await vscode.providers.registerCodeLensProvider.provideCodeLenses(
        document,
        token,
      );
      const { command, arguments: values } = lens.command;
      assert.equal(command, 'aegis.run');
      await vscode.commands.executeCommand(command, ...values);
      assert.equal(
        vscode.shown.output.Aegis,
        ['one', 'two'].map((text) => `──── greet.aeg\n?\n> ${text}\n${text}\n──── ok\n\n`).join(''),
      );
      vscode.change(document, 'print(1 / 0)\n');
      assert.equal((await run(vscode)).status, 'error');
      assert.match(
        vscode.shown.output.Aegis,
        /greet\.aeg:1:9: error\[AEG0502\]: division by zero\n\n$/,
      );
    },
  ),
);
