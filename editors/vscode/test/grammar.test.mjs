// The grammar against sample lines, and against what the lexer itself says.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { describe, tokenize } from './support/grammar.mjs';
import { programsIn, runAegis, skip } from './support/project.mjs';

const colours = (line, expected) => assert.deepEqual(describe(line), expected, line);

test('keywords, functions, booleans and names', () => {
  colours('if not ready and a_1 or true:', [
    'if -> keyword.control.conditional',
    'not -> keyword.operator.wordlike',
    'ready -> variable.other.readwrite',
    'and -> keyword.operator.wordlike',
    'a_1 -> variable.other.readwrite',
    'or -> keyword.operator.wordlike',
    'true -> constant.language.boolean',
    ': -> punctuation.separator.colon',
  ]);
  colours('print(input())', [
    'print -> support.function.builtin',
    '( -> punctuation.section.parens.begin',
    'input -> support.function.builtin',
    '( -> punctuation.section.parens.begin',
    ') -> punctuation.section.parens.end',
    ') -> punctuation.section.parens.end',
  ]);
  for (const name of ['iffy', 'if_', 'if1', 'elif', 'printer', 'nota', 'truer', 'input2']) {
    colours(name, [`${name} -> variable.other.readwrite`]);
  }
  colours('ifX', ['if -> keyword.control.conditional', 'X -> invalid.illegal.character']);
  colours('_a', ['_ -> invalid.illegal.character', 'a -> variable.other.readwrite']);
});

test('numbers, and what is none', () => {
  for (const text of ['0', '007', '123']) colours(text, [`${text} -> constant.numeric.integer`]);
  for (const text of ['1.5', '1e5', '1E-5', '1.5e+10']) {
    colours(text, [`${text} -> constant.numeric.float`]);
  }
  for (const text of ['1.', '12ab', '1e', '1.5.2', '1_000', '0x1F', '1e5x', '1..2', '1.5e']) {
    colours(text, [`${text} -> invalid.illegal.number`]);
  }
  colours('1e+', ['1e -> invalid.illegal.number', '+ -> keyword.operator.arithmetic']);
  colours('.5', ['. -> invalid.illegal.character', '5 -> constant.numeric.integer']);
  colours('-1', ['- -> keyword.operator.arithmetic', '1 -> constant.numeric.integer']);
});

test('strings and their escapes', () => {
  const begin = '" -> punctuation.definition.string.begin';
  const end = '" -> punctuation.definition.string.end';
  colours('"a # b"', [begin, 'a # b -> string.quoted.double', end]);
  const good = [
    '\\"',
    '\\\\',
    '\\/',
    '\\b',
    '\\f',
    '\\n',
    '\\r',
    '\\t',
    '\\u00e9',
    '\\uD7FF',
    '\\uE000',
  ];
  for (const escape of [...good, '\\uD83D\\uDE00', '\\ud83d\\ude00']) {
    colours(`"${escape}"`, [begin, `${escape} -> constant.character.escape`, end]);
  }
  for (const escape of [
    '\\q',
    "\\'",
    '\\x',
    '\\u',
    '\\u12',
    '\\U',
    '\\uDE00',
    '\\uD83D',
    '\\\u{1F600}',
  ]) {
    colours(`"${escape}"`, [begin, `${escape} -> invalid.illegal.escape`, end]);
  }
  colours('"\\u12G4"', [
    begin,
    '\\u12 -> invalid.illegal.escape',
    'G4 -> string.quoted.double',
    end,
  ]);
  colours('"\\uD83D\\u0041"', [
    begin,
    '\\uD83D -> invalid.illegal.escape',
    '\\u0041 -> constant.character.escape',
    end,
  ]);
  colours('"a\tb"', [
    begin,
    'a -> string.quoted.double',
    '\t -> invalid.illegal.control-character',
    'b -> string.quoted.double',
    end,
  ]);
});

test('a string without its closing quote', () => {
  const open = '" -> invalid.illegal.unclosed-string';
  colours('"abc', [open, 'abc -> string.quoted.double']);
  colours('"a\\"', [open, 'a -> string.quoted.double', '\\" -> constant.character.escape']);
  colours('"\\', [open, '\\ -> invalid.illegal.escape']);
  const [, second] = tokenize('print("abc\nx');
  assert.deepEqual(
    second.map(({ scope }) => scope),
    ['variable.other.readwrite'],
  );
});

