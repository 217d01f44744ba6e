import { isSpace } from './matchers.ts';
import { FAILED, type Matcher, type Reading } from './reading.ts';

/** How values are written. */
interface Notation {
  readonly quotes: string;
  readonly words: readonly string[];
  /** White space after a closing bracket is part of the value, and none comes before a comma of a list otherwise. */
  readonly isPython: boolean;
}

const json: Notation = { quotes: '"', words: ['true', 'false', 'null'], isPython: false };
const pythonOrJson: Notation = {
  quotes: '"\'',
  words: ['True', 'False', 'None', 'true', 'false', 'null'],
  isPython: true,
};

const BACKSLASH = 0x5c;

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const BEGIN_OF_NUMBER = /^-?(?:(?:0|[1-9][0-9]*)(?:\.|(?:\.[0-9]+)?(?:[eE][+-]?[0-9]*)?)?)?$/;
const HEX = /^[0-9A-Fa-f]*$/;
const NO_HEX = /[^0-9A-Fa-f]/;

/** One JSON value. Line breaks inside of strings are let through. */
export const jsonValue = value(json);

/** The same with the words and quotes of Python. */
export const pythonValue = value(pythonOrJson);

export const jsonObject = valueOf(json, '{');
export const jsonArray = valueOf(json, '[');

export const jsonNumber: Matcher = (reading, at) => readNumber(reading, at);

export const jsonBoolean: Matcher = (reading, at) => readWord(reading, at, ['true', 'false']);

export const jsonNull: Matcher = (reading, at) => readWord(reading, at, ['null']);

/** A string up to its quote, which is not taken. */
export function stringContent(quote: string): Matcher {
  return (reading, at) => readString(reading, at, quote);
}

/** A string in one of the quotes. */
export function quoted(quotes: string): Matcher {
  return (reading, at) => readQuoted(reading, at, quotes);
}

function valueOf(notation: Notation, first: string): Matcher {
  const read = value(notation);
  return (reading, at) => {
    if (at >= reading.text.length) return reading.more(at);
    return reading.text[at] === first ? read(reading, at) : reading.refuse(at, 'wanted-json');
  };
}

/** A loop with a stack of its own: nesting is bounded by memory only. */
function value(notation: Notation): Matcher {
  return (reading, from) => {
    const { text } = reading;
    /** The closing brackets that are still to come. */
    const open: string[] = [];
    let at = from;
    for (;;) {
      // At a value.
      if (at >= text.length) return reading.more(at);
      const opener = text[at];
      let isDone = true;
      if (opener === '{' || opener === '[') {
        const closer = opener === '{' ? '}' : ']';
        at = skipSpace(text, at + 1);
        if (at >= text.length) return reading.more(at);
        if (text[at] === closer) {
          at = afterBracket(text, at, notation);
        } else {
          open.push(closer);
          isDone = false;
        }
      } else {
        at = readScalar(reading, at, notation);
        if (at === FAILED || reading.needsMore) return at;
      }
      // After a value: what closes here, up to the next member or item.
      while (isDone) {
        const closer = open.at(-1);
        if (closer === undefined) return at;
        const next = skipSpace(text, at);
        if (next >= text.length) return reading.more(next);
        if (text[next] === closer) {
          open.pop();
          at = afterBracket(text, next, notation);
        } else if (text[next] === ',' && (next === at || closer === '}' || !notation.isPython)) {
          at = skipSpace(text, next + 1);
          isDone = false;
        } else {
          return reading.refuse(next, 'wanted-json');
        }
      }
      if (open.at(-1) === '}') {
        at = readKey(reading, at, notation);
        if (at === FAILED || reading.needsMore) return at;
      }
    }
  };
}

function readKey(reading: Reading, at: number, { quotes }: Notation): number {
  const { text } = reading;
  const key = readQuoted(reading, at, quotes);
  if (key === FAILED || reading.needsMore) return key;
  const colon = skipSpace(text, key);
  if (colon >= text.length) return reading.more(colon);
  return text[colon] === ':' ? skipSpace(text, colon + 1) : reading.refuse(colon, 'wanted-json');
}

function readScalar(reading: Reading, at: number, { quotes, words }: Notation): number {
  const first = reading.text[at] ?? '';
  if (quotes.includes(first)) return readQuoted(reading, at, quotes);
  return /[-0-9]/.test(first) ? readNumber(reading, at) : readWord(reading, at, words);
}

function readQuoted(reading: Reading, at: number, quotes: string): number {
  const { text } = reading;
  if (at >= text.length) return reading.more(at);
  const quote = text[at] ?? '';
  if (!quotes.includes(quote)) return reading.refuse(at, 'wanted-json');
  const to = readString(reading, at + 1, quote);
  return to === FAILED || reading.needsMore ? to : to + 1;
}

function readString(reading: Reading, from: number, quote: string): number {
  const { text, before } = reading;
  const closer = quote.charCodeAt(0);
  let at = before?.stringFrom(quote, from) ?? from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === closer) return at;
    if (code !== BACKSLASH) continue;
    // An escape that is not whole yet is not part of the value.
    const escape = text[at + 1];
    if (escape === undefined) break;
    if (escape === 'u') {
      const digits = text.slice(at + 2, at + 6);
      if (!HEX.test(digits)) return reading.refuse(at + 2 + digits.search(NO_HEX), 'wanted-json');
      if (digits.length < 4) break;
      at += 5;
    } else if (escape === quote || '\\/bfnrt'.includes(escape)) {
      at += 1;
    } else {
      return reading.refuse(at + 1, 'wanted-json');
    }
  }
  before?.noteString(quote, from, at);
  reading.openQuote = quote;
  return reading.more(at);
}

/** A number is sure only where something follows that cannot be a part of it. */
function readNumber(reading: Reading, at: number): number {
  const { text } = reading;
  let to = at;
  while (to < text.length && '0123456789.eE+-'.includes(text[to] ?? '')) to += 1;
  const run = text.slice(at, to);
  if (to >= text.length) return BEGIN_OF_NUMBER.test(run) ? reading.more(to) : reading.refuse(at, 'wanted-number');
  return NUMBER.test(run) ? to : reading.refuse(at, 'wanted-number');
}

function readWord(reading: Reading, at: number, words: readonly string[]): number {
  const { text } = reading;
  for (const word of words) {
    if (text.startsWith(word, at)) return at + word.length;
    if (at + word.length > text.length && word.startsWith(text.slice(at))) return reading.more(text.length);
  }
  const alike = words.map((word) => {
    let to = at;
    while (text[to] === word[to - at]) to += 1;
    return to;
  });
  return reading.refuse(Math.max(...alike), 'wanted-json');
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function afterBracket(text: string, bracket: number, { isPython }: Notation): number {
  return isPython ? skipSpace(text, bracket + 1) : bracket + 1;
}
