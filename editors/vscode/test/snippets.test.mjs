// Each snippet, taken as it is, is a program.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson, runAegis, skip } from './support/project.mjs';

const snippets = Object.entries(readJson('snippets/aegis.json'));

/** What stands there when nothing is typed into the snippet, and its places in the order of Tab. */
function expand(body, indent) {
  const places = [];
  const text = [body]
    .flat()
    .join('\n')
    .replace(/\$(?:(\d+)|\{(\d+):([^}]*)\})/g, (_, bare, number, otherwise = '') => {
      places.push(Number(bare ?? number));
      return otherwise;
    });
  return { program: `${text.replaceAll('\t', ' '.repeat(indent))}\n`, places };
}

test('every snippet has its own prefix, a description, and places from 1 to 0', () => {
  const prefixes = snippets.flatMap(([, { prefix }]) => prefix);
  assert.equal(new Set(prefixes).size, prefixes.length);
  for (const wanted of ['if', 'ifelse', 'print', 'input']) assert.ok(prefixes.includes(wanted));
  for (const [name, { body, description }] of snippets) {
    assert.ok(description.length > 0, name);
    const { program, places } = expand(body, 4);
    const wanted = places.map((_, index) => (index + 1) % places.length);
    assert.deepEqual(places, wanted, name);
    assert.doesNotMatch(program, /[$\t]|\$\{/, name);
  }
});

test('every snippet is a program in the canonical layout', { skip }, () => {
  assert.ok(snippets.length >= 4);
  for (const [name, { body }] of snippets) {
    for (const indent of [4, 2]) {
      const { program } = expand(body, indent);
      const { status, stdout, stderr } = runAegis(['check', '-'], program);
      assert.equal(status, 0, `${name}: ${stdout}${stderr}`);
      const layout = runAegis(['fmt', '--check', '--indent', String(indent), '-'], program);
      assert.equal(layout.status, 0, `${name}: ${layout.stdout}${layout.stderr}`);
    }
  }
});