test('comments', () => {
  colours('x # "if" 1', [
    'x -> variable.other.readwrite',
    '# -> punctuation.definition.comment',
    ' "if" 1 -> comment.line.number-sign',
  ]);
  colours('#\u0001é\u007f', [
    '# -> punctuation.definition.comment',
    '\u0001 -> invalid.illegal.control-character',
    'é\u007f -> comment.line.number-sign',
  ]);
  assert.deepEqual(tokenize('# a\r\nif')[1][0].scope, 'keyword.control.conditional');
});

test('operators, and characters that are none', () => {
  for (const text of ['==', '!=', '<', '<=', '>', '>=']) {
    colours(text, [`${text} -> keyword.operator.comparison`]);
  }
  for (const text of ['+', '-', '*', '/', '^']) {
    colours(text, [`${text} -> keyword.operator.arithmetic`]);
  }
  colours('=', ['= -> keyword.operator.assignment']);
  colours('===', ['== -> keyword.operator.comparison', '= -> keyword.operator.assignment']);
  for (const text of [
    '!',
    '%',
    ',',
    '[',
    "'",
    ';',
    '.',
    'A',
    '_',
    'é',
    '\u{1F600}',
    '\t',
    '\uFEFF',
    '\u00A0',
  ]) {
    colours(text, [`${text} -> invalid.illegal.character`]);
  }
});

test('the examples have nothing invalid', () => {
  const files = programsIn('examples');
  assert.ok(files.length >= 6);
  for (const file of files) {
    const pieces = tokenize(readFileSync(file, 'utf8')).flat();
    assert.ok(
      pieces.some(({ scope }) => scope === 'support.function.builtin'),
      file,
    );
    for (const { text, scope } of pieces) {
      assert.doesNotMatch(scope, /invalid/, `${basename(file)}: ${text}`);
      if (!scope) assert.match(text, /^ *$/, `${basename(file)}: ${text}`);
    }
  }
});

/** The scope of each kind of token that `aegis tokens` lists; of a string, where it begins. */
const scopes = {
  IF: 'keyword.control.conditional',
  ELSE: 'keyword.control.conditional',
  AND: 'keyword.operator.wordlike',
  OR: 'keyword.operator.wordlike',
  NOT: 'keyword.operator.wordlike',
  TRUE: 'constant.language.boolean',
  FALSE: 'constant.language.boolean',
  PRINT: 'support.function.builtin',
  INPUT: 'support.function.builtin',
  NAME: 'variable.other.readwrite',
  INT: 'constant.numeric.integer',
  FLOAT: 'constant.numeric.float',
  STRING: 'punctuation.definition.string.begin',
  ASSIGN: 'keyword.operator.assignment',
  EQUAL: 'keyword.operator.comparison',
  NOT_EQUAL: 'keyword.operator.comparison',
  LESS: 'keyword.operator.comparison',
  LESS_EQUAL: 'keyword.operator.comparison',
  GREATER: 'keyword.operator.comparison',
  GREATER_EQUAL: 'keyword.operator.comparison',
  PLUS: 'keyword.operator.arithmetic',
  MINUS: 'keyword.operator.arithmetic',
  STAR: 'keyword.operator.arithmetic',
  SLASH: 'keyword.operator.arithmetic',
  CARET: 'keyword.operator.arithmetic',
  LEFT_PAREN: 'punctuation.section.parens.begin',
  RIGHT_PAREN: 'punctuation.section.parens.end',
  COLON: 'punctuation.separator.colon',
};

/** Where column (1-based, in code points) of a line is, in UTF-16. */
const offsetOf = (line, column) => [...line].slice(0, column - 1).join('').length;

/**
 * Compares the grammar with the lexer, line by line: each token has its scope, each lexical problem
 * is invalid, and up to there nothing else is. Returns how many of both were looked at.
 */
