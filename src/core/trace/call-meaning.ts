import { type JsonNode, readJson, writeTree } from '../text/json/index.ts';
import type { ToolCall } from './call.ts';

/** Equal for calls that mean the same: white space, the order of keys and `1.0` for `1` do not matter. */
export function meaning(calls: readonly Pick<ToolCall, 'name' | 'argumentsText'>[]): string {
  return JSON.stringify(calls.map(({ name, argumentsText }) => [name, valueMeaning(argumentsText)]));
}

/** The same for one value as JSON text; what is no JSON is equal to itself alone. */
export function valueMeaning(text: string): string {
  const reading = readJson(text);
  if (!reading.ok) return text;
  return writeTree(reading.node, {
    members: ({ members }) => {
      const last = new Map<string, JsonNode>(members.map(({ key, value }) => [key.value, value]));
      return [...last]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, value]) => [JSON.stringify(key), value] as const);
    },
    scalar: (node) => {
      if (node.kind === 'string') return JSON.stringify(node.value);
      if (node.kind !== 'number') return node.kind;
      const value = Number(node.literal);
      // Digits beyond those of a double count.
      return Number.isSafeInteger(value) || /[.eE]/.test(node.literal) ? String(value + 0) : node.literal;
    },
  });
}
