/** The only module that runs Monaco, loaded on demand. It speaks offsets outward and owns what it makes. */
import './editor.css';
import purify from 'monaco-editor/base/browser/dompurify/dompurify';
import { editor, languages, MarkerSeverity, Range, Selection, Uri } from 'monaco-editor/editor';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/markdown/register';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import type { Span } from '../../core/index.ts';
import { CarriageReturns } from './carriage-return.ts';
import type {
  DiffOptions,
  DiffPort,
  EditorLanguage,
  EditorOptions,
  EditorPort,
  EditorProblem,
  EditorSettings,
  EditorView,
  Highlight,
  OpenDiffEditor,
  OpenEditor,
} from './editor-port.ts';
import { jinjaLanguage } from './jinja-language.ts';
import { KeptHighlights } from './kept-highlights.ts';
import { classOf, drawnSpan } from './marks.ts';
import { constantOptions, languageOptions, lookOf } from './monaco-options.ts';
import { onThemeChange, themeOf } from './monaco-theme.ts';
import { scrollTopToReveal } from './scrolling.ts';
import { changeBetween } from './text-change.ts';

// Monaco's DOMPurify makes a policy of its own, whose name any script could take before it. Ours serves it as well: the one that
// comes with a call stays. Undefined in browsers without Trusted Types, which need none.
const policy = globalThis.MonacoEnvironment?.createTrustedTypesPolicy?.('dompurify', undefined);
if (policy !== undefined) purify.sanitize('', { TRUSTED_TYPES_POLICY: policy });

const theme = 'callscope';
const markerOwner = 'callscope';
const languageIds = { text: 'plaintext', json: 'json', markdown: 'markdown', jinja: 'jinja' } satisfies Record<
  EditorLanguage,
  string
>;
const severities = {
  error: MarkerSeverity.Error,
  warning: MarkerSeverity.Warning,
  info: MarkerSeverity.Info,
} satisfies Record<EditorProblem['severity'], MarkerSeverity>;

/** The schema of each open model that has one: Monaco's JSON service takes them all at once. */
const schemas = new Map<string, object>();
shareSchemas();

languages.register({ id: languageIds.jinja });
languages.setMonarchTokensProvider(languageIds.jinja, jinjaLanguage);

let opened = 0;

export const openMonacoEditor: OpenEditor = (container, options) => new MonacoEditor(container, options);

class MonacoEditor implements EditorPort {
  readonly #options: EditorOptions;
  readonly #root = document.createElement('div');
  readonly #model: editor.ITextModel;
  readonly #editor: editor.IStandaloneCodeEditor;
  readonly #highlights = new KeptHighlights();
  readonly #carriageReturns = new CarriageReturns();
  readonly #cleanups: (() => void)[] = [];
  /** The text as the model holds it. */
  #shown = '';
  /** What is changed through the port is not reported back. */
  #quiet = false;
  /** Whether the last change came through `setText`. */
  #changedFromOutside = false;
  #hovered: number | null = null;

