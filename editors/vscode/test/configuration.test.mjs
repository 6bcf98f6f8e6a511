// The regular expressions and pairs of the language configuration.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { programsIn, readJson } from './support/project.mjs';

const configuration = readJson('language-configuration.json');
const { increaseIndentPattern, decreaseIndentPattern } = configuration.indentationRules;
const increase = new RegExp(increaseIndentPattern);
const decrease = new RegExp(decreaseIndentPattern);
const [enter] = configuration.onEnterRules;

test('what ends in a colon opens a block', () => {
  assert.equal(enter.beforeText, increaseIndentPattern);
  assert.deepEqual(enter.action, { indent: 'indent' });
  for (const line of [
    'if a:',
    '    if a == 1: ',
    'else:',
    'else:  # why: so',
    'if a == ":":',
    'if a == "\\":":',
    'if a == "#":  # "',
  ]) {
    assert.match(line, increase);
  }
  for (const line of [
    '',
    'x = ":"',
    'x = "\\":"',
    'x = 1  # note:',
    '# if a:',
    'if a',
    'if a: x',
    'x = "open:',
  ]) {
    assert.doesNotMatch(line, increase);
  }
});

test('else goes one level back, once its colon is there', () => {
  for (const line of ['    else:', '  else :', '    else:  # why']) assert.match(line, decrease);
  for (const line of ['    else', '    elsewhere:', '    x = 1', '    # else:', '    if else:']) {
    assert.doesNotMatch(line, decrease);
  }
  // One at the margin stands where it was put.
  assert.doesNotMatch('else:', decrease);
});

test('in the examples a block opens after a colon and nowhere else', () => {
  let opened = 0;
  for (const file of programsIn('examples')) {
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^ *[^ #]/.test(line));
    lines.forEach((line, index) => {
      const depth = (text) => (text ?? '').match(/^ */)[0].length;
      const deeper = depth(lines[index + 1]) > depth(line);
      assert.equal(increase.test(line), deeper, `${file}: ${line}`);
      opened += Number(deeper);
      assert.equal(decrease.test(line), /^ +else:/.test(line), `${file}: ${line}`);
    });
  }
  assert.ok(opened > 5);
});

test('pairs close themselves, but not in strings and comments', () => {
  assert.deepEqual(configuration.autoClosingPairs, [
    { open: '(', close: ')', notIn: ['string', 'comment'] },
    { open: '"', close: '"', notIn: ['string', 'comment'] },
  ]);
  assert.deepEqual(configuration.brackets, [['(', ')']]);
  assert.deepEqual(configuration.surroundingPairs, [
    ['(', ')'],
    ['"', '"'],
  ]);
  assert.deepEqual(configuration.comments, { lineComment: '#' });
});

test('a name and a number are each one word', () => {
  const words = (line) => line.match(new RegExp(configuration.wordPattern, 'g'));
  assert.deepEqual(words('if a_1 == 2.5e-3 + x:'), ['if', 'a_1', '2.5e-3', 'x']);
  assert.deepEqual(words('print("what is")'), ['print', 'what', 'is']);
});
