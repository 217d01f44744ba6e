import { isAsciiSpace } from '../../text/document/index.ts';
import { beginsNamedCall } from '../kit/read/named-call.ts';
import { codeAt, lookingAt, oneOf, skipSpace, type Resumable } from '../kit/read/resumable.ts';
import type { TextSource } from '../kit/read/source.ts';
import { endsReply } from '../kit/read/words-around.ts';
import type { PassContext } from './pass-context.ts';

/** This much text before a bracket is looked at, in UTF-16 units. */
export const LOOK_BACK = 200;
/** What may be between two calls on a line. */
const BETWEEN_CALLS = /^[ \t]*[;,][ \t]*$/;
/**
 * What models write before a call as its key, as a marker in brackets, or as a sign. Such a marker, the end of its tag, or what a
 * template of JavaScript prints for nothing may follow the call.
 */
const LABEL =
  /^[ \t]*(?:(?:[\p{So}•●►▶]\ufe0f?){1,2}|(?:tool|function)_calls?[ \t]?[:=]|[[<({◂]{1,3}(?:\|DSML\||(?:tool|function)(?:[_ ]?(?:calls?|request|use|name))?)[\])>}▸]{1,3})[ \t]*$/iu;
const LABEL_AFTER =
  /^(?:[[({◂]{1,3}(?:\/|end[_ ]?)?(?:tool|function)[_ ]?(?:calls?|request|use)(?:_end)?[\])}▸]{1,3}|\/?>|undefined\b)[ \t]*(?:\n|<|$)/i;
const LONGEST_LABEL = 24;
/** An apostrophe and a backtick. */
const QUOTES = new Set(["'", '`']);
/** The fence of a code block on the line of its call, with a language; after one that names calls, other words may be before it. */
const FENCE_ON_LINE = /(`{3,})(\w{0,20})[ \t]{0,4}$/;
const OF_CALLS = /^(?:tool|function|homeassistant)/i;
const LONGEST_FENCE = 40;

/** What opens a quotation around a call, on its line. */
export interface Quote {
  readonly from: number;
  readonly sign: string;
}

/** The quotation mark around the whole reply, or the fence, that is before a place on its line; null if there is none. */
export function quoteBefore(context: PassContext, from: number, isInFence: boolean): Quote | null {
  const { source, lineFrom } = context;
  const before = source.slice(Math.max(lineFrom, from - LONGEST_FENCE), from);
  const sign = before.slice(-1);
  if (!isInFence && QUOTES.has(sign) && context.startsReply(from - 1)) return { from: from - 1, sign };
  const [all = '', ticks = '', word = ''] = FENCE_ON_LINE.exec(before) ?? [];
  const at = from - all.length;
  if (all === '' || context.isAnnouncedAsExample(at)) return null;
  return OF_CALLS.test(word) || context.startsReply(at) ? { from: at, sign: ticks } : null;
}

/** The place where the quotation around a whole reply is closed; -1 where it is not. */
export function* closerOf(source: TextSource, from: number, { sign }: Quote, isInFence: boolean): Resumable<number> {
  const at = sign.length > 1 ? yield* skipSpace(source, from) : from;
  if (!(yield* lookingAt(source, at, sign))) return -1;
  return (yield* endsReply(source, yield* skipSpace(source, at + sign.length), isInFence)) ? at : -1;
}

/** Whether the reply begins with the current line, or with the one above it. */
export function beginsAbove(context: PassContext): boolean {
  const { source, lineFrom } = context;
  if (context.startsReply(lineFrom)) return true;
  const above = source.slice(Math.max(0, lineFrom - 1 - LOOK_BACK), Math.max(0, lineFrom - 1));
  return context.startsReply(Math.max(0, lineFrom - 1 - above.length) + above.lastIndexOf('\n') + 1);
}

/** Whether only a separator lies between the last call and a place on the same line. */
export function followsCall({ source, rec }: PassContext, at: number): boolean {
  const last = rec.calls.at(-1)?.span.to ?? -1;
  return last >= 0 && at - last < LOOK_BACK && BETWEEN_CALLS.test(source.slice(last, at));
}

/** Whether only a label of calls is before a place on its line. */
export function isLabelled({ source, lineFrom }: PassContext, at: number): boolean {
  return at - lineFrom <= LONGEST_LABEL && LABEL.test(source.slice(lineFrom, at));
}

/** Only white space lies between the opening line of the code block and `at`. */
export function startsFence({ source }: PassContext, at: number, fence: string): boolean {
  const before = source.slice(Math.max(0, at - LOOK_BACK), at).trimEnd();
  return before
    .slice(before.lastIndexOf('\n') + 1)
    .trimStart()
    .startsWith(fence);
}

/** Signs and words between two calls on a line. */
const SEPARATORS = ['|', '&', '+', '/', 'and', 'AND', 'then', '；', '，', '、'];

/** Whether the marker at the end of a call is there, and nothing else on its line. */
function* isLabelAfter(source: TextSource, at: number): Resumable<boolean> {
  yield* codeAt(source, at + LONGEST_LABEL);
  return LABEL_AFTER.test(source.slice(at, Math.min(source.length, at + LONGEST_LABEL + 1)));
}

function* separatorAt(source: TextSource, from: number): Resumable<boolean> {
  const sign = yield* oneOf(source, from, SEPARATORS);
  if (sign === null) return false;
  let at = from + sign.length;
  while ((yield* codeAt(source, at)) === 0x20 && at - from < 10) at += 1;
  return (yield* codeAt(source, at)) === 0x7b && (yield* codeAt(source, at + 1)) === 0x22;
}

/**
 * Whether the line has only JSON after `from`. In a code block: whether the block ends there or another object follows: one with
 * a name and arguments, if no names are declared.
 *
 *     {"name": "a", …}, {"name": "b", …}
 *                     ^ from
 */
export function* endsLine({ source, tools }: PassContext, from: number, fence: string | null): Resumable<boolean> {
  if (fence !== null) {
    let next = yield* skipSpace(source, from);
    if ((yield* codeAt(source, next)) < 0 || (yield* lookingAt(source, next, fence))) return true;
    if (yield* isLabelAfter(source, next)) return true;
    if ((yield* codeAt(source, next)) === 0x2c) next = yield* skipSpace(source, next + 1);
    return tools.isEmpty ? yield* beginsNamedCall(source, next) : (yield* codeAt(source, next)) === 0x7b;
  }
  for (let at = from; ; at += 1) {
    const code = yield* codeAt(source, at);
    if (code < 0 || code === 0x0a) return true;
    // A comment up to the end of the line.
    if (code === 0x2f && (yield* codeAt(source, at + 1)) === 0x2f) return !tools.isEmpty;
    if (code === 0x2c || code === 0x3b || code === 0x7b || code === 0x3c) return true;
    if (!isAsciiSpace(code)) return (yield* separatorAt(source, at)) || (yield* isLabelAfter(source, at));
  }
}
