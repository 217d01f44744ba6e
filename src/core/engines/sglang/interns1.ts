import {
  isDict,
  isHashable,
  PythonDict,
  pythonDumps,
  type PythonValue,
  readPythonJson,
  strippedSpan,
  truthy,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { Excerpt, type Message, raisedBy } from '../kit/index.ts';
import { baseJsonWords, toolPositions } from './kit/base-json.ts';
import { partialEnd } from './kit/base-stream.ts';
import {
  sglangRuntime,
  sglangWords,
  type Detected,
  type DetectedCall,
  type DetectorStream,
  type SglangCode,
} from './detector.ts';
import { noteDropped, rejectBlock, tagBlocks, tagWords, type TagBlock } from './kit/tool-call-tags.ts';
import { sentences } from './kit/sentences.ts';
import { makeRoom, sendWhole } from './kit/call-lists.ts';
import { allContent, contentBefore } from './kit/content.ts';

const OPEN = '<|action_start|> <|plugin|>';
const CLOSE = '<|action_end|>';

const words = {
  // `SGLANG_FORWARD_UNKNOWN_TOOLS` changes nothing here: looking up the tool then raises an exception.
  'undeclared-skipped': sglangWords['undeclared-dropped'],
  ...tagWords,
  'all-content': sentences.givesUp,
  'block-skipped': sentences.blockSkipped,
  'no-closer': 'No `<|action_end|>` follows: the detector drops the block',
  'no-whole-block': 'No block has a `<|action_end|>`: the whole reply is content',
  'empty-parameters': '`parameters` is empty: the detector makes the call with {}.',
  'not-dict': baseJsonWords['item-not-dict'],
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const interns1 = sglangRuntime({
  flag: 'interns1',
  file: 'internlm_detector.py',
  formats: ['internlm2'],
  reads: 'JSON between <|action_start|> <|plugin|> and <|action_end|>; text after the first block is lost.',
  words,
  openers: [OPEN],
  detect,
  stream: (tools) => new Interns1Stream(tools),
});

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps | null): Detected {
  const whole = { from: 0, to: text.length };
  const all: Detected = allContent(text);
  const first = text.indexOf(OPEN);
  if (first < 0) return all;
  const positions = toolPositions(tools);
  const calls: DetectedCall[] = [];
  const blocks = [];
  let isWhole = false;
  for (const block of tagBlocks(text, OPEN, CLOSE)) {
    const { span, body } = block;
    if (body.to === span.to) {
      steps?.reject(isWhole ? 'no-closer' : 'no-whole-block', span);
      if (!isWhole) return all;
      blocks.push(span);
      break;
    }
    isWhole = true;
    blocks.push(span);
    steps?.enter('block', OPEN, span);
    steps?.marker(OPEN, 'open', span.from, body.from);
    const call = readBlock(text, block, positions, steps);
    if (call === 'raises') {
      steps?.leave(span, 'malformed');
      steps?.quirk('all-content', whole);
      return all;
    }
    if (call !== null) calls.push(call);
    steps?.marker(CLOSE, 'close', body.to, span.to);
    steps?.leave(span, call === null ? 'empty' : 'matched');
  }
  if (steps !== null) noteDropped(text, blocks, steps);
  return { calls, ...contentBefore(text, first) };
}

function readBlock(
  text: string,
  { span, body }: TagBlock,
  positions: ReadonlyMap<string, number>,
  steps: Steps | null,
): DetectedCall | 'raises' | null {
  const { from, to } = strippedSpan(text, body.from, body.to);
  const reading = readPythonJson(text, from, to);
  if (!reading.ok) {
    const { error } = reading;
    rejectBlock(error, { span, body }, steps);
    if (raisedBy(error) !== 'JSONDecodeError') return 'raises';
    steps?.quirk('block-skipped', span);
    return null;
  }
  const { node } = reading;
  if (!isDict(node.value)) {
    steps?.reject('not-dict', node);
    return 'raises';
  }
  const name = node.members?.get('name')?.node;
  if (name === undefined || !truthy(name.value)) {
    steps?.reject('nameless-dropped', node, name?.from ?? node.from);
    return null;
  }
  if (!isHashable(name.value)) {
    steps?.reject('name-not-hashable', name);
    return 'raises';
  }
  const toolIndex = typeof name.value === 'string' ? positions.get(name.value) : undefined;
  if (toolIndex === undefined) {
    steps?.reject('undeclared-skipped', name);
    return null;
  }
  steps?.read('name', name);
  const parameters = node.members?.get('parameters')?.node;
  const other = node.members?.get('arguments')?.node;
  const given = parameters ?? other;
  const isGiven = given !== undefined && truthy(given.value);
  if (parameters !== undefined && other !== undefined) {
    steps?.quirk(truthy(parameters.value) ? 'parameters-count' : 'empty-parameters', other);
  }
  if (given === undefined) steps?.read('no-arguments', node);
  else steps?.read('arguments', given);
  if (given !== undefined && !isDict(given.value)) {
    steps?.quirk(isGiven ? 'arguments-unchecked' : 'empty-becomes-dict', given);
  }
  return {
    span,
    name: name.value as string,
    nameSpan: { from: name.from, to: name.to },
    argumentsText: pythonDumps(isGiven ? given.value : new PythonDict()) ?? '',
    argumentsSpan: given === undefined ? null : { from: given.from, to: given.to },
    toolIndex,
  };
}

/** Waits for the end of a block, then reads all that is buffered up to there. One block a piece. */
class Interns1Stream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #tools: readonly ToolDefinition[];
  #buffer = '';
  #current = -1;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string, current: string): Message | null {
    this.#buffer += delta;
    const text = this.#buffer;
    const came = Excerpt.end(current, text);
    const opener = text.indexOf(OPEN);
    if (opener < 0) {
      if (this.#current <= 0 && partialEnd(text, OPEN) > 0) return null;
      this.#buffer = '';
      return this.#current > 0 ? null : { content: came.without(CLOSE) };
    }
    const closer = text.indexOf(CLOSE);
    if (closer < 0) {
      this.#buffer = text.slice(opener);
      return { content: came.slice(0, opener) };
    }
    if (this.#current === -1) {
      this.#current = 0;
      this.previous.length = 0;
      this.streamed.splice(0, this.streamed.length, '');
    }
    makeRoom(this, this.#current);
    const to = closer + CLOSE.length;
    const { calls, content: shown } = detect(text.slice(0, to), this.#tools, null);
    const content = came.parts(shown);
    this.#buffer = text.slice(to);
    const [call] = calls;
    if (call === undefined) return { content };
    this.#current += 1;
    return { content, calls: [sendWhole(this, this.#current - 1, call)] };
  }
}
