// Where the `aegis` command is. Nothing here knows VS Code, and the world is handed in.

import * as path from 'node:path';

/** What the search for the command looks at. */
export interface Surroundings {
  /** Environment variables. */
  env: Record<string, string | undefined>;
  /** The user's folder, for `~/`. */
  home: string;
  /** The first workspace folder, where there is one. */
  workspaceFolder: string | undefined;
  platform: string;
  /** Whether the path leads to a file that may be executed. */
  isExecutable(path: string): boolean;
}

/** The command, or why there is none: in words that follow "The language server cannot start:". */
export type Found = { path: string } | { problem: string };

/**
 * Finds the command that the setting `aegis.server.path` means: a name is looked up on the path;
 * `~/`, `${workspaceFolder}` and relative paths are made absolute.
 */
export function findExecutable(setting: string, surroundings: Surroundings): Found {
  const { env, home, workspaceFolder, platform, isExecutable } = surroundings;
  const wanted = setting.trim() || 'aegis';
  const suffixes = platform === 'win32' && !/\.exe$/i.test(wanted) ? ['', '.exe'] : [''];
  const firstOf = (candidates: string[]): string | undefined =>
    candidates.flatMap((file) => suffixes.map((suffix) => file + suffix)).find(isExecutable);

  if (!/[\\/]/.test(wanted)) {
    const folders = (env['PATH'] ?? env['Path'] ?? '').split(platform === 'win32' ? ';' : ':');
    const found = firstOf(folders.filter(Boolean).map((folder) => path.join(folder, wanted)));
    return found ? { path: found } : { problem: `there is no command \`${wanted}\` on the path.` };
  }

  let file = wanted;
  if (/^~[\\/]/.test(file)) file = path.join(home, file.slice(2));
  if (file.startsWith('${workspaceFolder}')) {
    if (!workspaceFolder)
      return { problem: `\`${wanted}\` needs an open folder, and none is open.` };
    file = workspaceFolder + file.slice('${workspaceFolder}'.length);
  }
  if (!path.isAbsolute(file)) {
    if (!workspaceFolder) {
      return { problem: `\`${wanted}\` is a relative path, and no folder is open.` };
    }
    file = path.join(workspaceFolder, file);
  }
  const found = firstOf([path.normalize(file)]);
  return found ? { path: found } : { problem: `\`${file}\` is no file that can be executed.` };
}
