import { slice, type Span } from '../../../text/document/index.ts';
import { strippedSpan } from '../../../text/languages/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import type { EngineCall, Excerpt, Message } from '../../kit/index.ts';
import { aroundCalls, contentOnly } from './json-calls.ts';
import type { Parsed, VllmCode } from '../parser.ts';

// `call:NAME{…}` between two markers, as Google's models write it: `functiongemma`, and `gemma4` of 2026-05.

const CALL = 'call:';

/** What differs between the two parsers. */
export interface ColonCalls {
  readonly open: string;
  readonly close: string;
  /** @param code of a code point */
  readonly isInName: (code: number) => boolean;
  /** Whether a call without a closer continues to the end of the text. Otherwise the search ends there. */
  readonly takesRest: boolean;
}

export const colonCallWords = ({ open, close }: ColonCalls) =>
  ({
    'contains-opener': {
      question: `Does the text contain \`${open}\`?`,
      yes: `The parser looks for \`call:NAME{\` after it, and for the first \`}${close}\` after that.`,
      no: 'The parser returns the whole reply as content.',
    },
    'no-call': 'No call follows this marker: the parser skips it',
    'text-dropped': 'The parser drops this text: it keeps only the text before the first marker.',
  }) as const;

type Steps = Recorder<keyof ReturnType<typeof colonCallWords> | 'no-closer' | 'no-calls' | VllmCode>;

export interface ColonCall {
  readonly span: Span;
  readonly name: Span;
  readonly args: Span;
  readonly isClosed: boolean;
}

/** Calls in the order of the text. */
function* colonCallsIn(text: string, rules: ColonCalls, steps: Steps | null): Generator<ColonCall> {
  const { open } = rules;
  const closer = `}${rules.close}`;
  for (let from = text.indexOf(open); from >= 0;) {
    const nameFrom = from + open.length + CALL.length;
    const nameTo = text.startsWith(CALL, from + open.length) ? nameEnd(text, nameFrom, rules) : nameFrom;
    if (nameTo === nameFrom || text.charAt(nameTo) !== '{') {
      steps?.reject('no-call', { from, to: from + open.length });
      from = text.indexOf(open, from + open.length);
      continue;
    }
    const end = text.indexOf(closer, nameTo + 1);
    const isClosed = end >= 0;
    if (!isClosed && !rules.takesRest) {
      steps?.reject('no-closer', { from, to: nameTo + 1 });
      return;
    }
    const to = isClosed ? end + closer.length : text.length;
    const args = { from: nameTo + 1, to: isClosed ? end : text.length };
    yield { span: { from, to }, name: { from: nameFrom, to: nameTo }, args, isClosed };
    from = text.indexOf(open, to);
  }
}

function nameEnd(text: string, from: number, { isInName }: ColonCalls): number {
  let at = from;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    if (!isInName(code)) break;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

/**
 * `extract_tool_calls`: the calls, and the text before the first marker as content.
 *
 * @param argumentsOf what is returned as arguments; null for what raises an exception
 */
export function parseColonCalls(
  text: string,
  rules: ColonCalls,
  steps: Steps,
  argumentsOf: (call: ColonCall) => string | null,
): Parsed {
  const { open, close } = rules;
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(open);
  const found = first < 0 ? null : { from: first, to: first + open.length };
  if (!steps.gate('contains-opener', found !== null, whole, found)) return contentOnly(text);
  const calls: EngineCall[] = [];
  for (const call of colonCallsIn(text, rules, steps)) {
    const { span, name: nameSpan, args: argumentsSpan, isClosed } = call;
    steps.enter('block', open, span);
    steps.marker(open, 'open', span.from, span.from + open.length);
    steps.read('name', nameSpan);
    const argumentsText = argumentsOf(call);
    if (argumentsText === null) {
      steps.leave(span, 'malformed');
      steps.quirk('all-content', whole);
      return contentOnly(text);
    }
    if (isClosed) steps.marker(close, 'close', span.to - close.length, span.to);
    else steps.quirk('no-closer', { from: span.from, to: argumentsSpan.from });
    steps.leave(span, 'matched');
    calls.push({ span, name: slice(text, nameSpan), nameSpan, argumentsText, argumentsSpan });
  }
  if (calls.length === 0) {
    steps.quirk('no-calls', whole);
    return contentOnly(text);
  }
  for (const span of aroundCalls(calls, first, text.length)) steps.quirk('text-dropped', span);
  const kept = strippedSpan(text, 0, first);
  const isEmpty = kept.from === kept.to;
  return { called: true, calls, content: isEmpty ? [] : [kept], text: isEmpty ? null : slice(text, kept) };
}

/** What has come of the last call: where it begins, and its brace; -1 where that has not come. */
export function lastColonCall(
  current: string,
  { open }: ColonCalls,
): { readonly nameFrom: number; readonly brace: number } {
  const from = current.lastIndexOf(open) + open.length;
  const nameFrom = from + CALL.length;
  return { nameFrom, brace: current.startsWith(CALL, from) ? current.indexOf('{', nameFrom) : -1 };
}

/** The call number `index`, from 0. */
export function colonCallAt(current: string, rules: ColonCalls, index: number): ColonCall | null {
  let at = 0;
  for (const call of colonCallsIn(current, rules, null)) {
    if (at === index) return call;
    at += 1;
  }
  return null;
}

export function contentOf(content: Excerpt): Message | null {
  return content.text === '' ? null : { content };
}
