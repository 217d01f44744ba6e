import { namedEntities } from './html-entities.ts';

interface Entity {
  readonly text: string;
  /** Counts without a semicolon too. */
  readonly isOld: boolean;
}

const entities: ReadonlyMap<string, Entity> = new Map(
  namedEntities
    .trim()
    .split(/[ \n]/)
    .map((entry) => {
      const split = entry.search(/[:!]/);
      const points = entry.slice(split + 1).split('-');
      const text = String.fromCodePoint(...points.map((point) => Number.parseInt(point, 16)));
      return [entry.slice(0, split), { text, isOld: entry.charAt(split) === '!' }];
    }),
);

/** The old names have at most so many letters. */
const LONGEST_OLD_NAME = 6;
/** What browsers and Go make of the code points 0x80 to 0x9f: the characters of Windows-1252. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Go's `html.UnescapeString`. */
export function unescapeHtml(text: string): string {
  if (!text.includes('&')) return text;
  const out: string[] = [];
  let at = 0;
  for (let next = text.indexOf('&'); next >= 0; next = text.indexOf('&', at)) {
    out.push(text.slice(at, next));
    const { decoded, to } = referenceAt(text, next);
    out.push(decoded);
    at = to;
  }
  out.push(text.slice(at));
  return out.join('');
}

function referenceAt(text: string, from: number): { decoded: string; to: number } {
  return text.charAt(from + 1) === '#' ? numberAt(text, from) : nameAt(text, from);
}

function numberAt(text: string, from: number): { decoded: string; to: number } {
  const asItIs = { decoded: '&', to: from + 1 };
  if (text.length - from <= 3) return asItIs;
  const isHex = (text.charCodeAt(from + 2) | 0x20) === 0x78;
  let at = from + (isHex ? 3 : 2);
  let point = 0;
  for (; at < text.length; at += 1) {
    const digit = Number.parseInt(text.charAt(at), isHex ? 16 : 10);
    if (Number.isNaN(digit)) break;
    // 32 bits, as Go counts.
    point = (Math.imul(point, isHex ? 16 : 10) + digit) | 0;
  }
  if (text.charAt(at) === ';') at += 1;
  if (at - from <= 3) return asItIs;
  return { decoded: characterOf(point), to: at };
}

function characterOf(point: number): string {
  if (point >= 0x80 && point <= 0x9f) return WINDOWS_1252.charAt(point - 0x80);
  const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : '\ufffd';
}

function nameAt(text: string, from: number): { decoded: string; to: number } {
  let at = from + 1;
  while (at < text.length && isAlphanumeric(text.charCodeAt(at))) at += 1;
  const name = text.slice(from + 1, at);
  const isClosed = text.charAt(at) === ';';
  const entity = entities.get(name);
  if (entity !== undefined && (isClosed || entity.isOld)) return { decoded: entity.text, to: at + (isClosed ? 1 : 0) };
  const longest = Math.min(isClosed ? name.length : name.length - 1, LONGEST_OLD_NAME);
  for (let length = longest; length > 1; length -= 1) {
    const old = entities.get(name.slice(0, length));
    if (old?.isOld === true) return { decoded: old.text, to: from + 1 + length };
  }
  const to = at + (isClosed ? 1 : 0);
  return { decoded: text.slice(from, to), to };
}

function isAlphanumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}
