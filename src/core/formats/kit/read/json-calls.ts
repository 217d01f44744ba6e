import { isAsciiSpace, type Span } from '../../../text/document/index.ts';
import { isQuote } from '../../../text/json/index.ts';
import type { Block } from './block.ts';
import {
  callShape,
  isCallKey,
  isCallOnly,
  itemsOf,
  keyedShape,
  usualKeys,
  type CallKeys,
  type CallShape,
} from './call-shape.ts';
import type { JsonPart } from './json-part.ts';
import { holdsGuess, isAnything, readJsonPayload, type JsonPayload } from './json-payload.ts';
import {
  callBesideArguments,
  callUnderOtherKeys,
  encodedCall,
  flatArguments,
  makeEncodedCall,
  strangeArguments,
} from '../mend/odd-items.ts';
import { readPlainCall } from './plain-call.ts';
import { closerOfOther, misspeltCloser } from '../mend/misspelt-closer.ts';
import { pastClosingMark, pastMark } from '../mend/marks-around.ts';
import { inEachSpelling } from '../mend/spelling.ts';
import { pastSurplusClosers } from '../mend/surplus-closers.ts';
import { textUntil } from './text-until.ts';
import { codeAt, isNameCode, isNoneAt, oneOf, skipSpace, type Resumable } from './resumable.ts';

const QUOTE = 0x22;
const BACKTICK = 0x60;
const LONGEST_JUNK = 80;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const FULLWIDTH_BRACE = 0xff5b;

/** How a format writes calls as JSON after its opener. */
interface JsonCalls {
  /** The closing markers, each of which ends the block; empty if the next opener or the end of the text ends it. */
  readonly close: readonly string[];
  /** What ends a broken payload, besides the closing markers. */
  readonly stops?: readonly string[];
  readonly keys?: CallKeys;
  /** `{"NAME": {arguments}}`: the key of an item is its name. */
  readonly keyed?: true;
  /** Words that may precede the payload. White space around them is skipped. */
  readonly prefixes?: readonly string[];
  /** What may be between two payloads, in this order, besides white space, commas and semicolons. */
  readonly between?: readonly string[];
  /** Whether a few words may precede the payload. */
  readonly junk?: true;
  /** If this closer follows, the block belongs to another format. */
  readonly closedBy?: { readonly close: string; readonly format: string };
}

/** A code block around the payload. */
export const inFence = { prefixes: ['```json', '```'], between: ['```'] } as const;

interface Stops {
  readonly stops: readonly string[];
  /** The stops that look like the beginning of a list. */
  readonly brackets: readonly string[];
}

/** Reads JSON values with white space, commas or semicolons between them, and the closing marker. */
export function jsonCalls(grammar: JsonCalls): (block: Block) => Resumable<number> | number {
  const readers = inEachSpelling(grammar, jsonReader);
  return (block) => readers(block.spelling)(block);
}

function jsonReader(grammar: JsonCalls): (block: Block) => Resumable<number> | number {
  const stopsOf = stopsPerOpener([...grammar.close, ...(grammar.between ?? []), ...(grammar.stops ?? [])]);
  const keys = grammar.keys ?? usualKeys;
  const isUsual = keys.name.includes('name') && keys.arguments.includes('arguments') && grammar.closedBy === undefined;
  const close = isUsual ? grammar.close[0] : undefined;
  return (block) =>
    (close === undefined ? null : readKnown(block, close)) ?? readBlock(block, grammar, stopsOf(block.opener));
}

/** Reads a block with one plain call if its closing marker is known already; null for any other block. */
function readKnown(block: Block, close: string): number | null {
  const { source } = block;
  const at = source.pastSpace(block.at);
  const to = at === null || source.code(at) !== OPEN_BRACE ? -1 : source.next(close, at);
  return at !== null && to >= 0 && readPlainCall(block, at, to) ? block.end(block.closer(close, to)) : null;
}