  constructor(container: HTMLElement, options: EditorOptions) {
    this.#options = options;
    this.#root.className = 'editor-monaco';
    container.append(this.#root);
    const uri = Uri.parse(`inmemory://callscope/${++opened}.${options.language}`);
    this.#model = editor.createModel('', languageIds[options.language], uri);
    // Offsets count one character for each line break, on every system.
    this.#model.setEOL(editor.EndOfLineSequence.LF);
    this.#model.updateOptions({ tabSize: options.language === 'json' ? 2 : 4, insertSpaces: true });
    // As an edit, because a byte order mark is taken off the text that a model begins with; there is nothing to undo yet.
    this.#shown = this.#carriageReturns.show(options.text);
    this.#model.applyEdits([{ range: this.#model.getFullModelRange(), text: this.#shown }]);

    editor.defineTheme(theme, themeOf(container));
    this.#editor = editor.create(this.#root, {
      model: this.#model,
      theme,
      ...constantOptions,
      ...languageOptions(options.language),
      ...lookOf(container),
    });
    this.configure(options);
    this.#cleanups.push(onThemeChange(() => editor.defineTheme(theme, themeOf(container))));
    if (options.language === 'json') this.#cleanups.push(leaveByEscapeAndTab(this.#root));
    this.#listen();
  }

  setText(text: string): void {
    const next = this.#carriageReturns.show(text);
    const change = changeBetween(this.#shown, next);
    if (change === null) return;
    // Undo takes back a whole stream at once, but one loaded text after another.
    const continuesStream = this.#changedFromOutside && change.from === this.#shown.length;
    this.#quietly(() => {
      if (!continuesStream) this.#model.pushStackElement();
      const edit = { range: this.#rangeOf(change), text: change.text, forceMoveMarkers: false };
      this.#model.pushEditOperations(this.#editor.getSelections(), [edit], () => null);
    });
    this.#shown = next;
    this.#changedFromOutside = true;
  }

  getText(): string {
    return this.#carriageReturns.read(this.#shown);
  }

  setHighlights(highlights: readonly Highlight[]): void {
    this.#highlights.replace(highlights, (removed, added) =>
      this.#model.deltaDecorations(
        removed,
        added.map((highlight) => ({
          range: this.#rangeOf(drawnSpan(this.#shown, highlight)),
          options: {
            description: highlight.className,
            inlineClassName: classOf(highlight.className),
            stickiness: editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
            ...(highlight.label === undefined ? {} : { before: labelOf(highlight.label) }),
            hoverMessage: highlight.title === undefined ? null : { value: asMarkdown(highlight.title) },
          },
        })),
      ),
    );
  }

  setProblems(problems: readonly EditorProblem[]): void {
    const markers = problems.map((problem) => {
      const { startLineNumber, startColumn, endLineNumber, endColumn } = this.#rangeOf(drawnSpan(this.#shown, problem));
      const severity = severities[problem.severity];
      return { startLineNumber, startColumn, endLineNumber, endColumn, message: problem.message, severity };
    });
    editor.setModelMarkers(this.#model, markerOwner, markers);
  }

  reveal(span: Span): void {
    const { startLineNumber, startColumn, endLineNumber, endColumn } = this.#rangeOf(span);
    const stretch = {
      top: this.#editor.getTopForPosition(startLineNumber, startColumn),
      bottom: this.#editor.getTopForPosition(endLineNumber, endColumn) + this.#lineHeight(),
    };
    const height = this.#editor.getLayoutInfo().height;
    const now = this.#editor.getScrollTop();
    const wanted = scrollTopToReveal(stretch, now, height);
    if (wanted !== now) this.#editor.setScrollTop(wanted, editor.ScrollType.Immediate);
  }

  focus(): void {
    this.#editor.focus();
  }

  hasFocus(): boolean {
    return this.#editor.hasTextFocus();
  }

  view(): EditorView {
    const selection = this.#editor.getSelection() ?? new Selection(1, 1, 1, 1);
    const topmost = this.#editor.getVisibleRanges()[0]?.getStartPosition() ?? { lineNumber: 1, column: 1 };
    return {
      anchor: this.#model.getOffsetAt({
        lineNumber: selection.selectionStartLineNumber,
        column: selection.selectionStartColumn,
      }),
      head: this.#model.getOffsetAt(selection.getPosition()),
      top: this.#model.getOffsetAt(topmost),
      topAt: this.#editor.getTopForPosition(topmost.lineNumber, topmost.column) - this.#editor.getScrollTop(),
    };
  }

  restore({ anchor, head, top, topAt }: EditorView): void {
    const from = this.#model.getPositionAt(anchor);
    const to = this.#model.getPositionAt(head);
    this.#quietly(() => this.#editor.setSelection(Selection.fromPositions(from, to)));
    const { lineNumber, column } = this.#model.getPositionAt(top);
    const lineTop = this.#editor.getTopForPosition(lineNumber, column);
    this.#editor.setScrollTop(lineTop - topAt, editor.ScrollType.Immediate);
  }

  configure({ label, readOnly, placeholder, jsonSchema, keepsLines = false }: EditorSettings): void {
    const wordWrap = keepsLines ? 'off' : 'on';
    this.#editor.updateOptions({ ariaLabel: label, readOnly, domReadOnly: readOnly, placeholder, wordWrap });
    // Monaco itself says this only of the textarea that it uses in other browsers.
    this.#root.querySelector('[role=textbox]')?.setAttribute('aria-readonly', String(readOnly));
    const uri = this.#model.uri.toString();
    if (schemas.get(uri) === jsonSchema) return;
    if (jsonSchema === undefined) schemas.delete(uri);
    else schemas.set(uri, jsonSchema);
    shareSchemas();
  }

  layout(): void {
    this.#editor.layout();
  }

  dispose(): void {
    for (const cleanup of this.#cleanups) cleanup();
    if (schemas.delete(this.#model.uri.toString())) shareSchemas();
    // Everything that listens to the editor or the model ends with them.
    this.#editor.dispose();
    this.#model.dispose();
    this.#root.remove();
  }

  #listen(): void {
    this.#model.onDidChangeContent(({ changes }) => {
      const from = Math.min(...changes.map(({ rangeOffset }) => rangeOffset));
      const to = Math.max(...changes.map(({ rangeOffset, rangeLength }) => rangeOffset + rangeLength));
      const grown = changes.reduce((sum, { text, rangeLength }) => sum + text.length - rangeLength, 0);
      this.#highlights.move(from, to, grown);
      if (this.#quiet) return;
      this.#shown = this.#model.getValue(editor.EndOfLinePreference.LF);
      this.#changedFromOutside = false;
      this.#options.onText(this.getText());
    });
    this.#editor.onDidChangeCursorPosition(({ position }) => {
      if (!this.#quiet) this.#options.onCaret(this.#model.getOffsetAt(position));
    });
    this.#editor.onDidChangeCursorSelection(({ selection }) => {
      const [from, to] = [selection.getStartPosition(), selection.getEndPosition()];
      this.#options.onSelect?.({ from: this.#model.getOffsetAt(from), to: this.#model.getOffsetAt(to) });
    });
    this.#editor.onMouseMove(({ target }) => {
      const onText = target.type === editor.MouseTargetType.CONTENT_TEXT;
      // Of a character's two edges, the position is the nearer one; the range says which character it is.
      this.#hoverOver(onText ? this.#model.getOffsetAt(target.range.getStartPosition()) : null);
    });
    this.#editor.onMouseLeave(() => this.#hoverOver(null));
  }

  #hoverOver(offset: number | null): void {
    if (offset === this.#hovered) return;
    this.#hovered = offset;
    this.#options.onHover?.(offset);
  }

  #quietly(change: () => void): void {
    this.#quiet = true;
    try {
      change();
    } finally {
      this.#quiet = false;
    }
  }

  #rangeOf({ from, to }: Span): Range {
    return Range.fromPositions(this.#model.getPositionAt(from), this.#model.getPositionAt(to));
  }

  #lineHeight(): number {
    return this.#editor.getOption(editor.EditorOption.lineHeight);
  }
}

