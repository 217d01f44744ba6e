import type { Span } from '../../text/document/index.ts';
import {
  isDict,
  isList,
  isOrjson,
  type PythonNode,
  type PythonValue,
  readPartialJsonSglang,
  readPythonJson,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { openDocument, Recorder } from '../../trace/index.ts';
import { Excerpt, type Message, type Raised } from '../kit/index.ts';
import { baseJsonWords, raisedByPartial, readBaseJson, toolPositions, type NameOf } from './kit/base-json.ts';
import { partialEnd } from './kit/base-stream.ts';
import { sglangRuntime, type Detected, type DetectorStream, type SglangCode, type SglangDetector } from './detector.ts';
import { orjsonNode } from './kit/orjson-values.ts';
import { messageCalls } from './kit/call-lists.ts';
import { allContent } from './kit/content.ts';

const OPEN = '<|START_ACTION|>';
const CLOSE = '<|END_ACTION|>';

const words = {
  ...baseJsonWords,
  'nameless-dropped':
    'The object has no `tool_name` or `name`, or an empty one: the detector drops it and only logs it',
  'no-closer': 'No `<|END_ACTION|>` follows: the block continues to the end of the reply.',
  'json-syntax': '`orjson` rejects this',
  'not-orjson': '`orjson` rejects this: it contains `NaN` or half of a surrogate pair',
  'second-reader': 'The detector tries again with a parser for unfinished JSON.',
  'read-unfinished': 'The detector completes this JSON: it closes open strings and brackets.',
  'block-lost': 'This is not JSON, not even unfinished JSON: the detector drops the block',
  unbalanced: 'The parser for unfinished JSON stops here: the brackets do not match',
  'scalar-dropped': 'This is neither an array nor an object, so it contains no call',
  'item-skipped': 'This item is not an object: the detector skips it silently',
  'text-dropped': 'The detector drops text after the first block: the client never receives it.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

/** @param raisesUnbalanced whether brackets that do not match raise an exception: releases differ */
export const cohereDetector = (raisesUnbalanced: boolean): SglangDetector<Code> => ({
  flag: 'cohere_command4',
  file: 'cohere_command4_detector.py',
  formats: ['command-r'],
  reads: 'The first block after <|START_ACTION|>, even unfinished: an array of {"tool_name", "parameters"}.',
  words,
  openers: [OPEN],
  detect: (text, tools, steps) => detect(text, { tools, raisesUnbalanced }, steps),
  stream: (tools) => new CohereStream({ tools, raisesUnbalanced }),
});

export const cohere_command4 = sglangRuntime(cohereDetector(false));

interface Rules {
  readonly tools: readonly ToolDefinition[];
  readonly raisesUnbalanced: boolean;
}

const nameOf: NameOf = ({ members }) => (members?.get('name') ?? members?.get('tool_name'))?.node;

function detect(text: string, { tools, raisesUnbalanced }: Rules, steps: Steps): Detected {
  const opener = text.indexOf(OPEN);
  if (opener < 0) return allContent(text);
  const before = { content: [{ from: 0, to: opener }], text: text.slice(0, opener) };
  const from = opener + OPEN.length;
  const closer = text.indexOf(CLOSE, from);
  const to = closer < 0 ? text.length : closer;
  const span = { from: opener, to: closer < 0 ? to : to + CLOSE.length };
  steps.enter('block', OPEN, span);
  steps.marker(OPEN, 'open', opener, from);
  if (closer < 0) steps.quirk('no-closer', { from: opener, to: from });
  const node = readBody(text, { from, to }, raisesUnbalanced, steps);
  if (node === null || 'raises' in node) {
    steps.leave(span, 'malformed');
    return node === null ? { calls: [], ...before } : { calls: [], content: [], text, raises: node };
  }
  const { calls, markup, raises } = readBaseJson(itemsOf(node, steps), span, toolPositions(tools), steps, nameOf);
  if (closer >= 0) steps.marker(CLOSE, 'close', to, span.to);
  steps.leave(span, raises !== undefined ? 'malformed' : calls.length > 0 ? 'matched' : 'empty');
  if (raises !== undefined) return { calls: [], content: [], text, raises };
  if (span.to < text.length) steps.quirk('text-dropped', { from: span.to, to: text.length });
  return { calls, markup, ...before };
}

function readBody(
  text: string,
  { from, to }: Span,
  raisesUnbalanced: boolean,
  steps: Steps,
): PythonNode | (Raised & { at: number }) | null {
  const reading = readPythonJson(text, from, to);
  if (reading.ok && isOrjson(text, from, to)) return orjsonNode(reading.node);
  if (reading.ok) steps.reject('not-orjson', { from, to });
  else steps.reject('json-syntax', { from, to }, reading.error.at, reading.error);
  steps.quirk('second-reader', { from, to });
  const partial = readPartialJsonSglang(text, from, to, { strings: true });
  if (partial.ok) {
    if (!partial.complete) steps.quirk('read-unfinished', { from: to, to });
    return partial.node;
  }
  const { why, at } = partial;
  const exception = raisedByPartial.get(why);
  const raises = exception === 'AssertionError' && !raisesUnbalanced ? undefined : exception;
  steps.reject(raises === undefined ? 'block-lost' : 'unbalanced', { from, to }, at);
  return raises === undefined ? null : { raises, at };
}

/** The objects of the array, or the object alone, as an array. */
function itemsOf(node: PythonNode, steps: Steps): PythonNode {
  const { from, to, value } = node;
  const items: PythonNode[] = [];
  if (isDict(value)) items.push(node);
  else if (!isList(value)) steps.reject('scalar-dropped', node, from);
  else {
    for (const item of node.items ?? []) {
      if (isDict(item.value)) items.push(item);
      else steps.reject('item-skipped', item, item.from);
    }
  }
  return { from, to, value: items.map((item) => item.value), items };
}

/** Waits for the end of each block. Text around them goes out as it comes. */
class CohereStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #rules: Rules;
  #buffer = '';

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  push(delta: string, current: string): Message | Raised | null {
    this.#buffer += delta;
    const text = this.#buffer;
    const opener = text.indexOf(OPEN);
    if (opener !== 0) {
      const to = opener > 0 ? opener : text.length - partialEnd(text, OPEN);
      this.#buffer = text.slice(to);
      return { content: Excerpt.end(current, text).slice(0, to) };
    }
    const closer = text.indexOf(CLOSE, OPEN.length);
    if (closer < 0) return null;
    const block = text.slice(0, closer + CLOSE.length);
    const { calls, raises } = detect(
      block,
      this.#rules,
      new Recorder<Code | SglangCode>(openDocument({ text: block })),
    );
    if (raises !== undefined) return raises;
    this.#buffer = text.slice(block.length);
    return { calls: messageCalls(calls) };
  }
}
