// What the Tab key and snippets insert when the setting `aegis.indent` is set: the unit that the
// program has, and in one without any what the setting says. Otherwise the editor's own settings
// hold, and the server takes what they come to.

import * as vscode from 'vscode';

/**
 * The unit of a program, from its lines (language specification, section 3): the spaces before the
 * first indented line that is not blank, when they are 2 or 4; undefined otherwise.
 */
export function unitOf(lines: Iterable<string>): 2 | 4 | undefined {
  for (const line of lines) {
    const spaces = /^( +)[^ #]/.exec(line)?.[1].length;
    if (spaces !== undefined) return spaces === 2 || spaces === 4 ? spaces : undefined;
  }
  return undefined;
}

function* linesOf(document: vscode.TextDocument): Generator<string> {
  for (let i = 0; i < document.lineCount; ++i) yield document.lineAt(i).text;
}

function adjust(editor: vscode.TextEditor): void {
  if (editor.document.languageId !== 'aegis') return;
  const setting = vscode.workspace.getConfiguration('aegis', editor.document).get('indent');
  if (setting !== 2 && setting !== 4) return;
  const wanted = unitOf(linesOf(editor.document)) ?? setting;
  const { tabSize, indentSize, insertSpaces } = editor.options;
  if (tabSize === wanted && indentSize === wanted && insertSpaces === true) return;
  editor.options = { tabSize: wanted, indentSize: wanted, insertSpaces: true };
}

/** Keeps the options of all editors with programs right, until it is disposed. */
export function followIndent(): vscode.Disposable {
  const adjustAll = () => vscode.window.visibleTextEditors.forEach(adjust);
  adjustAll();
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(adjustAll),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.languageId === 'aegis') adjustAll();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('aegis.indent')) adjustAll();
    }),
  );
}
