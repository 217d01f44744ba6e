import { TextBuilder, type Text } from './text.ts';

/** What `markupsafe.escape` writes for characters of HTML. */
const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&#34;'],
  ["'", '&#39;'],
]);

/** `markupsafe.escape(text)`: markup stays as it is. */
export function escapeMarkup(text: Text): Text {
  if (text.isMarkup) return text;
  const out = new TextBuilder();
  let copied = 0;
  for (const { 0: character, index } of text.text.matchAll(/[&<>"']/g)) {
    out.add(text.slice(copied, index));
    copied = index + 1;
    const origin = text.slice(index, copied).runs()[0]?.origin;
    if (origin === undefined) continue;
    const entity = entities.get(character) ?? character;
    out.write(entity, origin.kind === 'computed' ? origin : { ...origin, written: 'changed' });
  }
  out.add(text.slice(copied, text.length));
  return out.text().asMarkup();
}
