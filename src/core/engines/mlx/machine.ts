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
  /** The text up to here was freed. */
  #freedTo = 0;
  /** The text from there on. It is kept apart, because a slice of all text so far would copy all of it with every chunk. */
  #held = '';
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

  push(chunk: string): Freed[] {
    const freed: Freed[] = [];
    let at = 0;
    for (const { index, 0: marker } of chunk.matchAll(this.#tokens)) {
      if (index > at) freed.push(this.#piece(chunk.slice(at, index)));
      at = index + marker.length;
      freed.push(this.#piece(marker));
    }
    if (at < chunk.length) freed.push(this.#piece(chunk.slice(at)));
    return freed;
  }

  #piece(piece: string): Freed {
    const before = this.#state;
    let text = Excerpt.empty;
    this.#held += piece;
    for (let mark = this.#nextMark(); mark !== null; mark = this.#nextMark()) {
      text = text.plus(this.#free(mark.from));
      this.#held = this.#held.slice(mark.text.length);
      this.#pass(mark);
    }
    const to = this.#freedTo + this.#held.length;
    text = text.plus(this.#free(to - heldBack(this.#held, this.#known()).length));
    const state = this.#state;
    if (state === 'tool') this.#tool = this.#tool.plus(text);
    if (before !== 'tool' || state !== 'normal') return { state, text, call: null };
    const call = { text: this.#tool, span: { from: this.#toolFrom, to } };
    this.#tool = Excerpt.empty;
    return { state, text, call };
  }

  /** Frees the held text up to there. */
  #free(to: number): Excerpt {
    const from = this.#freedTo;
    const text = Excerpt.copy(this.#held.slice(0, to - from), from);
    this.#held = this.#held.slice(to - from);
    this.#freedTo = to;
    return text;
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

  #nextMark(): Mark | null {
    let next: Mark | null = null;
    for (const text of this.#known()) {
      const from = this.#freedTo + this.#held.indexOf(text);
      if (from >= this.#freedTo && (next === null || from < next.from)) next = { from, to: from + text.length, text };
    }
    return next;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
