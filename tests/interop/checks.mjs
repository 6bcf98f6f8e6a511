// How a part of the proof counts what it has proved, and waits.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** The checks that have held so far. A part that makes none has proved nothing. */
let held = 0;

/** Assertions that are counted. */
export const check = {
  ok(value, what) {
    assert.ok(value, what);
    ++held;
  },
  equal(actual, expected, what) {
    assert.deepEqual(actual, expected, what);
    ++held;
  },
  match(text, pattern, what) {
    assert.match(text, pattern, what);
    ++held;
  },
  /** The promise fails with the protocol's error `code`. */
  async fails(promise, code, what) {
    await assert.rejects(promise, (error) => {
      assert.equal(error.code, code, `${what}: ${error}`);
      return true;
    });
    ++held;
  },
};

/** Does `work`, which makes checks; returns how many. */
export async function counted(what, work) {
  const before = held;
  try {
    await work();
  } catch (error) {
    error.stack = `${what}: ${error.stack}`;
    throw error;
  }
  assert.ok(held > before, `${what}: nothing was checked`);
  return held - before;
}

/** Waits until `condition()` holds, for a generous time. `nudge` is done again and again. */
export async function until(what, condition, nudge = async () => {}) {
  const end = Date.now() + 20_000;
  while (!condition()) {
    assert.ok(Date.now() < end, `waited in vain until ${what}`);
    await nudge();
    await sleep(50);
  }
  ++held;
}
