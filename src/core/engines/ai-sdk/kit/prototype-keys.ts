import { isObject, type JsonValue } from '../../../text/json/index.ts';
import { afterSpace, commentEnd } from './json-space.ts';

/** Keys that the original takes for an attack. */
const SENSITIVE = ['__proto__', 'constructor', 'prototype'];

export function isPrototypeKey(key: string): boolean {
  return SENSITIVE.includes(key);
}

export function holdsPrototypeKey(value: JsonValue): boolean {
  const open: JsonValue[] = [value];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    if (isObject(current) && Object.keys(current).some((key) => SENSITIVE.includes(key))) return true;
    if (typeof current === 'object' && current !== null) for (const item of Object.values(current)) open.push(item);
  }
  return false;
}

const SPACE = /\s/;
const WORD = /[$\w-]*/y;
/** The most bare words that are checked as such a key: the check of what precedes one has no limit of its own. */
const MOST = 100;

/** Whether the text of an object has such a key, at any depth; false where the object has no end. */
export function writesPrototypeKey(text: string): boolean {
  let at = afterSpace(text, 0);
  for (let end = commentEnd(text, at); end > 0; end = commentEnd(text, at)) at = afterSpace(text, end);
  if (text.charAt(at) !== '{') at = text.indexOf('{', at);
  if (at < 0) return false;
  let depth = 0;
  let looked = 0;
  let isFound = false;
  for (; at < text.length; at += 1) {
    const character = text.charAt(at);
    const end = commentEnd(text, at);
    if (end > 0) {
      at = end - 1;
    } else if (character === '{') {
      depth += 1;
    } else if (character === '}') {
      depth -= 1;
      if (depth === 0) return isFound;
    } else if (character === '"' || character === "'") {
      const key = quotedKey(text, at);
      if (key === null) return false;
      at = key.to - 1;
      const colon = afterSpace(text, key.to);
      if (text.charAt(colon) !== ':') continue;
      isFound ||= SENSITIVE.includes(key.key);
      at = colon;
    } else if (looked < MOST && SENSITIVE.some((key) => text.startsWith(key, at))) {
      WORD.lastIndex = at;
      const word = WORD.exec(text)?.[0] ?? '';
      looked += 1;
      const isKey = SENSITIVE.includes(word) && text.charAt(afterSpace(text, at + word.length)) === ':';
      isFound ||= isKey && '{,'.includes(significantBefore(text, at) || '-');
    }
  }
  return false;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** A string and where it ends; null where it has no end, and in double quotes where it is not JSON. */
function quotedKey(text: string, from: number): { readonly key: string; readonly to: number } | null {
  const quote = text.charAt(from);
  let to = from + 1;
  for (; to < text.length && text.charAt(to) !== quote; to += 1) if (text.charAt(to) === '\\') to += 1;
  if (to >= text.length) return null;
  to += 1;
  if (quote === "'") {
    const key = text
      .slice(from + 1, to - 1)
      .replace(/\\(?:u([0-9A-Fa-f]{4})|([^]))/g, (_, hex: string | undefined, escaped: string | undefined) =>
        hex === undefined ? (ESCAPES.get(escaped ?? '') ?? escaped ?? '') : String.fromCharCode(parseInt(hex, 16)),
      );
    return { key, to };
  }
  try {
    return { key: JSON.parse(text.slice(from, to)) as string, to };
  } catch {
    return null;
  }
}

/** The character before a word, without white space and comments; on its line anything after `//` counts as a comment. */
function significantBefore(text: string, index: number): string {
  let at = index - 1;
  while (at >= 0) {
    while (at >= 0 && SPACE.test(text.charAt(at))) at -= 1;
    if (at < 0) return '';
    if (text.charAt(at) === '/' && text.charAt(at - 1) === '*') {
      const start = at < 2 ? -1 : text.lastIndexOf('/*', at - 2);
      if (start < 0) return '/';
      at = start - 1;
      continue;
    }
    const line = text.lastIndexOf('\n', at) + 1;
    const comment = text.lastIndexOf('//', at);
    if (comment < line) return text.charAt(at);
    at = comment - 1;
  }
  return '';
}
