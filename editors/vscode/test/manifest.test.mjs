// What package.json and the language configuration promise.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('..', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');
const manifest = JSON.parse(read('package.json'));
const source = read('src/extension.ts');

test('every file that the manifest names is there', () => {
  const { languages, grammars, snippets } = manifest.contributes;
  const names = [languages[0].configuration, grammars[0].path, snippets[0].path, manifest.main];
  for (const name of names) assert.ok(existsSync(new URL(name, folder)), name);
});

test('every command is registered, and every setting is read', () => {
  for (const { command } of manifest.contributes.commands) {
    assert.ok(source.includes(`registerCommand('${command}'`), command);
  }
  for (const name of Object.keys(manifest.contributes.configuration.properties)) {
    assert.ok(source.includes(name.replace(/^aegis\./, '')), name);
  }
});

test('lines behind a colon are indented, and else is not', () => {
  const rules = JSON.parse(read('language-configuration.json')).indentationRules;
  const increase = new RegExp(rules.increaseIndentPattern);
  const decrease = new RegExp(rules.decreaseIndentPattern);
  for (const line of ['if a:', '  else:', 'if a == ":":  # why: so']) assert.match(line, increase);
  for (const line of ['x = ":"', 'x = 1  # note:', '# if a:', 'x = "a\\":"']) {
    assert.doesNotMatch(line, increase);
  }
  assert.match('    else:', decrease);
  assert.doesNotMatch('elsewhere = 1', decrease);
});

test('snippets are programs', { skip: process.env.AEGIS ? false : 'AEGIS names no binary' }, () => {
  for (const [name, { body }] of Object.entries(JSON.parse(read('snippets/aegis.json')))) {
    // A placeholder stands for its own text.
    const text = body.join('\n').replaceAll('\t', '    ');
    const program = text.replace(/\$\{\d+:((?:[^}\\]|\\.)*)\}/g, '$1') + '\n';
    const checked = execFileSync(process.env.AEGIS, ['check', '--format', 'json', '-'], {
      input: program,
    });
    assert.deepEqual(JSON.parse(checked), [], name);
  }
});
