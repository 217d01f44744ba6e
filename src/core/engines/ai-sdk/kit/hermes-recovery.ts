import { isObject, type JsonValue, own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { allowedArguments } from './hermes-arguments.ts';
import { CLOSE } from './hermes-blocks.ts';
import type { CallPart } from './parts.ts';
import { holdsPrototypeKey, writesPrototypeKey } from './prototype-keys.ts';
import { callsAlone } from './recovery.ts';
import { parseJson } from './values.ts';

// What 5.1.6 finds in blocks that are no call of its own form, and in blocks that do not end as they should.

/** Calls of any form in a block that has nothing else but tags; null where there are none, or the schema refuses one. */
export function callsInBlock(body: string, base: number, tools: readonly ToolDefinition[]): readonly CallPart[] | null {
  if (writesPrototypeKey(body)) return null;
  const calls: CallPart[] = [];
  for (const call of callsAlone(body, base, tools) ?? []) {
    const args = allowedArguments(parseJson(call.argumentsText), call.name, tools, '5.1.6');
    if (args === undefined) return null;
    calls.push({ ...call, argumentsText: JSON.stringify(args) });
  }
  return calls.length === 0 ? null : calls;
}

/** Whether text before another block is a complete call in strict JSON, so that the other block ends this one. */
export function isWholeCall(text: string, tools: readonly ToolDefinition[]): boolean {
  const value = strictJson(text.trim());
  return isCall(value) && tools.some(({ name }) => name === value['name']);
}

/**
 * Text that ends in the beginning of a closing tag, without it; null for any other text, and where no list begins in it.
 * Of such a list only one of two or more calls in strict JSON is read.
 */
export function cutList(text: string): { readonly list: string; readonly isWhole: boolean } | null {
  const trimmed = text.trimEnd();
  let length = CLOSE.length - 1;
  while (length >= 2 && !trimmed.endsWith(CLOSE.slice(0, length))) length -= 1;
  const list = trimmed.slice(0, trimmed.length - length).trimEnd();
  if (length < 2 || !list.trimStart().startsWith('[')) return null;
  const value = strictJson(list);
  return {
    list,
    isWhole: Array.isArray(value) && value.length >= 2 && value.every(isCall) && !holdsPrototypeKey(value),
  };
}

function isCall(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return isObject(value) && typeof own(value, 'name') === 'string' && isObject(own(value, 'arguments'));
}

function strictJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
