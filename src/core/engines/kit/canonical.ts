import { type JsonNode, readJson, writeTree } from '../../text/json/index.ts';

/**
 * A key for a JSON text: two keys are equal exactly if Elixir's `===` calls the decoded terms equal. Key order and white space
 * do not matter; `1` and `1.0` differ. The key of a text that is no JSON is the text itself.
 */
export function canonicalText(json: string): string {
  const reading = readJson(json);
  if (!reading.ok) return json;
  return writeTree(reading.node, {
    members: ({ members }) => {
      const first = new Map<string, JsonNode>();
      for (const { key, value } of members) if (!first.has(key.value)) first.set(key.value, value);
      return [...first]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, value]) => [JSON.stringify(key), value]);
    },
    scalar: (node) => {
      if (node.kind === 'string') return JSON.stringify(node.value);
      return node.kind === 'number' ? canonicalNumber(node.literal) : node.kind;
    },
  });
}

function canonicalNumber(literal: string): string {
  if (/[.eE]/.test(literal)) return `float ${String(Number(literal))}`;
  return literal === '-0' ? '0' : literal;
}
