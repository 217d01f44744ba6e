import type { Span } from '../../../text/document/index.ts';
import { outlineJson, readJson, valueToText } from '../../../text/json/index.ts';
import type { Block } from '../read/block.ts';
import { callShape, isCallOnly, itemsOf, usualKeys, type CallKeys, type CallShape } from '../read/call-shape.ts';
import { decodedText, encodedObject } from '../read/encoded.ts';
import { JsonPart } from '../read/json-part.ts';

/** A call that is one JSON string which holds an object. Its parts have the place of the whole string. */
interface EncodedCall {
  readonly name: string;
  readonly argumentsText: string;
  /** The object as text. */
  readonly text: string;
}

/** The call inside a JSON string; null if there is none. */
export function encodedCall({ node }: JsonPart, keys: CallKeys): EncodedCall | null {
  if (node.kind !== 'string' || !node.value.includes('{')) return null;
  const text = encodedObject(node.value);
  const reading = text === null ? null : outlineJson(text);
  if (text === null || reading === null || !reading.ok) return null;
  return callIn(new JsonPart(reading.node, 0, reading.node, text, reading.duplicateKeys.length > 0), keys);
}

/** The calls inside a JSON string, one or a list; null if the string holds anything else. */
export function encodedCalls({ node }: JsonPart): readonly EncodedCall[] | null {
  const text = node.kind === 'string' ? decodedText(node.value) : null;
  const reading = text === null ? null : readJson(text);
  if (text === null || reading === null || !reading.ok) return null;
  const root = new JsonPart(reading.node, 0, reading.node, text, reading.duplicateKeys.length > 0);
  const calls = itemsOf(root).map((item) => (isCallOnly(item) ? callIn(item, usualKeys) : null));
  return calls.length > 0 && calls.every((call) => call !== null) ? calls.map((call) => ({ ...call, text })) : null;
}

function callIn(part: JsonPart, keys: CallKeys): EncodedCall | null {
  const shape = callShape(part, keys);
  if (shape === null || shape.name.node.kind !== 'string' || shape.name.node.value === '') return null;
  const value = shape.arguments;
  const argumentsText =
    value === null || value.node.kind === 'null'
      ? '{}'
      : value.node.kind === 'object'
        ? value.compact()
        : value.node.kind === 'string'
          ? encodedObject(value.node.value)
          : null;
  return argumentsText === null ? null : { name: shape.name.node.value, argumentsText, text: part.text };
}

/** Makes the call inside a JSON string. */
export function makeEncodedCall(block: Block, call: EncodedCall, span: Span): void {
  block.rec.repair('encoded-call', span, call.text);
  addEncodedCall(block, call, span);
}

/** Makes the calls inside a JSON string. False if a name is written with escapes, so that it has no place. */
export function makeEncodedCalls(block: Block, calls: readonly EncodedCall[], span: Span): boolean {
  const text = block.source.slice(span.from, span.to);
  const places: number[] = [];
  for (const { name } of calls) {
    const at = text.indexOf(`"${name}`, (places.at(-1) ?? -1) + 1);
    if (at < 0) return false;
    places.push(at);
  }
  block.rec.repair('encoded-call', span, calls[0]?.text ?? '');
  for (const [index, call] of calls.entries()) {
    // The span of each call ends at the name of the next one.
    const from = index === 0 ? span.from : span.from + (places[index] ?? 0);
    addEncodedCall(block, call, { from, to: span.from + (places[index + 1] ?? text.length) });
  }
  return true;
}

function addEncodedCall(block: Block, { name, argumentsText }: EncodedCall, span: Span): void {
  block.rec.read('name', span);
  block.call({ name, nameSpan: span, argumentsText, argumentsSpan: span }, span);
}

/** Members beside the name that are arguments of the tool, as an object. */
interface FlatArguments {
  readonly argumentsText: string;
  /** Keys that occur again: the first value counts. */
  readonly duplicates: readonly Span[];
  readonly span: Span;
}

/** The key of arguments in other words, and keys of what is about a call. */
const ARGUMENT_WORD = /arg|param|input|payload/i;
const ABOUT_CALL = /^(?:thoughts?|thinking|reason(?:ing)?|explanation|comment|description|status|schema|properties)$/i;

