import type { JsonNode } from '../../json/node.ts';
import { readJson } from '../../json/strict.ts';

/**
 * A text that is the same for two JSON texts exactly when Elixir's `===` calls the decoded terms equal: key order and
 * white space do not matter, `1` and `1.0` differ. Text that is not JSON stands for itself.
 */
export function canonicalText(json: string): string {
  const reading = readJson(json);
  if (!reading.ok) return json;
  const out: string[] = [];
  const pending: (string | JsonNode)[] = [reading.node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      out.push(next);
    } else if (next.kind === 'array') {
      out.push('[');
      pending.push(']');
      for (let index = next.items.length - 1; index >= 0; index -= 1) pending.push(',', next.items[index] as JsonNode);
    } else if (next.kind === 'object') {
      const byKey = new Map<string, JsonNode>();
      for (const { key, value } of next.members) if (!byKey.has(key.value)) byKey.set(key.value, value);
      out.push('{');
      pending.push('}');
      for (const key of [...byKey.keys()].sort())
        pending.push(',', byKey.get(key) as JsonNode, JSON.stringify(key) + ':');
    } else if (next.kind === 'string') {
      out.push(JSON.stringify(next.value));
    } else if (next.kind === 'number') {
      out.push(canonicalNumber(next.literal));
    } else {
      out.push(next.kind);
    }
  }
  return out.join('');
}

function canonicalNumber(literal: string): string {
  if (/[.eE]/.test(literal)) return `float ${String(Number(literal))}`;
  return literal === '-0' ? '0' : literal;
}