export const createDiffEditor: OpenDiffEditor = (container, options) => new MonacoDiff(container, options);

/** Both texts side by side, or one below the other where there is little room. Plain: coloured words fade on coloured lines. */
class MonacoDiff implements DiffPort {
  readonly #root = document.createElement('div');
  readonly #editor: editor.IStandaloneDiffEditor;
  readonly #models: editor.IDiffEditorModel;
  readonly #stopTheme: () => void;

  constructor(container: HTMLElement, { before, after, label }: DiffOptions) {
    this.#root.className = 'editor-monaco';
    container.append(this.#root);
    editor.defineTheme(theme, themeOf(container));
    const look = lookOf(container);
    this.#editor = editor.createDiffEditor(this.#root, {
      theme,
      ...constantOptions,
      ...look,
      readOnly: true,
      domReadOnly: true,
      originalEditable: false,
      renderOverviewRuler: false,
      useInlineViewWhenSpaceIsLimited: true,
      hideUnchangedRegions: { enabled: true },
      diffWordWrap: 'on',
      tabFocusMode: true,
    });
    this.#models = {
      original: editor.createModel('', languageIds.text),
      modified: editor.createModel('', languageIds.text),
    };
    this.setTexts(before, after);
    this.#editor.setModel(this.#models);
    this.#name(this.#editor.getOriginalEditor(), `${label}, before`);
    this.#name(this.#editor.getModifiedEditor(), `${label}, after`);
    this.#stopTheme = onThemeChange(() => editor.defineTheme(theme, themeOf(container)));
  }

  /** Monaco gives the two editors of a difference no name of their own. */
  #name(side: editor.ICodeEditor, label: string): void {
    side.updateOptions({ ariaLabel: label });
    side.getContainerDomNode().querySelector('[role=textbox]')?.setAttribute('aria-label', label);
  }

  setTexts(before: string, after: string): void {
    const { original, modified } = this.#models;
    for (const [model, text] of [[original, before] as const, [modified, after] as const]) {
      const shown = new CarriageReturns().show(text);
      if (model.getValue(editor.EndOfLinePreference.LF) !== shown) model.setValue(shown);
    }
  }

  dispose(): void {
    this.#stopTheme();
    this.#editor.dispose();
    this.#models.original.dispose();
    this.#models.modified.dispose();
    this.#root.remove();
  }
}

function shareSchemas(): void {
  jsonDefaults.setDiagnosticsOptions({
    validate: true,
    allowComments: false,
    enableSchemaRequest: false,
    schemas: [...schemas].map(([model, schema], index) => ({
      uri: `inmemory://callscope/schema/${index}`,
      fileMatch: [model],
      schema,
    })),
  });
}

function labelOf(label: string): editor.InjectedTextOptions {
  return {
    content: label,
    inlineClassName: 'editor-label',
    inlineClassNameAffectsLetterSpacing: true,
    cursorStops: editor.InjectedTextCursorStops.None,
  };
}

/** Tab indents JSON, so there must be another way out by keyboard, and it must be told. */
function leaveByEscapeAndTab(root: HTMLElement): () => void {
  // Whoever comes by Tab goes on by Tab, until they press another key.
  let leaving = true;
  let isClick = false;
  const enter = (event: Event): void => {
    if (event.type === 'focusin') leaving = !isClick;
    else leaving = false;
    isClick = event.type === 'pointerdown';
  };
  const listen = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' && leaving) event.stopPropagation();
    else if (event.key !== 'Shift') leaving = event.key === 'Escape';
  };
  // On the way down, before Monaco sees the key; what the browser does with Tab is then what happens.
  root.addEventListener('keydown', listen, { capture: true });
  for (const kind of ['pointerdown', 'focusin']) root.addEventListener(kind, enter, { capture: true });
  root
    .querySelector('[role=textbox]')
    ?.setAttribute('aria-description', 'After another key, Tab indents. Escape, then Tab, leaves.');
  return () => {
    root.removeEventListener('keydown', listen, { capture: true });
    for (const kind of ['pointerdown', 'focusin']) root.removeEventListener(kind, enter, { capture: true });
  };
}

/** Plain text as Markdown that says just that: titles can quote the model, and Markdown could load pictures. */
function asMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&').replaceAll('\n', '  \n');
}
