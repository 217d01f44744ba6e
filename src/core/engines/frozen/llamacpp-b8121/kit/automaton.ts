import type { Instruction } from './instructions.ts';

/** The ways that are open at one place, in the order in which they are tried. */
interface State {
  readonly ways: readonly number[];
  readonly isMatch: boolean;
  /** By character what follows; null where no way is left. */
  readonly next: Map<number, State | null>;
}

/** An expression on all of its ways at once. What follows from a state and a character is worked out once. */
export class Automaton {
  readonly #program: readonly Instruction[];
  readonly #beginsAnywhere: boolean;
  readonly #states = new Map<string, State>();
  readonly start: State;

  /** @param beginsAnywhere whether a match may begin at every place; else after a match no other way is tried */
  constructor(program: readonly Instruction[], beginsAnywhere = false) {
    this.#program = program;
    this.#beginsAnywhere = beginsAnywhere;
    this.start = { ...this.#closed([0]), next: new Map<number, State | null>() };
  }

  after(state: State, code: number): State | null {
    let next = state.next.get(code);
    if (next === undefined) {
      const on = state.ways.filter((way) => this.#program[way]?.test(code)).map((way) => way + 1);
      next = on.length === 0 && !this.#beginsAnywhere ? null : this.#stateOf(on);
      state.next.set(code, next);
    }
    return next;
  }

  #stateOf(from: readonly number[]): State {
    const { isMatch, ...closed } = this.#closed(from);
    const ways = this.#beginsAnywhere ? [...new Set([...closed.ways, ...this.start.ways])] : closed.ways;
    const key = `${isMatch} ${ways.join()}`;
    let state = this.#states.get(key);
    if (state === undefined) this.#states.set(key, (state = { ways, isMatch, next: new Map<number, State | null>() }));
    return state;
  }

  /** The ways with those that they lead to before a character. */
  #closed(from: readonly number[]): Pick<State, 'ways' | 'isMatch'> {
    const visited = new Set<number>();
    const ways: number[] = [];
    const open = from.toReversed();
    let isMatch = false;
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (visited.has(index)) continue;
      visited.add(index);
      const { kind, next, other } = this.#program[index] as Instruction;
      if (kind === 'split') open.push(other, next);
      else if (kind === 'save') open.push(index + 1);
      else if (kind === 'one') ways.push(index);
      else {
        isMatch = true;
        if (!this.#beginsAnywhere) break;
      }
    }
    return { ways, isMatch };
  }
}

/** How long a match is, and whether that stays so however the text goes on. */
interface Reach {
  /** -1 where nothing matches. */
  readonly length: number;
  readonly isDecided: boolean;
}

/** The preferred match at the beginning of `length` characters. */
export function furthest(automaton: Automaton, length: number, codeAt: (at: number) => number): Reach {
  let best = -1;
  let state: State | null = automaton.start;
  for (let at = 0; state !== null; at += 1) {
    if (state.isMatch) best = at;
    if (at === length) break;
    state = automaton.after(state, codeAt(at));
  }
  return { length: best, isDecided: state === null };
}

/** Whether the preferred match at the beginning of `length` characters has any of them. */
export function matchesSome(automaton: Automaton, length: number, codeAt: (at: number) => number): boolean {
  let state: State | null = automaton.start;
  for (let at = 0; at < length && state !== null; at += 1) {
    state = automaton.after(state, codeAt(at));
    if (state?.isMatch === true) return true;
  }
  return false;
}

/** Goes through a text while it grows, and knows where matches end. Where they begin does not count. */
export class Walk {
  readonly #automaton: Automaton;
  #from = 0;
  #at = 0;
  #state: State;
  /** Whether a match has ended anywhere. */
  #hasMatched: boolean;

  constructor(program: readonly Instruction[]) {
    this.#automaton = new Automaton(program, true);
    this.#state = this.#automaton.start;
    this.#hasMatched = this.#state.isMatch;
  }

  /** Whether a match ends right here. */
  get isMatch(): boolean {
    return this.#state.isMatch;
  }

  /** Whether a match is on its way. */
  get isOpen(): boolean {
    return this.#state.ways.length > this.#automaton.start.ways.length;
  }

  /** To the end of the text, with matches that begin at `from` or later. */
  goOn(text: string, from: number): this {
    this.#beginAt(from);
    while (this.#at < text.length) this.#step(text);
    return this;
  }

  /** Whether a match that begins at `from` or later has ended. Goes no further than its end, so many matches cost no more. */
  meetsMatch(text: string, from: number): boolean {
    this.#beginAt(from);
    while (!this.#hasMatched && this.#at < text.length) this.#step(text);
    return this.#hasMatched;
  }

  #beginAt(from: number): void {
    if (from === this.#from) return;
    this.#from = from;
    this.#at = from;
    this.#state = this.#automaton.start;
    this.#hasMatched = this.#state.isMatch;
  }

  #step(text: string): void {
    this.#state = this.#automaton.after(this.#state, text.charCodeAt(this.#at)) ?? this.#automaton.start;
    this.#at += 1;
    if (this.#state.isMatch) this.#hasMatched = true;
  }
}
