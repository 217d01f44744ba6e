import { isAsciiLetter, isDigit } from '../document/index.ts';
import type { JsonNode, JsonStringNode } from './node.ts';
import type { RepairCode, RepairLog } from './repairs.ts';
import {
  asciiOf,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  codeAt,
  COLON,
  COMMA,
  controlEscape,
  DOT,
  DOUBLE_QUOTE,
  EQUALS,
  HASH,
  isHexDigit,
  isLineBreak,
  isQuote,
  isSmartDouble,
  isStructure,
  isWhite,
  MINUS,
  type Place,
  PLUS,
  skipWhite,
  SPACE,
  startsKey,
  startsSlashComment,
  ZERO,
} from './tolerant-characters.ts';

interface ScalarReading {
  /** Null when the range ends before anything certain is known, as in `-`. */
  readonly node: JsonNode | null;
  readonly end: number;
  /** What the characters from the node's start to the end of the range must become; null when they are whole. */
  readonly completion: string | null;
}

/** Reads a number, a literal or a bare text. The character at `from` is neither structure, a quote nor white space. */
export function readLenientScalar(text: string, from: number, to: number, place: Place, log: RepairLog): ScalarReading {
  const token = readSpacedNumber(text, from, to) ?? readNumber(text, from, to) ?? readLiteral(text, from, to);
  if (token !== null && (token.completion !== null || !goesOnAsText(text, token.end, to, place))) {
    if (token.repair !== null && token.completion === null) log.add(token.repair, from, token.end, token.written);
    return token;
  }
  const node = bareString(text, from, bareEnd(text, from, to), to, 'unquoted-string', log);
  return { node, end: node.to, completion: null };
}

/** How far a bare key may be from its colon: `{full name: 1}` has one, `{name 1}` has not. */
const BARE_KEY_LOOKAHEAD = 128;

/** Reads a key without quotes. The character at `from` is none of those that end a key. */
export function readBareKey(text: string, from: number, to: number, log: RepairLog): JsonStringNode {
  let firstEnd = from + 1;
  while (firstEnd < to && !endsBareKey(text.charCodeAt(firstEnd)) && !isWhite(text.charCodeAt(firstEnd))) firstEnd += 1;
  const limit = Math.min(to, firstEnd + BARE_KEY_LOOKAHEAD);
  let at = firstEnd;
  let end = firstEnd;
  while (at < limit && !endsBareKey(text.charCodeAt(at))) {
    at += 1;
    if (!isWhite(text.charCodeAt(at - 1))) end = at;
  }
  return bareString(text, from, isColon(codeAt(text, at, limit)) ? end : firstEnd, to, 'unquoted-key', log);
}

interface Token extends ScalarReading {
  /** What the token becomes, when it is whole and not JSON yet. */
  readonly repair: RepairCode | null;
  readonly written: string;
}

function bareString(
  text: string,
  from: number,
  valueTo: number,
  to: number,
  repair: 'unquoted-key' | 'unquoted-string',
  log: RepairLog,
): JsonStringNode {
  const value = text.slice(from, valueTo);
  const end = isLoneCloser(text, valueTo, to, repair === 'unquoted-key') ? valueTo + 1 : valueTo;
  log.add(repair, from, end, quoted(value));
  return { kind: 'string', from, to: end, value };
}

/** Unlike `JSON.stringify` it leaves half a surrogate pair as it is: its escape is not JSON for strict readers. */
function quoted(value: string): string {
  const pieces = ['"'];
  let pieceFrom = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code >= SPACE && code !== DOUBLE_QUOTE && code !== BACKSLASH) continue;
    pieces.push(value.slice(pieceFrom, at), code < SPACE ? controlEscape(code) : `\\${value.charAt(at)}`);
    pieceFrom = at + 1;
  }
  pieces.push(value.slice(pieceFrom), '"');
  return pieces.join('');
}

/** `{a": 1}`, `{"a": b"}`: the text has lost only its opening quote when what follows the other one can follow a text. */
function isLoneCloser(text: string, at: number, to: number, isKey: boolean): boolean {
  const code = codeAt(text, at, to);
  if (code !== DOUBLE_QUOTE && !isSmartDouble(code)) return false;
  const after = asciiOf(codeAt(text, skipWhite(text, at + 1, to), to));
  return isKey ? isColon(after) : after === COMMA || after === CLOSE_BRACE || after === CLOSE_BRACKET;
}

