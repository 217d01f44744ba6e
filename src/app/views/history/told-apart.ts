import { firstLine, type HistoryEntry } from '../../page/history/history.ts';

/** How much of a text is shown from where it differs, in UTF-16 units, and how much of it is looked at. */
const SHOWN = 60;
const LOOKED_AT = 2000;

/** What names each entry: its first line, and of those that begin alike the words by which they differ. */
export function toldApart(entries: readonly Pick<HistoryEntry, 'id' | 'state'>[]): ReadonlyMap<number, string> {
  const alike = new Map<string, Pick<HistoryEntry, 'id' | 'state'>[]>();
  for (const entry of entries) {
    const line = firstLine(entry.state);
    alike.set(line, [...(alike.get(line) ?? []), entry]);
  }
  const named = [...alike].flatMap(([line, group]) => {
    const texts = group.map(({ state }) => state.text.slice(0, LOOKED_AT).replaceAll(/\s+/g, ' ').trim());
    const from = commonStart(texts);
    return group.map(({ id }, index) => {
      const rest = texts[index]?.slice(from, from + SHOWN) ?? '';
      const name = group.length === 1 || from < line.length || rest === '' ? line : `${line} … ${rest}`;
      return [id, name + besidesText(group, index)] as const;
    });
  });
  return new Map(named);
}

/** What is named of entries with one text and one server, in this order. */
const besides = [
  ['native', 'other native calls'],
  ['tools', 'other tools'],
  ['system', 'another system prompt'],
  ['expected', 'other expected calls'],
  ['compare', 'another text beside it'],
  ['template', 'another template'],
  ['loop', 'other results'],
  ['experiment', 'another experiment'],
  ['note', 'another note'],
] as const satisfies readonly (readonly [keyof HistoryEntry['state'], string])[];

/** By what an entry differs from the newest one with the same text and server, where it does not differ in those. */
function besidesText(group: readonly Pick<HistoryEntry, 'state'>[], index: number): string {
  const own = group[index]?.state;
  const newest = group.slice(0, index).find(({ state }) => state.text === own?.text && state.profile === own.profile);
  if (own === undefined || newest === undefined) return '';
  const found = besides.find(([key]) => JSON.stringify(own[key]) !== JSON.stringify(newest.state[key]));
  return found === undefined ? '' : ` (${found[1]})`;
}

/** Where the texts part, from the beginning of a word. */
function commonStart(texts: readonly string[]): number {
  const [first = '', ...others] = texts;
  let at = 0;
  while (at < first.length && others.every((text) => text[at] === first[at])) at += 1;
  return first.lastIndexOf(' ', at) + 1;
}
