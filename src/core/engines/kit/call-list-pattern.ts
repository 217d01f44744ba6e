import { isAsciiLetter, type Span } from '../../text/document/index.ts';
import type { Recorder } from '../../trace/index.ts';

// vLLM and SGLang test with the same regular expression whether a text is a list of Python calls:
//   \[ (NAME\( (NAME=.*,\s*)* (NAME=.*\s)? \),\s*)* (NAME\( (NAME=.*,\s*)* (NAME=.*\s*)? \)\s*)+ \]
// with NAME `[a-zA-Z]+\w*`. After the first `NAME=`, the dot takes everything before the last `)` that a `]` follows:
//
//     [ring_bell(times=2), say(text="a)]b")]
//                      ^ the dot          ^ its last `)`

export const patternWords = {
  'no-bracket': 'The pattern stops here: it needs `[`',
  'no-bracket-anywhere': 'The pattern needs `[`, and the text has none',
  'no-name': 'The pattern stops here: it needs an ASCII letter, the first one of a tool name',
  'no-parenthesis': 'The pattern stops here: it needs `(` directly after the tool name',
  'no-argument': 'The pattern stops here: it needs `)`, or the name of an argument, which starts with an ASCII letter',
  'no-equals': 'The pattern stops here: it needs `=` directly after the name of an argument',
  'no-separator': 'The pattern stops here: it needs `]` or the next call. A `,` must come directly after `)`',
  'no-end': 'The pattern stops here: no `)` with a `]` after it follows this argument',
} as const;

export type PatternCode = keyof typeof patternWords;

/** What `\w` and `\s` match. Python's `re` and the module `regex` differ in these. */
export interface CharacterSets {
  readonly isWord: (code: number) => boolean;
  readonly isSpace: (code: number) => boolean;
}

/** Why a text does not match, and the character that shows it. */
export interface PatternStop {
  readonly code: PatternCode;
  readonly at: number;
}

const COMMA = 0x2c;
const EQUALS = 0x3d;
const OPEN_PARENTHESIS = 0x28;
const CLOSE_PARENTHESIS = 0x29;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

export class CallListPattern {
  readonly #text: string;
  readonly #sets: CharacterSets;
  /** The last `)` with only white space between it and a `]`; -1 if there is none. */
  readonly #lastEnd: number;

  constructor(text: string, sets: CharacterSets) {
    this.#text = text;
    this.#sets = sets;
    this.#lastEnd = lastEnd(text, sets);
  }

  /** Where a match that begins at `from` stops; null if it succeeds. */
  stopAt(from: number): PatternStop | null {
    const text = this.#text;
    if (text.charCodeAt(from) !== OPEN_BRACKET) return { code: 'no-bracket', at: from };
    let at = from + 1;
    for (let afterCommas = true; ;) {
      const nameTo = this.#nameEnd(at);
      if (nameTo === at) return { code: 'no-name', at };
      if (text.charCodeAt(nameTo) !== OPEN_PARENTHESIS) return { code: 'no-parenthesis', at: nameTo };
      const inside = nameTo + 1;
      if (text.charCodeAt(inside) !== CLOSE_PARENTHESIS) return this.#stopInArguments(inside);
      at = inside + 1;
      const isComma = afterCommas && text.charCodeAt(at) === COMMA;
      if (isComma) at += 1;
      else afterCommas = false;
      at = this.#spaceEnd(at);
      if (isComma) continue;
      if (text.charCodeAt(at) === CLOSE_BRACKET) return null;
      if (!isAsciiLetter(text.charCodeAt(at))) return { code: 'no-separator', at };
    }
  }

  #stopInArguments(from: number): PatternStop | null {
    const nameTo = this.#nameEnd(from);
    if (nameTo === from) return { code: 'no-argument', at: from };
    if (this.#text.charCodeAt(nameTo) !== EQUALS) return { code: 'no-equals', at: nameTo };
    return this.#lastEnd > nameTo ? null : { code: 'no-end', at: from };
  }

