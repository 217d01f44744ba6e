import './editor.css';
import type { Span } from '../../core/index.ts';
import { Backdrop } from './backdrop.ts';
import { CarriageReturns } from './carriage-return.ts';
import type {
  EditorOptions,
  EditorPort,
  EditorProblem,
  EditorSettings,
  EditorView,
  Highlight,
  OpenEditor,
} from './editor-port.ts';
import type { Mark } from './marks.ts';
import { scrollTopToReveal } from './scrolling.ts';
import { changeBetween, moveOffset, moveSpans } from './text-change.ts';

// Above either, a second copy of the text would make typing slow, so nothing is marked: the backdrop stays empty, and is
// filled only for the moment in which something is measured.
const mostMarkedCharacters = 200_000;
const mostMarkedLines = 10_000;
const mostListedProblems = 3;
/** Panels as terminals draw them: wrapped, their borders are in the middle of what they hold. */
const DRAWN = /^[ \t]*[╭┌┏╔][─━═]{2}|^[ \t]*[│┃║].*[│┃║][ \t]*\n[ \t]*[│┃║╰└┗╚]/mu;
const MOST_LOOKED_AT = 20_000;
/** The browser does not insert a longer paste, which would take seconds for a megabyte: whose text it is says what is shown. */
const mostInserted = 1_000_000;

let opened = 0;

/**
 * A plain textarea: there at once, and all there is on phones. Tab moves on to the next control, as everywhere in the page.
 * Setting the text from outside ends the browser's own undo history; changing highlights does not.
 */
export const openTextareaEditor: OpenEditor = (container, options) => new TextareaEditor(container, options);

class TextareaEditor implements EditorPort {
  readonly #options: EditorOptions;
  readonly #root = document.createElement('div');
  readonly #field = document.createElement('textarea');
  readonly #backdrop = new Backdrop();
  readonly #problemList = document.createElement('ul');
  readonly #carriageReturns = new CarriageReturns();
  readonly #listeners = new AbortController();
  /** The text as the textarea holds it. */
  #shown = '';
  /** Whether the backdrop has the text. */
  #marked = false;
  #highlights: readonly Highlight[] = [];
  #problems: readonly EditorProblem[] = [];
  /** Where the caret was last known to be: only what differs from it was moved by the user. */
  #caret = 0;
  #hovered: number | null = null;

  constructor(container: HTMLElement, options: EditorOptions) {
    this.#options = options;
    this.#root.className = 'editor-plain';
    this.#root.dataset.language = options.language;
    this.#field.className = 'editor-field';
    this.#field.spellcheck = false;
    this.#field.autocapitalize = 'off';
    this.#field.autocomplete = 'off';
    this.#field.setAttribute('autocorrect', 'off');
    this.#field.wrap = 'soft';
    this.#problemList.className = 'editor-problems';
    this.#problemList.id = `editor-problems-${++opened}`;
    this.#problemList.hidden = true;
    const sheet = document.createElement('div');
    sheet.className = 'editor-sheet';
    sheet.append(this.#backdrop.element, this.#field);
    this.#root.append(sheet, this.#problemList);
    this.configure(options);
    this.setText(options.text);

    const { signal } = this.#listeners;
    this.#field.addEventListener('input', () => this.#typed(), { signal });
    this.#field.addEventListener('paste', (event) => this.#pasted(event), { signal });
    this.#field.addEventListener('scroll', () => this.#scrolled(), { signal });
    this.#field.addEventListener('pointermove', (event) => this.#hover(event), { signal });
    this.#field.addEventListener('pointerleave', () => this.#hoverOver(null), { signal });
    // On the document, because not every browser tells the textarea itself.
    document.addEventListener('selectionchange', () => this.#caretMoved(), { signal });
    // That event may wait for a frame: who leaves for a button must not be judged by an older selection. A field that is taken
    // away loses the focus to nothing.
    this.#field.addEventListener('blur', ({ relatedTarget }) => relatedTarget !== null && this.#caretMoved(), {
      signal,
    });
    container.append(this.#root);
  }

  setText(text: string): void {
    const next = this.#carriageReturns.show(text);
    const change = changeBetween(this.#shown, next);
    if (change === null) return;
    const { selectionStart, selectionEnd, selectionDirection, scrollTop } = this.#field;
    this.#shown = next;
    this.#field.value = next;
    this.#field.setSelectionRange(
      moveOffset(selectionStart, change),
      moveOffset(selectionEnd, change),
      selectionDirection,
    );
    this.#field.scrollTop = scrollTop;
    this.#caret = this.#head();
    this.#highlights = moveSpans(this.#highlights, change);
    this.#problems = moveSpans(this.#problems, change);
    this.#draw();
  }

  getText(): string {
    return this.#carriageReturns.read(this.#shown);
  }

  setHighlights(highlights: readonly Highlight[]): void {
    const drawn = this.#highlights;
    this.#highlights = highlights;
    // Usually they are where typing moved them already.
    if (!sameMarks(drawn, highlights)) this.#draw();
  }

  setProblems(problems: readonly EditorProblem[]): void {
    this.#problems = problems;
    // Another text may have moved the last ones away, and they are listed still.
    if (problems.length === 0 && this.#problemList.hidden) return;
    this.#listProblems();
    this.#draw();
  }

  reveal(span: Span): void {
    this.#measure(() => {
      const top = this.#backdrop.lineOf(span.from).top;
      const bottom = this.#backdrop.lineOf(Math.max(span.from, span.to - 1)).bottom;
      this.#scrollTo(scrollTopToReveal({ top, bottom }, this.#field.scrollTop, this.#field.clientHeight));
      this.#scrollAcross(span.from);
    });
  }

