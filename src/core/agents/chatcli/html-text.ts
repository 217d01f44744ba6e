import { htmlEntities, LONGEST_OLD_NAME, WINDOWS_1252 } from '../../text/languages/index.ts';

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
  const entity = htmlEntities.get(name);
  if (entity !== undefined && (isClosed || entity.isOld)) return { decoded: entity.text, to: at + (isClosed ? 1 : 0) };
  const longest = Math.min(isClosed ? name.length : name.length - 1, LONGEST_OLD_NAME);
  for (let length = longest; length > 1; length -= 1) {
    const old = htmlEntities.get(name.slice(0, length));
    if (old?.isOld === true) return { decoded: old.text, to: from + 1 + length };
  }
  const to = at + (isClosed ? 1 : 0);
  return { decoded: text.slice(from, to), to };
}

function isAlphanumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}
