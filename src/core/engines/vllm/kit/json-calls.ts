import type { Span } from '../../../text/document/index.ts';
import {
  afterSpace,
  isDict,
  pythonDumps,
  type PythonJsonError,
  type PythonNode,
} from '../../../text/languages/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { type EngineCall, gapsIn, pythonJsonWords } from '../../kit/index.ts';
import type { Parsed, VllmCode } from '../parser.ts';
import { commonWords } from './common-words.ts';

/** What the parsers of `{"name", "arguments"}` say alike. */
export const jsonCallWords = {
  ...pythonJsonWords,
  'no-mapping': 'This is not an object: asking it for `name` raises TypeError',
  'no-name-key': commonWords['no-name-key'],
  'no-arguments-key': commonWords['no-arguments-key'],
  'name-not-str': commonWords['name-not-str'],
  'both-keys': 'The parser ignores this value, because the object has both `arguments` and `parameters`.',
  'other-arguments': 'The arguments, which are not an object',
  'double-encoded':
    'The arguments are a string. `json.dumps` writes it as JSON once more, so the client receives it in quotes.',
  'text-dropped': commonWords['text-dropped'],
} as const;

/** For parsers that take `parameters` where there are no `arguments`. */
export const eitherKeyWords = {
  ...jsonCallWords,
  'no-arguments-key': 'The object has neither `arguments` nor `parameters`: Python raises KeyError',
} as const;

export const eitherKey = { keys: ['arguments', 'parameters'] } as const;

type JsonCallCode = keyof typeof jsonCallWords;
type Steps = Recorder<JsonCallCode | VllmCode>;

/** The reply as it is, without calls. */
export function contentOnly(text: string): Parsed {
  return { called: false, calls: [], content: [{ from: 0, to: text.length }], text };
}

/** An exception is caught, and the calls that were read before it are gone. */
export function givenUp(text: string, steps: Recorder<VllmCode>): Parsed {
  steps.quirk('all-content', { from: 0, to: text.length });
  return contentOnly(text);
}

export function rejectJson(steps: Steps, area: Span, error: PythonJsonError): void {
  steps.reject('json-syntax', { from: area.from, to: Math.max(area.to, error.at) }, error.at, error);
}

type CallFault = 'no-mapping' | 'no-name-key' | 'no-arguments-key' | 'name-not-str';

interface CallOptions {
  /** Of the arguments: the first one that is there. */
  readonly keys?: readonly string[];
  /** Whether arguments that are a string are dumped as well. */
  readonly dumpsStrings?: boolean;
}

/**
 * A call that is an object with a name and arguments, which are written again by `json.dumps`.
 *
 * @param span of the call with its markup
 * @returns null for what raises an exception
 */
export function readCall(
  node: PythonNode,
  span: Span,
  steps: Steps,
  { keys = ['arguments'], dumpsStrings = true }: CallOptions = {},
): EngineCall | null {
  const name = node.members?.get('name')?.node;
  const [given, ignored] = keys.flatMap((key) => node.members?.get(key)?.node ?? []);
  if (!isDict(node.value)) return refused(node, 'no-mapping', steps);
  if (name === undefined) return refused(node, 'no-name-key', steps);
  steps.read('name', name);
  if (given === undefined) return refused(node, 'no-arguments-key', steps);
  if (typeof name.value !== 'string') return refused(name, 'name-not-str', steps);
  if (ignored !== undefined) steps.quirk('both-keys', ignored);
  readArguments(given, steps, dumpsStrings);
  return {
    span,
    name: name.value,
    nameSpan: { from: name.from, to: name.to },
    argumentsText: typeof given.value === 'string' && !dumpsStrings ? given.value : (pythonDumps(given.value) ?? ''),
    argumentsSpan: { from: given.from, to: given.to },
  };
}

export function readArguments(given: PythonNode, steps: Steps, dumpsStrings = true): void {
  steps.read(isDict(given.value) ? 'arguments' : 'other-arguments', given);
  if (typeof given.value === 'string' && dumpsStrings) steps.quirk('double-encoded', given);
}

function refused(at: Span, fault: CallFault, steps: Steps): null {
  steps.reject(fault, at);
  return null;
}

/** Parts of a text that the parser drops; what of them is only white space is no loss. */
export function dropText(text: string, spans: readonly Span[], steps: Steps): void {
  for (const span of spans) if (afterSpace(text, span.from, span.to) < span.to) steps.quirk('text-dropped', span);
}

/** What lies between calls from `from` to `to`. The calls are in order and do not overlap. */
export function aroundCalls(calls: readonly EngineCall[], from: number, to: number): Span[] {
  return gapsIn(
    { from, to },
    calls.map(({ span }) => span),
  );
}
