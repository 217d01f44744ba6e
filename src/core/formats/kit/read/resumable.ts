import { isAsciiSpace } from '../../../text/document/index.ts';
import type { TextSource } from './source.ts';

/**
 * A reader that stops where the known text ends, and continues when more arrives. Its answer depends on the text alone and
 * never on where the text was cut: it answers only what no further text could change.
 */
export type Resumable<T> = Generator<void, T, void>;

/** The end of a block, which is known at once or after further reading. */
export function* endOf(reading: Resumable<number> | number): Resumable<number> {
  return typeof reading === 'number' ? reading : yield* reading;
}

/** The first `needle` at or after `from`; -1 if the text ends without one. */
export function* find(source: TextSource, needle: string, from: number): Resumable<number> {
  for (;;) {
    const at = source.next(needle, from);
    if (at >= 0 || source.ended) return at;
    source.keep = Math.max(from, source.length - needle.length + 1);
    yield;
  }
}

/** The next line break at or after `from`, or the end of the text. */
export function* lineEnd(source: TextSource, from: number): Resumable<number> {
  const end = yield* find(source, '\n', from);
  return end < 0 ? source.length : end;
}

/** The UTF-16 unit at an offset; -1 if the text ends before it. */
export function* codeAt(source: TextSource, at: number): Resumable<number> {
  while (at >= source.length && !source.ended) {
    source.keep = Math.min(at, source.length);
    yield;
  }
  return source.code(at);
}

/** Waits until the text from `from` to `to` is known, or ends before that. */
export function* known(source: TextSource, from: number, to: number): Resumable<void> {
  while (source.length < to && !source.ended) {
    source.keep = from;
    yield;
  }
}

/** The next ink at or after `from`, or the end of the text. */
export function* skipSpace(source: TextSource, from: number): Resumable<number> {
  let at = from;
  for (;;) {
    while (isAsciiSpace(source.code(at))) at += 1;
    if (at < source.length || source.ended) return at;
    source.keep = at;
    yield;
  }
}

/** Whether no prose follows on the line: in a sentence, such a form is only named. */
export function* endsItsLine(source: TextSource, from: number): Resumable<boolean> {
  let at = from;
  let code = yield* codeAt(source, at);
  while (code === 0x20 || code === 0x09) code = yield* codeAt(source, (at += 1));
  return code < 0 || code === 0x0a || code === 0x3c;
}

/** Whether `literal` is at an offset; null while the text there could still become it. */
function isAt(source: TextSource, at: number, literal: string): boolean | null {
  const known = source.length - at;
  if (known > 0 && source.code(at) !== literal.charCodeAt(0)) return literal === '';
  if (known >= literal.length || source.ended) return source.startsWith(literal, at);
  return known > 0 && !literal.startsWith(source.slice(at, source.length)) ? false : null;
}

/** Whether `literal` is at an offset. Waits only while the text there could still become it. */
export function* lookingAt(source: TextSource, at: number, literal: string): Resumable<boolean> {
  let is = isAt(source, at, literal);
  while (is === null) {
    source.keep = at;
    yield;
    is = isAt(source, at, literal);
  }
  return is;
}

/** Whether the text ends at `at` or inside of a `literal` that begins there. Call it only if the literal is not there. */
export function isCutAt(source: TextSource, at: number, literal: string): boolean {
  return source.ended && source.length - at < literal.length && literal.startsWith(source.slice(at, source.length));
}

/** Whether none of `literals` is at an offset, as far as the known text says; false while one may be. */
export function isNoneAt(source: TextSource, at: number, literals: readonly string[]): boolean {
  return literals.every((literal) => isAt(source, at, literal) === false);
}

/** The first of `literals` that is at an offset; null if none is. */
export function* oneOf<T extends string>(source: TextSource, at: number, literals: readonly T[]): Resumable<T | null> {
  for (const literal of literals) {
    // Most are not there, and need no generator of their own to say so.
    const is = isAt(source, at, literal) ?? (yield* lookingAt(source, at, literal));
    if (is) return literal;
  }
  return null;
}

/** Characters that the name of a tool may have. */
export function isNameCode(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x5f ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x3a ||
    code === 0x2f ||
    code === 0x40 ||
    code >= 0xc0
  );
}
