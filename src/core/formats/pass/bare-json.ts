import type { ToolFormat } from '../format.ts';
import { outlineJson } from '../../text/json/index.ts';
import { beginsNamedCall } from '../kit/read/named-call.ts';
import {
  callShape,
  isCallOnly,
  isCallWithNotes,
  itemsOf,
  keyedShape,
  usualKeys,
  isManifest,
} from '../kit/read/call-shape.ts';
import {
  callBesideArguments,
  callUnderOtherKeys,
  flatArguments,
  isNameAlone,
  isRpcRequest,
} from '../kit/mend/odd-items.ts';
import { headAt } from '../kit/read/head.ts';
import { readCalls } from '../kit/read/json-calls.ts';
import { namedObject, type NamedObject } from '../kit/mend/named-object.ts';
import type { JsonPart } from '../kit/read/json-part.ts';
import { wrappedArguments } from '../kit/mend/wrapped-arguments.ts';
import { readJsonPayload, readUncounted, type JsonPayload } from '../kit/read/json-payload.ts';
import { codeAt, lookingAt, oneOf, skipSpace, type Resumable } from '../kit/read/resumable.ts';
import type { TextSource } from '../kit/read/source.ts';
import { endsReply } from '../kit/read/words-around.ts';
import {
  beginsAbove,
  closerOf,
  endsLine,
  followsCall,
  isLabelled,
  LOOK_BACK,
  type Quote,
  quoteBefore,
  startsFence,
} from './bare-line.ts';
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
/** A statement that uses the value after it, a comparison with it, or a request that sends it. A variable of a call may stand for its marker. */
const IN_A_PROGRAM =
  /(?:^|\n)[ \t]*(?:return|yield|(?:(?:const|let|var)\s+\w+|(?!\w*(?:call|tool|func|action))\w+)\s*=)[\s[(]*$|[=!]==?[\s[(]*$|\b(?:GET|POST|PUT|PATCH|DELETE) \S{1,100} $/i;

/** A bracket with which bare JSON may begin. */
interface Place {
  readonly from: number;
  /** The sign that closes the code block around it; null outside of one. */
  readonly fence: string | null;
  readonly startsLine: boolean;
  /** What opens a quotation around it; null outside of one. */
  readonly quote: Quote | null;
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
  const quote = quoteBefore(context, from, fence !== null);
  const startsLine =
    quote !== null || context.startsLine(from) || followsCall(context, from) || isLabelled(context, from);
  if (!startsLine) {
    // Without declared tools only the keys of a call and of its arguments tell it from data, and in a line it is only named.
    const isNone = tools.isEmpty && !(yield* beginsNamedCall(source, from));
    if (isNone || HTML_CODE.test(source.slice(Math.max(0, from - LOOK_BACK), from))) return skipped;
  }
  if (context.isAnnouncedAsShown(from)) {
    const span = { from, to: from + 1 };
    context.note('bare', from, span.to);
    rec.reject('quoted', span);
    rec.addSuppressed(span, 'quoted', null);
    return skipped;
  }
  const mayBeNamed = !tools.isEmpty && (fence === null || beginsAbove(context));
  const named = mayBeNamed ? yield* namedObject(context, from) : null;
  if (named !== null) {
    const at = makeNamed(context, formats, named, from);
    return { at, bareFrom: at };
  }
  const head = yield* headAt(source, from);
  // If the first sign is wrong, or a comment, a declared name must show that this is a call.
  const isSlip =
    startsLine &&
    (!tools.isEmpty || (context.startsReply(from) && /^\{ ?\n?(?:[“”„]name[“”„]|\\"name\\"|name) ?[:：]/.test(head))) &&
    /^(?:\[ ?\n?)?\{[ \n]?(?:[“”„‘’«「『/]|\\"|(?:name|tool|function)(?:["']| ?:))/.test(head);
  if (!isSlip && !(startsLine ? /^(?:\[ ?\n?)?\{[ \n]?["'}&{]/ : /^(?:\[ ?\n?)?\{[ \n]?["']/).test(head))
    return skipped;
  if (!startsLine && head.startsWith('{') && !CALL_KEYS.has(lastWord(head))) return skipped;
  if (!startsLine && IN_A_PROGRAM.test(source.slice(Math.max(0, from - LOOK_BACK), from))) return skipped;
  // Where the markers are written with entities as well, the whole text is.
  if (head.includes('&') && /&gt;\s*$/.test(source.slice(Math.max(0, from - LOOK_BACK), from))) return skipped;
  return { from, fence, startsLine, quote, formats };
}

/** A broken value once more, without counting its brackets, where its first key is one of a call. */
function* uncounted(source: TextSource, found: JsonPayload, fence: string | null): Resumable<JsonPayload> {
  const isNamed = fence === null && (yield* beginsCall(source, found.from));
  return isNamed ? ((yield* readUncounted(source, found)) ?? found) : found;
}

/** The calls of a value that is read, if it has their shape. */
function* readShaped(context: PassContext, place: Place, payload: JsonPayload): Resumable<BareResult> {
  const { source, tools, rec } = context;
  const { from, fence, startsLine, quote, formats } = place;
  const mayBeAlone = startsLine || !tools.isEmpty;
  const isCut = payload.state === 'cut';
  let isAlone =
    mayBeAlone &&
    (isCut ||
      (quote === null
        ? yield* endsLine(context, payload.to, fence)
        : (yield* closerOf(source, payload.to, quote, fence !== null)) >= 0));
  let surplus: readonly number[] = [];
  const mayHaveSurplus = context.startsReply(from) || (startsLine && !tools.isEmpty);
  if (mayBeAlone && !isAlone && (fence === null ? mayHaveSurplus : startsFence(context, from, fence))) {
    surplus = yield* surplusClosers(context, payload.to);
    isAlone = surplus.length > 0 && (yield* endsLine(context, (surplus.at(-1) ?? payload.to) + 1, fence));
  }
  const shaped =
    payload.root === null ? [] : itemsOf(payload.root, !tools.isEmpty).map((item) => nameOf(context, item, payload));
  const isCalls =
    shaped.length > 0 &&
    shaped.every((name) => name !== null) &&
    (yield* isClear(context, payload, shaped.length, fence));
  const span = { from, to: payload.to };
  const tag = payload.state === 'whole' && quote === null ? yield* tagClosedAfter(context, payload.to) : null;
  const format =
    tag?.format ?? (payload.root === null ? undefined : formats.find(({ bare }) => bare?.(payload.root as JsonPart)));
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
    if (undeclared !== undefined) rec.addSuppressed(span, 'undeclared', undeclared);
    return after(payload, from);
  }
  const closer =
    quote === null || payload.state !== 'whole' ? -1 : yield* closerOf(source, payload.to, quote, fence !== null);
  const to = makeCalls(context, format, payload, surplus, quote, closer, tag);
  return { at: to, bareFrom: to };
}

/** The tags around calls whose opening one is lost; `from` is the place of the closing one. */
interface LostTag {
  readonly format: ToolFormat;
  readonly open: string;
  readonly close: string;
  readonly from: number;
}

/**
 * The tag that closes what its value begins, where only one format has such a tag.
 *
 *     [{"name": "get_weather", "arguments": {}}]</TOOLCALL>
 *                                               ^ at
 */
function* tagClosedAfter({ source, formats }: PassContext, at: number): Resumable<LostTag | null> {
  const from = yield* skipSpace(source, at);
  if ((yield* codeAt(source, from)) !== 0x3c || (yield* codeAt(source, from + 1)) !== 0x2f) return null;
  const all = formats.flatMap(({ closers = [] }) => closers);
  const close = yield* oneOf(source, from, [...new Set(all)]);
  if (close === null || all.indexOf(close) !== all.lastIndexOf(close)) return null;
  const format = formats.find(({ closers = [] }) => closers.includes(close));
  const open = `<${close.slice(2)}`;
  const isOpener =
    format !== undefined && Array.isArray(format.openers) && format.openers.some(({ text }) => text === open);
  return isOpener ? { format, open, close, from } : null;
}

function lastWord(head: string): string {
  return /[\w]+$/.exec(head)?.[0] ?? '';
}

/** Whether the first key of an object, or of the first one of a list, is one of a call. Its quotation mark may be an entity. */
function* beginsCall(source: TextSource, from: number): Resumable<boolean> {
  const head = yield* headAt(source, from, 6);
  return CALL_KEYS.has(/^\[?\s?\{{1,2}\s?(?:"|&\s?(?:quot|#\s?34)\s?;)\s?(\w+)/.exec(head)?.[1] ?? '');
}

function makeNamed(
  context: PassContext,
  formats: readonly ToolFormat[],
  { name, nameSpan, root, form, inserted }: NamedObject,
  from: number,
): number {
  const format = formats.find(({ bare }) => bare?.(root));
  if (format === undefined) return from + 1;
  const block = context.openBare(format, from);
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
  quote: Quote | null,
  closer: number,
  tag: LostTag | null,
): number {
  const block = context.openBare(format, quote?.from ?? payload.from);
  const { rec } = block;
  if (tag !== null) rec.repair('missing-marker', { from: payload.from, to: payload.from }, tag.open);
  if (quote !== null) rec.repair('surplus-marker', { from: quote.from, to: payload.from }, '');
  readCalls(block, payload, {});
  for (const at of surplus) rec.repair('surplus-closer', { from: at, to: at + 1 }, '');
  if (tag !== null) return block.end(block.closer(tag.close, tag.from));
  if (quote === null || closer < 0) return block.end((surplus.at(-1) ?? payload.to - 1) + 1);
  const to = closer + quote.sign.length;
  rec.repair('surplus-marker', { from: closer, to }, '');
  return block.end(to);
}

/**
 * Whether an object that may as well be data is a call: what names only a tool, or has its name under another key, must be all of
 * the reply, but for other calls.
 */
function* isClear(
  context: PassContext,
  { root, state, to, from }: JsonPayload,
  items: number,
  fence: string | null,
): Resumable<boolean> {
  const { source, tools, rec } = context;
  // The steps of a plan are calls only where the reply is nothing else.
  if (root !== null && root.member('steps') !== null)
    return context.startsReply(from) && (yield* endsReply(source, yield* skipSpace(source, to)));
  if (root !== null && isManifest(root)) return false;
  if (root === null || items > 1 || tools.isEmpty) return true;
  const [item = root] = itemsOf(root, true);
  const isAlone = isNameAlone({ tools }, item);
  if (!isAlone && (callShape(item, usualKeys) !== null || callBesideArguments({ tools }, item) === null)) return true;
  if (state !== 'whole') return false;
  const last = rec.calls.at(-1)?.span.to ?? -1;
  const isFirst =
    context.startsReply(from) || (last >= 0 && from - last < LOOK_BACK && source.slice(last, from).trim() === '');
  const next = yield* skipSpace(source, to);
  if (isAlone && isFirst && (yield* codeAt(source, next)) === 0x7b) return true;
  const isClosed = fence !== null && (yield* lookingAt(source, next, fence));
  const end = isClosed ? yield* skipSpace(source, next + fence.length) : next;
  return (isFirst || !isAlone) && (yield* endsReply(source, end));
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
function nameOf(context: PassContext, item: JsonPart, payload: JsonPayload): string | null {
  const { tools } = context;
  const shape = callShape(item, usualKeys);
  if (shape !== null) {
    const { node } = shape.name;
    // This is a definition of a tool: it has a schema instead of arguments.
    if (shape.arguments?.member('properties')?.node.kind === 'object') return null;
    if (shape.arguments?.members().length === 0 && isDescribed(item)) return null;
    if (node.kind !== 'string' || node.value === '') return null;
    // If no tools are declared, other data may have these keys as well.
    if (tools.isEmpty && !isCallOnly(item) && !isCallWithNotes(item)) return null;
    if (flatArguments({ tools }, item, shape) !== null || isNameAlone({ tools }, item)) return node.value;
    const value = shape.arguments?.node;
    const isCall =
      value?.kind === 'object' ||
      value?.kind === 'null' ||
      (value?.kind === 'array' && shape.arguments !== null && isListOfArguments(tools, node.value, shape.arguments)) ||
      // Arguments that are words and not JSON are an answer to the user, unless the name is declared.
      (value?.kind === 'string' &&
        (payload.state === 'cut' || tools.has(node.value) || holdsObject(value.value) || isAction(context, item)));
    return isCall ? node.value : null;
  }
  // A declared name beside its parameters is a call under any keys.
  const foreign = !tools.isEmpty || isRpcRequest(item) ? callUnderOtherKeys({ tools }, item) : null;
  const named = foreign ?? (tools.isEmpty ? null : callBesideArguments({ tools }, item));
  if (named?.shape.name.node.kind === 'string') return named.shape.name.node.value;
  const keyed = item.members().length === 1 ? keyedShape(item) : null;
  return keyed !== null && tools.has(keyed.name) ? keyed.name : null;
}

/** Whether an object is an action of LangChain: its keys say that it is a call whatever its input, if it is no answer. */
function isAction({ tools }: PassContext, item: JsonPart): boolean {
  const action = item.member('action')?.node;
  const isCall = tools.isEmpty && item.member('action_input') !== null && item.members().length === 2;
  return isCall && action?.kind === 'string' && !/^final[ _-]?answer$/i.test(action.value);
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