function compare(program, name) {
  const { stdout, stderr } = runAegis(['tokens', '-', '--limit', 'tokens=1000000'], program);
  const lines = program.split(/\r?\n/);
  const pieces = tokenize(program);
  const tokens = stdout.matchAll(/^(\d+):(\d+) +([A-Z_]+)/gm);
  const problems = new Map();
  for (const [, line, column, code] of stderr.matchAll(/^\S*?:(\d+):(\d+): error\[(\w+)\]/gm)) {
    problems.set(Number(line), { column: Number(column), code });
  }
  const pieceAt = (line, column) => {
    const offset = offsetOf(lines[line - 1], column);
    const piece = pieces[line - 1].find(({ start, end }) => start <= offset && offset < end);
    assert.ok(piece, `${name}:${line}:${column}: nothing there`);
    return { offset, piece };
  };
  let count = 0;
  // A line that could only have a follow-up of an earlier problem is passed over by the lexer.
  const judged = new Set();
  for (const [, line, column, kind] of tokens) {
    judged.add(Number(line));
    if (['NEWLINE', 'INDENT', 'DEDENT', 'EOF'].includes(kind)) continue;
    const { offset, piece } = pieceAt(Number(line), Number(column));
    const place = `${name}:${line}:${column}: ${JSON.stringify(lines[line - 1])}`;
    assert.ok(kind in scopes, `${place}: an unknown kind of token, ${kind}`);
    assert.equal(piece.scope, scopes[kind], place);
    assert.equal(piece.start, offset, place);
    ++count;
  }
  pieces.forEach((found, index) => {
    const problem = problems.get(index + 1);
    const place = `${name}:${index + 1}: ${JSON.stringify(lines[index])}`;
    // Of a string's problems the lexer tells those inside before the missing quote.
    const invalid = found.filter(({ scope }) => scope.startsWith('invalid'));
    const unclosed = invalid[0]?.scope === 'invalid.illegal.unclosed-string' && invalid.length > 1;
    const first = invalid[unclosed ? 1 : 0];
    if (problem?.code.match(/AEG010[2-8]|AEG0201/)) {
      const { offset, piece } = pieceAt(index + 1, problem.column);
      assert.match(piece.scope, /^invalid/, `${place}: ${problem.code} at ${problem.column}`);
      assert.equal(piece.start, offset, `${place}: ${problem.code} at ${problem.column}`);
      assert.equal(first.start, piece.start, `${place}: ${problem.code}: something before it`);
      ++count;
    } else if (!problem && judged.has(index + 1)) {
      assert.equal(first, undefined, `${place}: nothing is wrong with ${first?.text}`);
    }
  });
  return count;
}

test('the same tokens as the lexer: all annotated scripts', { skip }, () => {
  const files = programsIn('tests', 'conformance');
  assert.ok(files.length > 500);
  let count = 0;
  for (const file of files) {
    const bytes = readFileSync(file);
    const program = bytes.toString('utf8');
    // What is no UTF-8 never comes to a grammar, and a limit on the size is not its concern.
    if (!Buffer.from(program).equals(bytes) || bytes.length > 65536) continue;
    count += compare(program, basename(file));
  }
  assert.ok(count > 5000, `${count} tokens`);
});

test('the same tokens as the lexer: lines of random pieces', { skip }, () => {
  const parts = [
    ...'"""\\\\\\uUeE+-=!<>.:_#()^%AZaz019 ',
    ...[
      '\\u',
      'D83D',
      'DE00',
      '\\uD83D',
      '\\uDE00',
      '\\u0041',
      '\\"',
      '\\n',
      '1.5',
      '1e5',
      '00',
      '..',
    ],
    ...[
      'if',
      'else',
      'not',
      'and',
      'true',
      'print',
      'input',
      'é',
      '\u{1F600}',
      '\t',
      '\u0001',
      '\uFEFF',
    ],
  ];
  // A generator of our own with a fixed start, so that every run tests the same lines.
  let state = 20_260_101;
  const random = (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  for (let round = 0; round < 20; ++round) {
    const lines = Array.from({ length: 250 }, () => {
      const text = Array.from({ length: 1 + random(9) }, () => parts[random(parts.length)]).join(
        '',
      );
      return text.replace(/^[ \t]+/, '');
    });
    assert.ok(compare(lines.join('\n') + '\n', `round ${round}`) > 250);
  }
});
