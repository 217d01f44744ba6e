import type { JsonPath } from './node.ts';

/** One line of pretty JSON: a value, or the beginning or end of a container. */
export interface PrettyLine {
  /** Levels of indentation. */
  readonly depth: number;
  /** The key with its quotes as written, or null outside objects. */
  readonly key: string | null;
  /** A scalar, `{`, `[`, `}`, `]`, `{}` or `[]`, with the comma behind it where there is one. */
  readonly text: string;
  /** Path to the value; a closing line has the path of its container. */
  readonly path: JsonPath;
}

/** Valid JSON with a line per value, digits and escapes as they stand. At most `limit` lines, so cut ones are just missing. */
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
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
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

/** The lines as one text, two spaces per level; beyond 40 levels no deeper, or it would grow with the square of the depth. */
export function prettyText(json: string): string {
  return prettyLines(json)
    .map(({ depth, key, text }) => `${'  '.repeat(Math.min(depth, 40))}${key === null ? '' : `${key}: `}${text}`)
    .join('\n');
}
