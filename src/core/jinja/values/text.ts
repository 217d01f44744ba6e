import { partitionPoint } from '../../text/document/index.ts';
import type { ComputedOrigin, LiteralOrigin, Written } from '../rendering.ts';

/** A str that knows where each of its characters came from. */

/** A value that the template was given: a step from the value that holds it, so that paths share their beginnings. */
export interface Place {
  readonly parent: Place | null;
  readonly key: string | number;
}

/** As `ValueOrigin`, with a place for the path. */
export interface PlacedOrigin {
  readonly kind: 'value';
  readonly place: Place;
  readonly part: 'text' | 'key' | 'structure';
  readonly from: number;
  readonly to: number;
  readonly written: Written;
}

export type RunOrigin = LiteralOrigin | PlacedOrigin | ComputedOrigin;

/**
 * So many characters with one origin. Where the origin's range is as long as the run, its characters are the run's in order;
 * otherwise the run is one unit, such as an escape.
 */
export interface Run {
  readonly length: number;
  readonly origin: RunOrigin;
  /** The step that wrote it first; -1 before it is written. */
  readonly step: number;
}

const SURROGATE = /[\ud800-\udfff]/;
const none: readonly Run[] = [];

/** Immutable. Joining is cheap: the runs of a joined text are collected when somebody asks for them. */
export class Text {
  readonly text: string;
  /** `markupsafe.Markup`: what is added to it is escaped. */
  readonly isMarkup: boolean;
  #runs: readonly Run[] | null;
  #parts: readonly Text[] | null = null;
  /** Where each run begins; made for texts of many runs. */
  #starts: readonly number[] | null = null;
  #isPlain: boolean | null = null;

  constructor(text: string, runs: readonly Run[], isMarkup = false) {
    this.text = text;
    this.#runs = runs;
    this.isMarkup = isMarkup;
  }

  static of(text: string, origin: RunOrigin): Text {
    return text === '' ? emptyText : new Text(text, [{ length: text.length, origin, step: -1 }]);
  }

  /** A text without any origin: whoever writes it gives it one (`placed`). */
  static computed(text: string): Text {
    return new Text(text, none);
  }

  static join(parts: readonly Text[]): Text {
    const kept = parts.filter(({ text }) => text !== '');
    if (kept.length === 1) return kept[0] as Text;
    const joined = new Text(
      kept.length === 2 ? `${kept[0]?.text}${kept[1]?.text}` : kept.map(({ text }) => text).join(''),
      none,
    );
    joined.#runs = null;
    joined.#parts = kept;
    return joined;
  }

  get length(): number {
    return this.text.length;
  }

  /** The texts it was joined of, while nobody has asked for its runs. */
  get uncollected(): readonly Text[] | null {
    return this.#parts;
  }

  /** Its runs; their lengths add up to that of the text. */
  runs(): readonly Run[] {
    if (this.#parts !== null) {
      this.#runs = collected(this.#parts);
      this.#parts = null;
    }
    const runs = this.#runs ?? none;
    if (runs.length > 0 || this.text === '') return runs;
    // Nobody said where it came from.
    return [{ length: this.text.length, origin: nowhere, step: -1 }];
  }

  asMarkup(isMarkup = true): Text {
    return isMarkup === this.isMarkup ? this : new Text(this.text, this.runs(), isMarkup);
  }

  /** The same text, where parts without an origin get one. */
  placed(origin: RunOrigin): Text {
    const runs = this.runs();
    if (!runs.some((run) => run.origin === nowhere)) return this;
    return new Text(
      this.text,
      runs.map((run) => (run.origin === nowhere ? { ...run, origin } : run)),
      this.isMarkup,
    );
  }

  /** By UTF-16 units; inside of the text. */
  slice(from: number, to: number): Text {
    if (from === 0 && to === this.text.length) return this.isMarkup ? this.asMarkup(false) : this;
    if (from >= to) return emptyText;
    const runs = this.runs();
    const out: Run[] = [];
    const first = this.#runAt(from);
    let at = this.#startOf(first);
    for (let index = first; at < to; index += 1) {
      const run = runs[index] as Run;
      out.push(cut(run, Math.max(from - at, 0), Math.min(to - at, run.length)));
      at += run.length;
    }
    return new Text(this.text.slice(from, to), out);
  }

  #runAt(offset: number): number {
    const runs = this.runs();
    if (runs.length < 8) {
      let at = 0;
      let index = 0;
      while (index < runs.length - 1 && at + (runs[index] as Run).length <= offset) {
        at += (runs[index] as Run).length;
        index += 1;
      }
      return index;
    }
    return partitionPoint(this.#allStarts(), (start) => start <= offset) - 1;
  }

  #startOf(index: number): number {
    const runs = this.runs();
    if (runs.length >= 8) return this.#allStarts()[index] as number;
    let at = 0;
    for (let before = 0; before < index; before += 1) at += (runs[before] as Run).length;
    return at;
  }

  #allStarts(): readonly number[] {
    if (this.#starts === null) {
      let at = 0;
      this.#starts = this.runs().map(({ length }) => (at += length) - length);
    }
    return this.#starts;
  }

  /** Whether each character is one UTF-16 unit, so that Python counts as JavaScript does. */
  get isPlain(): boolean {
    this.#isPlain ??= !SURROGATE.test(this.text);
    return this.#isPlain;
  }
}

/** What a text without an origin has until it gets one; told by identity. */
export const nowhere: ComputedOrigin = { kind: 'computed', from: 0, to: 0 };

/** A string that the template was given, or what is printed of a scalar that it was given: as it is, all of it. */
export function valueOrigin(place: Place, length: number): PlacedOrigin {
  return { kind: 'value', place, part: 'text', from: 0, to: length, written: 'as-is' };
}

export const emptyText = new Text('', none);

function collected(parts: readonly Text[]): readonly Run[] {
  const out: Run[] = [];
  // Joined texts of joined texts, without recursion: a text that grows in a loop is as deep as the loop is long.
  const waiting = [...parts].reverse();
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const inner = part.uncollected;
    if (inner === null) for (const run of part.runs()) out.push(run);
    else for (let index = inner.length - 1; index >= 0; index -= 1) waiting.push(inner[index] as Text);
  }
  return out;
}

/** The part `[from, to)` of a run. */
function cut(run: Run, from: number, to: number): Run {
  const { length, origin } = run;
  if (from === 0 && to === length) return run;
  const isAligned = origin !== nowhere && origin.kind !== 'computed' && origin.to - origin.from === length;
  const at = isAligned ? { ...origin, from: origin.from + from, to: origin.from + to } : origin;
  return { length: to - from, origin: at, step: run.step };
}

/** Texts put together piece by piece. */
export class TextBuilder {
  readonly #parts: string[] = [];
  readonly #runs: Run[] = [];

  add(text: Text): void {
    if (text.text === '') return;
    this.#parts.push(text.text);
    for (const run of text.runs()) this.#runs.push(run);
  }

  write(text: string, origin: RunOrigin): void {
    if (text === '') return;
    this.#parts.push(text);
    this.#runs.push({ length: text.length, origin, step: -1 });
  }

  text(): Text {
    return new Text(this.#parts.join(''), this.#runs);
  }
}
