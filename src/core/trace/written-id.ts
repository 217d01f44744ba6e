import type { Span } from '../text/document/index.ts';
import { isObject, parsedJson } from '../text/json/index.ts';

/** Kimi's `functions.NAME:0` and Mistral's `[CALL_ID]a1b2c3d4e`, before the arguments. */
const BEFORE_ARGUMENTS =
  /<\|tool_call_begin\|>\s*([^\s<|{[]*\w:\d+)\s*<\|tool_call_argument_begin\|>|\[CALL_ID\](\w+)\[ARGS\]/;

const ID_KEYS = ['id', 'tool_call_id', 'call_id'];
const NAME_KEYS = ['name', 'tool_name'];

/** More of a call is not read: an id is near its begin, and a larger object is shown without. */
const LONGEST = 20_000;

/** The id that the model wrote for a call, which a runtime may drop; null where there is none. */
export function writtenId({ name, from, to }: Span & { readonly name: string }, document: string): string | null {
  const text = document.slice(from, Math.min(to, from + LONGEST));
  const [, kimi, mistral] = BEFORE_ARGUMENTS.exec(text) ?? [];
  const marked = kimi ?? mistral;
  if (marked !== undefined) return marked;
  const value = parsedJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  if (value === undefined || !isObject(value)) return null;
  const inner = value['function'];
  const named = inner !== undefined && isObject(inner) ? inner : value;
  // The arguments alone may have an `id` as well.
  if (!NAME_KEYS.some((key) => named[key] === name)) return null;
  const id = ID_KEYS.map((key) => value[key]).find((one) => typeof one === 'string' || typeof one === 'number');
  return id === undefined ? null : String(id);
}
