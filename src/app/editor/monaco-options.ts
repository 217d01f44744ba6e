import type { editor } from 'monaco-editor';
import type { EditorLanguage } from './editor-port.ts';

/** What every editor of the page is like. */
export const constantOptions = {
  automaticLayout: true,
  wordWrap: 'on',
  wrappingIndent: 'none',
  scrollBeyondLastLine: false,
  scrollbar: { alwaysConsumeMouseWheel: false, useShadows: false },
  minimap: { enabled: false },
  glyphMargin: false,
  lineNumbers: 'off',
  overviewRulerLanes: 0,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  renderLineHighlight: 'none',
  renderControlCharacters: true,
  renderValidationDecorations: 'on',
  unusualLineTerminators: 'off',
  unicodeHighlight: { ambiguousCharacters: false, nonBasicASCII: false, invisibleCharacters: true },
  fontLigatures: false,
  stickyScroll: { enabled: false },
  occurrencesHighlight: 'off',
  selectionHighlight: false,
  defaultColorDecorators: 'never',
  codeLens: false,
  // What a model said is no place to click one's way out of the page.
  links: false,
  find: { addExtraSpaceOnTop: false },
  // Files that are dropped or pasted are the page's business; text is pasted and copied as plain text.
  dropIntoEditor: { enabled: false },
  pasteAs: { enabled: false },
  copyWithSyntaxHighlighting: false,
  emptySelectionClipboard: false,
  fixedOverflowWidgets: true,
  wordBasedSuggestions: 'off',
} satisfies editor.IStandaloneEditorConstructionOptions;

export function languageOptions(language: EditorLanguage): editor.IStandaloneEditorConstructionOptions {
  if (language === 'json') return { folding: true, showFoldingControls: 'always' };
  // Writing prose: what is typed is what is there, and Tab moves on to the next control.
  return {
    tabFocusMode: true,
    folding: false,
    autoIndent: 'none',
    autoClosingBrackets: 'never',
    autoClosingQuotes: 'never',
    autoSurround: 'never',
    trimAutoWhitespace: false,
    matchBrackets: 'never',
    guides: { indentation: false },
    quickSuggestions: false,
    suggestOnTriggerCharacters: false,
  };
}

/** Font and padding as the style sheet has them, so that the text stays where it is when Monaco takes over. */
export function lookOf(element: HTMLElement): editor.IStandaloneEditorConstructionOptions {
  const style = getComputedStyle(element);
  const block = parseFloat(style.getPropertyValue('--editor-padding-block'));
  return {
    fontFamily: style.fontFamily,
    fontSize: parseFloat(style.fontSize),
    lineHeight: parseFloat(style.lineHeight),
    padding: { top: block, bottom: block },
    // The text begins right after these; where there is folding, Monaco adds the room for its arrows.
    lineDecorationsWidth: parseFloat(style.getPropertyValue('--editor-padding-inline')),
    lineNumbersMinChars: 0,
  };
}
