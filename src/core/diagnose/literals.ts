import { formatList, type ToolFormat } from '../formats/index.ts';
import { oddCharacters, ordinaryForm } from '../odd-characters.ts';
import type { ToolIndex } from '../scan/tool-index.ts';

/** A marker as it is written, and as it looks to a reader who minds neither lookalikes nor blanks. */
export interface Literal {
  readonly text: string;
  readonly folded: string;
}

/** The longest marker, with room for what is wrong in it. */
export const LONGEST_MARKER = 60;

/** The markers of some formats: openers, closers, and the tags inside, which stand in the examples. */
export function literalsOf(formats: readonly ToolFormat[], tools: ToolIndex): readonly Literal[] {
  const texts = new Set<string>();
  for (const format of formats) {
    const isNamed = typeof format.openers === 'function';
    const openers = typeof format.openers === 'function' ? format.openers(tools) : format.openers;
    for (const { text } of openers) for (const one of [text, closerOf(text)]) texts.add(one.trim());
    for (const text of format.closers ?? []) texts.add(text.trim());
    if (!isNamed) for (const { 0: tag } of format.example.matchAll(/<[^<>\n]{1,50}>/g)) texts.add(headOf(tag));
  }
  return [...texts].filter((text) => /^[<[].{3,}[>\]=]$/.test(text)).map((text) => ({ text, folded: fold(text) }));
}

/** `<function=f>` is `<function=`, and `<invoke name="f">` is `<invoke name=`: what follows is not part of the marker. */
export function headOf(tag: string): string {
  const equals = tag.indexOf('=');
  return equals < 0 ? tag : tag.slice(0, equals + 1);
}

/** The closing tag of an opening one; '' where it is no tag. */
export function closerOf(opener: string): string {
  return /^<[a-zA-Z][\w:|-]*>$/.test(opener) ? `</${opener.slice(1)}` : '';
}

/** The opening marker of a closing one, as far as the formats tell. */
export function openerOf(closer: string): string | null {
  if (/^<\/[a-zA-Z]/.test(closer)) return `<${closer.slice(2)}`;
  const format = formatList.find(({ closers }) => closers?.includes(closer) === true);
  return format === undefined || typeof format.openers === 'function' ? null : (format.openers[0]?.text ?? null);
}

export function formatOf(id: string | undefined): ToolFormat | undefined {
  return formatList.find((format) => format.id === id);
}

export function fold(text: string): string {
  const unescaped = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  return plain(unescaped).replaceAll(' ', '');
}

/** With ordinary characters in place of lookalikes, and without what is not seen. */
export function plain(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const odd of oddCharacters(text, text.length).found) {
    pieces.push(text.slice(at, odd.from), ordinaryForm(odd));
    at = odd.to;
  }
  return pieces.join('') + text.slice(at);
}