/** Keys of what a model says to the user, or to itself, beside arguments. */
const SAID = /^(?:to_say|say|speech|thoughts?|thinking|reason(?:ing)?|explanation|comment)$/i;

/**
 * The arguments of a call that are beside its name; null if a member is not a declared parameter. Without declared tools the
 * markers around the call show that it is one: then all other members are, unless one is about the call.
 *
 *     {"name": "rent_boat", "port": "Kiel", "hours": 2}
 *                           ^ span                   ^ its end
 */
export function flatArguments(
  { tools }: Pick<Block, 'tools'>,
  item: JsonPart,
  { name, arguments: value }: CallShape,
): FlatArguments | null {
  if (
    name.node.kind !== 'string' ||
    (value !== null && !(value.node.kind === 'object' && value.node.members.length === 0))
  )
    return null;
  const around = item.member('function')?.node.kind === 'object' ? item.member('function') : item;
  const known = new Set(tools.parameters(name.node.value));
  const members = (around?.members() ?? []).filter(
    ({ key, value: one }) =>
      !isPartOfCall(key, one, name, value) && (tools.isEmpty || known.has(key) || !isSaid(key, one)),
  );
  const first = members[0];
  const last = members.at(-1);
  const isArgument = (key: string): boolean =>
    tools.isEmpty ? value === null && !ABOUT_CALL.test(key) : known.has(plainKey(key));
  if (first === undefined || last === undefined || !members.every(({ key }) => isArgument(key))) return null;
  if (tools.isEmpty && members.length === 1 && isUnderOtherWord(first)) return null;
  const read = new Map<string, string>();
  const duplicates: Span[] = [];
  for (const { key, keySpan, value: one } of members) {
    if (read.has(plainKey(key))) duplicates.push(keySpan);
    else read.set(plainKey(key), one.compact());
  }
  const argumentsText = `{${Array.from(read, ([key, text]) => `${valueToText(key)}:${text}`).join(',')}}`;
  return { argumentsText, duplicates, span: { from: first.keySpan.from, to: last.value.span.to } };
}

/** Whether a member is what a model says. */
function isSaid(key: string, { node }: JsonPart): boolean {
  return node.kind === 'string' && SAID.test(key);
}

/** Whether a member is an object under another word for arguments. */
function isUnderOtherWord({ key, value }: { readonly key: string; readonly value: JsonPart }): boolean {
  return ARGUMENT_WORD.test(key) && value.node.kind === 'object';
}

/** The arguments under a key that no format has for them. */
interface StrangeArguments {
  readonly keySpan: Span;
  readonly value: JsonPart;
}

/**
 * The only other member beside the name, where it is an object that holds declared parameters and nothing else. What
 * describes them, as the definition of a tool does, is none.
 *
 *     {"tool_name": "rent_boat", "properties": {"port": "Kiel"}}
 *                                ^ keySpan     ^ value
 */
export function strangeArguments(
  { tools }: Pick<Block, 'tools'>,
  item: JsonPart,
  { name, arguments: value }: CallShape,
): StrangeArguments | null {
  if (name.node.kind !== 'string' || value !== null) return null;
  const tool = name.node.value;
  const [other, ...more] = item.members().filter(({ key, value: one }) => !isPartOfCall(key, one, name, value));
  const members = other?.value.members() ?? [];
  if (other === undefined || more.length > 0 || members.length === 0) return null;
  const isMeant = tools.isEmpty ? isUnderOtherWord(other) : holdsParameters(tools, tool, other.value);
  return isMeant ? { keySpan: other.keySpan, value: other.value } : null;
}

const OF_NAME = /^(?:\w{1,20}_)?name$|^\w{1,20}Name$/i;
const NAME = /^[\p{L}\p{N}_.:/-]{1,100}$/u;

/**
 * A call under keys of any language, or a request of JSON-RPC: of its two members, one is the name of a declared tool, and the
 * other an object that holds its parameters and nothing else. Without declared tools the first key is that of a name, whatever is
 * named, and the other a usual one; their case is any. Null for anything else.
 *
 *     {"nombre": "rent_boat", "argumentos": {"port": "Kiel"}}
 */
