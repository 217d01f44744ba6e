import { isAsciiSpace } from '../../text/document/index.ts';
import type { ToolFormat } from '../format.ts';
import { outlineJson } from '../../text/json/index.ts';
import { callShape, isCallOnly, itemsOf, keyedShape, usualKeys } from '../kit/read/call-shape.ts';
import { callUnderOtherKeys, flatArguments, isRpcRequest } from '../kit/mend/odd-items.ts';
import { headAt } from '../kit/read/head.ts';
import { readCalls } from '../kit/read/json-calls.ts';
import { namedObject, type NamedObject } from '../kit/mend/named-object.ts';
import type { JsonPart } from '../kit/read/json-part.ts';
import { wrappedArguments } from '../kit/mend/wrapped-arguments.ts';
import { readJsonPayload, readUncounted, type JsonPayload } from '../kit/read/json-payload.ts';
import { codeAt, lookingAt, oneOf, skipSpace, type Resumable } from '../kit/read/resumable.ts';
import type { TextSource } from '../kit/read/source.ts';
import { endsReply } from '../kit/read/words-around.ts';
import type { PassContext } from './pass-context.ts';

/** The result for one bracket: `at` is where reading continues; brackets before `bareFrom` need no second look. */
interface BareResult {
  readonly at: number;
  readonly bareFrom: number;
}

/** An object in the middle of a line may be a call only if its first key is one of these. */
const CALL_KEYS = new Set([...usualKeys.name, ...usualKeys.arguments, 'id', 'type', 'tool_calls']);

