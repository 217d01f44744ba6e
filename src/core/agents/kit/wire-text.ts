import { numberText } from '../../text/document/index.ts';
import { valueToText } from '../../text/json/index.ts';

/** A message of a request body, as JSON. */
export type WireMessage = Readonly<Record<string, unknown>>;

/** JSON that goes into a message as it is, because a JavaScript value would round its numbers. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Arguments may be nested to any depth, and nobody reads the indentation of what is deeper. */
const DEEPEST = 40;

/**
 * Messages as JSON, two spaces per level. With `shortenTo`, strings above so many UTF-16 units are cut and say how long they
 * are: for reading, no longer what is sent.
 */
export function wireText(value: unknown, shortenTo = Infinity, depth = 0): string {
  if (typeof value === 'string') return valueToText(shortened(value, shortenTo));
  if (value instanceof JsonText) {
    return value.text.length > shortenTo ? valueToText(shortened(value.text, shortenTo)) : value.text;
  }
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return valueToText(value);
  const inner = `\n${'  '.repeat(depth + 1)}`;
  const outer = `\n${'  '.repeat(depth)}`;
  if (Array.isArray(value)) {
    const items = value.map((item) => wireText(item, shortenTo, depth + 1));
    return items.length === 0 ? '[]' : `[${inner}${items.join(`,${inner}`)}${outer}]`;
  }
  const members = Object.entries(value).map(
    ([key, item]) => `${valueToText(key)}: ${wireText(item, shortenTo, depth + 1)}`,
  );
  return members.length === 0 ? '{}' : `{${inner}${members.join(`,${inner}`)}${outer}}`;
}

function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${numberText(text.length)} characters in all)`;
}
