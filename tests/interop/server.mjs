// Servers of this proof, each with a folder of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const aegis = process.env.AEGIS;
if (!aegis) throw new Error('AEGIS is the path of the command to test');

/** Makes a folder, gives it to `work`, and removes it. */
export async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'aegis-interop-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What runs when this process ends, for whatever reason, ends with it. */
const children = new Set();
process.on('exit', () => {
  for (const child of children) child.kill();
});

/** Starts a command whose output can be read. */
function start(command, args, env = process.env) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  children.add(child);
  child.on('exit', () => children.delete(child));
  return child;
}

/** `aegis mcp --http` at a free port. */
export class HttpServer {
  /** Starts one with the arguments beside `--http`. */
  static async start(args) {
    const server = new HttpServer();
    server.process = start(aegis, ['mcp', '--http', '127.0.0.1:0', ...args]);
    server.output = '';
    server.process.stdout.on('data', (data) => (server.output += data));
    server.url = await new Promise((resolve, reject) => {
      let told = '';
      server.process.on('error', reject);
      server.process.on('close', (code) =>
        reject(new Error(`the server ended with ${code}: ${told}`)),
      );
      server.process.stderr.on('data', (data) => {
        told += data;
        const line = /listening on (\S+)\n/.exec(told);
        if (line) resolve(line[1]);
      });
    });
    return server;
  }

  /** Ends it in an orderly way. */
  async stop() {
    if (this.process.exitCode === null) {
      const ended = once(this.process, 'exit');
      this.process.kill('SIGTERM');
      await ended;
    }
    if (this.process.exitCode !== 0) {
      throw new Error(`the server ended with ${this.process.exitCode ?? this.process.signalCode}`);
    }
    if (this.output !== '') throw new Error(`the server wrote to standard output: ${this.output}`);
  }
}

/** Runs a script of Node.js; returns its exit status, its standard output and all it wrote. */
export async function runNode(args, env = {}) {
  const child = start(process.execPath, args, { ...process.env, ...env });
  let stdout = '';
  let output = '';
  child.stdout.on('data', (data) => {
    stdout += data;
    output += data;
  });
  child.stderr.on('data', (data) => (output += data));
  const [status] = await once(child, 'close');
  return { status, stdout, output };
}
