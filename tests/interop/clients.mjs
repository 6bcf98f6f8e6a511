// What a client of the SDK does with the server, over stdio and over HTTP.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { check, counted, until } from './checks.mjs';
import { HttpServer, inFolder } from './server.mjs';
import { sdks } from './sdk.mjs';

const tools = [
  'aegis_docs',
  'create_file',
  'list_files',
  'read_file',
  'delete_file',
  'check_ag_file',
  'run_ag_file',
  'provide_ag_input',
  'cancel_ag_run',
];

const asking = 'a = input()\nprint("a is " + a)\nb = input()\nprint("b is " + b)\n';

/** Works for minutes if nobody stops it, with the limits below. */
const endless = 'x = 3 ^ 320000\n' + 'y=x*x\n'.repeat(10_000);
const limits = [
  'integer_bits=1048576',
  'exponent=1048576',
  'tokens=100000',
  'operations=1000000000',
  'active_ms=900000',
  'memory_bytes=1000000000',
].flatMap((limit) => ['--limit', limit]);

/** The server's side of a part: how to reach it, and whether a run waits in it. */
class Place {
  constructor(sdk, transport, folder) {
    this.sdk = sdk;
    this.transport = transport;
    this.args = ['--store', join(folder, 'files.db'), ...limits];
    /** Where each request stands alone, nothing waits. */
    this.keepsRuns = !(sdk.modern && transport === 'HTTP');
  }

  async start() {
    if (this.transport === 'HTTP') this.server = await HttpServer.start(this.args);
  }
  connect() {
    return this.server ? this.sdk.connectHttp(this.server.url) : this.sdk.connectStdio(this.args);
  }
  async stop() {
    await this.server?.stop();
    this.server = undefined;
  }
}

async function isGreeted({ session, place }) {
  const { client } = session;
  check.equal(client.getServerVersion().name, 'aegis', 'the name');
  check.match(client.getServerVersion().version, /^\d+\.\d+\.\d+/, 'the version');
  check.match(client.getInstructions(), /aegis_docs/, 'the instructions');
  const capabilities = client.getServerCapabilities();
  check.equal(Object.keys(capabilities).sort(), ['completions', 'prompts', 'resources', 'tools']);
  if (place.sdk.version === 2) {
    const version = place.sdk.modern ? '2026-07-28' : '2025-11-25';
    check.equal(client.getNegotiatedProtocolVersion(), version, 'the revision');
    check.equal(client.getProtocolEra(), place.sdk.modern ? 'modern' : 'legacy', 'the era');
  } else {
    check.equal(await client.ping(), {}, 'ping');
  }
}

async function listsTools({ session }) {
  const listed = (await session.client.listTools()).tools;
  const names = listed.map((tool) => tool.name);
  check.equal(
    tools.filter((name) => !names.includes(name)),
    [],
    'tools that are missing',
  );
  check.equal(
    names.filter((name) => name.startsWith('test_')),
    [],
    'fixtures without their flag',
  );
  for (const tool of listed) {
    check.ok(tool.description && tool.title, `${tool.name} is described`);
    check.equal(tool.inputSchema.$schema, 'https://json-schema.org/draft/2020-12/schema');
    check.equal(typeof tool.annotations.readOnlyHint, 'boolean', `${tool.name} is annotated`);
  }
  const schemas = await session.compileSchemas();
  const { input, output } = schemas.get('create_file');
  check.ok(input({ filename: 'a', content: '' }), 'good arguments');
  check.ok(!input({ filename: 'a' }), 'a schema of arguments that takes everything');
  check.ok(!input({ filename: 'a', content: '', more: 1 }), 'arguments that are too many');
  check.ok(!output({ status: 'ok' }), 'a schema of results that takes everything');
  check.ok(!output({ status: 'input_required' }), 'a status that the tool does not have');
}

