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
      return [id, group.length === 1 || from < line.length || rest === '' ? line : `${line} … ${rest}`] as const;
    });
  });
  return new Map(named);
}

/** Where the texts part, from the beginning of a word. */
function commonStart(texts: readonly string[]): number {
  const [first = '', ...others] = texts;
  let at = 0;
  while (at < first.length && others.every((text) => text[at] === first[at])) at += 1;
  return first.lastIndexOf(' ', at) + 1;
}