const LITERALS: readonly { word: string; kind: 'true' | 'false' | 'null'; repair: RepairCode | null }[] = [
  { word: 'true', kind: 'true', repair: null },
  { word: 'false', kind: 'false', repair: null },
  { word: 'null', kind: 'null', repair: null },
  { word: 'True', kind: 'true', repair: 'python-literal' },
  { word: 'False', kind: 'false', repair: 'python-literal' },
  { word: 'None', kind: 'null', repair: 'python-literal' },
  { word: 'TRUE', kind: 'true', repair: 'foreign-literal' },
  { word: 'FALSE', kind: 'false', repair: 'foreign-literal' },
  { word: 'NULL', kind: 'null', repair: 'foreign-literal' },
  { word: 'Null', kind: 'null', repair: 'foreign-literal' },
  { word: 'nil', kind: 'null', repair: 'foreign-literal' },
  { word: 'undefined', kind: 'null', repair: 'foreign-literal' },
  { word: 'NaN', kind: 'null', repair: 'foreign-literal' },
  { word: '-NaN', kind: 'null', repair: 'foreign-literal' },
  { word: 'Infinity', kind: 'null', repair: 'foreign-literal' },
  { word: '-Infinity', kind: 'null', repair: 'foreign-literal' },
  { word: '+Infinity', kind: 'null', repair: 'foreign-literal' },
];

const LONGEST_LITERAL = Math.max(...LITERALS.map(({ word }) => word.length));

/** A literal, or the start of one at the end of the range: all literals that start with the same letters mean the same. */
function readLiteral(text: string, from: number, to: number): Token | null {
  const limit = Math.min(to, from + LONGEST_LITERAL + 1);
  let end = from + 1;
  while (end < limit && isAsciiLetter(text.charCodeAt(end))) end += 1;
  const word = text.slice(from, end);
  const literal = LITERALS.find((candidate) => candidate.word === word);
  if (literal !== undefined && endsToken(text, end, to)) {
    const { kind, repair } = literal;
    return { node: { kind, from, to: end }, end, completion: null, repair, written: kind };
  }
  const started = end === to ? LITERALS.find((candidate) => candidate.word.startsWith(word)) : undefined;
  if (started === undefined) return null;
  return { node: { kind: started.kind, from, to }, end: to, completion: started.kind, repair: null, written: '' };
}

/** Longer integers are refused by the strict reader. */
const INTEGER_LIMIT = 1024;
/** Converting more digits than any address or hash has would take time that grows with their square. */
const HEX_LIMIT = 256;

/** A number in JSON's syntax or one that languages around it have; null when the characters are none. */
function readNumber(text: string, from: number, to: number): Token | null {
  const first = text.charCodeAt(from);
  if (!isDigit(first) && first !== MINUS && first !== PLUS && first !== DOT) return null;
  const unsigned = first === MINUS || first === PLUS ? from + 1 : from;
  const body = readHexadecimal(text, unsigned, to) ?? readDecimal(text, unsigned, to);
  if (body === null || (!body.isCut && !endsToken(text, body.end, to))) return null;
  if (body.literal === '') return { node: null, end: to, completion: '', repair: null, written: '' };

  const { end, isCut } = body;
  const literal = first === MINUS ? `-${body.literal}` : body.literal;
  if (body.isInteger ? literal.length > INTEGER_LIMIT : !Number.isFinite(Number(literal))) {
    const value = text.slice(from, end);
    const written = `"${value}"`;
    const node = { kind: 'string', from, to: end, value } as const;
    return { node, end, completion: isCut ? written : null, repair: 'number-out-of-range', written };
  }
  const node = { kind: 'number', from, to: end, literal } as const;
  const repair = literal === text.slice(from, end) ? null : 'number-syntax';
  return { node, end, completion: isCut ? literal : null, repair, written: literal };
}

/** Blanks after the sign, or around the point. No longer number is read so. */
const SPACED = /([+-]?)[ \t]{0,4}(\d{1,40})(?:[ \t]{0,4}\.[ \t]{0,4}(\d{1,40}))?/y;

/** `- 2` and `2 . 5`: a number with blanks in it; null for any other number. */
function readSpacedNumber(text: string, from: number, to: number): Token | null {
  SPACED.lastIndex = from;
  const found = SPACED.exec(text);
  if (found === null) return null;
  const [written, sign = '', integer = '', fraction] = found;
  const end = from + written.length;
  if (end > to || !/\s/.test(written) || !endsToken(text, end, to)) return null;
  const digits = integer.replace(/^0+(?=\d)/, '');
  const literal = `${sign === '-' ? sign : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`;
  const node = { kind: 'number', from, to: end, literal } as const;
  return { node, end, completion: null, repair: 'number-syntax', written: literal };
}