async function keepsFiles({ session }) {
  const name = '../säge "1".aeg';
  check.equal(await session.call('create_file', { filename: name, content: 'print(1)\n' }), {
    status: 'ok',
    filename: name,
    bytes: 9,
    created: true,
  });
  check.equal((await session.call('create_file', { filename: name, content: '' })).created, false);
  check.equal((await session.call('read_file', { filename: name })).content, '');
  check.equal((await session.call('list_files')).files, [{ filename: name, bytes: 0 }]);
  check.equal((await session.call('delete_file', { filename: name })).status, 'ok');
  check.equal((await session.call('list_files')).files, []);
}

async function tellsOfErrors({ session }) {
  const category = async (tool, args) => {
    const envelope = await session.call(tool, args);
    check.equal(envelope.output, '', `${tool}: no output`);
    return envelope.error.category;
  };
  check.equal(await category('read_file', { filename: 'none' }), 'name_error');
  check.equal(await category('read_file', {}), 'value_error');
  check.equal(await category('read_file', { filename: 7 }), 'value_error');
  check.equal(await category('read_file', { filename: 'a', more: 'b' }), 'value_error');
  check.equal(await category('read_file', { filename: '' }), 'value_error');
  check.equal(await category('provide_ag_input', { value: 'x' }), 'value_error');
  check.equal(await category('provide_ag_input', { value: 'x', run: 'made up' }), 'value_error');
  await session.call('create_file', { filename: 'bad', content: 'print("x" + 1)\n' });
  const { error } = await session.call('run_ag_file', { filename: 'bad' });
  check.equal([error.category, error.line, error.column], ['type_error', 1, 11]);
  const checked = await session.call('check_ag_file', { source: 'print(y)\nprint(z)\n' });
  check.equal(checked.valid, false);
  check.equal(
    checked.diagnostics.map((each) => each.line),
    [1, 2],
  );
  await check.fails(session.callRaw('no_such_tool'), -32602, 'an unknown tool');
  await session.call('delete_file', { filename: 'bad' });
}

/** Runs a program to its end, with `run` or without. */
async function play(session, filename, inputs, withRun) {
  let envelope = await session.call('run_ag_file', { filename });
  for (const value of inputs) {
    check.equal(envelope.status, 'input_required', `${filename} asks`);
    const args = withRun ? { value, run: envelope.run } : { value };
    envelope = await session.call('provide_ag_input', args);
  }
  return envelope;
}

async function runsWithPauses({ session, place }) {
  await session.call('create_file', { filename: 'ask', content: asking });
  const done = { status: 'ok', execution: 'completed', output: 'a is x\nb is y\n' };
  check.equal(await play(session, 'ask', ['x', 'y'], true), done, 'with `run`');
  if (place.keepsRuns) {
    check.equal(await play(session, 'ask', ['x', 'y'], false), done, 'without `run`');
    check.equal((await session.call('run_ag_file', { filename: 'ask' })).status, 'input_required');
    const refused = await session.call('run_ag_file', { filename: 'ask' });
    check.equal(refused.error?.category, 'value_error', 'a second run while one waits');
    check.equal((await session.call('cancel_ag_run')).cancelled, true);
  } else {
    check.equal((await session.call('run_ag_file', { filename: 'ask' })).status, 'input_required');
    const refused = await session.call('provide_ag_input', { value: 'x' });
    check.equal(refused.error?.category, 'value_error', 'nothing waits');
  }
  check.equal((await session.call('cancel_ag_run')).cancelled, false);
  const { run } = await session.call('run_ag_file', { filename: 'ask' });
  const bent = run.slice(0, 40) + (run[40] === 'A' ? 'B' : 'A') + run.slice(41);
  const refused = await session.call('provide_ag_input', { value: 'x', run: bent });
  check.equal(refused.error?.category, 'value_error', 'a bent token');
  await session.call('cancel_ag_run');
  await session.call('delete_file', { filename: 'ask' });
}

