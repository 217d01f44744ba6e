import type { Span } from '../../../text/document/index.ts';

/** A message: its recipient, and where its body is. */
export interface Channel extends Span {
  readonly name: string | null;
  readonly body: Span;
  /** Whether the marker of its end has come. */
  readonly isClosed: boolean;
}

const MESSAGE = '<|message|>';
const START = '<|start|>';
const TO = 'to=';

/** `to=` with what follows it up to `<|message|>`, which may be more than a name. */
export interface Header extends Span {
  readonly name: string;
}

// The originals look for headers with regular expressions that go on from every `to=` to the end of the text. Here a header is
// looked for backwards from the end that it must have, which takes as long as the text is.

/** The first header from a place on. The name may hold anything but `<`. */
export function nextHeader(text: string, start: number): Header | null {
  for (let end = text.indexOf(MESSAGE, start); end >= 0; end = text.indexOf(MESSAGE, end + MESSAGE.length)) {
    const from = text.indexOf(TO, Math.max(start, beforeTag(text, end)));
    if (from >= 0 && from + TO.length <= end)
      return { from, to: end + MESSAGE.length, name: text.slice(from + TO.length, end) };
  }
  return null;
}

/** After the last `<` before a place. */
function beforeTag(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('<', at - 1) + 1;
}

const tokens = /<\|(?:eom|eot|start|message)\|>/g;

/** The messages of a text, in its order. A name has neither `<` nor white space. */
export function channelsIn(text: string): Channel[] {
  const channels: Channel[] = [];
  let open: { from: number; name: string | null; body: number } | null = null;
  let free = 0;
  const close = (to: number, isClosed: boolean): void => {
    if (open === null) return;
    const { from, name, body } = open;
    channels.push({ from, to, name, body: { from: body, to }, isClosed });
    open = null;
  };
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const after = index + token.length;
    if (token === MESSAGE) {
      const { from, name } = headerBefore(text, free, index);
      close(from, false);
      open = { from, name, body: after };
      free = after;
    } else if (open !== null) {
      close(index, token !== START);
      free = token === START ? index : after;
    }
  }
  close(text.length, false);
  return channels;
}

const header = /<\|start\|>\s*assistant\s*(?:to=([^<\s]+)\s*)?<\|message\|>/y;

/** Where the header of a `<|message|>` begins, not before `floor`, and whom it names. */
function headerBefore(text: string, floor: number, end: number): { from: number; name: string | null } {
  const tag = beforeTag(text, end) - 1;
  header.lastIndex = tag;
  const whole = tag >= floor && text.startsWith(START, tag) ? header.exec(text) : null;
  if (whole !== null) return { from: tag, name: whole[1] ?? null };
  const low = Math.max(floor, tag + 1);
  const word = [...text.slice(low, end).matchAll(/\S+/g)].at(-1);
  const at = word?.[0].indexOf(TO) ?? -1;
  const name = word?.[0].slice(at + TO.length) ?? '';
  return word === undefined || at < 0 || name === ''
    ? { from: end, name: null }
    : { from: low + word.index + at, name };
}

/** Where what may become a header or a tag begins at the end of a text: its length where nothing may. */
export function heldFrom(text: string): number {
  const closed = text.lastIndexOf('>');
  const to = text.indexOf(TO, beforeTag(text, closed + 1));
  const begun = /to?$/.exec(text)?.index ?? text.length;
  return Math.min(unclosedTag(text), begun, to < 0 ? text.length : to);
}

/** Where a tag begins that no `>` closes: the length of the text where there is none. */
export function unclosedTag(text: string): number {
  const from = text.indexOf('<', text.lastIndexOf('>') + 1);
  return from < 0 ? text.length : from;
}
