import { isObject, type JsonValue, own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { allowedArguments, declaredArguments } from './hermes-arguments.ts';
import { CLOSE } from './hermes-blocks.ts';
import type { CallPart } from './parts.ts';
import { holdsPrototypeKey, writesPrototypeKey } from './prototype-keys.ts';
import { callsAlone } from './recovery.ts';
import type { HermesRecovery } from './release.ts';
import { parseJson } from './values.ts';

export const hermesRecovery: HermesRecovery = { callsInBlock, isWholeCall, cutList };

function callsInBlock(body: string, base: number, tools: readonly ToolDefinition[]): readonly CallPart[] | null {
  if (writesPrototypeKey(body)) return null;
  const calls: CallPart[] = [];
  for (const call of callsAlone(body, base, tools) ?? []) {
    const args = allowedArguments(parseJson(call.argumentsText), call.name, tools, declaredArguments);
    if (args === undefined) return null;
    calls.push({ ...call, argumentsText: JSON.stringify(args) });
  }
  return calls.length === 0 ? null : calls;
}

function isWholeCall(text: string, tools: readonly ToolDefinition[]): boolean {
  const value = strictJson(text.trim());
  return isCall(value) && tools.some(({ name }) => name === value['name']);
}

function cutList(text: string): ReturnType<HermesRecovery['cutList']> {
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
