import type { Span } from '../document/index.ts';

/** What the grammar wanted where it stopped. */
export type JsonExpectation = 'value' | 'key' | 'colon' | 'comma-or-close' | 'digit' | 'end';

export type JsonErrorCode =
  | 'unexpected-character'
  | 'unexpected-end'
  /** A string holds an unescaped character below U+0020. */
  | 'control-character'
  | 'bad-escape'
  /** `\ud800` without its second half, or a second half alone. */
  | 'lone-surrogate'
  /** A float beyond the range of a double, or an integer of more than 1024 digits. */
  | 'number-out-of-range';

export interface JsonError {
  readonly code: JsonErrorCode;
  /** UTF-16 offset of the first character that cannot be read; the end of the range when the text stops early. */
  readonly at: number;
  /** The offending characters; empty at the end of the text. */
  readonly span: Span;
  readonly expected: JsonExpectation | null;
}
