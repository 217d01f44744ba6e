import type { JsonValue } from '../../../../text/json/index.ts';

/** A plain scalar by the core schema of YAML 1.2. */
export function plainValue(text: string): JsonValue {
  if (/^(?:~|[Nn]ull|NULL)?$/.test(text)) return null;
  if (/^(?:[Tt]rue|TRUE)$/.test(text)) return true;
  if (/^(?:[Ff]alse|FALSE)$/.test(text)) return false;
  if (/^0o[0-7]+$/.test(text)) return Number.parseInt(text.slice(2), 8);
  if (/^[-+]?[0-9]+$/.test(text)) return Number.parseInt(text, 10);
  if (/^0x[0-9a-fA-F]+$/.test(text)) return Number.parseInt(text.slice(2), 16);
  if (/^(?:\.nan|\.NaN|\.NAN)$/.test(text)) return NaN;
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  if (/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/.test(text)) return Number.parseFloat(text);
  return /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/.test(text) ? Number.parseFloat(text) : text;
}

/** The lines of a scalar as one text: a line break is a space, further ones stay. Lines have no white space around them. */
export function folded(lines: readonly string[]): string {
  let text = lines[0] ?? '';
  let breaks = 0;
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    if (line === '' && index < lines.length - 1) {
      breaks += 1;
      continue;
    }
    text += (breaks === 0 ? ' ' : '\n'.repeat(breaks)) + line;
    breaks = 0;
  }
  return text;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  ['N', '\u0085'],
  ['_', '\u00a0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
  [' ', ' '],
  ['"', '"'],
  ['/', '/'],
  ['\\', '\\'],
  ['\t', '\t'],
]);

const LENGTHS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** What is between double quotes, over several lines; null where an escape is unknown. */
export function doubleQuoted(inner: string): string | null {
  const out: string[] = [];
  for (let at = 0; at < inner.length; at += 1) {
    const character = inner.charAt(at);
    if (character === '\n') {
      const { breaks, to } = lineBreaks(inner, at);
      out.push(breaks === 0 ? ' ' : '\n'.repeat(breaks));
      at = to - 1;
    } else if (character === ' ' || character === '\t') {
      let to = at;
      while (inner.charAt(to) === ' ' || inner.charAt(to) === '\t') to += 1;
      if (inner.charAt(to) !== '\n') out.push(inner.slice(at, to));
      at = to - 1;
    } else if (character !== '\\') {
      out.push(character);
    } else if (inner.charAt(at + 1) === '\n') {
      at += 1;
      while (inner.charAt(at + 1) === ' ' || inner.charAt(at + 1) === '\t') at += 1;
    } else {
      const escaped = inner.charAt(at + 1);
      const length = LENGTHS.get(escaped) ?? 0;
      const hex = inner.slice(at + 2, at + 2 + length);
      if (length > 0 && (hex.length < length || !/^[0-9a-fA-F]+$/.test(hex))) return null;
      const code = Number.parseInt(hex, 16);
      const plain = length > 0 ? (code > 0x10ffff ? undefined : String.fromCodePoint(code)) : ESCAPES.get(escaped);
      if (plain === undefined) return null;
      out.push(plain);
      at += 1 + length;
    }
  }
  return out.join('');
}

/** The empty lines after a line break, and where the next text begins. */
function lineBreaks(text: string, from: number): { readonly breaks: number; readonly to: number } {
  let breaks = -1;
  let at = from;
  while (' \t\n'.includes(text.charAt(at) || '-')) {
    if (text.charAt(at) === '\n') breaks += 1;
    at += 1;
  }
  return { breaks, to: at };
}
