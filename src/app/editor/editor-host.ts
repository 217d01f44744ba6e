import type { Span } from '../../core/index.ts';
import type { EditorOptions, EditorPort, EditorProblem, EditorSettings, Highlight, OpenEditor } from './editor-port.ts';
import { openTextareaEditor } from './textarea-editor.ts';

export type EditorKind = 'textarea' | 'monaco';

// Monaco is made for a mouse and a keyboard, and needs room.
export const roomForMonaco = '(pointer: fine) and (width > 700px)';

interface MonacoModule {
  readonly openMonacoEditor: OpenEditor;
}

/**
 * Loads Monaco once, for all editors.
 *
 * @internal Tests give it loads that fail or hang.
 */
export class MonacoLoader {
  /** What was loaded, once it is there. */
  module: MonacoModule | undefined;
  readonly #import: () => Promise<MonacoModule>;
  #loading: Promise<MonacoModule> | undefined;

  constructor(importModule: () => Promise<MonacoModule>) {
    this.#import = importModule;
  }

  async load(): Promise<MonacoModule> {
    this.module = await (this.#loading ??= this.#import());
    return this.module;
  }
}

const sharedLoader = new MonacoLoader(() => import('./monaco.ts'));

/** Fetches Monaco before there is an editor, where there will be room for it. The first one still begins as a textarea. */
export async function fetchMonaco(): Promise<void> {
  if (matchMedia(roomForMonaco).matches) await import('./monaco.ts');
}

/**
 * Owns the editor in one element: a textarea at once and, when it is wanted and has loaded, Monaco in its place, with the
 * same text, caret, scroll position and focus. Where Monaco has been loaded before, it is there from the start. Without it
 * everything works the same.
 */
export class EditorHost {
  readonly #root: HTMLElement;
  readonly #loader: MonacoLoader;
  readonly #report: (kind: EditorKind, settled: boolean) => void;
  readonly #after: () => Promise<void>;
  readonly #ending = new AbortController();
  #options: EditorOptions;
  #port: EditorPort;
  /** The last text from outside: what the user typed since can be undone after the change of editors. */
  #given: string;
  #highlights: readonly Highlight[] = [];
  #problems: readonly EditorProblem[] = [];
  /** Monaco serves or is on its way. */
  #upgraded = false;
  #composing = false;
  #pressing = false;

  /**
   * `report` hears which editor serves, and whether that will stay so. Monaco, whose code keeps the page busy, waits for
   * what `after` promises.
   */
  constructor(
    root: HTMLElement,
    options: EditorOptions,
    allowMonaco: boolean,
    report: (kind: EditorKind, settled: boolean) => void,
    after: () => Promise<void>,
    loader = sharedLoader,
  ) {
    this.#root = root;
    this.#options = options;
    this.#given = options.text;
    this.#report = report;
    this.#loader = loader;
    this.#after = after;
    this.#port = this.#openFirst(allowMonaco);
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

  /** Puts the caret before a character, and the focus with it. */
  place(caret: number): void {
    this.#port.restore({ ...this.#port.view(), anchor: caret, head: caret });
    this.#port.focus();
  }

  configure(settings: EditorSettings): void {
    this.#options = { ...this.#options, ...settings };
    this.#port.configure(settings);
  }

  /** Says whether Monaco may take over: as soon as there is room for it, and never back. */
  allowMonaco(allowed: boolean): void {
    if (this.#upgraded) return;
    const room = matchMedia(roomForMonaco);
    if (allowed && room.matches) {
      this.#upgraded = true;
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

  #openFirst(allowMonaco: boolean): EditorPort {
    const { module } = this.#loader;
    if (allowMonaco && module !== undefined && matchMedia(roomForMonaco).matches) {
      this.#upgraded = true;
      const port = this.#openMonaco(module, this.#options);
      this.#report(port === null ? 'textarea' : 'monaco', true);
      if (port !== null) return port;
    }
    return openTextareaEditor(this.#root, this.#options);
  }

  async #upgrade(): Promise<void> {
    this.#report('textarea', false);
    await idle();
    await this.#after();
    if (this.#isDisposed()) return;
    // Offline: the textarea goes on serving.
    const module = await this.#loader.load().catch(() => null);
    await this.#handsOff();
    if (this.#isDisposed()) return;
    const swapped = module !== null && this.#swap(module);
    this.#report(swapped ? 'monaco' : 'textarea', true);
  }

  /** All in one go: nothing is painted, and no key arrives, between the two. */
  #swap(module: MonacoModule): boolean {
    const old = this.#port;
    const text = old.getText();
    const view = old.view();
    const hadFocus = old.hasFocus();
    const port = this.#openMonaco(module, { ...this.#options, text: this.#given });
    if (port === null) return false;
    port.setText(text);
    port.setHighlights(this.#highlights);
    port.setProblems(this.#problems);
    port.restore(view);
    this.#port = port;
    if (hadFocus) port.focus();
    old.dispose();
    return true;
  }

  /** Null in a browser in which it fails, which then has the textarea. */
  #openMonaco({ openMonacoEditor }: MonacoModule, options: EditorOptions): EditorPort | null {
    const others = new Set(this.#root.children);
    try {
      return openMonacoEditor(this.#root, options);
    } catch {
      for (const child of [...this.#root.children]) if (!others.has(child)) child.remove();
      return null;
    }
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
