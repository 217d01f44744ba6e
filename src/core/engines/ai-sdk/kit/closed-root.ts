import type { Span } from '../../../text/document/index.ts';

/** A call that is written as a self-closing tag with the arguments in it. */
interface ClosedRoot {
  readonly name: string;
  /** Where the arguments are in the text, without the line break before them. */
  readonly body: Span;
  /** The same call with an opening and a closing tag. */
  readonly repaired: string;
}

/** `<name`, a line break, the arguments, a line break and `/>`, as the whole text. */
export function closedRoot(text: string, names: readonly string[]): ClosedRoot | null {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  const name = /^<([A-Za-z_][A-Za-z0-9_-]*)/.exec(text.slice(start, start + LONGEST_NAME))?.[1];
  if (name === undefined || !names.includes(name) || !text.slice(start, end).endsWith('/>')) return null;
  const nameTo = start + 1 + name.length;
  const first = nameTo + (/^\s*/.exec(text.slice(nameTo, end))?.[0] ?? '').length;
  const from = text.lastIndexOf('\n', first - 1) + 1;
  const content = text.slice(0, end - 2);
  const to = content.trimEnd().length;
  if (from <= nameTo || to < first || !content.slice(to).includes('\n')) return null;
  const body = text.slice(from, to);
  if (body.includes(`</${name}>`)) return null;
  return { name, body: { from, to }, repaired: `<${name}>\n${body}\n</${name}>` };
}

const LONGEST_NAME = 1000;
