// The protocol's own conformance suite, against a server with the fixtures that it asks for.
//
// The suite is content with much: it counts neither scenarios nor what they check, and a scenario
// that checks nothing has passed. So its verdict is not all that counts: what it wrote down is
// looked through as well.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { check } from './checks.mjs';
import { HttpServer, inFolder, runNode } from './server.mjs';

const { resolve } = createRequire(import.meta.url);
const home = dirname(resolve('@modelcontextprotocol/conformance/package.json'));
const suite = join(home, 'dist', 'index.js');

/**
 * For each revision: how many scenarios it requires, which hold beside them, and which checks are
 * left out.
 */
const revisions = {
  '2025-11-25': {
    required: 30,
    more: ['server-session-lifecycle', 'json-schema-2020-12'],
    skipped: [],
  },
  '2026-07-28': {
    required: 37,
    more: ['json-schema-2020-12', 'http-header-validation'],
    // Neither tools nor prompts ever change, which the server says.
    skipped: [
      'sep-2575-server-sends-prompts-list-changed-on-subscription',
      'sep-2575-server-sends-tools-list-changed-on-subscription',
    ],
  },
};

/** The names in the list `server` of a YAML file, which is all that is read of it. */
function serverList(file) {
  const [, list] = /^server:((?:\n(?: +- .*| *#.*|))*)/m.exec(readFileSync(file, 'utf8'));
  return [...list.matchAll(/^ +- (\S+)$/gm)].map(([, name]) => name);
}

const judge = (url, args) => runNode([suite, 'server', '--url', url, ...args]);

/** What the suite found, by scenario: its checks. */
function findings(folder) {
  return new Map(
    readdirSync(folder).map((name) => {
      const [, scenario] = /^server-(.+?)-\d{4}-\d\d-\d\dT/.exec(name);
      return [scenario, JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'))];
    }),
  );
}

function conformance(revision) {
  return inFolder(async (folder) => {
    const { required, more, skipped } = revisions[revision];
    const scenarios = serverList(join(home, 'requirements', `${revision}.yaml`));
    const base = join(import.meta.dirname, `base-${revision}.yml`);
    const allowed = new Set(serverList(base));
    check.equal(scenarios.length, required, 'what the revision requires');

    const results = join(folder, 'results');
    const server = await HttpServer.start(['--ephemeral', '--conformance-fixtures']);
    let verdict;
    try {
      const args = ['--requirements', revision, '--expected-failures', base, '-o', results];
      verdict = await judge(server.url, args);
    } finally {
      await server.stop();
    }
    check.equal(verdict.status, 0, verdict.output.split('=== SUMMARY ===').pop());

    const found = findings(results);
    const failed = [];
    const notDone = [];
    let successes = 0;
    for (const scenario of [...scenarios, ...more]) {
      check.ok(found.has(scenario), `${scenario} was played`);
      // Every scenario has the check of what was sent, which holds when nothing was.
      let own = 0;
      for (const { id, status } of found.get(scenario)) {
        if (status === 'SUCCESS' && id !== 'wire-schema-valid') ++own;
        if (status === 'SKIPPED') notDone.push(id);
        if (status === 'FAILURE' || status === 'WARNING') failed.push(`${scenario}:${id}`);
      }
      check.ok(own > 0 || [...allowed].some((each) => each.startsWith(`${scenario}:`)), scenario);
      successes += own;
    }
    check.equal(new Set(failed), allowed, 'what fails is the baseline');
    check.equal(notDone.sort(), skipped, 'what is skipped');
    const played = scenarios.length + more.length;
    return `${played} scenarios, ${successes} checks, ${allowed.size} in the baseline`;
  });
}

/** A suite that accepts everything would prove nothing. */
function suiteCanFail() {
  return inFolder(async (folder) => {
    const stale = join(folder, 'stale.yml');
    writeFileSync(stale, 'server:\n  - ping\n');
    const bare = await HttpServer.start(['--ephemeral']);
    try {
      const play = async (...args) => (await judge(bare.url, ['--scenario', ...args])).status;
      check.equal(await play('ping'), 0, 'a scenario that passes');
      check.equal(await play('tools-call-simple-text'), 1, 'a fixture without its flag');
      check.equal(
        await play('ping', '--expected-failures', stale),
        1,
        'a baseline that is too long',
      );
    } finally {
      await bare.stop();
    }
    return '3 checks';
  });
}

export const parts = [
  { title: 'the conformance suite itself', run: suiteCanFail },
  ...Object.keys(revisions).map((revision) => ({
    title: `conformance ${revision}`,
    run: () => conformance(revision),
  })),
];
