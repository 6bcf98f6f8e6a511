// What package.json promises.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { aegisVersion, extensionFolder, readJson, readText, skip } from './support/project.mjs';
import { activate, createVscode } from './support/vscode.mjs';

const manifest = readJson('package.json');
const { contributes } = manifest;

test('every file that is named is there, and goes into the package', () => {
  const packed = readText('.vscodeignore');
  const [language] = contributes.languages;
  for (const path of [
    manifest.main,
    manifest.icon,
    language.configuration,
    language.icon.light,
    language.icon.dark,
    ...contributes.grammars.map((each) => each.path),
    ...contributes.snippets.map((each) => each.path),
  ]) {
    assert.ok(existsSync(join(extensionFolder, path)), path);
    const name = path.replace(/^\.\//, '');
    const folder = name.replace(/[^/]*\.json$/, '*.json');
    assert.ok(packed.includes(`!${name}\n`) || packed.includes(`!${folder}\n`), path);
  }
});

test('one language, with its grammar and snippets', () => {
  const [language] = contributes.languages;
  assert.equal(language.id, 'aegis');
  assert.deepEqual(language.extensions, ['.aeg']);
  const [grammar] = contributes.grammars;
  assert.equal(grammar.language, 'aegis');
  assert.equal(grammar.scopeName, readJson(grammar.path).scopeName);
  assert.equal(contributes.snippets[0].language, 'aegis');
});

test('the commands are those that the extension registers', async () => {
  const named = contributes.commands.map(({ command }) => command).sort();
  assert.deepEqual(named, ['aegis.checkFile', 'aegis.restartServer', 'aegis.runFile']);
  assert.deepEqual(
    contributes.commands.map(({ category, title }) => `${category}: ${title}`),
    ['Aegis: Run', 'Aegis: Check', 'Aegis: Restart the Language Server'],
  );
  const registered = [];
  const vscode = createVscode({ 'aegis.server.path': '/nowhere/aegis' });
  const register = vscode.commands.registerCommand;
  vscode.commands.registerCommand = (name, handler) => {
    registered.push(name);
    return register(name, handler);
  };
  const end = await activate(vscode);
  await end();
  assert.deepEqual(registered.sort(), named);
  for (const items of Object.values(contributes.menus)) {
    for (const { command } of items) assert.ok(named.includes(command), command);
  }
});

test('the settings are those that are read, and the README has them', () => {
  const names = Object.keys(contributes.configuration.properties);
  assert.deepEqual(names, ['aegis.server.path', 'aegis.indent']);
  assert.equal(contributes.configuration.properties['aegis.server.path'].default, 'aegis');
  assert.deepEqual(contributes.configuration.properties['aegis.indent'].enum, [null, 4, 2]);
  const readme = readText('README.md');
  for (const name of names) assert.ok(readme.includes(`| \`${name}\` |`), name);
  for (const { category, title } of contributes.commands) {
    assert.ok(readme.includes(`| ${category}: ${title} |`), title);
  }
  const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
  assert.deepEqual(restricted, ['aegis.server.path']);
});

test('tools have exact versions, and the lock names no registry', () => {
  for (const [name, version] of Object.entries(manifest.devDependencies)) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
  }
  assert.equal(manifest.dependencies, undefined, 'the bundle holds everything');
  const oldest = manifest.engines.vscode.replace('^', '');
  assert.equal(manifest.devDependencies['@types/vscode'], oldest);
  for (const [path, { resolved, version }] of Object.entries(
    readJson('package-lock.json').packages,
  )) {
    assert.equal(resolved, undefined, path);
    assert.match(version, /^\d/, path);
  }
});

test('the version is that of the command', { skip }, () => {
  assert.equal(manifest.version, aegisVersion());
  assert.equal(readJson('package-lock.json').version, manifest.version);
});
