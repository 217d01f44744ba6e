import type { Span } from '../../text/document/index.ts';
import { Excerpt, heldBack } from '../kit/index.ts';

/** What the text of a piece counts as. */
type State = 'normal' | 'reasoning' | 'tool';

/** What begins and ends a call of a reader. */
export interface Markers {
  readonly opener: string;
  /** Null where a call ends with the reply. */
  readonly closer: string | null;
}

/** What a model does with thinking. */
export interface Thinking {
  /** Its tokenizer knows `<think>` and `</think>`. */
  readonly hasTags: boolean;
  /** The prompt ends inside of a thought. */
  readonly isOpen: boolean;
}

export const withoutThinking: Thinking = { hasTags: false, isOpen: false };

/** A marker that was found. */
export interface Mark extends Span {
  readonly text: string;
}

/** The text between the markers of a call, and the call with them. */
export interface CallText {
  readonly text: Excerpt;
  readonly span: Span;
}

/** What a piece brings. */
export interface Freed {
  /** The state after it, which its text goes to. */
  readonly state: State;
  readonly text: Excerpt;
  /** The call that ended with it. */
  readonly call: CallText | null;
}

const THINK = '<think>';
const THINK_END = '</think>';

/**
 * The text machine of mlx-lm's server, which all readers share. It looks for markers over all pieces and holds back what may be the
 * beginning of one. All text that a piece frees goes to the state after the piece.
 */
export class TextMachine {
  readonly #markers: Markers;
  readonly #hasTags: boolean;
  /** Markers are tokens, so each is a piece of its own where it comes whole. */
  readonly #tokens: RegExp;
  #state: State;
  /** The pieces up to here were read. */
  #readTo = 0;
  /** The text up to here was freed. */
  #freedTo = 0;
  #tool = Excerpt.empty;
  #toolFrom = 0;
  /** In order. */
  readonly marks: Mark[] = [];

  constructor(markers: Markers, { hasTags, isOpen }: Thinking) {
    this.#markers = markers;
    this.#hasTags = hasTags;
    this.#state = isOpen ? 'reasoning' : 'normal';
    const tokens = [markers.opener, markers.closer ?? '', hasTags ? THINK : '', hasTags ? THINK_END : ''];
    this.#tokens = new RegExp(tokens.filter(Boolean).map(escaped).join('|'), 'g');
  }

  /** The call that has begun and not ended; null where none has, or where nothing came after its opener. */
  openCall(to: number): CallText | null {
    return this.#tool.length === 0 ? null : { text: this.#tool, span: { from: this.#toolFrom, to } };
  }

  /** Where the text begins that may be the beginning of a marker. Where the model ends its reply, it is thrown away. */
  get heldFrom(): number {
    return this.#freedTo;
  }

  /** @param current all text so far */
  push(current: string): Freed[] {
    const from = this.#readTo;
    this.#readTo = current.length;
    const chunk = current.slice(from);
    const freed: Freed[] = [];
    let at = 0;
    for (const { index, 0: marker } of chunk.matchAll(this.#tokens)) {
      if (index > at) freed.push(this.#piece(current, from + index));
      at = index + marker.length;
      freed.push(this.#piece(current, from + at));
    }
    if (at < chunk.length) freed.push(this.#piece(current, current.length));
    return freed;
  }

  #piece(current: string, to: number): Freed {
    const before = this.#state;
    let text = Excerpt.empty;
    for (let mark = this.#nextMark(current, to); mark !== null; mark = this.#nextMark(current, to)) {
      text = text.plus(Excerpt.part(current, this.#freedTo, mark.from));
      this.#pass(mark);
    }
    const held = heldBack(current.slice(this.#freedTo, to), this.#known());
    text = text.plus(Excerpt.part(current, this.#freedTo, to - held.length));
    this.#freedTo = to - held.length;
    const state = this.#state;
    if (state === 'tool') this.#tool = this.#tool.plus(text);
    if (before !== 'tool' || state !== 'normal') return { state, text, call: null };
    const call = { text: this.#tool, span: { from: this.#toolFrom, to } };
    this.#tool = Excerpt.empty;
    return { state, text, call };
  }

  #pass(mark: Mark): void {
    this.marks.push(mark);
    this.#freedTo = mark.to;
    if (mark.text !== this.#markers.opener) {
      this.#state = mark.text === THINK ? 'reasoning' : 'normal';
      return;
    }
    this.#state = 'tool';
    if (this.#tool.length === 0) this.#toolFrom = mark.from;
  }

  /** What the state knows as markers. */
  #known(): readonly string[] {
    const { opener, closer } = this.#markers;
    if (this.#state === 'tool') return closer === null ? [] : [closer];
    if (!this.#hasTags) return [opener];
    return [opener, this.#state === 'normal' ? THINK : THINK_END];
  }

  #nextMark(current: string, to: number): Mark | null {
    const area = current.slice(this.#freedTo, to);
    let next: Mark | null = null;
    for (const text of this.#known()) {
      const from = this.#freedTo + area.indexOf(text);
      if (from >= this.#freedTo && (next === null || from < next.from)) next = { from, to: from + text.length, text };
    }
    return next;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
