// The loop that runs a program and asks for its inputs, without VS Code.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const { report, run } = createRequire(import.meta.url)('../dist/run.js');

function waiting(index, output) {
  return { status: 'input_required', output, request: { index, line: 1, column: 7 } };
}

test('a run is started again with all inputs, until it ends', async () => {
  const answers = ['a', ''];
  const calls = [];
  const shown = [];
  const result = await run({
    execute: async (inputs) => {
      calls.push([...inputs]);
      return inputs.length < 2
        ? waiting(inputs.length + 1, 'so far\n')
        : { status: 'ok', output: 'all\n' };
    },
    show: (text) => shown.push(text),
    ask: async (index) => answers[index - 1],
  });
  assert.equal(result.status, 'ok');
  assert.deepEqual(calls, [[], ['a'], ['a', '']]);
  assert.deepEqual(shown, ['so far\n', 'so far\n', 'all\n']);
});

test('who gives no answer ends the run', async () => {
  const shown = [];
  const result = await run({
    execute: async () => waiting(1, 'name?\n'),
    show: (text) => shown.push(text),
    ask: async () => undefined,
  });
  assert.equal(result.status, 'input_required');
  assert.equal(shown.at(-1), 'name?\n(stopped: the program waits for input)\n');
});

test('an error is shown with its place, when it has one', () => {
  const error = { category: 'value_error', message: 'division by zero', line: 3, column: 9 };
  assert.equal(
    report({ status: 'error', output: '', error }),
    '3:9: value_error: division by zero\n',
  );
  assert.equal(
    report({ status: 'error', output: '', error: { ...error, line: null, column: null } }),
    'value_error: division by zero\n',
  );
});
