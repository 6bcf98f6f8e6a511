// The command line of the inspector, in both eras, over stdio and over HTTP.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { check } from './checks.mjs';
import { aegis, HttpServer, inFolder, runNode } from './server.mjs';

const { resolve } = createRequire(import.meta.url);
const home = dirname(resolve('@modelcontextprotocol/inspector/package.json'));
const inspector = join(home, 'clients', 'launcher', 'build', 'index.js');

/** Asks all there is of the server at `target`. */
async function inspect(target, era, folder) {
  const call = (args) =>
    runNode([inspector, '--cli', ...target, '--protocol-era', era, '--format', 'json', ...args], {
      HOME: folder,
    });
  const ask = async (method, ...args) => {
    const { status, stdout, output } = await call(['--method', method, ...args]);
    check.equal(status, 0, `${method}: ${output}`);
    return JSON.parse(stdout).result;
  };
  const tool = async (name, args) =>
    (await ask('tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)))
      .structuredContent;

  const { tools } = await ask('tools/list');
  check.ok(tools.length >= 9 && tools.every((each) => each.outputSchema), 'tools/list');
  const filename = `${era}.aeg`;
  const content = 'print("seen")\n';
  check.equal((await tool('create_file', { filename, content })).created, true);
  check.equal((await tool('run_ag_file', { filename })).output, 'seen\n');
  const uri = `aegis-file:///${filename}`;
  const { resources } = await ask('resources/list');
  check.ok(
    resources.some((each) => each.uri === uri),
    'resources/list',
  );
  check.equal((await ask('resources/read', '--uri', uri)).contents[0].text, content);
  const { resourceTemplates } = await ask('resources/templates/list');
  check.equal(resourceTemplates.length, 1, 'resources/templates/list');
  check.equal((await ask('prompts/list')).prompts[0].name, 'write_aegis');
  const which = ['--prompt-name', 'write_aegis', '--prompt-args', 'task=moon'];
  const prompt = await ask('prompts/get', ...which);
  check.match(prompt.messages[0].content.text, /moon/);

  const strict = await call(['--method', 'tools/list', '--strict']);
  check.equal(strict.status, 0, `schemas that some client refuses: ${strict.output}`);
  const failed = await call(['--method', 'tools/call', '--tool-name', 'no_such_tool']);
  check.ok(failed.status > 0, 'an unknown tool fails');
}

const eras = ['legacy', 'modern'];

export const parts = [
  {
    title: 'inspector over stdio',
    run: () =>
      inFolder(async (folder) => {
        const target = [aegis, 'mcp', '--store', join(folder, 'files.db')];
        await Promise.all(eras.map((era) => inspect(target, era, folder)));
        return `${eras.length} eras`;
      }),
  },
  {
    title: 'inspector over HTTP',
    run: () =>
      inFolder(async (folder) => {
        const server = await HttpServer.start(['--ephemeral']);
        try {
          await Promise.all(eras.map((era) => inspect([server.url], era, folder)));
        } finally {
          await server.stop();
        }
        return `${eras.length} eras`;
      }),
  },
];
