// Where things are, and the `aegis` command when the environment variable AEGIS names it.

import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const extensionFolder = fileURLToPath(new URL('../..', import.meta.url));
/** The root of the project: this folder is two levels below it, also as a copy in `build/`. */
export const projectFolder = join(extensionFolder, '../..');

export const aegis = process.env.AEGIS;
/** For tests that need the command. */
export const skip = aegis ? false : 'set AEGIS to the path of the aegis command';

export const readText = (...path) => readFileSync(join(extensionFolder, ...path), 'utf8');
export const readJson = (...path) => JSON.parse(readText(...path));

/** The paths of all programs in a folder of the project. */
export function programsIn(...folder) {
  const root = join(projectFolder, ...folder);
  return readdirSync(root, { recursive: true })
    .filter((path) => path.endsWith('.aeg'))
    .sort()
    .map((path) => join(root, path));
}

/** Runs the command with a program on standard input. */
export function runAegis(args, input) {
  const { status, stdout, stderr, error } = spawnSync(aegis, args, { input, encoding: 'utf8' });
  if (error) throw error;
  return { status, stdout, stderr };
}

/** What the command itself says of its version, such as `0.1.0`. */
export const aegisVersion = () =>
  execFileSync(aegis, ['--version'], { encoding: 'utf8' }).match(/\d+\.\d+\.\d+/)[0];
