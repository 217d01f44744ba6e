import type { Span } from '../../../text/document/index.ts';
import { decimalValue, isDict, isRegexWord, readPythonJson } from '../../../text/languages/index.ts';
import { isObject, own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';

// The markers of `kimi_k2`, and its ids, which hold the names of the tools.

export const OPEN = '<|tool_calls_section_begin|>';
export const CLOSE = '<|tool_calls_section_end|>';
export const CALL = '<|tool_call_begin|>';
export const CALL_END = '<|tool_call_end|>';
export const ARGUMENTS = '<|tool_call_argument_begin|>';

const PREFIX = 'functions.';

/** The name of `functions.NAME:0`, in the offsets of the id. */
interface NamedId {
  readonly name: Span;
  readonly digits: number;
}

export function namedId(id: string): NamedId | null {
  const colon = id.indexOf(':');
  if (colon < 0) return null;
  const digits = digitCount(id, colon + 1);
  if (digits === null) return null;
  for (const character of id.slice(0, colon)) {
    const code = character.codePointAt(0) as number;
    if (!isRegexWord(code) && character !== '.' && character !== '-') return null;
  }
  const from = id.startsWith(PREFIX) && colon > PREFIX.length ? PREFIX.length : 0;
  return from < colon ? { name: { from, to: colon }, digits } : null;
}

/** How many decimal digits there are from a place to the end; null where there is anything else, or nothing. */
export function digitCount(text: string, from: number): number | null {
  let count = 0;
  for (const character of text.slice(from)) {
    if (decimalValue(character.codePointAt(0) as number) < 0) return null;
    count += 1;
  }
  return count > 0 ? count : null;
}

/** The tool that an id without a name means: null for none, undefined where the original raises. */
export function inferredName(tools: readonly ToolDefinition[], argumentsText: string): string | null | undefined {
  const [first] = tools;
  if (first === undefined) return null;
  if (tools.length === 1) return first.name;
  if (argumentsText === '') return null;
  const reading = readPythonJson(argumentsText);
  if (!reading.ok) return reading.error.code === 'number-out-of-range' ? undefined : null;
  const { value } = reading.node;
  if (!isDict(value)) return undefined;
  const keys = value.keys();
  let best: string | null = null;
  let most = -1;
  for (const { name, schema } of tools) {
    const properties = schema === undefined ? undefined : own(schema, 'properties');
    if (properties === undefined) continue;
    if (!isObject(properties)) return undefined;
    if (Object.keys(properties).length === 0) continue;
    const known = keys.filter((key) => typeof key === 'string' && Object.hasOwn(properties, key)).length;
    const score = known - (keys.length - known);
    if (score <= most) continue;
    most = score;
    best = name;
  }
  return best;
}
