import type { Span } from '../../../text/document/index.ts';

/**
 * The machine of vLLM's declarative parsers (August 2026): a lexer that knows literal markers, and a table that says for
 * each state what a marker means there. Text comes in pieces; what may still become a marker waits for the next piece.
 *
 * vLLM takes a marker that is a token of its own by the token's id. Here the id is not known, so the text of the marker
 * counts. The two differ only where a model spells a marker with several tokens.
 */

export type State = 'content' | 'reasoning' | 'preamble' | 'name' | 'arguments' | 'between';

/** What a marker makes happen. `value`: the marker itself is a part of the arguments. */
type Effect = 'start' | 'value' | 'end';

export interface Transition {
  readonly to: State;
  readonly effects: readonly Effect[];
}

export interface Table {
  /** The markers, in no order. Some have a meaning in no state: they only cut the text into pieces. */
  readonly markers: readonly string[];
  readonly transitions: Readonly<Partial<Record<State, Readonly<Record<string, Transition>>>>>;
  /** The text of the state `preamble` is the header of a message: content where one of these ends it, or the reply does. */
  readonly headerEnds?: readonly string[];
  /** Arguments are JSON: closing brackets that may be the last ones are held back. */
  readonly jsonArguments: boolean;
}

type EventKind =
  /** Text of the answer. */
  | 'text'
  /** Text between reasoning markers. */
  | 'reasoning'
  | 'start'
  | 'name'
  | 'arguments'
  | 'end'
  /** Text in a state that has no use for it. */
  | 'dropped'
  /** A token that the tokenizer calls special and the table does not know. */
  | 'special'
  /** A marker that the table knows in this state. It comes before its effects. */
  | 'marker';

export interface MachineEvent extends Span {
  readonly kind: EventKind;
  /** Of the call, from 0. -1 before the first. */
  readonly index: number;
  /** The text of the span. */
  readonly text: string;
  /** Of a marker: the state that it leads to. */
  readonly next?: State;
}

/**
 * Tokens that the substitute tokenizers of the golden data call special. Where the table does not name them, they are taken
 * out of the text and of the arguments.
 */
const specialTokens: readonly string[] = [
  '<|im_end|>',
  '<|endoftext|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<｜end▁of▁sentence｜>',
];

export function to(state: State, ...effects: Effect[]): Transition {
  return { to: state, effects };
}

