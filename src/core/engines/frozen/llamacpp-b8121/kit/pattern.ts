import type { Span } from '../../../../text/document/index.ts';
import type { GrowingText } from './growing-text.ts';

// What llama.cpp looks for in a text: texts and regular expressions, or their beginnings at the end of the text.

export type Test = (code: number) => boolean;

/** One element of an expression, with what may follow it there: `?`, `*` or `+`. */
export type Part = (
  | { readonly test: Test; readonly character?: string }
  | { readonly choices: readonly Sequence[]; readonly captures?: true }
) & {
  readonly repeat?: '?' | '*' | '+';
};

export type Sequence = readonly Part[];

export type PatternMatch =
  /** The whole match, then its groups; a group that takes no part is empty. */
  | { readonly kind: 'full'; readonly groups: readonly Span[] }
  /** The text ends with the beginning of a match. */
  | { readonly kind: 'partial'; readonly from: number };

export function literal(text: string): Part[] {
  return text.split('').map((character) => {
    const wanted = character.charCodeAt(0);
    return { test: (code) => code === wanted, character };
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

/** What is looked for: an expression, or a text as it is. */
export interface Pattern {
  /** Whether a character can be the first of a match that is not white space. */
  mayBeginWith(code: number): boolean;
  /** Whether a match that begins in the text may end in what follows it. */
  isOpen(reply: GrowingText): boolean;
  /** The first match that begins at `from` or later, or else the beginning of one at the end. */
  search(reply: GrowingText, from: number): PatternMatch | null;
  /** Whether `search` would find only a beginning. */
  begins(reply: GrowingText, from: number): boolean;
  /** The groups of a match that begins right at `from`. */
  at(reply: GrowingText, from: number): readonly Span[] | null;
}

/** A text as it is. */
export class Literal implements Pattern {
  readonly text: string;
  readonly #first: number;

  constructor(text: string) {
    this.text = text;
    this.#first = firstCode(text);
  }

  mayBeginWith(code: number): boolean {
    return code === this.#first;
  }

  isOpen({ text }: GrowingText): boolean {
    return begunAt(text, this.text) >= 0;
  }

  search(reply: GrowingText, from: number): PatternMatch | null {
    const at = reply.indexOf(this.text, from);
    if (at >= 0) return { kind: 'full', groups: [{ from: at, to: at + this.text.length }] };
    const begun = begunAt(reply.text, this.text, from);
    return begun < 0 ? null : { kind: 'partial', from: begun };
  }

  begins(reply: GrowingText, from: number): boolean {
    return this.search(reply, from)?.kind === 'partial';
  }

  at({ text }: GrowingText, from: number): readonly Span[] | null {
    return text.startsWith(this.text, from) ? [{ from, to: from + this.text.length }] : null;
  }
}

/** The first character of a literal that is not white space. */
export function firstCode(literal: string): number {
  return literal.trimStart().charCodeAt(0);
}

/** Where the end of the text is the beginning of a literal; -1 where it is not. */
export function begunAt(text: string, literal: string, from = 0): number {
  const first = literal.charCodeAt(0);
  for (let at = Math.max(from, text.length - literal.length); at < text.length; at += 1) {
    if (text.charCodeAt(at) === first && literal.startsWith(text.slice(at))) return at;
  }
  return -1;
}
