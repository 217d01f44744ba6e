import type { Span } from '../../../../document/span.ts';

// llama.cpp's regular expressions, which also find the beginning of a match at the end of the text. They run here on all
// ways through the expression at once: the answers of a search that goes back, in linear time.

type Test = (code: number) => boolean;

/** One element of an expression, with what may follow it there: `?`, `*` or `+`. */
export type Part = ({ readonly test: Test } | { readonly choices: readonly Sequence[]; readonly captures?: true }) & {
  readonly repeat?: '?' | '*' | '+';
};

type Sequence = readonly Part[];

export type PatternMatch =
  /** The whole match, then its groups; a group that takes no part is empty. */
  | { readonly kind: 'full'; readonly groups: readonly Span[] }
  /** The text ends with the beginning of a match. */
  | { readonly kind: 'partial'; readonly from: number };

export function literal(text: string): Part[] {
  return [...Array(text.length).keys()].map((at) => {
    const wanted = text.charCodeAt(at);
    return { test: (code) => code === wanted };
  });
}

export function one(test: Test, repeat?: Part['repeat']): Part {
  return repeat === undefined ? { test } : { test, repeat };
}

export function any(...choices: Sequence[]): Part {
  return { choices };
}

export function optional(...sequence: Part[]): Part {
  return { choices: [sequence], repeat: '?' };
}

export function capture(...sequence: Part[]): Part {
  return { choices: [sequence], captures: true };
}

/** `\s` and `std::isspace`. */
export function isSpaceCode(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** `\w`. */
export function isWordCode(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || (code >= 0x61 && code <= 0x7a)
  );
}

export const spaces = one(isSpaceCode, '*');

type Instruction =
  | { readonly kind: 'one'; readonly test: Test }
  /** First `next`, then `other`. */
  | { readonly kind: 'split'; readonly next: number; readonly other: number }
  | { readonly kind: 'save'; readonly slot: number }
  | { readonly kind: 'match' };

interface Thread {
  readonly at: number;
  readonly saved: readonly number[];
}

/** What is looked for: an expression, or a text as it is. */
export interface Pattern {
  /** The first match that begins at `from` or later, or else the beginning of one at the end. */
  search(text: string, from: number): PatternMatch | null;
  /** The groups of a match that begins right at `from`. */
  at(text: string, from: number): readonly Span[] | null;
}

/** A text as it is. */
export class Literal implements Pattern {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  search(text: string, from: number): PatternMatch | null {
    const at = text.indexOf(this.text, from);
    if (at >= 0) return { kind: 'full', groups: [{ from: at, to: at + this.text.length }] };
    const begun = begunAt(text, this.text, from);
    return begun < 0 ? null : { kind: 'partial', from: begun };
  }

  at(text: string, from: number): readonly Span[] | null {
    return text.startsWith(this.text, from) ? [{ from, to: from + this.text.length }] : null;
  }
}

/** Where the end of the text is the beginning of a literal; -1 where it is not. */
export function begunAt(text: string, literal: string, from = 0): number {
  for (let at = Math.max(from, text.length - literal.length); at < text.length; at += 1) {
    if (literal.startsWith(text.slice(at))) return at;
  }
  return -1;
}

export class Expression implements Pattern {
  readonly #program: readonly Instruction[];
  readonly #groups: number;
  readonly #firsts: Firsts;
  readonly #reversed: readonly Instruction[];

  constructor(...choices: Sequence[]) {
    const compiler = new Compiler();
    this.#program = compiler.program({ choices });
    this.#groups = compiler.groups;
    this.#firsts = firstsOf(this.#program);
    this.#reversed = new Compiler().program(beginnings(choices));
  }

  search(text: string, from: number): PatternMatch | null {
    return this.#full(text, from, false) ?? this.#partial(text, from);
  }

  at(text: string, from: number): readonly Span[] | null {
    return this.#full(text, from, true)?.groups ?? null;
  }

  #full(text: string, from: number, isAnchored: boolean): (PatternMatch & { kind: 'full' }) | null {
    const found = run(this.#program, from, text.length, 1, isAnchored ? null : this.#firsts, (at) =>
      text.charCodeAt(at),
    );
    if (found === null) return null;
    const groups: Span[] = [];
    for (let group = 0; group <= this.#groups; group += 1) {
      const to = found[2 * group + 1] ?? -1;
      groups.push(to < 0 ? { from: text.length, to: text.length } : { from: found[2 * group] as number, to });
    }
    return { kind: 'full', groups };
  }

  #partial(text: string, from: number): PatternMatch | null {
    const found = run(this.#reversed, text.length, from, -1, null, (at) => text.charCodeAt(at - 1));
    const start = found?.[1] ?? text.length;
    return start < text.length ? { kind: 'partial', from: start } : null;
  }
}

/** By ASCII code, whether a match may begin with it. */
type Firsts = readonly boolean[];