async function runsTheExamples({ session }) {
  const { rules, examples } = await session.call('aegis_docs');
  check.match(rules, /input\(\)/, 'the rules');
  check.equal(examples.length, 6, 'six examples');
  for (const { filename, content, inputs, expected_output } of examples) {
    await session.call('create_file', { filename, content });
    const envelope = await play(session, filename, inputs, true);
    check.equal(envelope.output, expected_output, filename);
    await session.call('delete_file', { filename });
  }
}

async function hasResources({ session, place }) {
  const { client } = session;
  const uri = 'aegis-file:///a%20b';
  await session.call('create_file', { filename: 'a b', content: 'print(2)\n' });
  const { resources } = await client.listResources();
  check.ok(
    resources.some((resource) => resource.uri === uri),
    'the file is listed',
  );
  const page = resources.find((resource) => resource.uri.startsWith('aegis-docs:'));
  const text = async (of) => (await client.readResource({ uri: of })).contents[0].text;
  check.equal(await text(uri), 'print(2)\n', 'the file');
  check.ok((await text(page.uri)).length > 100, 'a page of the documentation');
  const { resourceTemplates } = await client.listResourceTemplates();
  check.equal(
    resourceTemplates.map((each) => each.uriTemplate),
    ['aegis-file:///{filename}'],
  );
  // The second version makes one code of those of both eras.
  const code = place.sdk.version === 1 ? -32002 : -32602;
  await check.fails(client.readResource({ uri: 'aegis-file:///none' }), code, 'no such resource');
  await session.call('delete_file', { filename: 'a b' });
}

async function tellsOfChanges({ session }) {
  const uri = 'aegis-file:///watched';
  await session.call('create_file', { filename: 'watched', content: '' });
  await session.watch(uri);
  // What a legacy client is told comes on a stream that it may not have opened yet.
  let round = 0;
  await until(
    'the file has changed',
    () => session.updated.length > 0,
    () => session.call('create_file', { filename: 'watched', content: `print(${++round})\n` }),
  );
  check.ok(
    session.updated.every((each) => each === uri),
    'only what is watched',
  );
  await until(
    'a file has come',
    () => session.listChanges > 0,
    () => session.call('create_file', { filename: `new ${++round}`, content: '' }),
  );
  await session.unwatch(uri);
  const { files } = await session.call('list_files');
  for (const { filename } of files) await session.call('delete_file', { filename });
}

async function hasAPrompt({ session }) {
  const { client } = session;
  const { prompts } = await client.listPrompts();
  check.equal(
    prompts.map((prompt) => prompt.name),
    ['write_aegis'],
  );
  const prompt = { name: 'write_aegis', arguments: { task: 'Print the moon.' } };
  const { messages } = await client.getPrompt(prompt);
  check.equal(
    messages.map((message) => message.role),
    ['user'],
  );
  check.match(messages[0].content.text, /Print the moon\./);
  await check.fails(client.getPrompt({ name: 'none' }), -32602, 'no such prompt');
}

async function completesFilenames({ session }) {
  for (const filename of ['green', 'grey', 'blue']) {
    await session.call('create_file', { filename, content: '' });
  }
  const { completion } = await session.client.complete({
    ref: { type: 'ref/resource', uri: 'aegis-file:///{filename}' },
    argument: { name: 'filename', value: 'gr' },
  });
  check.equal(completion.values, ['green', 'grey']);
  for (const filename of ['green', 'grey', 'blue']) {
    await session.call('delete_file', { filename });
  }
}

