import type { Span } from '../../../../document/span.ts';
import { beginnings, Compiler, type Instruction } from './instructions.ts';
import { one, type IndexOf, type Pattern, type PatternMatch, type Sequence, type Test } from './pattern.ts';

// llama.cpp's regular expressions. They run here on all ways through the expression at once: the answers of a search that
// goes back, in linear time.

export class Expression implements Pattern {
  readonly #program: readonly Instruction[];
  readonly #groups: number;
  readonly #firsts: Firsts;
  /** Each match has one of these in it, which is empty where nothing is known. */
  readonly #needed: readonly string[];
  readonly #reversed: readonly Instruction[];
  /** The same after any text. */
  readonly #anywhere: readonly Instruction[];

  constructor(...choices: Sequence[]) {
    const compiler = new Compiler();
    this.#program = compiler.program({ choices });
    this.#groups = compiler.groups;
    this.#firsts = firstsOf(this.#program);
    this.#needed = choices.flatMap(neededIn);
    this.#anywhere = new Compiler().program({ choices: [[one(() => true, '*'), { choices }]] });
    this.#reversed = new Compiler().program(beginnings(choices));
  }

  search(text: string, from: number, indexOf: IndexOf): PatternMatch | null {
    return (this.#mayMatch(from, indexOf) ? this.#full(text, from, false) : null) ?? this.#partial(text, from);
  }

  begins(text: string, from: number, indexOf: IndexOf): boolean {
    return this.#partial(text, from) !== null && !this.#matches(text, from, indexOf);
  }

  at(text: string, from: number): readonly Span[] | null {
    return this.#full(text, from, true)?.groups ?? null;
  }

  #mayMatch(from: number, indexOf: IndexOf): boolean {
    return this.#needed.some((literal) => indexOf(literal, from) >= 0);
  }