function* readBlock(block: Block, grammar: JsonCalls, { stops, brackets }: Stops): Resumable<number> {
  const { source } = block;
  let at = yield* skipSpace(source, block.at);
  for (const prefix of grammar.prefixes ?? []) {
    if ((yield* oneOf(source, at, [prefix])) !== null) at = yield* skipSpace(source, at + prefix.length);
  }
  if (grammar.junk === true) at = yield* pastJunk(block, at);
  const markFrom = at;
  at = yield* pastMark(block, at);
  const isMarked = at > markFrom;
  let payloads = 0;
  for (;;) {
    const code = yield* codeAt(source, at);
    if (code !== OPEN_BRACE && code !== OPEN_BRACKET && code !== FULLWIDTH_BRACE && code !== QUOTE) break;
    if (brackets.length > 0 && (yield* oneOf(source, at, brackets)) !== null) break;
    const payload = yield* readJsonPayload(source, at, stops);
    if (payload.to <= at) break;
    payloads += 1;
    if (grammar.closedBy !== undefined && payload.state === 'whole') {
      const next = yield* skipSpace(source, payload.to);
      if ((yield* oneOf(source, next, [grammar.closedBy.close])) !== null) block.format = grammar.closedBy.format;
    }
    if (code === QUOTE && payload.state !== 'cut' && !holdsCall(payload, grammar.keys)) break;
    if (yield* hasTagsAfter(block, payload)) {
      block.malformed('markup-not-followed', { from: block.from, to: payload.to }, payload.to);
      return block.end(payload.to);
    }
    readCalls(block, payload, grammar);
    at = payload.to;
    if (payload.state === 'cut') return block.end(at);
    if (isMarked && payloads === 1) at = yield* pastClosingMark(block, at);
    at = yield* pastSeparators(block, at, payload.state === 'whole', grammar.close);
    for (const literal of grammar.between ?? []) {
      const next = yield* skipSpace(source, at);
      if ((yield* oneOf(source, next, [literal])) !== null) at = yield* skipSpace(source, next + literal.length);
    }
  }
  return yield* closing(block, at, grammar, payloads > 0);
}

/** Skips words before the first bracket, if a bracket is near. */
function* pastJunk(block: Block, from: number): Resumable<number> {
  const code = yield* codeAt(block.source, from);
  if (code === OPEN_BRACE || code === OPEN_BRACKET || code === BACKTICK) return from;
  const found = yield* textUntil(block.source, from, ['{', '[', '\n\n'], LONGEST_JUNK);
  if (found.literal !== '{' && found.literal !== '[') return from;
  block.rec.repair('surplus-text', { from, to: found.to }, '');
  return found.to;
}

/** How other formats begin an argument. */
const ARGUMENT_TAGS = ['<parameter=', '<parameter name=', '<arg_key>'];

/** Whether the arguments of a call without any are in tags after its object: to call it without them would be wrong. */
function* hasTagsAfter({ source }: Block, { state, root, to }: JsonPayload): Resumable<boolean> {
  const next = source.pastSpace(to);
  if (next !== null && isNoneAt(source, next, ARGUMENT_TAGS)) return false;
  if (state !== 'whole' || root === null || callShape(root, usualKeys)?.arguments !== null) return false;
  return (yield* oneOf(source, yield* skipSpace(source, to), ARGUMENT_TAGS)) !== null;
}

/** Whether a string holds a call. Other strings are text. */
function holdsCall({ root }: JsonPayload, keys: CallKeys = usualKeys): boolean {
  return root !== null && encodedCall(root, keys) !== null;
}

/** What ends a payload, for each opener: the next opener ends it as well. */
function stopsPerOpener(stops: readonly string[]): (opener: string) => Stops {
  const known = new Map<string, Stops>();
  return (opener) => {
    let own = known.get(opener);
    if (own === undefined) {
      const all = opener === '' || stops.includes(opener) ? stops : [...stops, opener];
      own = { stops: all, brackets: all.filter((stop) => stop.startsWith('[')) };
      known.set(opener, own);
    }
    return own;
  };
}

/** Reads the closing marker; surplus brackets may precede it. */
function* closing(block: Block, from: number, { close, closedBy }: JsonCalls, isWhole: boolean): Resumable<number> {
  const { source } = block;
  const next = yield* skipSpace(source, from);
  if (close.length === 0) return block.end(lastInk(block, next));
  const literal = yield* oneOf(source, next, close);
  if (literal !== null) return block.end(block.closer(literal, next));
  const misspelt = yield* misspeltCloser(source, next, close);
  if (misspelt !== null) {
    block.rec.repair('wrong-marker', { from: next, to: misspelt.to }, misspelt.literal);
    return block.end(block.closer(source.slice(next, misspelt.to), next));
  }
  const other = isWhole ? yield* closerOfOther(source, next) : null;
  if (other !== null && closedBy === undefined) {
    block.rec.repair('wrong-marker', { from: next, to: other }, close[0] ?? '');
    return block.end(block.closer(source.slice(next, other), next));
  }
  if (!isWhole) {
    const to = lastInk(block, next);
    block.malformed('opener-without-body', { from: block.from, to });
    return block.end(to);
  }
  // A closer that makes the block one of another format is not missing here.
  if (!block.isMalformed && closedBy === undefined)
    block.rec.quirk('closer-missing', { from: lastInk(block, next), to: lastInk(block, next) });
  return block.end(lastInk(block, next));
}