async function cancelsRequests({ session }) {
  await session.call('create_file', { filename: 'endless', content: endless });
  // More than the server can work on at a time: if one went on, the next would have to wait.
  for (let i = 0; i < availableParallelism() + 2; ++i) {
    const abort = new AbortController();
    const run = session.callRaw('run_ag_file', { filename: 'endless' }, { signal: abort.signal });
    const failed = run.then(
      () => false,
      () => true,
    );
    setTimeout(() => abort.abort('no longer wanted'), 100);
    check.ok(await failed, 'a run that is cancelled has no result');
  }
  const { structuredContent } = await session.callRaw('list_files', {}, { timeout: 20_000 });
  check.equal(structuredContent.files.length, 1, 'the server is free again');
  await session.call('create_file', { filename: 'short', content: 'print(3)\n' });
  check.equal((await session.call('run_ag_file', { filename: 'short' })).output, '3\n');
  for (const filename of ['endless', 'short']) await session.call('delete_file', { filename });
}

async function servesTwoAtOnce({ session, place }) {
  const other = await place.connect();
  try {
    await session.call('create_file', { filename: 'ask', content: asking });
    check.equal((await other.call('read_file', { filename: 'ask' })).content, asking);
    const sides = [session, other];
    const runs = await Promise.all(
      sides.map((side) => side.call('run_ag_file', { filename: 'ask' })),
    );
    const give = (values, envelopes) =>
      Promise.all(
        sides.map((side, i) => {
          const args = { value: values[i], ...(place.keepsRuns ? {} : { run: envelopes[i].run }) };
          return side.call('provide_ag_input', args);
        }),
      );
    const half = await give(['1', '2'], runs);
    check.equal(
      half.map((envelope) => envelope.output),
      ['a is 1\n', 'a is 2\n'],
    );
    const whole = await give(['3', '4'], half);
    check.equal(
      whole.map((envelope) => envelope.output),
      ['a is 1\nb is 3\n', 'a is 2\nb is 4\n'],
    );
    await session.call('delete_file', { filename: 'ask' });
    check.equal((await other.call('list_files')).files, []);
  } finally {
    await other.close();
  }
}

async function goesOnAfterARestart(context) {
  const { session, place } = context;
  await session.call('create_file', { filename: 'ask', content: asking });
  const { run } = await session.call('run_ag_file', { filename: 'ask' });
  if (place.sdk.modern && place.server) {
    const subscription = await session.client.listen({ resourcesListChanged: true });
    await place.stop();
    check.equal(await subscription.closed, 'graceful', 'the server has said goodbye');
    await session.client.close();
  } else {
    await session.close();
    await place.stop();
  }
  await place.start();
  context.session = await place.connect();
  const half = await context.session.call('provide_ag_input', { value: 'x', run });
  check.equal(half.output, 'a is x\n');
  const whole = await context.session.call('provide_ag_input', { value: 'y', run: half.run });
  check.equal([whole.status, whole.output], ['ok', 'a is x\nb is y\n']);
  check.equal((await context.session.call('read_file', { filename: 'ask' })).content, asking);
}

const steps = [
  isGreeted,
  listsTools,
  keepsFiles,
  tellsOfErrors,
  runsWithPauses,
  runsTheExamples,
  hasResources,
  tellsOfChanges,
  hasAPrompt,
  completesFilenames,
  cancelsRequests,
  servesTwoAtOnce,
  goesOnAfterARestart,
];

/** Takes a client through all steps; returns how much was checked. */
function tour(sdk, transport) {
  return inFolder(async (folder) => {
    const place = new Place(sdk, transport, folder);
    const context = { place };
    let sum = 0;
    try {
      await place.start();
      context.session = await place.connect();
      for (const step of steps) {
        sum += await counted(step.name, () => step(context));
        check.equal(context.session.errors, [], `${step.name}: errors outside of requests`);
      }
      await context.session.close();
    } finally {
      await context.session?.client.close();
      await place.stop();
    }
    return `${steps.length} steps, ${sum} checks`;
  });
}

export const parts = ['stdio', 'HTTP'].flatMap((transport) =>
  sdks.map((sdk) => ({ title: `${sdk.title} over ${transport}`, run: () => tour(sdk, transport) })),
);
