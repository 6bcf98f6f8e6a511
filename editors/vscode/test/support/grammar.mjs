// The grammar in the engine that VS Code itself uses.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import { readText } from './project.mjs';

const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
await oniguruma.loadWASM(readFileSync(wasm));
const path = 'syntaxes/aegis.tmLanguage.json';
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(readText(path), path),
});
const grammar = await registry.loadGrammar('source.aegis');

/**
 * The coloured pieces of a program, line by line: `{ start, end, text, scope }`, offsets in UTF-16.
 * `scope` is the innermost one, without its `.aegis`, and empty for what has no colour.
 */
export function tokenize(program) {
  let state = textmate.INITIAL;
  return program.split(/\r?\n/).map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => ({
      start: startIndex,
      end: endIndex,
      text: line.slice(startIndex, endIndex),
      scope: scopes.length > 1 ? scopes.at(-1).replace(/\.aegis$/, '') : '',
    }));
  });
}

/** The pieces of one line that have a colour, as `text -> scope`. */
export const describe = (line) =>
  tokenize(line)[0]
    .filter(({ scope }) => scope)
    .map(({ text, scope }) => `${text} -> ${scope}`);