export function callUnderOtherKeys({ tools }: Pick<Block, 'tools'>, item: JsonPart): StrangeCall | null {
  const isRpc = isRpcRequest(item);
  const members = item.members().filter(({ key }) => !isRpc || RPC_KEYS.includes(key));
  const isName = ({ key, value: { node } }: (typeof members)[number]): boolean =>
    node.kind === 'string' && (tools.isEmpty ? OF_NAME.test(key) && NAME.test(node.value) : tools.has(node.value));
  const name = members.find(isName);
  const other = members.find((one) => one !== name);
  const tool = name?.value.node.kind === 'string' ? name.value.node.value : '';
  if (name === undefined || other === undefined || members.length !== 2 || other.value.members().length === 0)
    return null;
  const shape = { name: name.value, arguments: other.value, id: null };
  const isMeant = tools.isEmpty
    ? usualKeys.arguments.includes(other.key.toLowerCase())
    : holdsParameters(tools, tool, other.value);
  return isMeant ? { shape, nameKey: name.keySpan, argumentsKey: other.keySpan } : null;
}

/**
 * A call whose name is under a key of its own and beside its arguments: one member is the name of a declared tool, and all others are
 * parameters of that tool. Null for anything else.
 *
 *     {"service": "rent_boat", "port": "Kiel"}
 */
export function callBesideArguments(
  { tools }: Pick<Block, 'tools'>,
  item: JsonPart,
): { readonly shape: CallShape; readonly nameKey: Span } | null {
  const members = item.members();
  const [named, ...more] = members.filter(({ value: { node } }) => node.kind === 'string' && tools.has(node.value));
  const tool = named?.value.node.kind === 'string' ? named.value.node.value : '';
  const declared = tools.parameters(tool);
  const others = members.filter((one) => one !== named && (declared.includes(one.key) || !isSaid(one.key, one.value)));
  if (named === undefined || more.length > 0 || others.length === 0 || declared.includes(named.key)) return null;
  if (!others.every(({ key }) => declared.includes(key))) return null;
  return { shape: { name: named.value, arguments: null, id: null }, nameKey: named.keySpan };
}

/** Whether an object names a declared tool that takes no arguments, and has nothing else. */
export function isNameAlone({ tools }: Pick<Block, 'tools'>, item: JsonPart): boolean {
  const shape = callShape(item, usualKeys);
  const name = shape?.arguments === null && shape.name.node.kind === 'string' ? shape.name.node.value : '';
  return tools.has(name) && tools.parameters(name).length === 0 && isCallOnly(item);
}

const RPC_KEYS = ['method', 'params'];

/** Whether an object is a request of JSON-RPC. */
export function isRpcRequest(item: JsonPart): boolean {
  return item.member('jsonrpc') !== null && RPC_KEYS.every((key) => item.member(key) !== null);
}

/** A call and the places of its two keys. */
interface StrangeCall {
  readonly shape: CallShape;
  readonly nameKey: Span;
  readonly argumentsKey: Span;
}

/** Whether an object holds declared parameters and nothing else. What describes them, as the definition of a tool does, is none. */
function holdsParameters(tools: Block['tools'], tool: string, value: JsonPart): boolean {
  return value.members().every(({ key, value: one }) => {
    const schema = tools.parameter(tool, key);
    return schema !== null && (one.node.kind !== 'object' || schema['type'] === 'object');
  });
}

/** `arguments.port` is the parameter `port`. */
function plainKey(key: string): string {
  return key.replace(/^(?:arguments|parameters|args|params|input)\./, '');
}

const OTHER_KEYS = new Set(['id', 'tool_call_id', 'call_id', 'type', 'index']);

function isPartOfCall(key: string, one: JsonPart, name: JsonPart, value: JsonPart | null): boolean {
  if (one.span.from === name.span.from || (value !== null && one.span.from === value.span.from)) return true;
  return OTHER_KEYS.has(key) || (usualKeys.name.includes(key) && one.node.kind === 'object');
}
