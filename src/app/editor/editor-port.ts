import type { Span } from '../../core/index.ts';

/**
 * What every editor of this page can do, whatever draws it. The page speaks of offsets only: UTF-16 offsets into the text
 * as it was given. Nothing an editor does to show the text may move them.
 *
 * Text never holds CRLF: it is normalised before it comes here, and what the user pastes arrives as LF.
 */
export interface EditorPort {
  /** Shows this text. The caret keeps its place in what did not change; nothing is reported back. */
  setText(text: string): void;
  getText(): string;
  /** Replaces all highlights. Until the next call they move along with what the user types. */
  setHighlights(highlights: readonly Highlight[]): void;
  /** Replaces all problems. */
  setProblems(problems: readonly EditorProblem[]): void;
  /** Scrolls as little as needed, and not at all when the span can be seen already. */
  reveal(span: Span): void;
  focus(): void;
  hasFocus(): boolean;
  /** Selection and scroll position: all that another editor needs to take over unnoticed. */
  view(): EditorView;
  /** Shows the text as another editor left it; nothing is reported back. */
  restore(view: EditorView): void;
  /** Changes some of the options it was opened with. */
  configure(settings: EditorSettings): void;
  /** Measures its box again, for editors that do not notice it. */
  layout?(): void;
  dispose(): void;
}

/** `jinja`: a chat template. */
export type EditorLanguage = 'text' | 'json' | 'markdown' | 'jinja';

/** What may change while the editor is open. */
export interface EditorSettings {
  /** The accessible name. */
  readonly label: string;
  readonly readOnly: boolean;
  readonly placeholder?: string | undefined;
  /** What the JSON in the editor should look like; editors that cannot check it leave it. */
  readonly jsonSchema?: object | undefined;
  /** Whether long lines are scrolled instead of broken, by editors that can: what is drawn in lines is lost otherwise. */
  readonly keepsLines?: boolean | undefined;
}

export interface EditorOptions extends EditorSettings {
  readonly text: string;
  readonly language: EditorLanguage;
  /** The user changed the text. */
  onText(text: string): void;
  /** The user moved the caret; comes after `onText` when typing moved it. */
  onCaret(offset: number): void;
  /** What is selected is another part of the text; empty at the caret. */
  onSelect?(span: Span): void;
  /** The pointer is over this character, or over none. */
  onHover?(offset: number | null): void;
}

/** Opens an editor that fills the container, which has a size of its own. */
export type OpenEditor = (container: HTMLElement, options: EditorOptions) => EditorPort;

export type HighlightClass =
  | 'call'
  | 'markup'
  | 'reasoning'
  | 'malformed'
  | 'suppressed'
  | 'lost'
  | 'step'
  | 'hover'
  | 'added'
  | 'tool'
  | 'selected'
  | 'odd'
  | 'from-message'
  | 'from-tool'
  | 'from-variable'
  | 'computed'
  | 'unrun'
  | 'only-here'
  | 'only-there';

/** A marked part of the text. Marks may overlap; an empty one is drawn on the character after it. */
export interface Highlight extends Span {
  readonly className: HighlightClass;
  /** Plain text, shown under the pointer. */
  readonly title?: string | undefined;
  /** Drawn before it by editors that can, without being text: for what cannot be seen itself. */
  readonly label?: string | undefined;
}

export interface EditorProblem extends Span {
  readonly message: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** Whether the page says it beside the editor, which then only marks it. */
  readonly isTold?: boolean;
}

export interface EditorView {
  /** Where the selection began and where the caret is; equal when nothing is selected. */
  readonly anchor: number;
  readonly head: number;
  /** The first character of a line near the upper edge, and how many pixels below that edge the line begins. */
  readonly top: number;
  readonly topAt: number;
}

/** What changed between two texts, to be read. */
export interface DiffPort {
  setTexts(before: string, after: string): void;
  dispose(): void;
}

export interface DiffOptions {
  readonly before: string;
  readonly after: string;
  /** The accessible name. */
  readonly label: string;
}

/** Opens a view that fills the container, which has a size of its own. */
export type OpenDiffEditor = (container: HTMLElement, options: DiffOptions) => DiffPort;
