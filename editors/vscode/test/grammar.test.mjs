// The colours of the TextMate grammar, found with VS Code's own engine for it.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const folder = new URL('..', import.meta.url);
const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
await oniguruma.loadWASM(wasm);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () =>
    textmate.parseRawGrammar(
      readFileSync(new URL('syntaxes/aegis.tmLanguage.json', folder), 'utf8'),
      'aegis.tmLanguage.json',
    ),
});
const grammar = await registry.loadGrammar('source.aegis');

/** The tokens of a text as [text, innermost scope without `.aegis`], spaces left out. */
function scopes(text) {
  const found = [];
  let stack = textmate.INITIAL;
  for (const line of text.split('\n')) {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    for (const token of result.tokens) {
      const piece = line.slice(token.startIndex, token.endIndex);
      if (piece.trim() === '') continue;
      found.push([piece, token.scopes.at(-1).replace(/\.aegis$/, '')]);
    }
  }
  return found;
}

test('every kind of token has its scope', () => {
  assert.deepEqual(scopes('if not total_1 >= 1.5e3 ^ -2: # why'), [
    ['if', 'keyword.control.conditional'],
    ['not', 'keyword.operator.logical'],
    ['total_1', 'variable.other'],
    ['>=', 'keyword.operator.comparison'],
    ['1.5e3', 'constant.numeric.float'],
    ['^', 'keyword.operator.arithmetic'],
    ['-', 'keyword.operator.arithmetic'],
    ['2', 'constant.numeric.integer'],
    [':', 'punctuation.separator.colon'],
    ['# why', 'comment.line.number-sign'],
  ]);
  assert.deepEqual(scopes('print(input() == true)').map(([, scope]) => scope), [
    'support.function.builtin',
    'punctuation.section.parens',
    'support.function.builtin',
    'punctuation.section.parens',
    'punctuation.section.parens',
    'keyword.operator.comparison',
    'constant.language.boolean',
    'punctuation.section.parens',
  ]);
});

test('names that begin like a keyword are names', () => {
  assert.deepEqual(scopes('iffy = printer'), [
    ['iffy', 'variable.other'],
    ['=', 'keyword.operator.assignment'],
    ['printer', 'variable.other'],
  ]);
});

test('what is no token is marked as illegal', () => {
  for (const text of ['12ab', '1.', '1e', '1.5.2', '007_']) {
    assert.deepEqual(scopes(text), [[text, 'invalid.illegal.number']]);
  }
  for (const text of ['$', "'", '!', '\u00e9', 'A', '\t'].filter((each) => each.trim() !== '')) {
    assert.deepEqual(scopes(text), [[text, 'invalid.illegal.character']]);
  }
});

test('strings end with their line, and escapes are judged', () => {
  assert.deepEqual(scopes('"a\\n\\ud83d\\ude00\\q#"'), [
    ['"', 'punctuation.definition.string.begin'],
    ['a', 'string.quoted.double'],
    ['\\n', 'constant.character.escape'],
    ['\\ud83d\\ude00', 'constant.character.escape'],
    ['\\q', 'invalid.illegal.escape'],
    ['#', 'string.quoted.double'],
    ['"', 'punctuation.definition.string.end'],
  ]);
  assert.deepEqual(scopes('"open\nx').at(-1), ['x', 'variable.other']);
});

test('nothing in the examples is illegal', () => {
  const examples = new URL('../../examples/', folder);
  for (const name of readdirSync(examples)) {
    const illegal = scopes(readFileSync(new URL(name, examples), 'utf8')).filter(([, scope]) =>
      scope.startsWith('invalid'),
    );
    assert.deepEqual(illegal, [], name);
  }
});
