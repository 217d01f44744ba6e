import type { Span } from '../../../../text/document/index.ts';
import type { MessageParser } from './message.ts';
import { begunAt } from './pattern.ts';
import { Raise, unfinished } from './raise.ts';
import { trimmedEnd } from './xml-content.ts';

// What llama.cpp's grammars of b8121 are made of. A part that the text ends in is not whole yet while more may come; when
// nothing more comes, it does not match.

/** Goes after the literal; false where it is not there. */
export function takes(parser: MessageParser, literal: string): boolean {
  const { text, at } = parser;
  if (text.startsWith(literal, at)) {
    parser.hasFound = true;
    parser.at += literal.length;
    return true;
  }
  const isBegun = text.length - at < literal.length && literal.startsWith(text.slice(at));
  parser.looked(literal, isBegun);
  if (parser.isPartial && isBegun) throw unfinished;
  return false;
}

/** The text before the first marker, or before the beginning of one at the end of the text. */
export function textUntil(parser: MessageParser, ...markers: readonly string[]): Span & { readonly isOpen: boolean } {
  const { text, at: from } = parser;
  let to = -1;
  for (const marker of markers) {
    const whole = parser.indexOf(marker, from);
    const at = whole < 0 ? begunAt(text, marker, from) : whole;
    if (at < 0) continue;
    parser.hasFound = true;
    if (to < 0 || at < to) to = at;
  }
  parser.at = to < 0 ? text.length : to;
  return { from, to: parser.at, isOpen: to < 0 };
}

/** Content before the marker of a call, or up to the end where no call is looked for. */
export function takeContent(parser: MessageParser, marker?: string): void {
  const span = marker === undefined ? textUntil(parser) : textUntil(parser, marker);
  if (marker !== undefined) {
    const { text, at } = parser;
    const found = text.startsWith(marker, at) ? { from: at, to: at + marker.length } : null;
    parser.steps.gate('finds-call', found !== null, { from: span.from, to: text.length }, found);
  }
  parser.addContent(trimmedEnd(parser.text, span));
  if (span.isOpen && parser.isPartial) throw unfinished;
}

/** One of the alternatives that are tried in turn; where none matches, the parser is where it was. */
export function firstOf<Item>(parser: MessageParser, items: readonly Item[], read: (item: Item) => boolean): boolean {
  const { at } = parser;
  const count = parser.calls.length;
  for (const item of items) {
    if (read(item)) return true;
    parser.at = at;
    parser.calls.length = count;
  }
  return false;
}

/** The end of the grammar: it does not ask for the end of the text. */
export function leaveRest(parser: MessageParser): void {
  const rest = parser.rest();
  if (rest.from < rest.to) parser.steps.quirk('rest-unread', rest);
}

/** The text does not match the grammar at all. The place in the message is one in UTF-8. */
export function mismatch(parser: MessageParser, at: number): Raise {
  let bytes = at;
  for (let index = 0; index < at; index += 1) {
    const code = parser.text.charCodeAt(index);
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return new Raise('mismatch', `Failed to parse input at pos ${bytes}`, at);
}