function firstsOf(program: readonly Instruction[]): Firsts {
  const tests: Test[] = [];
  const open = [0];
  const seen = new Set<number>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const instruction = program[at] as Instruction;
    if (instruction.kind === 'one') tests.push(instruction.test);
    else if (instruction.kind === 'split') open.push(instruction.next, instruction.other);
    else if (instruction.kind === 'save') open.push(at + 1);
    else tests.push(() => true);
  }
  return Array.from({ length: 128 }, (_, code) => tests.some((test) => test(code)));
}

/**
 * The saved places of the match that goes first; null where there is none.
 *
 * @param firsts null where the match has to begin right at `from`
 */
function run(
  program: readonly Instruction[],
  from: number,
  to: number,
  step: 1 | -1,
  firsts: Firsts | null,
  codeAt: (at: number) => number,
): readonly number[] | null {
  let threads: Thread[] = [];
  let best: readonly number[] | null = null;
  const visited = new Int32Array(program.length).fill(-1);
  let round = 0;
  const follow = (list: Thread[], start: number, saved: readonly number[], at: number): void => {
    const open: Thread[] = [{ at: start, saved }];
    for (let thread = open.pop(); thread !== undefined; thread = open.pop()) {
      if (visited[thread.at] === round) continue;
      visited[thread.at] = round;
      const instruction = program[thread.at] as Instruction;
      if (instruction.kind === 'split') {
        open.push({ at: instruction.other, saved: thread.saved }, { at: instruction.next, saved: thread.saved });
      } else if (instruction.kind === 'save') {
        const places = thread.saved.slice();
        places[instruction.slot] = at;
        open.push({ at: thread.at + 1, saved: places });
      } else {
        list.push(thread);
      }
    }
  };
  for (let at = from; ; at += step) {
    if (firsts !== null && threads.length === 0) while (at !== to && firsts[codeAt(at)] === false) at += step;
    round += 1;
    const next: Thread[] = [];
    for (const thread of threads) follow(next, thread.at, thread.saved, at);
    if (best === null && (at === from || firsts !== null)) follow(next, 0, [], at);
    threads = [];
    for (const thread of next) {
      const instruction = program[thread.at] as Instruction;
      if (instruction.kind === 'match') {
        best = thread.saved;
        break;
      }
      if (instruction.kind === 'one' && at !== to && instruction.test(codeAt(at)))
        threads.push({ at: thread.at + 1, saved: thread.saved });
    }
    if (at === to || (threads.length === 0 && (best !== null || firsts === null))) return best;
  }
}

class Compiler {
  readonly #out: Instruction[] = [];
  groups = 0;

  program(part: Part): readonly Instruction[] {
    this.#out.push({ kind: 'save', slot: 0 });
    this.#part(part);
    this.#out.push({ kind: 'save', slot: 1 }, { kind: 'match' });
    return this.#out;
  }

  #part(part: Part): void {
    const { repeat } = part;
    const start = this.#out.length;
    const isOptional = repeat === '?' || repeat === '*';
    if (isOptional) this.#out.push({ kind: 'match' });
    this.#once(part);
    if (repeat === '*') this.#out.push({ kind: 'split', next: start + 1, other: this.#out.length + 1 });
    if (repeat === '+') this.#out.push({ kind: 'split', next: start, other: this.#out.length + 1 });
    if (isOptional) this.#out[start] = { kind: 'split', next: start + 1, other: this.#out.length };
  }

  #once(part: Part): void {
    if ('test' in part) {
      this.#out.push({ kind: 'one', test: part.test });
      return;
    }
    const group = part.captures ? (this.groups += 1) : 0;
    if (group > 0) this.#out.push({ kind: 'save', slot: 2 * group });
    const ends: number[] = [];
    part.choices.forEach((sequence, index) => {
      const start = this.#out.length;
      const isLast = index === part.choices.length - 1;
      if (!isLast) this.#out.push({ kind: 'match' });
      for (const element of sequence) this.#part(element);
      if (isLast) return;
      ends.push(this.#out.length);
      this.#out.push({ kind: 'match' });
      this.#out[start] = { kind: 'split', next: start + 1, other: this.#out.length };
    });
    const after = this.#out.length;
    for (const end of ends) this.#out[end] = { kind: 'split', next: after, other: after };
    if (group > 0) this.#out.push({ kind: 'save', slot: 2 * group + 1 });
  }
}

/**
 * An expression for the beginnings of matches, read from the end of the text to its start: of each sequence the first
 * element, and as many of the following ones as there are, the longest first. So it is at every level: a group counts as
 * begun although something follows it.
 */
function beginnings(choices: readonly Sequence[]): Part {
  return {
    choices: choices.map((sequence) => {
      let rest: Part[] = [];
      for (const part of sequence.toReversed()) {
        const begun = 'test' in part ? part : withRepeat(beginnings(part.choices), part.repeat);
        rest = rest.length === 0 ? [begun] : [{ choices: [rest], repeat: '?' }, begun];
      }
      return rest;
    }),
  };
}

function withRepeat(part: Part, repeat: Part['repeat']): Part {
  return repeat === undefined ? part : { ...part, repeat };
}