/** The offset after the last ink before `at`: white space after a call is content. */
function lastInk(block: Block, at: number): number {
  let to = at;
  while (to > block.at && isAsciiSpace(block.source.code(to - 1))) to -= 1;
  return to;
}

/** Skips what may be between two payloads. Stays at `from` if no payload follows. */
function* pastSeparators(block: Block, from: number, isWhole: boolean, close: readonly string[]): Resumable<number> {
  const { source } = block;
  const at = yield* skipSpace(source, isWhole ? yield* pastSurplusClosers(block, from, close) : from);
  const code = yield* codeAt(source, at);
  if (code === 0x2c || code === 0x3b) {
    const next = yield* skipSpace(source, at + 1);
    const follows = yield* codeAt(source, next);
    if (follows === OPEN_BRACE || follows === OPEN_BRACKET) return next;
  }
  return at;
}

/** Makes the calls of one payload: an object, a list of objects, or `{"tool_calls": […]}`. */
export function readCalls(block: Block, payload: JsonPayload, grammar: Pick<JsonCalls, 'keys' | 'keyed'>): void {
  const span = { from: payload.from, to: payload.to };
  if (payload.state === 'broken' || payload.root === null) {
    if (payload.state === 'cut') block.cut(null, payload.from);
    else block.malformed('json-syntax', span, payload.from, payload.error);
    return;
  }
  const items = itemsOf(payload.root, !block.tools.isEmpty);
  const last = items.at(-1);
  const repairs = payload.state === 'whole' ? payload.repairs : [];
  let next = 0;
  /** Records the repairs up to an offset: those of an item before its call, the others with the list. */
  const logRepairs = (to: number): void => {
    for (let one = repairs[next]; one !== undefined && one.span.from < to; one = repairs[(next += 1)])
      block.rec.repair(one.code, one.span, one.inserted);
  };
  for (const item of items) {
    logRepairs(item.span.from);
    readItem(block, item, payload, grammar, item === last && payload.state === 'cut' && isOpen(item, payload));
    while ((repairs[next]?.span.to ?? Infinity) <= item.span.to) next += 1;
  }
  logRepairs(Infinity);
}

/** Whether the end of the text cuts the last item, not only the list around it. */
function isOpen({ span }: JsonPart, payload: JsonPayload): boolean {
  return payload.open.includes(span.from) || (span.to === payload.to && holdsGuess(payload, span));
}

function readItem(
  block: Block,
  item: JsonPart,
  payload: JsonPayload,
  { keys = usualKeys, keyed }: Pick<JsonCalls, 'keys' | 'keyed'>,
  isCut: boolean,
): void {
  const encoded = item.node.kind === 'string' ? encodedCall(item, keys) : null;
  if (encoded !== null && !isCut) {
    makeEncodedCall(block, encoded, item.span);
    return;
  }
  const shape = callShape(item, keys);
  if (shape === null && !isCut && (makeFusedCall(block, item, payload, keys) || makeForeignCall(block, item, payload)))
    return;
  const byKey =
    shape === null && (keyed === true || soleKeyIsTool(block, item)) ? keyedShape(item, keyed === true) : null;
  const name = shape?.name.node.kind === 'string' ? shape.name.node.value : byKey?.name;
  const nameSpan = shape?.name.span ?? byKey?.nameSpan;
  if (isCut || holdsGuess(payload, item.span)) {
    const value = shape?.arguments ?? byKey?.arguments ?? null;
    const parts =
      name === undefined || nameSpan === undefined || name === '' || holdsGuess(payload, nameSpan)
        ? null
        : {
            name,
            nameSpan,
            argumentsText: value?.node.kind === 'object' ? value.compact() : '{}',
            argumentsSpan: value?.span ?? null,
            repairs: payload.repairs,
          };
    if (isCut) block.cut(parts, item.span.from);
    else if (parts === null) block.malformed('json-syntax', item.span, item.span.from, payload.error);
    else block.brokenOff(parts, item.span);
  } else if (name !== undefined && nameSpan !== undefined && !isName(block, name, nameSpan)) {
    if (!block.placeholder(name, item.span)) block.malformed('not-a-name', item.span, nameSpan.from);
  } else if (shape !== null && makeFlatCall(block, item, shape, payload)) {
    // The call is made.
  } else if (shape !== null && makeStrangeCall(block, item, shape, payload)) {
    // The call is made.
  } else if (shape !== null) {
    if (shape.arguments === null && !isCallOnly(item)) block.rec.quirk('unread-members', item.span);
    block.jsonCall(shape, payload, item.span);
  } else if (byKey !== null) {
    block.rec.read('name', byKey.nameSpan);
    block.namedCall(byKey, byKey.arguments, null, payload.repairs, item.span);
  } else {
    block.malformed(item.node.kind === 'object' ? 'missing-name' : 'not-an-object', item.span);
  }
}