/** Runs a table over a text that may come in pieces. The work for a piece does not grow with the text before it. */
export class Machine {
  state: State = 'content';
  readonly #table: Table;
  readonly #byFirst = new Map<number, string[]>();
  readonly #special: ReadonlySet<string>;
  #index = -1;
  /** What is not cut yet, and where it begins in the text. */
  #rest = '';
  #base = 0;
  /** Arguments that wait, because they end in brackets that may be the last ones. */
  #held: MachineEvent[] = [];
  /** Of a message, while it may be content. */
  #header: MachineEvent[] = [];
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  constructor(table: Table) {
    this.#table = table;
    const special = specialTokens.filter((token) => !table.markers.includes(token));
    this.#special = new Set(special);
    for (const literal of [...table.markers, ...special]) {
      const first = literal.charCodeAt(0);
      const others = this.#byFirst.get(first);
      if (others === undefined) this.#byFirst.set(first, [literal]);
      else others.push(literal);
    }
    // The longest first: it wins.
    for (const literals of this.#byFirst.values()) literals.sort((one, other) => other.length - one.length);
  }

  /** @param delta what came after what came before */
  feed(delta: string): MachineEvent[] {
    const events: MachineEvent[] = [];
    this.#cut(this.#rest + delta, false, events);
    return events;
  }

  /** The text has ended. A call that is open ends with it. */
  finish(): MachineEvent[] {
    const events: MachineEvent[] = [];
    this.#cut(this.#rest, true, events);
    this.#release(events);
    this.#decideHeader(true, events);
    if (this.state !== 'content' && this.state !== 'reasoning' && this.#index >= 0) {
      events.push({ kind: 'end', index: this.#index, from: this.#base, to: this.#base, text: '' });
    }
    this.state = 'content';
    return events;
  }

  #cut(text: string, isFinal: boolean, events: MachineEvent[]): void {
    let at = 0;
    while (at < text.length && (isFinal || !this.#mayGrow(text, at))) {
      const from = at;
      const literal = this.#byFirst.get(text.charCodeAt(from))?.find((one) => text.startsWith(one, from));
      if (literal === undefined) {
        at += 1;
        while (at < text.length && !this.#mayBegin(text, at)) at += 1;
        this.#text(text.slice(from, at), this.#base + from, events);
      } else {
        at += literal.length;
        this.#marker(literal, this.#base + from, events);
      }
    }
    this.#base += at;
    this.#rest = text.slice(at);
  }

  /** Whether all of the rest is the beginning of a marker, and not yet all of it. */
  #mayGrow(text: string, from: number): boolean {
    const rest = text.length - from;
    return (
      this.#byFirst
        .get(text.charCodeAt(from))
        ?.some((literal) => rest < literal.length && literal.startsWith(text.slice(from))) ?? false
    );
  }

  /** Whether a marker begins here, or ends the text unfinished. */
  #mayBegin(text: string, from: number): boolean {
    const literals = this.#byFirst.get(text.charCodeAt(from));
    if (literals === undefined) return false;
    return literals.some((literal) => text.startsWith(literal, from)) || this.#mayGrow(text, from);
  }

  #marker(literal: string, from: number, events: MachineEvent[]): void {
    const transition = this.#table.transitions[this.state]?.[literal];
    if (transition === undefined) {
      if (this.#special.has(literal)) events.push(this.#event('special', literal, from));
      else this.#text(literal, from, events);
      return;
    }
    if (this.state === 'arguments' && transition.to !== 'arguments') this.#release(events);
    this.#decideHeader(this.#table.headerEnds?.includes(literal) === true, events);
    this.state = transition.to;
    events.push({ ...this.#event('marker', literal, from), next: transition.to });
    for (const effect of transition.effects) {
      if (effect === 'start') this.#index += 1;
      // A marker that begins the next call is not a part of the last one.
      const isNext = effect === 'end' && transition.effects.includes('start');
      events.push(this.#event(effect === 'value' ? 'arguments' : effect, isNext ? '' : literal, from));
    }
    this.#depth = 0;
    this.#inString = false;
    this.#isEscaped = false;
  }

  #decideHeader(isContent: boolean, events: MachineEvent[]): void {
    for (const event of this.#header) events.push(isContent ? { ...event, kind: 'text' } : event);
    this.#header = [];
  }

  #text(text: string, from: number, events: MachineEvent[]): void {
    if (this.state === 'preamble' && this.#table.headerEnds !== undefined) {
      this.#header.push(this.#event('dropped', text, from));
      return;
    }
    if (this.state === 'arguments' && this.#table.jsonArguments) this.#json(text, from, events);
    else events.push(this.#event(textKinds[this.state], text, from));
  }

  /** Sends arguments up to the last character that is no closing bracket of the outermost level. */
  #json(text: string, from: number, events: MachineEvent[]): void {
    let safe = 0;
    for (let at = 0; at < text.length; at += 1) if (this.#isSafe(text.charCodeAt(at))) safe = at + 1;
    if (safe > 0) {
      this.#release(events);
      events.push(this.#event('arguments', text.slice(0, safe), from));
    }
    if (safe < text.length) this.#held.push(this.#event('arguments', text.slice(safe), from + safe));
  }

  #isSafe(code: number): boolean {
    if (this.#isEscaped) {
      this.#isEscaped = false;
    } else if (this.#inString) {
      if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) this.#inString = false;
    } else if (code === QUOTE) {
      this.#inString = true;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      this.#depth += 1;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (this.#depth > 0) this.#depth -= 1;
      return this.#depth > 0;
    }
    return true;
  }

  #release(events: MachineEvent[]): void {
    for (const event of this.#held) events.push(event);
    this.#held = [];
  }

  #event(kind: EventKind, text: string, from: number): MachineEvent {
    return { kind, index: this.#index, from, to: from + text.length, text };
  }
}

/** What text is in a state. */
const textKinds = {
  content: 'text',
  reasoning: 'reasoning',
  preamble: 'dropped',
  name: 'name',
  arguments: 'arguments',
  between: 'dropped',
} as const satisfies Record<State, EventKind>;

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