/** An HTML element that displays its text as code. */
const HTML_CODE = /<(?:code|pre)\b[^<>]*>\s*$/;
/** A statement that uses the value after it, or a request that sends it. A variable of a call may stand for its marker. */
const IN_A_PROGRAM =
  /(?:^|\n)[ \t]*(?:return|yield|(?:(?:const|let|var)\s+\w+|(?!\w*(?:call|tool|func|action))\w+)\s*=)[\s[(]*$|\b(?:GET|POST|PUT|PATCH|DELETE) \S{1,100} $/i;
/** What may be between two calls on a line. */
const BETWEEN_CALLS = /^[ \t]*[;,][ \t]*$/;
/** What models write before a call as its key, or as a marker in brackets; such a marker, or the end of its tag, may follow the call. */
const LABEL = /^(?:(?:tool|function)_calls?[ \t]?[:=]|[[<({]{1,3}(?:tool|function)[_ ]?calls?[\])>}]{1,3})[ \t]*$/i;
const LABEL_AFTER = /^(?:[[({]{1,3}(?:\/|end[_ ]?)?(?:tool|function)[_ ]?calls?[\])}]{1,3}|\/?>)[ \t]*(?:\n|<|$)/i;
const LONGEST_LABEL = 24;
/** An apostrophe and a backtick. */
const QUOTES = new Set([0x27, 0x60]);
/** A name as the first key of an object. */
const NAME_FIRST = new RegExp(`^\\{\\s{0,20}"(?:${usualKeys.name.join('|')})"`);
const LONGEST_FIRST_KEY = 45;
/** This much text before a bracket is looked at, in UTF-16 units. */
const LOOK_BACK = 200;

/** A bracket with which bare JSON may begin. */
interface Place {
  readonly from: number;
  /** The sign that closes the code block around it; null outside of one. */
  readonly fence: string | null;
  readonly startsLine: boolean;
  /** Whether an apostrophe or a backtick precedes it. */
  readonly isQuoted: boolean;
  readonly formats: readonly ToolFormat[];
}

/**
 * JSON without markers. It is a call only when it has the shape of one, when it fills its line or its code block, and
 * when its name is declared (or nothing is).
 *
 *     Sure: {"name": "get_weather", "arguments": {}} and more
 *           ^ from                                  ^ payload.to: more text follows on the line
 */
export function* readBareJson(context: PassContext, from: number, fence: string | null): Resumable<BareResult> {
  // Each chunk of a long value passes through here: what the value does not need is in functions of its own.
  const place = yield* placeOf(context, from, fence);
  if ('at' in place) return place;
  const found = yield* readJsonPayload(context.source, from, fence === null ? [] : [`\n${fence}`]);
  const payload = found.state === 'broken' ? yield* uncounted(context.source, found, fence) : found;
  return payload.state === 'broken'
    ? { at: from + 1, bareFrom: payload.to }
    : yield* readShaped(context, place, payload);
}

/** What is to be known before the value is read; the result if that decides. */
function* placeOf(context: PassContext, from: number, fence: string | null): Resumable<Place | BareResult> {
  const { source, tools, rec } = context;
  const formats = context.formats.filter(({ bare }) => bare !== undefined);
  const skipped = { at: from + 1, bareFrom: from };
  if (formats.length === 0) return skipped;
  const isQuoted = QUOTES.has(source.code(from - 1)) && context.startsReply(from - 1);
  const startsLine = isQuoted || context.startsLine(from) || followsCall(context, from) || isLabelled(context, from);
  if (!startsLine) {
    // Without declared tools only the keys of a call and of its arguments tell it from data, and in a line it is only named.
    const isNone = tools.isEmpty && !(yield* beginsNamedCall(source, from));
    if (isNone || HTML_CODE.test(source.slice(Math.max(0, from - LOOK_BACK), from))) return skipped;
  }
  if (context.isAnnouncedAsShown(from)) {
    const span = { from, to: from + 1 };
    context.note('bare', from, span.to);
    rec.reject('quoted', span);
    rec.suppressed.push({ span, reason: 'quoted', name: null });
    return skipped;
  }
  const mayBeNamed = !tools.isEmpty && (fence === null || context.startsReply(context.lineFrom));
  const named = mayBeNamed ? yield* namedObject(context, from) : null;
  if (named !== null) {
    const at = makeNamed(context, formats, named, from);
    return { at, bareFrom: at };
  }
  const head = yield* headAt(source, from);
  // If the first sign is wrong, or a comment, a declared name must show that this is a call.
  const isSlip =
    startsLine &&
    (!tools.isEmpty || (context.startsReply(from) && /^\{ ?\n?(?:[“”„]name[“”„]|\\"name\\") ?[:：]/.test(head))) &&
    /^(?:\[ ?\n?)?\{[ \n]?(?:[“”„‘’«「『/]|\\"|(?:name|tool|function)(?:["']| ?:))/.test(head);
  if (!isSlip && !(startsLine ? /^(?:\[ ?\n?)?\{[ \n]?["'}&{]/ : /^(?:\[ ?\n?)?\{[ \n]?["']/).test(head))
    return skipped;
  if (!startsLine && head.startsWith('{') && !CALL_KEYS.has(lastWord(head))) return skipped;
  if (!startsLine && IN_A_PROGRAM.test(source.slice(Math.max(0, from - LOOK_BACK), from))) return skipped;
  // Where the markers are written with entities as well, the whole text is.
  if (head.includes('&') && /&gt;\s*$/.test(source.slice(Math.max(0, from - LOOK_BACK), from))) return skipped;
  return { from, fence, startsLine, isQuoted, formats };
}

/** A broken value once more, without counting its brackets, where its first key is one of a call. */
function* uncounted(source: TextSource, found: JsonPayload, fence: string | null): Resumable<JsonPayload> {
  const isNamed = fence === null && (yield* beginsCall(source, found.from));
  return isNamed ? ((yield* readUncounted(source, found)) ?? found) : found;
}

/** The calls of a value that is read, if it has their shape. */
function* readShaped(context: PassContext, place: Place, payload: JsonPayload): Resumable<BareResult> {
  const { source, tools, rec } = context;
  const { from, fence, startsLine, isQuoted, formats } = place;
  const mayBeAlone = startsLine || !tools.isEmpty;
  const isCut = payload.state === 'cut';
  let isAlone =
    mayBeAlone &&
    (isCut ||
      (yield* isQuoted ? endsQuotes(source, payload.to, source.code(from - 1)) : endsLine(context, payload.to, fence)));
  let surplus: readonly number[] = [];
  const mayHaveSurplus = context.startsReply(from) || (startsLine && !tools.isEmpty);
  if (mayBeAlone && !isAlone && (fence === null ? mayHaveSurplus : startsFence(context, from, fence))) {
    surplus = yield* surplusClosers(context, payload.to);
    isAlone = surplus.length > 0 && (yield* endsLine(context, (surplus.at(-1) ?? payload.to) + 1, fence));
  }
  const shaped =
    payload.root === null ? [] : itemsOf(payload.root, !tools.isEmpty).map((item) => nameOf(context, item, payload));
  const isCalls = shaped.length > 0 && shaped.every((name) => name !== null);
  const span = { from, to: payload.to };
  const format = payload.root === null ? undefined : formats.find(({ bare }) => bare?.(payload.root as JsonPart));
  if (!isCalls || format === undefined || payload.root === null) {
    context.note('bare', from, from + 1);
    rec.rejectOneOfMany('not-call-shaped', span.from, span.to);
    return after(payload, from);
  }
  const others = shaped.filter((name) => !tools.accepts(name));
  // Beside a call of a declared tool, an object that has only the parts of a call is one as well.
  const isMixed = others.length < shaped.length && itemsOf(payload.root, true).every((item) => isCallOnly(item));
  const [undeclared] = isMixed ? [] : others;
  if (undeclared !== undefined || !isAlone) {
    context.note('bare', span.from, span.to);
    rec.reject(undeclared === undefined ? 'inside-a-line' : 'undeclared-bare-name', span);
    if (undeclared !== undefined) rec.suppressed.push({ span, reason: 'undeclared', name: undeclared });
    return after(payload, from);
  }
  const to = makeCalls(context, format, payload, surplus, isQuoted);
  return { at: to, bareFrom: to };
}

function lastWord(head: string): string {
  return /[\w]+$/.exec(head)?.[0] ?? '';
}

/** Whether the first key of an object, or of the first one of a list, is one of a call. Its quotation mark may be an entity. */
function* beginsCall(source: TextSource, from: number): Resumable<boolean> {
  const head = yield* headAt(source, from, 6);
  return CALL_KEYS.has(/^\[?\s?\{{1,2}\s?(?:"|&\s?(?:quot|#\s?34)\s?;)\s?(\w+)/.exec(head)?.[1] ?? '');
}

/** Whether an object has a name and then arguments, to judge by its head: of data, the first may look like a call by chance. */
function* beginsNamedCall(source: TextSource, from: number): Resumable<boolean> {
  // Most objects are seen to be none by their first key.
  yield* codeAt(source, from + LONGEST_FIRST_KEY);
  if (!NAME_FIRST.test(source.slice(from, Math.min(source.length, from + LONGEST_FIRST_KEY)))) return false;
  const head = yield* headAt(source, from, 20);
  const [, name = '', args = ''] = /^\{ ?\n?"(\w+)" ?: ?"[\w./:-]+" ?, ?\n?"(\w+)" ?: ?\{/.exec(head) ?? [];
  return usualKeys.name.includes(name) && usualKeys.arguments.includes(args);
}

function makeNamed(
  context: PassContext,
  formats: readonly ToolFormat[],
  { name, nameSpan, root, form, inserted }: NamedObject,
  from: number,
): number {
  const format = formats.find(({ bare }) => bare?.(root));
  if (format === undefined) return from + 1;
  const block = context.open(format, '', from);
  block.rec.repair('invented-form', form, inserted);
  block.rec.read('name', nameSpan);
  // The name is no part of the call: when its object came, a stream had shown it already.
  block.namedCall({ name, nameSpan: { from, to: from } }, root, null, [], root.span);
  return block.end(form.to);
}

function makeCalls(
  context: PassContext,
  format: ToolFormat,
  payload: JsonPayload,
  surplus: readonly number[],
  isQuoted: boolean,
): number {
  const block = context.open(format, '', payload.from - (isQuoted ? 1 : 0));
  const { rec } = block;
  if (isQuoted) rec.repair('surplus-marker', { from: payload.from - 1, to: payload.from }, '');
  readCalls(block, payload, {});
  for (const at of surplus) rec.repair('surplus-closer', { from: at, to: at + 1 }, '');
  if (isQuoted && payload.state === 'whole') rec.repair('surplus-marker', { from: payload.to, to: payload.to + 1 }, '');
  return block.end((surplus.at(-1) ?? payload.to - 1) + (isQuoted && payload.state === 'whole' ? 2 : 1));
}

/** Whether only a separator lies between the last call and a place on the same line. */
function followsCall({ source, rec }: PassContext, at: number): boolean {
  const last = rec.calls.at(-1)?.span.to ?? -1;
  return last >= 0 && at - last < LOOK_BACK && BETWEEN_CALLS.test(source.slice(last, at));
}

/** Whether only a label of calls is before a place on its line. */
function isLabelled({ source, lineFrom }: PassContext, at: number): boolean {
  return at - lineFrom <= LONGEST_LABEL && LABEL.test(source.slice(lineFrom, at));
}

/** Whether the quotation mark that was open before the whole reply closes it. */
function* endsQuotes(source: TextSource, at: number, quote: number): Resumable<boolean> {
  if ((yield* codeAt(source, at)) !== quote) return false;
  return yield* endsReply(source, yield* skipSpace(source, at + 1));
}

/** Only white space lies between the opening line of the code block and `at`. */
function startsFence({ source }: PassContext, at: number, fence: string): boolean {
  const before = source.slice(Math.max(0, at - LOOK_BACK), at).trimEnd();
  return before
    .slice(before.lastIndexOf('\n') + 1)
    .trimStart()
    .startsWith(fence);
}

/**
 * The offsets of the brackets that close more than was opened: the opener of a list may be lost.
 *
 *     {"name": "get_weather", "arguments": {}}]
 *                                             ^ from, and the one place
 */
function* surplusClosers({ source }: PassContext, from: number): Resumable<readonly number[]> {
  const found: number[] = [];
  for (let at = from; ; at += 1) {
    at = yield* skipSpace(source, at);
    const code = yield* codeAt(source, at);
    if (code !== 0x5d && code !== 0x7d) return found;
    found.push(at);
  }
}

function after(payload: JsonPayload, from: number): BareResult {
  return payload.state === 'cut' ? { at: from + 1, bareFrom: payload.to } : { at: payload.to, bareFrom: payload.to };
}

/** The name that an item calls; null if the item does not have the shape of a call. */
function nameOf({ tools }: PassContext, item: JsonPart, payload: JsonPayload): string | null {
  const shape = callShape(item, usualKeys);
  if (shape !== null) {
    const { node } = shape.name;
    // This is a definition of a tool: it has a schema instead of arguments.
    if (shape.arguments?.member('properties')?.node.kind === 'object') return null;
    if (shape.arguments?.members().length === 0 && isDescribed(item)) return null;
    if (node.kind !== 'string' || node.value === '') return null;
    // If no tools are declared, other data may have these keys as well.
    if (tools.isEmpty && !isCallOnly(item)) return null;
    if (flatArguments({ tools }, item, shape) !== null) return node.value;
    const value = shape.arguments?.node;
    const isCall =
      value?.kind === 'object' ||
      value?.kind === 'null' ||
      (value?.kind === 'array' && shape.arguments !== null && isListOfArguments(tools, node.value, shape.arguments)) ||
      // Arguments that are words and not JSON are an answer to the user, unless the name is declared.
      (value?.kind === 'string' && (payload.state === 'cut' || tools.has(node.value) || holdsObject(value.value)));
    return isCall ? node.value : null;
  }
  // A declared name beside its parameters is a call under any keys.
  const foreign = !tools.isEmpty || isRpcRequest(item) ? callUnderOtherKeys({ tools }, item) : null;
  if (foreign?.shape.name.node.kind === 'string') return foreign.shape.name.node.value;
  const keyed = item.members().length === 1 ? keyedShape(item) : null;
  return keyed !== null && tools.has(keyed.name) ? keyed.name : null;
}

function isListOfArguments(tools: PassContext['tools'], name: string, value: JsonPart): boolean {
  const tool = tools.resolve(name);
  const [only, ...others] = value.items();
  const declared = tools.parameters(tool);
  const isOne = only?.node.kind === 'object' && others.length === 0 && only.members().length > 0;
  if (isOne && only.members().every(({ key }) => declared.includes(key))) return true;
  return tools.has(tool) && wrappedArguments(tools, tool, value) !== null;
}

/** Whether an object describes a tool: calls have no description. */
function isDescribed(item: JsonPart): boolean {
  return (item.member('function') ?? item).member('description')?.node.kind === 'string';
}

/** Whether a text is the JSON of an object, or empty. */
function holdsObject(text: string): boolean {
  if (text.trim() === '') return true;
  const reading = outlineJson(text);
  return reading.ok && reading.node.kind === 'object';
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
function* endsLine({ source, tools }: PassContext, from: number, fence: string | null): Resumable<boolean> {
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
