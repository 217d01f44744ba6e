import { isRegexModuleSpace } from '../../../text/languages/index.ts';
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
const ASSISTANT = 'assistant';
const TO = 'to=';

/** `to=` with a name and `<|message|>`. */
export interface Header extends Span {
  readonly name: string;
}

// The originals look for headers with regular expressions that go on from every `to=` to the end of the text. Here a header is
// looked for backwards from the end that it must have, which takes as long as the text is.

/** `to=[^\s<]+<|message|>`, the reasoning parser's header: the first one from a place on. */
export function nextHeader(text: string, start: number): Header | null {
  for (let end = text.indexOf(MESSAGE, start); end >= 0; end = text.indexOf(MESSAGE, end + MESSAGE.length)) {
    const low = before(text, end, start, isRecipient);
    const from = text.slice(low, end).indexOf(TO);
    if (from >= 0 && low + from + TO.length < end)
      return { from: low + from, to: end + MESSAGE.length, name: text.slice(low + from + TO.length, end) };
  }
  return null;
}

/** The first of the characters before a place that are all of a kind. */
function before(text: string, to: number, floor: number, isOne: (code: number) => boolean): number {
  let at = to;
  while (at > floor && isOne(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

const tokens = /<\|(?:eom|eot|start|message)\|>/g;

/** The messages of a text as the tool parser sees them, in its order. */
export function channelsIn(text: string): Channel[] {
  const channels: Channel[] = [];
  let open: { from: number; name: string | null; body: number; cut: number | null } | null = null;
  let free = 0;
  const close = (to: number, isClosed: boolean): void => {
    if (open === null) return;
    const { from, name, body, cut } = open;
    const end = Math.min(to, cut ?? to);
    channels.push({ from, to: end, name, body: { from: body, to: end }, isClosed: isClosed && cut === null });
    open = null;
  };
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const after = index + token.length;
    if (token === MESSAGE) {
      const { from, name } = headerBefore(text, free, index);
      close(from, false);
      open = { from, name, body: after, cut: null };
      free = after;
    } else if (token === START) {
      // No body has this marker: the header that it begins may not be there yet.
      if (open !== null) open.cut ??= index;
    } else if (open !== null) {
      close(index, true);
      free = after;
    }
  }
  close(text.length, false);
  return channels;
}

const isNamed = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x2d && code <= 0x39 && code !== 0x2f) ||
  code === 0x5f;
const isBlank = (code: number): boolean => code !== 0x0a && isRegexModuleSpace(code);

/** `(<|start|>\s*assistant)?[^\S\n]*(to=[A-Za-z0-9_.-]+)?` before a `<|message|>`, not before `floor`. */
function headerBefore(text: string, floor: number, end: number): { from: number; name: string | null } {
  const named = before(text, end, floor, isNamed);
  const isTo = named < end && named - TO.length >= floor && text.startsWith(TO, named - TO.length);
  const head = isTo ? named - TO.length : end;
  const from = before(text, head, floor, isBlank);
  const name = isTo ? text.slice(named, end) : null;
  const role = from - ASSISTANT.length;
  if (role < floor || !text.startsWith(ASSISTANT, role)) return { from, name };
  const start = before(text, role, floor, isRegexModuleSpace) - START.length;
  return { from: start >= floor && text.startsWith(START, start) ? start : from, name };
}

const isRecipient = (code: number): boolean => code !== 0x3c && !isRegexModuleSpace(code);

/** Where the text ends for `$`: at its end, and before a line break there. */
const endsOf = (text: string): number[] => (text.endsWith('\n') ? [text.length, text.length - 1] : [text.length]);

/** `_safe_open_body` of the tool parser: how much of a body that goes on can neither be a marker nor a header. */
export function safeBody(body: string): number {
  for (const end of endsOf(body)) {
    const head = before(body, end, 0, isNamed) - TO.length;
    const from = head < 0 || !body.startsWith(TO, head) ? head : before(body, head, 0, isBlank);
    if (from < head) return from;
  }
  return body.length - markerBegun(body);
}

/** `_trim_open_body` of the reasoning parser: the same, for its own header, and again until nothing more goes. */
export function safeThought(body: string): number {
  for (let to = body.length; ;) {
    const rest = body.slice(0, to - markerBegun(body.slice(0, to)));
    const heads = endsOf(rest).map((end) => {
      const from = before(rest, end, 0, isRecipient);
      const word = rest.slice(from, end);
      const mayBegin = word === 't' || word === 'to' || word.startsWith(TO);
      return mayBegin && from > 0 && isRegexModuleSpace(rest.charCodeAt(from - 1)) ? from - 1 : rest.length;
    });
    const kept = Math.min(...heads);
    if (kept === to) return to;
    to = kept;
  }
}

const markers = ['<|eom|>', '<|eot|>', START, MESSAGE];

/** How many characters at the end may become a marker. */
function markerBegun(text: string): number {
  // One that is begun is shorter than the longest: a body is asked again and again.
  const end = text.slice(1 - MESSAGE.length);
  const from = end.lastIndexOf('<');
  const begun = from < 0 ? '' : end.slice(from);
  return begun !== '' && markers.some((one) => one !== begun && one.startsWith(begun)) ? begun.length : 0;
}
