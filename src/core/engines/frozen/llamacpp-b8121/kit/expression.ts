import type { Span } from '../../../../text/document/index.ts';
import { Automaton, furthest, matchesSome, Walk } from './automaton.ts';
import type { GrowingText } from './growing-text.ts';
import { beginnings, Compiler, type Instruction } from './instructions.ts';
import { isSpaceCode, type Pattern, type PatternMatch, type Sequence, type Test } from './pattern.ts';

// llama.cpp's regular expressions. They run here on all ways through the expression at once: the answers of a search that
// goes back, in linear time.

export class Expression implements Pattern {
  readonly #program: readonly Instruction[];
  readonly #groups: number;
  readonly #firsts: Firsts;
  /** By character of ASCII, whether it may be the first that is not white space. */
  readonly #begins: readonly boolean[];
  /** Each match has one of these in it, which is empty where nothing is known. */
  readonly #needed: readonly string[];
  /** The beginnings of matches, and the same read from the end of a text to its start. */
  readonly #begun: readonly Instruction[];
  readonly #reversed: readonly Instruction[];

  constructor(...choices: Sequence[]) {
    const compiler = new Compiler();
    this.#program = compiler.program({ choices });
    this.#groups = compiler.groups;
    this.#firsts = firstsOf(this.#program);
    this.#begins = firstsOf(this.#program, true).ascii;
    this.#needed = choices.flatMap(neededIn);
    this.#begun = new Compiler().program(beginnings(choices, 'forwards'));
    this.#reversed = new Compiler().program(beginnings(choices, 'backwards'));
  }

  mayBeginWith(code: number): boolean {
    return this.#begins[code] !== false;
  }

  isOpen(reply: GrowingText): boolean {
    const { begun, open } = this.#known(reply);
    return begun.isOpen || open.goOn(reply.text, 0).isOpen;
  }

  search(reply: GrowingText, from: number): PatternMatch | null {
    return this.#first(reply, from) ?? this.#partial(reply, from);
  }

  begins(reply: GrowingText, from: number): boolean {
    return this.#endsInBeginning(reply, from) && !this.#matches(reply, from);
  }

  at(reply: GrowingText, from: number): readonly Span[] | null {
    const { anchored, whole } = this.#known(reply);
    const known = anchored.get(from);
    if (known !== undefined) return known && withLength(known, reply.text.length);
    const { text } = reply;
    const { length, isDecided } = furthest(whole, text.length - from, (at) => text.charCodeAt(from + at));
    const groups = length < 0 ? null : this.#groupsOf(text, { start: from, end: from + length });
    if (isDecided) anchored.set(from, groups);
    return groups && withLength(groups, text.length);
  }

  #known(reply: GrowingText): KnownOfExpression {
    return reply.knownOf(this, () => ({
      whole: new Automaton(this.#program),
      reversed: new Automaton(this.#reversed),
      begun: new Walk(this.#begun),
      matched: new Walk(this.#program),
      open: new Walk(this.#program),
      first: new Map(),
      anchored: new Map(),
    }));
  }

  /** Whether there is a match at all. */
  #matches(reply: GrowingText, from: number): boolean {
    const mayMatch = this.#needed.some((literal) => reply.indexOf(literal, from) >= 0);
    return mayMatch && this.#known(reply).matched.meetsMatch(reply.text, from);
  }

  #first(reply: GrowingText, from: number): PatternMatch | null {
    const { text } = reply;
    const { first } = this.#known(reply);
    const known = first.get(from);
    if (known !== undefined) return { kind: 'full', groups: withLength(known, text.length) };
    if (!this.#matches(reply, from)) return null;
    const match = scan(this.#program, from, text.length, this.#firsts, (at) => text.charCodeAt(at));
    if (match === null) return null;
    const groups = this.#groupsOf(text, match);
    if (match.isDecided) first.set(from, groups);
    return { kind: 'full', groups: withLength(groups, text.length) };
  }

  #groupsOf(text: string, match: Found): Groups {
    const places = placesIn(this.#program, match, (at) => text.charCodeAt(at));
    const groups: (Span | null)[] = [{ from: match.start, to: match.end }];
    for (let group = 1; group <= this.#groups; group += 1) {
      const to = places[2 * group + 1];
      groups.push(to === undefined ? null : { from: places[2 * group] ?? to, to });
    }
    return groups;
  }

  #partial(reply: GrowingText, from: number): PatternMatch | null {
    const { text } = reply;
    const { begun, reversed } = this.#known(reply);
    if (!begun.goOn(text, from).isMatch) return null;
    const { length } = furthest(reversed, text.length - from, (at) => text.charCodeAt(text.length - 1 - at));
    return length > 0 ? { kind: 'partial', from: text.length - length } : null;
  }

  /** Whether there is a partial match: its length is not asked for, so the search ends with the first character of one. */
  #endsInBeginning(reply: GrowingText, from: number): boolean {
    const { text } = reply;
    const { begun, reversed } = this.#known(reply);
    if (!begun.goOn(text, from).isMatch) return false;
    return matchesSome(reversed, text.length - from, (at) => text.charCodeAt(text.length - 1 - at));
  }
}

/** The whole match, then its groups; null where one takes no part. */
type Groups = readonly (Span | null)[];

/** What does not change any more when the text grows: places in it, and what follows from a state and a character. */
interface KnownOfExpression {
  readonly whole: Automaton;
  readonly reversed: Automaton;
  readonly begun: Walk;
  readonly matched: Walk;
  /** Through all of the text. What the original takes for a beginning is less than that. */
  readonly open: Walk;
  /** By where the search began: its match. */
  readonly first: Map<number, Groups>;
  /** By place: the match that begins right there, or that there is none. */
  readonly anchored: Map<number, Groups | null>;
}

/** A group that takes no part is empty, at the end of the text. */
function withLength(groups: Groups, length: number): readonly Span[] {
  return groups.map((group) => group ?? { from: length, to: length });
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

const SPACES = Array.from({ length: 128 }, (_, code) => code).filter(isSpaceCode);

/** Whether a match may begin with a character: asked of the tests, and known beforehand for those of ASCII. */
interface Firsts {
  readonly ascii: readonly boolean[];
  readonly tests: readonly Test[];
}

/** @param skipsSpaces the first characters after white space, which may itself be part of a match */
function firstsOf(program: readonly Instruction[], skipsSpaces = false): Firsts {
  const tests: Test[] = [];
  const open = [0];
  const seen = new Set<number>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const { kind, test, next, other } = program[at] as Instruction;
    if (kind === 'one') tests.push(test);
    if (kind === 'one' && skipsSpaces && SPACES.some(test)) open.push(at + 1);
    if (kind === 'one') continue;
    if (kind === 'split') open.push(next, other);
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
): (Found & { readonly isDecided: boolean }) | null {
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
    const isDecided = count === 0 && best !== null;
    if (at === to || isDecided) return best && { ...best, isDecided: isDecided && at < to };
  }
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
