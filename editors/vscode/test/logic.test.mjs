// The parts of the extension that know nothing of VS Code, by themselves.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { extensionFolder } from './support/project.mjs';

/** A source file as a module. */
async function load(name) {
  const { outputFiles } = await build({
    entryPoints: [join(extensionFolder, 'src', name)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    external: ['vscode'],
  });
  // `vscode` is there in VS Code only, and what is tested here does not call it.
  const text = outputFiles[0].text.replace(/^import \* as vscode from "vscode";$/m, '');
  return import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
}

const { findExecutable } = await load('executable.ts');
const { describeProblem, runToEnd } = await load('envelope.ts');
const { unitOf } = await load('indent.ts');

test('where the command is', () => {
  const files = [
    '/usr/bin/aegis',
    '/opt/a b/aegis',
    '/home/ada/bin/aegis',
    '/ws/build/release/aegis',
  ];
  const surroundings = {
    env: { PATH: '/bin::/opt/a b:/usr/bin' },
    home: '/home/ada',
    workspaceFolder: '/ws',
    platform: 'linux',
    isExecutable: (path) => files.includes(path),
  };
  const find = (setting, changed) => findExecutable(setting, { ...surroundings, ...changed });
  const found = {
    aegis: '/opt/a b/aegis',
    '': '/opt/a b/aegis',
    '  ': '/opt/a b/aegis',
    '/usr/bin/aegis': '/usr/bin/aegis',
    '~/bin/aegis': '/home/ada/bin/aegis',
    '${workspaceFolder}/build/release/aegis': '/ws/build/release/aegis',
    'build/release/aegis': '/ws/build/release/aegis',
    './build/release/aegis': '/ws/build/release/aegis',
  };
  for (const [setting, path] of Object.entries(found))
    assert.deepEqual(find(setting), { path }, setting);

  const problems = {
    aegis2: 'there is no command `aegis2` on the path.',
    '/usr/lib/aegis': '`/usr/lib/aegis` is no file that can be executed.',
    './aegis': '`/ws/aegis` is no file that can be executed.',
  };
  for (const [setting, problem] of Object.entries(problems))
    assert.deepEqual(find(setting), { problem });
  assert.deepEqual(find('aegis', { env: {} }), {
    problem: 'there is no command `aegis` on the path.',
  });
  const nowhere = { workspaceFolder: undefined };
  assert.match(find('./aegis', nowhere).problem, /relative path, and no folder is open/);
  assert.match(find('${workspaceFolder}/aegis', nowhere).problem, /needs an open folder/);
});

test('on Windows the command has its suffix, and the path another separator', () => {
  const surroundings = {
    env: { Path: '/x;/tools' },
    home: '/home',
    workspaceFolder: undefined,
    platform: 'win32',
    isExecutable: (path) => path === '/tools/aegis.exe',
  };
  assert.deepEqual(findExecutable('aegis', surroundings), { path: '/tools/aegis.exe' });
  assert.deepEqual(findExecutable('aegis.exe', surroundings), { path: '/tools/aegis.exe' });
});

test('a problem in one line', () => {
  const problem = { category: 'value_error', message: 'division by zero', line: 3, column: 7 };
  assert.equal(
    describeProblem('a.aeg', problem),
    'a.aeg:3:7: error[value_error]: division by zero',
  );
  assert.equal(
    describeProblem('a.aeg', { ...problem, code: 'AEG0502' }),
    'a.aeg:3:7: error[AEG0502]: division by zero',
  );
  assert.equal(
    describeProblem('a.aeg', { ...problem, line: null, column: null }),
    'a.aeg: error[value_error]: division by zero',
  );
});

test('a run goes on from pause to pause, and an error takes nothing back', async () => {
  const calls = [];
  const written = [];
  const results = [
    { status: 'input_required', output: '', request: { index: 1, line: 1, column: 1 } },
    { status: 'input_required', output: 'ab', request: { index: 2, line: 2, column: 1 } },
    {
      status: 'error',
      output: '',
      error: { category: 'value_error', message: '', line: 1, column: 1 },
    },
  ];
  const result = await runToEnd(
    async (inputs) => {
      calls.push([...inputs]);
      return results[inputs.length];
    },
    async ({ index }) => `text ${index}`,
    (text) => written.push(text),
  );
  assert.equal(result, results[2]);
  assert.deepEqual(calls, [[], ['text 1'], ['text 1', 'text 2']]);
  assert.equal(written.join(''), 'ab');
});

test('the unit of a program is that of its first indented line', () => {
  const cases = [
    ['', undefined],
    ['x = 1', undefined],
    ['if a:\n  x = 1', 2],
    ['if a:\n    x = 1\n  y', 4],
    ['if a:\n   x = 1\n    y', undefined],
    ['  # comment\n\n   \nif a:\n    # why\n    x = 1', 4],
    ['if a:\n\tx = 1', undefined],
  ];
  for (const [text, unit] of cases) assert.equal(unitOf(text.split('\n')), unit, text);
});