/** Makes a call whose first key holds the name as in a tag, `{"function=NAME", "arguments": …}`; false if none does. */
function makeFusedCall(block: Block, item: JsonPart, { repairs, guesses }: JsonPayload, keys: CallKeys): boolean {
  const [first] = item.members();
  const name = /^(?:function|name|tool)=["']?([\w.-]+)$/.exec(first?.key ?? '')?.[1];
  const value = item.firstOf(keys.arguments, isAnything);
  if (first === undefined || name === undefined || value === null || !block.tools.accepts(name)) return false;
  const { keySpan } = first;
  if (holdsGuess({ guesses }, value.span)) return false;
  block.rec.repair('wrong-marker', keySpan, `"name": "${name}"`);
  const others = repairs.filter(({ span }) => span.from > keySpan.to || span.to < keySpan.from);
  block.rec.read('name', keySpan);
  return block.namedCall({ name, nameSpan: keySpan }, value, null, others, item.span);
}

/** Makes a call whose arguments are beside its name; false if they are not. */
function makeFlatCall(block: Block, item: JsonPart, shape: CallShape, { repairs }: JsonPayload): boolean {
  const flat = flatArguments(block, item, shape);
  if (flat === null || shape.name.node.kind !== 'string') return false;
  const { name } = shape;
  for (const { code, span, inserted } of repairs)
    if (span.from >= item.span.from && span.to <= item.span.to) block.rec.repair(code, span, inserted);
  block.rec.read('name', name.span);
  block.rec.repair('flat-arguments', { from: flat.span.from, to: flat.span.from }, '"arguments": {');
  block.rec.repair('flat-arguments', { from: flat.span.to, to: flat.span.to }, '}');
  for (const span of flat.duplicates) block.rec.quirk('duplicate-key', span);
  const { argumentsText, span: argumentsSpan } = flat;
  block.call({ name: shape.name.node.value, nameSpan: name.span, argumentsText, argumentsSpan }, item.span);
  return true;
}

/** Makes a call whose arguments are under a key of their own; false where they are not. */
function makeStrangeCall(block: Block, item: JsonPart, shape: CallShape, payload: JsonPayload): boolean {
  const strange = strangeArguments(block, item, shape);
  if (strange === null) return false;
  block.rec.repair('other-key', strange.keySpan, '"arguments"');
  return block.jsonCall({ ...shape, arguments: strange.value }, payload, item.span);
}

/** Makes a call whose keys are in another language; false where it is none. */
function makeForeignCall(block: Block, item: JsonPart, payload: JsonPayload): boolean {
  if (holdsGuess(payload, item.span)) return false;
  const found = callUnderOtherKeys(block, item);
  if (found === null) {
    const beside = callBesideArguments(block, item);
    if (beside !== null) block.rec.repair('other-key', beside.nameKey, '"name"');
    return beside !== null && makeFlatCall(block, item, beside.shape, payload);
  }
  block.rec.repair('other-key', found.nameKey, '"name"');
  const { from, to } = found.argumentsKey;
  if (block.source.slice(from, to) !== '"arguments"') block.rec.repair('other-key', found.argumentsKey, '"arguments"');
  return block.jsonCall(found.shape, payload, item.span);
}

/** Whether a name is one: words without quotes are none. */
function isName({ source, tools }: Block, name: string, { from }: Span): boolean {
  if (isQuote(source.code(from)) || tools.has(name)) return true;
  return Array.from(name).every((character) => isNameCode(character.charCodeAt(0)));
}

/** Whether the only key is the name of a tool. Without declared tools the markers say that it is one, if it may be a name. */
function soleKeyIsTool({ tools }: Block, item: JsonPart): boolean {
  const [only, ...others] = item.members();
  if (only === undefined || others.length > 0) return false;
  if (!tools.isEmpty) return tools.has(only.key);
  return only.value.node.kind === 'object' && /^[a-z]\w*_\w+$/i.test(only.key) && !isCallKey(only.key);
}
