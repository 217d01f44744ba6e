import { readJson } from '../../../core/index.ts';

/** The arguments of a call as a form sees them: each value as JSON, with all of its digits. */
export type ArgumentMembers = ReadonlyMap<string, string>;

/** The members of arguments as JSON text; null where that is no JSON object. White space counts as `{}`. */
export function membersOf(text: string): ArgumentMembers | null {
  if (text.trim() === '') return new Map();
  const reading = readJson(text);
  if (!reading.ok || reading.node.kind !== 'object') return null;
  return new Map(reading.node.members.map(({ key, value }) => [key.value, text.slice(value.from, value.to)]));
}

/** The arguments with one value changed, or taken away by null. What is no JSON object stays as it is. */
export function withMember(text: string, key: string, value: string | null): string {
  const members = membersOf(text);
  if (members === null) return text;
  const changed = new Map(members);
  if (value === null) changed.delete(key);
  else changed.set(key, value);
  return `{${[...changed].map(([name, json]) => `${JSON.stringify(name)}: ${json}`).join(', ')}}`;
}
