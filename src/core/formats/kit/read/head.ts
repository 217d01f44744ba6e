import { isAsciiSpace } from '../../../text/document/index.ts';
import type { TextSource } from './source.ts';
import { isNameCode, type Resumable } from './resumable.ts';

const LESS = 0x3c;
const SLASH = 0x2f;
const LF = 0x0a;
const UNITS = 3;
/** The longest word: a megabyte of letters must not be read again for every chunk. */
const LONGEST = 200;

/**
 * The head of the text at `from`, in up to three units. A unit is a word, a tag up to its name, or one sign. White space
 * before the head is left out. White space between units becomes one space, or one line break if it contains one.
 */
export function* headAt(source: TextSource, from: number, units = UNITS): Resumable<string> {
  for (;;) {
    const head = knownHead(source, from, units);
    if (head !== null) return head.text;
    source.keep = from;
    yield;
  }
}

/** The head and its end without waiting; null if the known text ends inside the head. */
export function knownHead(source: TextSource, from: number, wanted: number): { text: string; to: number } | null {
  let at = from;
  let out = '';
  const limit = from + LONGEST * (wanted + 1);
  for (let units = 0; units < wanted; units += 1) {
    let blank = '';
    while (isAsciiSpace(source.code(at)) && at < limit) {
      if (source.code(at) === LF) blank = '\n';
      else if (blank === '') blank = ' ';
      at += 1;
    }
    const start = at;
    const code = source.code(at);
    if (code < 0) return source.ended ? { text: out, to: at } : null;
    at += 1;
    if (code === LESS) {
      if (source.code(at) === SLASH) at += 1;
      while (isTagCode(source.code(at)) && at - start < LONGEST) at += 1;
    } else if (isNameCode(code)) {
      while (isNameCode(source.code(at)) && at - start < LONGEST) at += 1;
    } else {
      out += (out === '' ? '' : blank) + source.slice(start, at);
      continue;
    }
    if (source.code(at) < 0 && !source.ended) return null;
    out += (out === '' ? '' : blank) + source.slice(start, at);
  }
  return { text: out, to: at };
}

/** Whether a tag may have this sign: tags are written with two kinds of bars and with U+2581. */
function isTagCode(code: number): boolean {
  return isNameCode(code) || code === 0x7c || code === 0x2581;
}
