import type { Span } from '../../core/index.ts';
import type { EditorOptions, EditorPort, EditorProblem, EditorSettings, Highlight, OpenEditor } from './editor-port.ts';
import { openTextareaEditor } from './textarea-editor.ts';

export type EditorKind = 'textarea' | 'monaco';

// Monaco is made for a mouse and a keyboard, and needs room.
const roomForMonaco = '(pointer: fine) and (width > 700px)';

let monaco: Promise<{ readonly openMonacoEditor: OpenEditor }> | undefined;

function loadMonaco(): Promise<{ readonly openMonacoEditor: OpenEditor }> {
  return (monaco ??= import('./monaco.ts'));
}

/**
 * Owns the editor in one element: a textarea at once and, when it is wanted and has loaded, Monaco in its place, with the
 * same text, caret, scroll position and focus. Without Monaco everything works the same.
 */
export class EditorHost {
  readonly #root: HTMLElement;
  readonly #load: typeof loadMonaco;
  readonly #report: (kind: EditorKind, settled: boolean) => void;
  readonly #ending = new AbortController();
  #options: EditorOptions;
  #port: EditorPort;
  /** The last text from outside: what the user typed since can be undone after the change of editors. */
  #given: string;
  #highlights: readonly Highlight[] = [];
  #problems: readonly EditorProblem[] = [];
  #upgrading = false;
  #composing = false;
  #pressing = false;

  /** `report` hears which editor serves, and whether that will stay so. */
  constructor(
    root: HTMLElement,
    options: EditorOptions,
    report: (kind: EditorKind, settled: boolean) => void,
    load = loadMonaco,
  ) {
    this.#root = root;
    this.#options = options;
    this.#given = options.text;
    this.#report = report;
    this.#load = load;
    this.#port = openTextareaEditor(root, options);
    this.#watchHands();
  }

  setText(text: string): void {
    if (text === this.#port.getText()) return;
    this.#given = text;
    this.#port.setText(text);
  }

  setHighlights(highlights: readonly Highlight[]): void {
    this.#highlights = highlights;
    this.#port.setHighlights(highlights);
  }

  setProblems(problems: readonly EditorProblem[]): void {
    this.#problems = problems;
    this.#port.setProblems(problems);
  }

  reveal(span: Span): void {
    this.#port.reveal(span);
  }

  focus(): void {
    this.#port.focus();
  }

  configure(settings: EditorSettings): void {
    this.#options = { ...this.#options, ...settings };
    this.#port.configure(settings);
  }

  /** Says whether Monaco may take over: as soon as there is room for it, and never back. */
  allowMonaco(allowed: boolean): void {
    if (this.#upgrading) return;
    const room = matchMedia(roomForMonaco);
    if (allowed && room.matches) {
      this.#upgrading = true;
      void this.#upgrade();
      return;
    }
    this.#report('textarea', true);
    if (allowed) {
      room.addEventListener('change', () => this.allowMonaco(true), { once: true, signal: this.#ending.signal });
    }
  }

  dispose(): void {
    this.#ending.abort();
    this.#port.dispose();
  }

  #isDisposed(): boolean {
    return this.#ending.signal.aborted;
  }

  async #upgrade(): Promise<void> {
    this.#report('textarea', false);
    await idle();
    if (this.#isDisposed()) return;
    try {
      const { openMonacoEditor } = await this.#load();
      await this.#handsOff();
      if (this.#isDisposed()) return;
      this.#swap(openMonacoEditor);
      this.#report('monaco', true);
    } catch {
      // Offline, or a browser that Monaco does not know: the textarea goes on serving.
      if (!this.#isDisposed()) this.#report('textarea', true);
    }
  }

  /** All in one go: nothing is painted, and no key arrives, between the two. */
  #swap(open: OpenEditor): void {
    const old = this.#port;
    const text = old.getText();
    const view = old.view();
    const hadFocus = old.hasFocus();
    const port = open(this.#root, { ...this.#options, text: this.#given });
    port.setText(text);
    port.setHighlights(this.#highlights);
    port.setProblems(this.#problems);
    port.restore(view);
    this.#port = port;
    if (hadFocus) port.focus();
    old.dispose();
  }

  #watchHands(): void {
    const { signal } = this.#ending;
    this.#root.addEventListener('compositionstart', () => (this.#composing = true), { signal });
    this.#root.addEventListener('compositionend', () => (this.#composing = false), { signal });
    this.#root.addEventListener('pointerdown', () => (this.#pressing = true), { signal });
    for (const released of ['pointerup', 'pointercancel'] as const) {
      // Wherever the pointer is by then.
      window.addEventListener(released, () => (this.#pressing = false), { signal });
    }
  }

  /** Waits while the user is in the middle of a selection or of composing a character. */
  async #handsOff(): Promise<void> {
    while ((this.#composing || this.#pressing) && !this.#isDisposed()) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** After the first paint, when the browser has nothing better to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1000 });
      else setTimeout(resolve, 50);
    });
  });
}
