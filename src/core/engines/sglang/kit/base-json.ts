import type { Span } from '../../../text/document/index.ts';
import {
  isDict,
  isHashable,
  isList,
  PythonDict,
  pythonDumps,
  type PythonNode,
  type PythonValue,
  truthy,
} from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { gapsIn, pythonJsonWords } from '../../kit/index.ts';
import type { Detected, DetectedCall, SglangCode } from '../detector.ts';
import { sentences } from './sentences.ts';

// `parse_base_json`, which most detectors hand their JSON to.

export const baseJsonWords = {
  ...pythonJsonWords,
  arguments: 'The arguments',
  'nameless-dropped': 'The object has no `name`, or an empty one: the detector drops it and only logs it',
  'item-not-dict': 'This is not an object: asking it for `name` raises AttributeError',
  'name-not-hashable': 'The name is an array or an object: looking it up among the tools raises TypeError',
  'parameters-count': 'The object has `parameters` and `arguments`. The detector takes `parameters`.',
  'empty-parameters': '`parameters` is empty, so the detector takes `arguments` instead.',
  'arguments-unchecked': sentences.argumentsUnchecked,
  'empty-becomes-dict': 'These arguments are empty: the detector replaces them with {}.',
} as const;

export type BaseJsonCode = keyof typeof baseJsonWords;

type Steps = Recorder<BaseJsonCode | SglangCode>;

/** The calls of one JSON value, or what Python raises over it. */
export interface BaseJson extends Pick<Detected, 'calls' | 'raises'> {
  /** What of `outer` belongs to no item. */
  readonly markup: readonly Span[];
}

/** Where a tool is in the list. Of two with the same name the last counts. */
export function toolPositions(tools: readonly ToolDefinition[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (const [index, { name }] of tools.entries()) if (name !== '') positions.set(name, index);
  return positions;
}

/** What partial-json-parser raises and the detectors do not catch. */
export const raisedByPartial: ReadonlyMap<string, string> = new Map([
  ['assertion', 'AssertionError'],
  ['partial', 'PartialJSON'],
  ['pop-from-empty-list', 'IndexError'],
  ['too-deep', 'RecursionError'],
]);

/** Where an item has its name. */
export type NameOf = (item: PythonNode) => PythonNode | undefined;

const nameKey: NameOf = (item) => item.members?.get('name')?.node;

/**
 * `parse_base_json` of a value that was read from the text.
 *
 * @param outer the value with its markers: what a call that is alone in it takes up
 */
export function readBaseJson(
  action: PythonNode,
  outer: Span,
  positions: ReadonlyMap<string, number>,
  steps: Steps,
  nameOf: NameOf = nameKey,
): BaseJson {
  const isArray = isList(action.value);
  const items = isArray ? (action.items ?? []) : [action];
  const calls: DetectedCall[] = [];
  for (const item of items) {
    const refused = refusal(item, nameOf);
    if (refused !== null) {
      steps.reject(refused.code, refused.span);
      return { calls: [], markup: [], raises: { raises: refused.raises, at: refused.span.from } };
    }
    const call = readItem(item, isArray ? item : outer, positions, steps, nameOf);
    if (call !== null) calls.push(call);
  }
  return { calls, markup: isArray && calls.length > 0 ? gapsIn(outer, items) : [] };
}

/** Whether asking an item for its name raises. */
function refusal(item: PythonNode, nameOf: NameOf): { code: BaseJsonCode; raises: string; span: Span } | null {
  if (!isDict(item.value)) return { code: 'item-not-dict', raises: 'AttributeError', span: item };
  const name = nameOf(item);
  return name !== undefined && truthy(name.value) && !isHashable(name.value)
    ? { code: 'name-not-hashable', raises: 'TypeError', span: name }
    : null;
}

function readItem(
  item: PythonNode,
  { from, to }: Span,
  positions: ReadonlyMap<string, number>,
  steps: Steps,
  nameOf: NameOf,
): DetectedCall | null {
  const name = nameOf(item);
  if (name === undefined || !truthy(name.value)) {
    steps.reject('nameless-dropped', item, name?.from ?? item.from);
    return null;
  }
  const toolIndex = typeof name.value === 'string' ? positions.get(name.value) : undefined;
  if (toolIndex === undefined) {
    steps.reject('undeclared-dropped', name, name.from);
    return null;
  }
  steps.read('name', name);
  const given = givenArguments(item, steps);
  return {
    span: { from, to },
    name: name.value as string,
    nameSpan: { from: name.from, to: name.to },
    argumentsText: pythonDumps(given === null ? new PythonDict() : given.value) ?? '',
    argumentsSpan: given === null ? null : { from: given.from, to: given.to },
    toolIndex,
  };
}

/** `parameters` where that is truthy, else `arguments`; null where there are none. */
function givenArguments(item: PythonNode, steps: Steps): PythonNode | null {
  const parameters = item.members?.get('parameters')?.node;
  const given = item.members?.get('arguments')?.node;
  const counts = parameters !== undefined && truthy(parameters.value) ? parameters : given;
  if (counts === undefined) {
    if (parameters !== undefined && !isDict(parameters.value)) steps.quirk('empty-becomes-dict', parameters);
    steps.read('no-arguments', item);
    return null;
  }
  if (parameters !== undefined && given !== undefined) {
    if (counts === parameters) steps.quirk('parameters-count', given);
    else steps.quirk('empty-parameters', parameters);
  }
  steps.read('arguments', counts);
  if (!isDict(counts.value)) steps.quirk('arguments-unchecked', counts);
  return counts;
}

/** A call whose name and arguments a detector found apart. */
export interface NamedCall {
  readonly span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: PythonValue;
  readonly argumentsSpan: Span | null;
  /** What the detector hands it to `parse_base_json` under: what is falsy counts as `{}` under `parameters` alone. */
  readonly key: 'parameters' | 'arguments';
}

/** `parse_base_json` of `{"name", key: value}`. */
export function declaredCall(
  { span, name, nameSpan, value, argumentsSpan, key }: NamedCall,
  positions: ReadonlyMap<string, number>,
  steps: Steps,
): DetectedCall | null {
  const toolIndex = name === '' ? undefined : positions.get(name);
  if (toolIndex === undefined) {
    steps.reject(
      name === '' ? 'nameless-dropped' : 'undeclared-dropped',
      nameSpan.from < nameSpan.to ? nameSpan : span,
    );
    return null;
  }
  const isDropped = key === 'parameters' && !truthy(value);
  if (isDropped && !isDict(value)) steps.quirk('empty-becomes-dict', argumentsSpan ?? span);
  else if (!isDict(value)) steps.quirk('arguments-unchecked', argumentsSpan ?? span);
  const argumentsText = pythonDumps(isDropped ? new PythonDict() : value) ?? '';
  return { span, name, nameSpan, argumentsText, argumentsSpan, toolIndex };
}
