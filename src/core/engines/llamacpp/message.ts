import type { Span } from '../../text/document/index.ts';
import { isSpace } from './peg/matchers.ts';
import type { Capture, Reading } from './peg/reading.ts';
import { literalToJson } from './python-literal.ts';

/** A call as far as it was read. Spans are those of the text that was parsed, the prompt included. */
export interface ReadCall {
  name: string;
  id: string;
  /** The text that the client gets, perhaps no JSON. */
  argumentsText: string;
  readonly span: { from: number; to: number };
  nameSpan: Span;
  idSpan: Span | null;
  argumentsSpan: Span | null;
}

/** What the captures of one pass come to. A stream adds the text that comes. */
export interface Message {
  readonly calls: readonly ReadCall[];
  content: string;
  reasoning: string;
}

/** How captures become a message; most formats have the same way. */
export type ToMessage = (reading: Reading) => Message;

/**
 * The calls of most formats. The arguments are one JSON value, or are put together from keys and values: then `"` and the
 * brackets are added as soon as it is known that they belong there.
 */
export const plainMessage: ToMessage = (reading) => {
  const { text, captures } = reading;
  const calls: ReadCall[] = [];
  const content: string[] = [];
  const reasoning: string[] = [];
  const part = ({ from, to }: Span): string => text.slice(from, to);
  let call: ReadCall | null = null;
  let count = 0;
  let isOpenText = false;

  for (const capture of captures) {
    const { tag, from, to } = capture;
    if (tag === 'content' || tag === 'reasoning') {
      (tag === 'content' ? content : reasoning).push(part(capture));
      continue;
    }
    if (tag === 'call-open') {
      call = newCall(capture);
      count = 0;
      isOpenText = false;
    }
    if (call === null || tag === 'dropped') continue;
    call.span.to = Math.max(call.span.to, to);
    if (tag === 'id') {
      call.id = withoutQuotes(trimEnd(part(capture)));
      call.idSpan = { from, to };
    } else if (tag === 'name') {
      call.name = trimEnd(part(capture));
      call.nameSpan = { from, to };
      if (call.argumentsText === '') call.argumentsText = '{';
      calls.push(call);
    } else if (tag === 'arguments') {
      const value = trimEnd(part(capture));
      if (from < to) call.argumentsSpan ??= { from, to };
      if (value.startsWith('{')) call.argumentsText = value;
    } else if (tag === 'argument-open') {
      isOpenText = false;
    } else if (tag === 'key') {
      const key = trimEnd(isSpace(text.charCodeAt(from)) ? text.slice(from + 1, to) : part(capture));
      const before = count > 0 ? ',' : call.argumentsText === '' ? '{' : '';
      call.argumentsText += `${before}${JSON.stringify(key)}:`;
      count += 1;
    } else if (tag === 'text') {
      call.argumentsText += (isOpenText ? '' : '"') + reading.insideOfString(capture);
      isOpenText = true;
    } else if (tag === 'value') {
      call.argumentsText += literalToJson(part(capture));
    } else if (tag === 'argument-close' && isOpenText) {
      call.argumentsText += '"';
      isOpenText = false;
    } else if (tag === 'call-close') {
      if (isOpenText) call.argumentsText += '"';
      isOpenText = false;
      call.argumentsText += '}'.repeat(Math.max(0, openBraces(call.argumentsText)));
    }
  }
  const thoughts = reasoning.join('');
  return { calls, content: content.join(''), reasoning: /^[ \n\r\t]*$/.test(thoughts) ? '' : thoughts };
};

export function newCall({ from, to }: Span): ReadCall {
  return {
    name: '',
    id: '',
    argumentsText: '',
    span: { from, to },
    nameSpan: { from, to: from },
    idSpan: null,
    argumentsSpan: null,
  };
}

/** The captures directly inside of one. */
export function* inside(captures: readonly Capture[], index: number): Generator<number> {
  const end = captures[index]?.next ?? 0;
  for (let at = index + 1; at < end; at = captures[at]?.next ?? end) yield at;
}

function withoutQuotes(text: string): string {
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** Without the white space at its end. */
export function trimEnd(text: string): string {
  let to = text.length;
  while (to > 0 && isSpace(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(0, to);
}

/** How many `{` are still open outside of strings. */
function openBraces(text: string): number {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isString && character === '\\') at += 1;
    else if (character === '"') isString = !isString;
    else if (!isString && character === '{') depth += 1;
    else if (!isString && character === '}') depth -= 1;
  }
  return depth;
}
