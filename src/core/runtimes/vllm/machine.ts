import type { Span } from '../../document/span.ts';

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
  /** Arguments are JSON: closing brackets that may be the last ones are held back. */
  readonly jsonArguments: boolean;
}

export type EventKind =
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
  /** Of a marker: the state that it leads to. */
  readonly next?: State;
}

/**
 * Tokens that the stand-in tokenizers of the golden data call special. Where the table does not name them, they are taken
 * out of the text and of the arguments.
 */
export const specialTokens: readonly string[] = [
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
  /** The text is cut up to here. */
  #at = 0;
  /** Arguments that wait, because they end in brackets that may be the last ones. */
  #held: Span[] = [];
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

  /** @param text all that came so far */
  feed(text: string): MachineEvent[] {
    const events: MachineEvent[] = [];
    this.#cut(text, false, events);
    return events;
  }

  /** The text has ended. A call that is open ends with it. */
  finish(text: string): MachineEvent[] {
    const events: MachineEvent[] = [];
    this.#cut(text, true, events);
    this.#release(events);
    const end = { from: text.length, to: text.length };
    if (this.state !== 'content' && this.state !== 'reasoning' && this.#index >= 0) this.#add(events, 'end', end);
    this.state = 'content';
    return events;
  }

  #cut(text: string, isFinal: boolean, events: MachineEvent[]): void {
    while (this.#at < text.length) {
      const from = this.#at;
      if (!isFinal && this.#mayGrow(text, from)) return;
      const literal = this.#byFirst.get(text.charCodeAt(from))?.find((one) => text.startsWith(one, from));
      if (literal === undefined) {
        let end = from + 1;
        while (end < text.length && !this.#mayBegin(text, end)) end += 1;
        this.#at = end;
        this.#text(text, { from, to: end }, events);
      } else {
        this.#at = from + literal.length;
        this.#marker(text, literal, { from, to: this.#at }, events);
      }
    }
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

  #marker(text: string, literal: string, span: Span, events: MachineEvent[]): void {
    const transition = this.#table.transitions[this.state]?.[literal];
    if (transition === undefined) {
      if (this.#special.has(literal)) this.#add(events, 'special', span);
      else this.#text(text, span, events);
      return;
    }
    if (this.state === 'arguments' && transition.to !== 'arguments') this.#release(events);
    this.state = transition.to;
    events.push({ kind: 'marker', index: this.#index, next: transition.to, ...span });
    for (const effect of transition.effects) {
      if (effect === 'start') this.#index += 1;
      // A marker that begins the next call is no part of the last one.
      const isNext = effect === 'end' && transition.effects.includes('start');
      this.#add(events, effect === 'value' ? 'arguments' : effect, isNext ? { from: span.from, to: span.from } : span);
    }
    this.#depth = 0;
    this.#inString = false;
    this.#isEscaped = false;
  }

  #text(text: string, span: Span, events: MachineEvent[]): void {
    if (this.state === 'arguments' && this.#table.jsonArguments) this.#json(text, span, events);
    else this.#add(events, textKinds[this.state], span);
  }

  /** Sends arguments up to the last character that is no closing bracket of the outermost level. */
  #json(text: string, { from, to: end }: Span, events: MachineEvent[]): void {
    let safe = from;
    for (let at = from; at < end; at += 1) {
      const code = text.charCodeAt(at);
      let isSafe = true;
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
        isSafe = this.#depth > 0;
      }
      if (isSafe) safe = at + 1;
    }
    if (safe > from) {
      this.#release(events);
      this.#add(events, 'arguments', { from, to: safe });
    }
    if (safe < end) this.#held.push({ from: safe, to: end });
  }

  #release(events: MachineEvent[]): void {
    for (const span of this.#held) this.#add(events, 'arguments', span);
    this.#held = [];
  }

  #add(events: MachineEvent[], kind: EventKind, { from, to: end }: Span): void {
    events.push({ kind, index: this.#index, from, to: end });
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