  focus(): void {
    this.#field.focus({ preventScroll: true });
  }

  hasFocus(): boolean {
    return document.activeElement === this.#field;
  }

  view(): EditorView {
    const { selectionStart, selectionEnd, selectionDirection, scrollTop } = this.#field;
    const backward = selectionDirection === 'backward';
    return {
      anchor: backward ? selectionEnd : selectionStart,
      head: backward ? selectionStart : selectionEnd,
      // Nothing has to be measured in a text that is not scrolled.
      ...(scrollTop === 0 ? { top: 0, topAt: this.#backdrop.top() } : this.#measure(() => this.#topmost(scrollTop))),
    };
  }

  restore({ anchor, head, top, topAt }: EditorView): void {
    this.#field.setSelectionRange(
      Math.min(anchor, head),
      Math.max(anchor, head),
      head < anchor ? 'backward' : 'forward',
    );
    this.#caret = this.#head();
    const lineTop = top === 0 ? this.#backdrop.top() : this.#measure(() => this.#backdrop.lineOf(top).top);
    this.#scrollTo(lineTop - topAt);
  }

  configure({ label, readOnly, placeholder = '' }: EditorSettings): void {
    this.#field.ariaLabel = label;
    this.#field.readOnly = readOnly;
    this.#field.placeholder = placeholder;
  }

  dispose(): void {
    this.#listeners.abort();
    this.#root.remove();
  }

  #typed(): void {
    const next = this.#field.value;
    const change = changeBetween(this.#shown, next);
    if (change === null) return;
    this.#shown = next;
    this.#highlights = moveSpans(this.#highlights, change);
    this.#problems = moveSpans(this.#problems, change);
    this.#draw();
    this.#options.onText(this.getText());
    this.#caretMoved();
  }

  #pasted(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= mostInserted || this.#field.readOnly) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = this.#field;
    const inserted = text.replaceAll(/\r\n?/g, '\n');
    const next = this.#shown.slice(0, selectionStart) + inserted + this.#shown.slice(selectionEnd);
    this.#options.onText(this.#carriageReturns.read(next));
  }

  #caretMoved(): void {
    const { selectionStart: from, selectionEnd: to } = this.#field;
    this.#options.onSelect?.({ from, to });
    const caret = this.#head();
    if (caret === this.#caret) return;
    this.#caret = caret;
    this.#options.onCaret(caret);
  }