interface NumberBody {
  /** As JSON writes it, without its sign; empty when the range ends before the first digit. */
  readonly literal: string;
  readonly end: number;
  readonly isInteger: boolean;
  /** The range ends where the syntax asks for more digits. */
  readonly isCut: boolean;
}

function readHexadecimal(text: string, from: number, to: number): NumberBody | null {
  if (codeAt(text, from, to) !== ZERO || (codeAt(text, from + 1, to) | 0x20) !== 0x78) return null;
  let end = from + 2;
  while (end < to && isHexDigit(text.charCodeAt(end))) end += 1;
  if (end === from + 2) return end === to ? { literal: '', end, isInteger: true, isCut: true } : null;
  if (end - from > HEX_LIMIT) return null;
  return { literal: BigInt(text.slice(from, end)).toString(), end, isInteger: true, isCut: false };
}

function readDecimal(text: string, from: number, to: number): NumberBody | null {
  const integerEnd = skipDigits(text, from, to);
  let end = integerEnd;
  let fractionFrom = end;
  const hasDot = codeAt(text, end, to) === DOT;
  if (hasDot) {
    fractionFrom = end + 1;
    end = skipDigits(text, fractionFrom, to);
  }
  const fraction = text.slice(fractionFrom, end);
  if (integerEnd === from && fraction === '')
    return end === to ? { literal: '', end, isInteger: true, isCut: true } : null;

  let isCut = hasDot && fraction === '' && end === to;
  let exponent = '';
  if ((codeAt(text, end, to) | 0x20) === 0x65) {
    const sign = codeAt(text, end + 1, to);
    const digitsFrom = sign === PLUS || sign === MINUS ? end + 2 : end + 1;
    const exponentEnd = skipDigits(text, digitsFrom, to);
    if (exponentEnd > digitsFrom) exponent = text.slice(end, exponentEnd);
    else if (exponentEnd === to) isCut = true;
    else return null;
    end = exponentEnd;
  }
  let significant = from;
  while (significant < integerEnd - 1 && text.charCodeAt(significant) === ZERO) significant += 1;
  const integer = text.slice(significant, integerEnd) || '0';
  const literal = integer + (fraction === '' ? '' : `.${fraction}`) + exponent;
  return { literal, end, isInteger: fraction === '' && exponent === '', isCut };
}

function skipDigits(text: string, at: number, to: number): number {
  while (at < to && isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

/** True when a number or a literal may end before `at`: `12:30` and `null-safe` are texts. */
function endsToken(text: string, at: number, to: number): boolean {
  if (at >= to) return true;
  const code = text.charCodeAt(at);
  return isWhite(code) || isStructure(code) || startsSlashComment(text, at, to);
}

function endsBareText(code: number): boolean {
  return isStructure(code) || code === DOUBLE_QUOTE || isSmartDouble(code) || isLineBreak(code);
}

function isColon(code: number): boolean {
  return asciiOf(code) === COLON || code === EQUALS;
}

function endsBareKey(code: number): boolean {
  return endsBareText(code) || isColon(code);
}

/** True when the words after a number or literal belong to one bare text with it: `12 Main Street`, `true story`. */
function goesOnAsText(text: string, end: number, to: number, place: Place): boolean {
  if (place === 'root') return false;
  let next = end;
  while (next < to && isWhite(text.charCodeAt(next)) && !isLineBreak(text.charCodeAt(next))) next += 1;
  const code = codeAt(text, next, to);
  if (next === end || next >= to || endsBareKey(code) || isQuote(code) || code === HASH) return false;
  if (startsSlashComment(text, next, to) || (place === 'member' && startsKey(text, next, to))) return false;
  return (readNumber(text, next, to) ?? readLiteral(text, next, to)) === null;
}

/** Where the bare text at `from` ends: before structure, a double quote, a line break or a comment, trimmed. */
function bareEnd(text: string, from: number, to: number): number {
  let end = from + 1;
  for (let at = from + 1; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (endsBareText(code)) break;
    if (isWhite(code)) continue;
    // `https://` is part of a text; white space comes before a comment.
    const isApart = at > end;
    if (isApart && (code === HASH || startsSlashComment(text, at, to))) break;
    end = at + 1;
  }
  return end;
}
