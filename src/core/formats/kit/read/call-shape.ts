import type { JsonNode } from '../../../text/json/index.ts';
import type { JsonPart } from './json-part.ts';
import { isAnything } from './json-payload.ts';

/** The keys under which a format writes the parts of a call. The first key that exists counts. */
export interface CallKeys {
  readonly name: readonly string[];
  readonly arguments: readonly string[];
}

export const usualKeys: CallKeys = {
  name: [
    ...['name', 'tool_name', 'tool', 'function', 'function_name', 'tool_call', 'cmd', 'action', 'recipient_name'],
    // As messages of the AI SDK have it.
    ...['toolName', 'functionName'],
  ],
  arguments: [
    ...['arguments', 'parameters', 'args', 'input', 'params', 'tool_args', 'action_input'],
    ...['tool_input', 'tool_arguments', 'function_args', 'function_arguments', 'toolInput', 'toolArgs'],
  ],
};

const ID_KEYS = ['id', 'tool_call_id', 'call_id', 'toolCallId'];
/** The keys of an object around name and arguments. */
const WRAPPER_KEYS = ['function', 'tool_call', 'function_call'];
/** Such keys beside which no name is; other data has them as well. */
const LOOSE_WRAPPERS = ['tool_use', 'tool', 'action', 'next_action', 'command', 'call'];

export interface CallShape {
  readonly name: JsonPart;
  readonly arguments: JsonPart | null;
  readonly id: JsonPart | null;
}

/**
 * The parts of a call in a JSON object: `{"name", "arguments"}` under any of the keys, also inside
 * `{"type": "function", "function": {…}}`; null if it has no name that is a string.
 */
export function callShape(part: JsonPart, keys: CallKeys, wrappers = MOST_WRAPPERS): CallShape | null {
  const id = part.firstOf(ID_KEYS, isAnything);
  const inner = part.firstOf(WRAPPER_KEYS, isAnything);
  if (inner?.node.kind === 'object') {
    const shape = wrappers === 0 ? null : callShape(inner, keys, wrappers - 1);
    return shape === null ? null : { ...withArgumentsOf(part, inner, shape, keys), id: shape.id ?? id };
  }
  const name = part.firstOf(keys.name, isText);
  if (name !== null) return { name, arguments: part.firstOf(keys.arguments, isAnything), id };
  const loose = wrappers === 0 ? null : part.firstOf(LOOSE_WRAPPERS, isObject);
  const shape = loose === null ? null : callShape(loose, keys, 0);
  return loose === null || shape === null ? null : withArgumentsOf(part, loose, shape, keys);
}

/** The shape of a call in an inner object, beside which its arguments may be. What describes a tool has none. */
function withArgumentsOf(part: JsonPart, inner: JsonPart, shape: CallShape, keys: CallKeys): CallShape {
  const isWhole = shape.arguments !== null || inner.member('description') !== null;
  return isWhole ? shape : { ...shape, arguments: part.firstOf(keys.arguments, isAnything) };
}

/** So many objects are around the parts of a call: `{"function": {"name": …}}` has one. */
const MOST_WRAPPERS = 8;

const CALL_KEYS = new Set([
  ...[...usualKeys.name, ...usualKeys.arguments, ...ID_KEYS],
  ...[...WRAPPER_KEYS, 'type', 'index'],
]);

/** Whether a key is one of a part of a call. */
export function isCallKey(key: string): boolean {
  return CALL_KEYS.has(key);
}

/** Whether an object has only the parts of a call. */
export function isCallOnly(part: JsonPart, wrappers = MOST_WRAPPERS): boolean {
  if (!part.members().every(({ key }) => CALL_KEYS.has(key))) return false;
  if (part.firstOf(LOOSE_WRAPPERS, isObject) !== null) return false;
  const inner = part.firstOf(WRAPPER_KEYS, isAnything);
  return inner?.node.kind !== 'object' || (wrappers > 0 && isCallOnly(inner, wrappers - 1));
}

/** Whether an object describes a package or a program: it has a name as well. */
export function isManifest(part: JsonPart): boolean {
  return part.firstOf(['version', 'license', 'dependencies'], isAnything) !== null && part.member('name') !== null;
}

/** Keys under which only calls have their name. */
const SURE_NAMES = ['tool', 'tool_name', 'function_name', 'toolName', 'functionName'];
/** Such keys of arguments: what else is beside them does not matter. */
const SURE_ARGUMENTS = [
  ...['tool_args', 'tool_input', 'tool_arguments', 'function_args', 'function_arguments', 'toolInput', 'toolArgs'],
  'action_input',
];
/** What a model thinks beside its call. */
const NOTE =
  /^(?:(?:my_|internal_|inner_|next_|current_)?(?:thoughts?|thinking|reason(?:ing)?|rationale|explanation|analysis|reflection|plan|observation|monologue|speak|comment)|confidence|done|final_answer)$/i;

/**
 * Whether an object without declared tools is a call with notes beside it: prompts of home-made agents ask for a thought, a tool
 * and its arguments in one object.
 *
 *     {"thought": "I look it up.", "tool": "find_berth", "args": {"quay": 3}}
 *     {"thoughts": {"text": "I look it up."}, "command": {"name": "find_berth", "args": {"quay": 3}}}
 */
export function isCallWithNotes(part: JsonPart): boolean {
  if (part.firstOf(SURE_ARGUMENTS, isObject) !== null) return true;
  const inner = part.firstOf(LOOSE_WRAPPERS, isObject);
  if (inner !== null) {
    const isCall = isCallOnly(inner) && callShape(inner, usualKeys, 0)?.arguments?.node.kind === 'object';
    const others = part.members().filter(({ key }) => !LOOSE_WRAPPERS.includes(key));
    return isCall && others.length > 0 && others.every(({ key }) => NOTE.test(key));
  }
  if (part.firstOf(SURE_NAMES, isText) === null || part.firstOf(usualKeys.arguments, isObject) === null) return false;
  return part.members().every(({ key }) => CALL_KEYS.has(key) || NOTE.test(key));
}

/** Reads `{"NAME": {arguments}}`: the key is the name. With `isSure`, the value may be anything. */
export function keyedShape(
  part: JsonPart,
  isSure = false,
): { readonly name: string; readonly nameSpan: { from: number; to: number }; readonly arguments: JsonPart } | null {
  const first = part.members()[0];
  if (first === undefined || (first.value.node.kind !== 'object' && !isSure)) return null;
  // The key of a part is no name.
  if (isSure && usualKeys.arguments.includes(first.key)) return null;
  return { name: first.key, nameSpan: first.keySpan, arguments: first.value };
}

function isObject({ kind }: JsonNode): boolean {
  return kind === 'object';
}

function isText({ kind }: JsonNode): boolean {
  return kind === 'string';
}

const LIST_KEYS = ['tool_calls', 'tool_uses'];
/** Keys of such a list that other data has as well: a declared name must show that its items are calls. */
const LOOSE_LIST_KEYS = ['function_calls', 'toolCalls', 'calls', 'actions', 'action', 'steps'];

/** The values that may be calls: the items of a list or of `{"tool_calls": […]}`, or the value itself. */
export function itemsOf(root: JsonPart, areNamesDeclared = false): JsonPart[] {
  if (root.node.kind === 'array') return root.items();
  const keys = areNamesDeclared ? [...LIST_KEYS, ...LOOSE_LIST_KEYS] : LIST_KEYS;
  return root.firstOf(keys, ({ kind }) => kind === 'array')?.items() ?? [root];
}