  #head(): number {
    const { selectionStart, selectionEnd, selectionDirection } = this.#field;
    return selectionDirection === 'backward' ? selectionStart : selectionEnd;
  }

  #hover({ clientX, clientY }: PointerEvent): void {
    this.#hoverOver(this.#characterAt(clientX, clientY));
  }

  #hoverOver(offset: number | null): void {
    if (offset === this.#hovered) return;
    this.#hovered = offset;
    const titles =
      offset === null ? [] : this.#marks().filter(({ from, to, title }) => title && from <= offset && offset < to);
    this.#field.title = titles.map(({ title }) => title).join('\n');
    this.#options.onHover?.(offset);
  }

  /** Browsers tell the nearest gap between two characters; which of the two is meant, the backdrop knows. */
  #characterAt(x: number, y: number): number | null {
    if (!('caretPositionFromPoint' in document)) return null;
    const gap = document.caretPositionFromPoint(x, y);
    if (gap?.offsetNode !== this.#field) return null;
    if (!this.#marked) return gap.offset;
    const covers = (offset: number): boolean => {
      if (offset < 0 || offset >= this.#shown.length) return false;
      const { left, right } = this.#backdrop.rectOf(offset);
      return left <= x && x < right;
    };
    return [gap.offset, gap.offset - 1].find(covers) ?? null;
  }

  #marks(): Mark[] {
    const problems = this.#problems.map(({ from, to, severity, message }): Mark => ({
      from,
      to,
      className: severity,
      title: message,
    }));
    return [...this.#highlights, ...problems];
  }

  #draw(): void {
    this.#marked = this.#shown.length <= mostMarkedCharacters && !hasMoreLines(this.#shown, mostMarkedLines);
    if (this.#marked) this.#backdrop.show(this.#shown, this.#marks());
    else this.#backdrop.clear();
    this.#root.classList.toggle('editor-drawn', DRAWN.test(this.#shown.slice(0, MOST_LOOKED_AT)));
    this.#scrolled();
  }

  #scrolled(): void {
    this.#backdrop.scrollTo(this.#field.scrollTop, this.#field.scrollLeft);
  }

  /** What is drawn is not wrapped, so a character may be to the right of what is seen. */
  #scrollAcross(offset: number): void {
    const { left, right } = this.#field.getBoundingClientRect();
    const at = this.#backdrop.rectOf(offset).left;
    if (at >= left && at < right) return;
    this.#field.scrollLeft += at - (left + right) / 2;
    this.#scrolled();
  }

  #listProblems(): void {
    const untold = this.#problems.filter(({ isTold }) => isTold !== true);
    const listed = untold.slice(0, mostListedProblems).map((problem) => {
      const item = document.createElement('li');
      item.className = `editor-problem-${problem.severity}`;
      item.textContent = `${placeOf(this.#shown, problem.from)}: ${problem.message}`;
      return item;
    });
    const unlisted = untold.length - listed.length;
    if (unlisted > 0) {
      const item = document.createElement('li');
      item.textContent = `and ${unlisted} more`;
      listed.push(item);
    }
    this.#problemList.replaceChildren(...listed);
    this.#problemList.hidden = listed.length === 0;
    this.#field.ariaInvalid = this.#problems.some(({ severity }) => severity === 'error') ? 'true' : null;
    if (listed.length > 0) this.#field.setAttribute('aria-describedby', this.#problemList.id);
    else this.#field.removeAttribute('aria-describedby');
  }

  #measure<T>(read: () => T): T {
    if (this.#marked) return read();
    this.#backdrop.fill(this.#shown);
    try {
      return read();
    } finally {
      this.#backdrop.clear();
    }
  }

  #scrollTo(top: number): void {
    this.#field.scrollTop = top;
    this.#scrolled();
  }

  /** The first character whose line is not scrolled out altogether, found by halving: lines come in the order of the text. */
  #topmost(scrollTop: number): Pick<EditorView, 'top' | 'topAt'> {
    let from = 0;
    let to = this.#shown.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#backdrop.lineOf(middle).bottom > scrollTop) to = middle;
      else from = middle + 1;
    }
    return { top: to, topAt: this.#backdrop.lineOf(to).top - scrollTop };
  }
}

function sameMarks(some: readonly Highlight[], others: readonly Highlight[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ from, to, className, title }, index) => {
      const other = others[index];
      return other?.from === from && other.to === to && other.className === className && other.title === title;
    })
  );
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `Line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

function hasMoreLines(text: string, most: number): boolean {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (++lines > most) return true;
  }
  return false;
}
