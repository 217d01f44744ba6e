import { extract } from '../reader/index.ts';
import type { ToolCall } from '../trace/index.ts';

/** What a reply calls by its shape alone, and where. */
export interface PerhapsCall {
  /** Those that a reader of ours finds; the first name alone where it finds none. */
  readonly calls: readonly (Pick<ToolCall, 'name'> & Partial<Pick<ToolCall, 'format'>>)[];
  readonly name: string;
  readonly at: number;
}

/** A name at the end of a line, and an object below. */
const NAMED = /([A-Za-z_][\w.-]{1,60})[ \t]*\n\s{0,20}\{/g;
const NAME_OF_CODE = /[a-z\d][_-][a-z]|[a-z][A-Z]/;
/** Words over an object that is no call. */
const HEADING =
  /^(?:answer|args|arguments|code|config|data|example|final|function|input|javascript|jsonc?|note|object|output|params|parameters|python|request|response|results?|schema|summary|text|thought|tools?|typescript|yaml)$/i;
/** The beginning of a reply that begins with a list of calls, as in Python; and such a list that is alone on its line. */
const LIST = /^\s{0,20}(?:```\w{0,20}\n)?\s{0,20}(?=\[\s{0,20}([A-Za-z_][\w.]{0,60})\((?:[A-Za-z_]\w{0,60} ?=|\{|\)))/;
const LINE = /^\[[^\n]{0,4000}\](?=[ \t]*(?:\n|$))/;
const MOST_CANDIDATES = 10;
/** Each candidate is read once more. In UTF-16 units. */
const LONGEST = 50_000;

/**
 * A reply of which nobody knows the tools, and in which no reader of ours is sure of a call, may have the shape of one: a name on the
 * line before an object with which it ends, or a list of calls before words. With the tools known it would be one call or the other.
 *
 *     gcd                     [area(length=7), area(length=3)]
 *     {"a": 96, "b": 128}     This calculates the areas.
 */
export function callByShape(text: string): PerhapsCall | null {
  if (text.length > LONGEST) return null;
  return listedCall(text) ?? namedCall(text);
}

function namedCall(text: string): PerhapsCall | null {
  if (!text.trimEnd().endsWith('}')) return null;
  for (const { 1: found = '', index } of [...text.matchAll(NAMED)].slice(0, MOST_CANDIDATES)) {
    const isFirst = text.slice(0, index).trim() === '';
    // A sentence may end right before it.
    const name = isFirst ? found : (found.split('.').at(-1) ?? '');
    if (HEADING.test(name) || !(isFirst || NAME_OF_CODE.test(name))) continue;
    const at = index + found.length - name.length;
    const { calls } = extract({ text: text.slice(at) }, { runtime: 'auto', tools: [{ name, schema: {} }] });
    if (calls.some((call) => call.name === name)) return { calls, name, at };
  }
  return null;
}

function listedCall(text: string): PerhapsCall | null {
  const begun = LIST.exec(text);
  if (begun === null) return null;
  const [{ length: at }, name = ''] = begun;
  const [list = ''] = LINE.exec(text.slice(at)) ?? [];
  const { calls } = extract({ text: list }, { runtime: 'auto' });
  return { calls: calls.length > 0 ? calls : [{ name }], name, at };
}
