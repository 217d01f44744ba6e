import { partitionPoint } from '../document/index.ts';
import type { JsonPath } from './node.ts';

/** One line of pretty JSON: a value, or the beginning or end of a container. */
export interface PrettyLine {
  /** Levels of indentation. */
  readonly depth: number;
  /** The key with its quotes as written, or null outside objects. */
  readonly key: string | null;
  /** A scalar, `{`, `[`, `}`, `]`, `{}` or `[]`, with the comma after it where there is one. */
  readonly text: string;
  /** Path to the value; a closing line has the path of its container. */
  readonly path: JsonPath;
}

/** Valid JSON with a line per value, digits and escapes as they are. At most `limit` lines, so cut ones are just missing. */
export function prettyLines(json: string, limit = Infinity): PrettyLine[] {
  const lines: { depth: number; key: string | null; text: string; path: JsonPath }[] = [];
  /** The open containers: the key or index of the value that is read, and whether it is an object. */
  const open: { part: string | number; isObject: boolean }[] = [];
  let key: string | null = null;
  let wantsKey = false;

  const add = (text: string): void => {
    lines.push({ depth: open.length, key, text, path: open.map(({ part }) => part) });
    key = null;
  };
  for (const [token] of json.matchAll(TOKENS)) {
    const top = open.at(-1);
    if (token === '{' || token === '[') {
      if (lines.length >= limit) break;
      add(token);
      open.push({ part: token === '{' ? '' : 0, isObject: token === '{' });
      wantsKey = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      const last = lines.at(-1);
      // Nothing came after the opener: an empty container takes one line.
      if (last?.text === (token === '}' ? '{' : '[') && last.depth === open.length) last.text += token;
      else add(token);
      wantsKey = false;
    } else if (token === ',') {
      const last = lines.at(-1);
      if (last !== undefined) last.text += ',';
      if (top?.isObject) wantsKey = true;
      else if (typeof top?.part === 'number') top.part += 1;
    } else if (token === ':') {
      wantsKey = false;
    } else if (wantsKey && top !== undefined) {
      key = token;
      top.part = JSON.parse(token) as string;
    } else {
      if (lines.length >= limit) break;
      add(token);
    }
  }
  return lines;
}

/** Beyond this depth nobody reads, and indentation alone would make the text grow with the square of the depth. */
const DEEPEST_INDENT = 40;

/** Valid JSON laid out over lines. */
interface LaidOut {
  readonly text: string;
  /** Where a character of the JSON is in `text`, by its offset. White space between tokens has no place of its own. */
  readonly placeOf: (offset: number) => number;
}

/** Valid JSON with a line per value and two spaces per level, digits and escapes as they are. */
export function layOut(json: string): LaidOut {
  const out: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let length = 0;
  let depth = 0;
  /** The token before opened a container: an empty one takes one line. */
  let isOpen = false;

  const add = (text: string): void => {
    out.push(text);
    length += text.length;
  };
  const breakLine = (): void => {
    add(`\n${'  '.repeat(Math.min(depth, DEEPEST_INDENT))}`);
    isOpen = false;
  };
  for (const { 0: token, index } of json.matchAll(TOKENS)) {
    if (token === '}' || token === ']') {
      depth -= 1;
      if (!isOpen) breakLine();
      isOpen = false;
    } else if (isOpen) {
      breakLine();
    }
    from.push(index);
    to.push(length);
    add(token);
    if (token === ',') breakLine();
    else if (token === ':') add(' ');
    else if (token === '{' || token === '[') {
      depth += 1;
      isOpen = true;
    }
  }
  const placeOf = (offset: number): number => {
    const token = Math.max(partitionPoint(from, (start) => start <= offset) - 1, 0);
    return (to[token] ?? 0) + Math.max(0, offset - (from[token] ?? 0));
  };
  return { text: out.join(''), placeOf };
}

/** The laid out text alone. */
export function prettyText(json: string): string {
  return layOut(json).text;
}

// Strings without a choice per character, which for one of a megabyte would take more stack than engines have.
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
