import { isDict, rawDecode } from '../../../text/languages/index.ts';

/** The object of a call that begins at a place of a text: its name, and where it ends. Null where none does. */
export function objectCallAt(text: string, at: number): { readonly name: string; readonly end: number } | null {
  const reading = rawDecode(text, at);
  const value = reading.ok ? reading.node.value : null;
  if (!reading.ok || !isDict(value) || !(value.has('arguments') || value.has('parameters'))) return null;
  const name = value.get('name');
  return name === undefined ? null : { name: typeof name === 'string' ? name : '', end: reading.end };
}

/** So many objects are read at most, the last ones: one may be in another. */
const MOST = 20;

/** The name of the last call that a text only speaks of, as an object among its words; null for none. */
export function plannedCall(text: string): string | null {
  const begins = [...text.matchAll(/\{\s{0,8}"(?:name|arguments|parameters)"\s{0,4}:/g)].slice(-MOST);
  const names = begins.flatMap(({ index }) => objectCallAt(text, index)?.name ?? []);
  return names.at(-1) ?? null;
}