  /** Quicker than `#full`, which says where as well. */
  #matches(text: string, from: number, indexOf: IndexOf): boolean {
    if (!this.#mayMatch(from, indexOf)) return false;
    return furthest(this.#anywhere, text.length - from, (at) => text.charCodeAt(from + at), true) >= 0;
  }

  #full(text: string, from: number, isAnchored: boolean): (PatternMatch & { kind: 'full' }) | null {
    const codeAt = (at: number): number => text.charCodeAt(at);
    const match = isAnchored
      ? anchored(this.#program, from, text)
      : scan(this.#program, from, text.length, this.#firsts, codeAt);
    if (match === null) return null;
    const places = placesIn(this.#program, match, codeAt);
    const groups: Span[] = [{ from: match.start, to: match.end }];
    for (let group = 1; group <= this.#groups; group += 1) {
      const to = places[2 * group + 1];
      groups.push(to === undefined ? { from: text.length, to: text.length } : { from: places[2 * group] ?? to, to });
    }
    return { kind: 'full', groups };
  }

  #partial(text: string, from: number): PatternMatch | null {
    const length = furthest(this.#reversed, text.length - from, (at) => text.charCodeAt(text.length - 1 - at));
    return length > 0 ? { kind: 'partial', from: text.length - length } : null;
  }
}

/** Texts of which one is in each match of a sequence: the longest that is in all, or one of each choice of a group. */
function neededIn(sequence: Sequence): readonly string[] {
  let needed: readonly string[] = [''];
  let run = '';
  const consider = (texts: readonly string[]): void => {
    if (shortestOf(texts) > shortestOf(needed)) needed = texts;
  };
  for (const part of sequence) {
    const isOnce = part.repeat === undefined;
    const character = 'test' in part && isOnce ? part.character : undefined;
    run = character === undefined ? '' : run + character;
    consider([run]);
    if (!('test' in part) && isOnce) consider(part.choices.flatMap(neededIn));
  }
  return needed;
}

function shortestOf(texts: readonly string[]): number {
  return Math.min(...texts.map(({ length }) => length));
}

/** Whether a match may begin with a character: asked of the tests, and known beforehand for those of ASCII. */
interface Firsts {
  readonly ascii: readonly boolean[];
  readonly tests: readonly Test[];
}

function firstsOf(program: readonly Instruction[]): Firsts {
  const tests: Test[] = [];
  const open = [0];
  const seen = new Set<number>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const { kind, test, next, other } = program[at] as Instruction;
    if (kind === 'one') tests.push(test);
    else if (kind === 'split') open.push(next, other);
    else if (kind === 'save') open.push(at + 1);
    else tests.push(() => true);
  }
  return { ascii: Array.from({ length: 128 }, (_, code) => tests.some((test) => test(code))), tests };
}

function mayBegin({ ascii, tests }: Firsts, code: number): boolean {
  return ascii[code] ?? tests.some((test) => test(code));
}

interface Found {
  readonly start: number;
  readonly end: number;
}

/**
 * The match that goes first; null where there is none. All ways are followed at once, those that go first in front: of two
 * that are at the same instruction only the first is kept.
 */
function scan(
  program: readonly Instruction[],
  from: number,
  to: number,
  firsts: Firsts,
  codeAt: (at: number) => number,
): Found | null {
  // Plain arrays: a search is often short, and typed ones take longer to make than that.
  const visited = program.map(() => 0);
  const open: number[] = [];
  let ways: number[] = [];
  let starts: number[] = [];
  let nextWays: number[] = [];
  let nextStarts: number[] = [];
  let count = 0;
  let nextCount = 0;
  let round = 0;
  let best: Found | null = null;
  const follow = (instruction: number, start: number): void => {
    let depth = 0;
    open[depth++] = instruction;
    while (depth > 0) {
      const index = open[--depth] as number;
      if (visited[index] === round) continue;
      visited[index] = round;
      const { kind, next, other } = program[index] as Instruction;
      if (kind === 'split') {
        open[depth++] = other;
        open[depth++] = next;
      } else if (kind === 'save') {
        open[depth++] = index + 1;
      } else {
        nextWays[nextCount] = index;
        nextStarts[nextCount] = start;
        nextCount += 1;
      }
    }
  };
  for (let at = from; ; at += 1) {
    if (count === 0) while (at !== to && !mayBegin(firsts, codeAt(at))) at += 1;
    round += 1;
    nextCount = 0;
    for (let way = 0; way < count; way += 1) follow(ways[way] as number, starts[way] as number);
    if (best === null) follow(0, at);
    [ways, starts, nextWays, nextStarts] = [nextWays, nextStarts, ways, starts];
    count = 0;
    const code = at === to ? -1 : codeAt(at);
    for (let way = 0; way < nextCount; way += 1) {
      const { kind, test } = program[ways[way] as number] as Instruction;
      const start = starts[way] as number;
      if (kind === 'match') {
        best = { start, end: at };
        break;
      }
      if (at === to || !test(code)) continue;
      ways[count] = (ways[way] as number) + 1;
      starts[count] = start;
      count += 1;
    }
    if (at === to || (count === 0 && best !== null)) return best;
  }
}

/** The ways that are open at one place, in the order in which they are tried. After a match no other way is tried. */
interface State {
  readonly ways: readonly number[];
  readonly isMatch: boolean;
  /** By character what follows; null where no way is left. */
  readonly next: Map<number, State | null>;
}

function anchored(program: readonly Instruction[], from: number, text: string): Found | null {
  const length = furthest(program, text.length - from, (at) => text.charCodeAt(from + at));
  return length < 0 ? null : { start: from, end: from + length };
}

/**
 * The length of the preferred match at the beginning; -1 where nothing matches. With `takesFirst` any match is enough. What
 * follows from a state and a character is worked out once, so a run of spaces is quick.
 */
function furthest(
  program: readonly Instruction[],
  length: number,
  codeAt: (at: number) => number,
  takesFirst = false,
): number {
  const states = new Map<string, State>();
  let best = -1;
  let state: State | null = stateOf(program, [0], states);
  for (let at = 0; state !== null; at += 1) {
    if (state.isMatch) best = at;
    if (at === length || (takesFirst && best >= 0)) break;
    const code = codeAt(at);
    let next = state.next.get(code);
    if (next === undefined) {
      const on: number[] = state.ways.filter((way) => program[way]?.test(code)).map((way) => way + 1);
      next = on.length === 0 ? null : stateOf(program, on, states);
      state.next.set(code, next);
    }
    state = next;
  }
  return best;
}

function stateOf(program: readonly Instruction[], from: readonly number[], states: Map<string, State>): State {
  const visited = new Set<number>();
  const ways: number[] = [];
  const open = from.toReversed();
  let isMatch = false;
  for (let index = open.pop(); index !== undefined && !isMatch; index = open.pop()) {
    if (visited.has(index)) continue;
    visited.add(index);
    const { kind, next, other } = program[index] as Instruction;
    if (kind === 'split') open.push(other, next);
    else if (kind === 'save') open.push(index + 1);
    else if (kind === 'match') isMatch = true;
    else ways.push(index);
  }
  const key = `${isMatch} ${ways.join()}`;
  const known = states.get(key);
  if (known !== undefined) return known;
  const state = { ways, isMatch, next: new Map<number, State | null>() };
  states.set(key, state);
  return state;
}

interface Way {
  readonly index: number;
  readonly places: readonly number[];
}

/** Where the groups of a match begin and end. */
function placesIn(
  program: readonly Instruction[],
  { start, end }: Found,
  codeAt: (at: number) => number,
): readonly number[] {
  let ways: Way[] = [{ index: 0, places: [] }];
  let best: readonly number[] = [];
  for (let at = start; ; at += 1) {
    const visited = new Set<number>();
    const next: Way[] = [];
    for (const way of ways) {
      const open = [way];
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        const { index, places } = last;
        if (visited.has(index)) continue;
        visited.add(index);
        const { kind, next: first, other } = program[index] as Instruction;
        if (kind === 'split') open.push({ index: other, places }, { index: first, places });
        else if (kind === 'save') open.push({ index: index + 1, places: withPlace(places, first, at) });
        else next.push(last);
      }
    }
    ways = [];
    for (const { index, places } of next) {
      const { kind, test } = program[index] as Instruction;
      if (kind === 'match') {
        best = places;
        break;
      }
      if (at < end && test(codeAt(at))) ways.push({ index: index + 1, places });
    }
    if (at === end || ways.length === 0) return best;
  }
}

function withPlace(places: readonly number[], slot: number, at: number): readonly number[] {
  const all = places.slice();
  all[slot] = at;
  return all;
}
