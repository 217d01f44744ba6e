import type { Span } from '../../../../document/span.ts';

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

/** The next place of a literal at `from` or later; -1 where there is none. */
export type IndexOf = (literal: string, from: number) => number;

/** What is looked for: an expression, or a text as it is. */
export interface Pattern {
  /**
   * The first match that begins at `from` or later, or else the beginning of one at the end.
   *
   * @param indexOf the next place of a literal; whoever searches a text again and again remembers what it found
   */
  search(text: string, from: number, indexOf: IndexOf): PatternMatch | null;
  /** Whether `search` would find only a beginning. */
  begins(text: string, from: number, indexOf: IndexOf): boolean;
  /** The groups of a match that begins right at `from`. */
  at(text: string, from: number): readonly Span[] | null;
}

/** A text as it is. */
export class Literal implements Pattern {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  search(text: string, from: number, indexOf: IndexOf): PatternMatch | null {
    const at = indexOf(this.text, from);
    if (at >= 0) return { kind: 'full', groups: [{ from: at, to: at + this.text.length }] };
    const begun = begunAt(text, this.text, from);
    return begun < 0 ? null : { kind: 'partial', from: begun };
  }

  begins(text: string, from: number, indexOf: IndexOf): boolean {
    return this.search(text, from, indexOf)?.kind === 'partial';
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
