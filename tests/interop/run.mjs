// The outside judges of the MCP server, one after the other: `AEGIS=path node run.mjs [PART...]`.
// Parts are chosen by what their titles contain. The status is 0 only when all of them were fine.

import { parts as clients } from './clients.mjs';
import { parts as conformance } from './conformance.mjs';
import { parts as inspector } from './inspector.mjs';

const all = [...conformance, ...clients, ...inspector];
const wanted = process.argv.slice(2);
const chosen = all.filter(
  ({ title }) =>
    wanted.length === 0 || wanted.some((word) => title.toLowerCase().includes(word.toLowerCase())),
);
if (chosen.length === 0) {
  console.error(`no part is called so; there are: ${all.map(({ title }) => title).join(', ')}`);
  process.exit(2);
}

/** Fails when `work` takes too long, be it stuck or not. */
function inTime(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('it was stuck for five minutes')), 300_000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

let failures = 0;
for (const { title, run } of chosen) {
  try {
    console.log(`${title}: fine, ${await inTime(run())}`);
  } catch (error) {
    ++failures;
    console.log(`${title}: FAILED: ${error.stack}`);
  }
}
process.exit(failures === 0 ? 0 : 1);
