import { parsedJson } from '../../text/json/index.ts';
import type { LoggedCall } from '../reply.ts';
import { at, type Fields, fieldsOf, firstAt, has, listOf, textAt, textOf } from '../values.ts';

const ARGUMENTS = [
  ...['arguments', 'args', 'input', 'kwargs', 'parameters', 'inputParameters', 'tool_input', 'params', 'toolInput'],
];
const WRAPPERS = ['function', 'functionCall', 'function_call', 'toolUse', 'tool_use', 'tool_call', 'toolCall'];
const NAMES = ['name', 'toolName', 'tool_name', 'function_name', 'functionName', 'tool_id'];

/** A call in any of the shapes of providers, frameworks and benchmarks; null for what names no call. */
export function callOf(value: unknown): LoggedCall | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const wrapped = firstAt(fields, WRAPPERS);
  const inner = fieldsOf(wrapped);
  // goose keeps a call beside whether it could be read.
  const body = fieldsOf(at(inner, 'value')) ?? inner ?? fields;
  const name = textOf(firstAt(body, NAMES)) ?? textOf(wrapped) ?? textAt(body, 'tool');
  // Semantic Kernel: the model sees the name of the plugin before that of the function.
  const plugin = textAt(body, 'pluginName');
  return name === null ? null : call(plugin === null ? name : `${plugin}-${name}`, firstAt(body, ARGUMENTS));
}

export function callsOf(list: unknown): LoggedCall[] {
  return listOf(list).flatMap((item) => callOf(item) ?? []);
}

/** The calls of an event: the one that it is, or those that it lists. */
export function callsIn(message: Fields): LoggedCall[] {
  const own = callsOf([message]);
  return own.length > 0 ? own : callsOf(firstAt(message, ['content', 'tool_calls', 'toolCalls']));
}

/** A call from its name and its arguments, which may be JSON in a string. */
export function call(name: string, given: unknown): LoggedCall {
  if (typeof given !== 'string') return { name, arguments: given ?? null, isBroken: false };
  if (given.trim() === '') return { name, arguments: given, isBroken: given !== '' };
  const value = parsedJson(given);
  return value === undefined ? { name, arguments: given, isBroken: true } : { name, arguments: value, isBroken: false };
}

/** A call as BFCL has it: an object whose one key is the name. Null for anything else. */
export function keyedCall(value: unknown): LoggedCall | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const [name, ...others] = Object.keys(fields);
  if (name === undefined || others.length > 0) return null;
  const given = at(fields, name);
  return given === undefined || typeof given === 'string' || fieldsOf(given) !== null ? call(name, given) : null;
}

/** A list in which every entry is a call; null for any other. An empty list is one of no calls. */
export function allCalls(value: unknown, read: (item: unknown) => LoggedCall | null = callOf): LoggedCall[] | null {
  if (!Array.isArray(value)) return null;
  const calls = value.map((item) => read(item));
  return calls.every((one) => one !== null) ? calls : null;
}

/** Whether an object is a call as providers return it, and not JSON that a model wrote as text. */
function isNativeCall(value: unknown): boolean {
  const fields = fieldsOf(value);
  if (fields === null) return false;
  if (textAt(fields, 'type') === 'tool_use') return textAt(fields, 'name') !== null;
  return (has(fields, 'function') || has(fields, 'toolCallId')) && callOf(fields) !== null;
}

/** Whether a list is calls as providers return them, and nothing else. */
export function areNativeCalls(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every(isNativeCall);
}