  /** `[a-zA-Z]+\w*` */
  #nameEnd(from: number): number {
    let at = from;
    if (!isAsciiLetter(this.#text.charCodeAt(at))) return at;
    for (;;) {
      const code = this.#text.codePointAt(at);
      if (code === undefined || !this.#sets.isWord(code)) return at;
      at += code > 0xffff ? 2 : 1;
    }
  }

  #spaceEnd(from: number): number {
    let at = from;
    while (this.#sets.isSpace(this.#text.charCodeAt(at))) at += 1;
    return at;
  }
}

function lastEnd(text: string, { isSpace }: CharacterSets): number {
  for (let bracket = text.lastIndexOf(']'); bracket >= 0;) {
    let at = bracket - 1;
    while (at >= 0 && isSpace(text.charCodeAt(at))) at -= 1;
    if (text.charCodeAt(at) === CLOSE_PARENTHESIS) return at;
    bracket = at < 0 ? -1 : text.lastIndexOf(']', at);
  }
  return -1;
}

/** Records which character stopped the match. `placed` is its place in the reply. */
export function noteStop(stop: PatternStop, placed: number, reply: Span, steps: Recorder<PatternCode>): void {
  const from = Math.max(reply.from, Math.min(placed, reply.to - 1));
  steps.reject(stop.code, { from, to: Math.min(from + 1, reply.to) }, Math.min(placed, reply.to));
}

type Step =
  | { readonly kind: 'takes'; readonly takes: 'letter' | 'word' | 'space' | 'any' | number }
  /** Continues at one step, and at the other one if that fails. */
  | { readonly kind: 'split'; readonly first: number; readonly second: number }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'done' };

/** The pattern as steps of a machine, in the order in which Python tries alternatives. */
function program(): readonly Step[] {
  const steps: Step[] = [];
  const take = (...all: (string | number)[]): void => {
    for (const takes of all) steps.push({ kind: 'takes', takes } as Step);
  };
  const greedy = (body: () => void, repeats: boolean): void => {
    const at = steps.length;
    steps.push({ kind: 'done' });
    body();
    if (repeats) steps.push({ kind: 'jump', to: at });
    steps[at] = { kind: 'split', first: at + 1, second: steps.length };
  };
  const star = (takes: string): void => {
    greedy(() => {
      take(takes);
    }, true);
  };
  const name = (): void => {
    take('letter');
    star('word');
  };
  const call = (lastArgument: () => void): void => {
    name();
    take(OPEN_PARENTHESIS);
    greedy(() => {
      name();
      take(EQUALS);
      star('any');
      take(COMMA);
      star('space');
    }, true);
    greedy(() => {
      name();
      take(EQUALS);
      star('any');
      lastArgument();
    }, false);
    take(CLOSE_PARENTHESIS);
  };
  take(OPEN_BRACKET);
  greedy(() => {
    call(() => {
      take('space');
    });
    take(COMMA);
    star('space');
  }, true);
  const again = steps.length;
  // The space after the dot is not needed: the dot takes it as well.
  call(() => undefined);
  star('space');
  steps.push({ kind: 'split', first: again, second: steps.length + 1 });
  take(CLOSE_BRACKET);
  steps.push({ kind: 'done' });
  return steps;
}

/**
 * The end of the match that begins at `from`. Python takes the first match that it finds, which is not always the longest. A
 * step that failed at a place is not tried there again. So the work is linear; Python's is not.
 */
export function matchEnd(text: string, from: number, sets: CharacterSets): number {
  const steps = program();
  const splits = new Map(steps.flatMap((step, at) => (step.kind === 'split' ? [at] : [])).map((at, bit) => [at, bit]));
  const tried = new Uint32Array(text.length - from + 1);
  const open: number[] = [0, from];
  while (open.length > 0) {
    let at = open.pop() as number;
    for (let next: number | null = open.pop() as number; next !== null;) {
      const step = steps[next] as Step;
      if (step.kind === 'done') return at;
      if (step.kind === 'jump') {
        next = step.to;
      } else if (step.kind === 'takes') {
        const size = sizeTaken(text, at, step.takes, sets);
        at += size;
        next = size === 0 ? null : next + 1;
      } else {
        const bit = 1 << (splits.get(next) ?? 0);
        const known = tried[at - from] ?? 0;
        if ((known & bit) === 0) {
          tried[at - from] = known | bit;
          open.push(step.second, at);
          next = step.first;
        } else {
          next = null;
        }
      }
    }
  }
  return from;
}

function sizeTaken(
  text: string,
  at: number,
  takes: 'letter' | 'word' | 'space' | 'any' | number,
  { isWord, isSpace }: CharacterSets,
): number {
  if (at >= text.length) return 0;
  const code = text.charCodeAt(at);
  if (typeof takes === 'number') return code === takes ? 1 : 0;
  if (takes === 'any') return 1;
  if (takes === 'letter') return isAsciiLetter(code) ? 1 : 0;
  if (takes === 'space') return isSpace(code) ? 1 : 0;
  const full = text.codePointAt(at) as number;
  return isWord(full) ? (full > 0xffff ? 2 : 1) : 0;
}
