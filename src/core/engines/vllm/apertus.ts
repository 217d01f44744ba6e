import type { Span } from '../../text/document/index.ts';
import {
  isDict,
  isList,
  pythonDumps,
  type PythonNode,
  pythonStr,
  type PythonValue,
  rawDecode,
  readPartialJsonVllm,
  rstrip,
  strippedSpan,
  truthy,
} from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import {
  commonPrefixLength,
  type EngineCall,
  Excerpt,
  gapsIn,
  joinedPieces,
  type Message,
  type MessageCall,
  partialOverlap,
  pythonJsonWords,
  raisedBy,
  strippedPieces,
} from '../kit/index.ts';
import { lengthOf } from './kit/code-points.ts';
import { commonWords } from './kit/common-words.ts';
import { listMarkup } from './kit/list-of-calls.ts';
import { places } from './kit/markers.ts';
import { vllmRuntime, type Parsed, type ParserStream, type VllmCode } from './parser.ts';

const PREFIX = '<|tools_prefix|>';
const SUFFIX = '<|tools_suffix|>';
const allow = { strings: true } as const;

const words = {
  ...pythonJsonWords,
  'contains-prefix': {
    question: `Does the text contain \`${PREFIX}\`?`,
    yes: `The text up to the first \`${SUFFIX}\`, or to the end, is read as JSON.`,
    no: 'The parser returns the whole reply as content.',
  },
  'completed-json': 'The parser completes the JSON as if the reply had been cut off.',
  'not-completed': 'The parser cannot complete this to valid JSON either',
  'text-after-json': 'The parser stops at the end of the first JSON value and appends this text to the content.',
  'single-value': 'The JSON is not a list: the parser treats it as a list with one entry.',
  'entry-skipped': 'This entry is not an object with at least one key: the parser skips it',
  'first-key': 'The first key of the object is the name',
  'arguments-no-object': commonWords['arguments-no-object'],
  'other-keys-ignored': 'The parser only reads the first key of this object, and ignores the others.',
  'later-block': `The parser reads only the first block. A later \`${PREFIX}\` and its JSON become content.`,
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const apertus = vllmRuntime({
  flag: 'apertus',
  file: 'vllm/tool_parsers/apertus_tool_parser.py',
  formats: ['apertus'],
  reads: `A JSON list between ${PREFIX} and ${SUFFIX}, of objects with the name as their key.`,
  words,
  parse,
  stream: () => new ApertusStream(),
});

function parse(text: string, _tools: unknown, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const from = text.indexOf(PREFIX);
  const found = from < 0 ? null : { from, to: from + PREFIX.length };
  const asText: Parsed = { called: false, calls: [], content: [whole], text };
  if (!steps.gate('contains-prefix', found !== null, whole, found)) return asText;
  const suffix = text.indexOf(SUFFIX, from + PREFIX.length);
  // `$` also matches before a newline at the end.
  const end = text.endsWith('\n') && text.length > from + PREFIX.length ? text.length - 1 : text.length;
  const body = { from: from + PREFIX.length, to: suffix < 0 ? end : suffix };
  const block = { from, to: suffix < 0 ? end : suffix + SUFFIX.length };
  steps.enter('block', PREFIX, block);
  steps.marker(PREFIX, 'open', from, body.from);
  const node = readBody(text, body, steps);
  if (node === null) {
    steps.leave(block, 'malformed');
    steps.quirk('all-content', whole);
    return asText;
  }
  if (suffix >= 0) steps.marker(SUFFIX, 'close', suffix, block.to);
  const calls = readCalls(node, steps);
  steps.leave(block, calls.length > 0 ? 'matched' : 'empty');
  const after = text.indexOf(PREFIX, block.to);
  if (after >= 0) steps.quirk('later-block', { from: after, to: after + PREFIX.length });

  const content = [
    strippedPieces(text, [{ from: 0, to: from }]),
    strippedPieces(text, [{ from: node.to, to: body.to }]),
    strippedPieces(
      text,
      gapsIn({ from: block.to, to: text.length }, places(text.slice(block.to), SUFFIX).map(moved(block.to))),
    ),
  ].filter((pieces) => pieces.length > 0);
  const contentText = content.map((pieces) => joinedPieces(text, pieces)).join('\n');
  return {
    called: true,
    calls,
    content: content.flat(),
    text: contentText === '' ? null : contentText,
    markup: [{ from, to: node.from }, ...listMarkup(node), ...places(text, SUFFIX)],
  };
}

function moved(by: number): (span: Span) => Span {
  return ({ from, to }) => ({ from: from + by, to: to + by });
}

/** One JSON value, completed where it is not whole. Null where that cannot be done. */
function readBody(text: string, body: Span, steps: Steps): PythonNode | null {
  const { from } = strippedSpan(text, body.from, body.to);
  const reading = rawDecode(text, from, body.to);
  if (reading.ok) {
    const rest = strippedSpan(text, reading.node.to, body.to);
    if (rest.from < rest.to) steps.quirk('text-after-json', rest);
    return reading.node;
  }
  steps.reject('json-syntax', body, reading.error.at, reading.error);
  if (raisedBy(reading.error) !== 'JSONDecodeError') return null;
  const completed = readPartialJsonVllm(text, body.from, body.to, allow);
  if (!completed.ok) {
    steps.reject('not-completed', body, completed.at);
    return null;
  }
  steps.quirk('completed-json', { from: body.from, to: body.to });
  // What follows is not looked at.
  return { ...completed.node, to: body.to };
}

function readCalls(node: PythonNode, steps: Steps): EngineCall[] {
  if (!isList(node.value) && truthy(node.value)) steps.quirk('single-value', node);
  const entries = isList(node.value) ? (node.items ?? []) : truthy(node.value) ? [node] : [];
  return entries.flatMap((entry): EngineCall[] => {
    const [first] = entry.members ?? [];
    if (first === undefined) {
      steps.reject('entry-skipped', entry);
      return [];
    }
    const [name, { key, node: given }] = first;
    steps.read('first-key', key);
    if (isDict(given.value)) steps.read('arguments', given);
    else steps.quirk('arguments-no-object', given);
    if ((entry.members?.size ?? 0) > 1) steps.quirk('other-keys-ignored', entry);
    return [
      {
        span: { from: entry.from, to: entry.to },
        name,
        nameSpan: { from: key.from, to: key.to },
        argumentsText: pythonDumps(given.value) ?? '',
        argumentsSpan: { from: given.from, to: given.to },
      },
    ];
  });
}

/** Completes the JSON of the last block again with each delta, and sends how its arguments have grown. */
class ApertusStream implements ParserStream {
  readonly previous = [];
  readonly streamed: string[] = [];
  #held = '';
  #index = -1;
  #isNamed = false;

  push(piece: string, current: string): Message | null {
    const text = this.#held + piece;
    const held = partialOverlap(text, PREFIX) || partialOverlap(text, SUFFIX);
    const delta = Excerpt.end(current, text).slice(0, text.length - held);
    this.#held = text.slice(delta.length);
    if (delta.text === '') return null;
    return current.includes(PREFIX) ? this.#inTools(delta, current) : { content: delta };
  }

  #inTools(came: Excerpt, current: string): Message | null {
    const delta = came.text;
    const from = current.lastIndexOf(PREFIX) + PREFIX.length;
    const suffix = current.lastIndexOf(SUFFIX);
    const isOpen = suffix < from;
    const start = strippedSpan(current, from).from;
    const reading = isOpen ? rawDecode(current, start) : null;
    const jsonTo = reading?.ok === true ? reading.end : null;
    const isFinal = !isOpen || jsonTo !== null;
    if (isFinal && jsonTo === null && !delta.includes(SUFFIX)) {
      return { content: came.without(PREFIX).without(SUFFIX) };
    }
    let content = Excerpt.empty;
    const prefix = delta.indexOf(PREFIX);
    if (prefix >= 0) content = came.slice(0, prefix).without(SUFFIX);
    if (jsonTo !== null)
      content = content.plus(Excerpt.part(current, Math.max(jsonTo, deltaStart(current, delta))).without(SUFFIX));
    else if (delta.includes(SUFFIX)) content = content.plus(came.slice(delta.lastIndexOf(SUFFIX) + SUFFIX.length));
    const calls = this.#calls(current, { from, to: isOpen ? (jsonTo ?? current.length) : suffix }, isFinal);
    // Content without calls is refused by the server's own classes, which want a list of calls: the content is lost.
    return calls === null || calls.length === 0 ? null : { content, calls };
  }

  /** Null for an IndexError, which is caught: a later list is shorter than an earlier one. */
  #calls(current: string, { from, to }: Span, isFinal: boolean): MessageCall[] | null {
    const reading = readPartialJsonVllm(current, from, to, allow);
    if (!reading.ok) return [];
    const { value } = reading.node;
    const list = isList(value) ? value : truthy(value) ? [value] : [];
    if (list.length === 0) return [];
    const calls: MessageCall[] = [];
    while (this.#index < list.length - 1) {
      if (this.#index >= 0) this.#send(list[this.#index], true, calls);
      this.#index += 1;
      this.#isNamed = false;
      while (this.streamed.length <= this.#index) this.streamed.push('');
    }
    const entry = list[this.#index];
    if (entry === undefined) return null;
    this.#send(entry, isFinal, calls);
    return calls;
  }

  #send(entry: PythonValue | undefined, isFinal: boolean, calls: MessageCall[]): void {
    const index = this.#index;
    const [first] = isDict(entry) ? entry.entries() : [];
    if (first === undefined) return;
    const [name, given] = first;
    if (!this.#isNamed) {
      this.#isNamed = true;
      calls.push({ index, name: pythonStr(name), argumentsText: '' });
    }
    if (given === null) return;
    const all = pythonDumps(given) ?? '';
    const now = isFinal ? all : rstrip(all, '}"] ,');
    const sent = this.streamed[index] ?? '';
    const shared = commonPrefixLength(sent, now);
    this.streamed[index] = shared < sent.length ? sent.slice(0, shared) : now;
    if (shared === sent.length && now !== sent) calls.push({ index, argumentsText: now.slice(shared) });
  }
}

/** `len(current) - len(delta)`, which is a place of code points, and is too late where the end of the text is held back. */
function deltaStart(current: string, delta: string): number {
  let at = current.length;
  for (let left = lengthOf(delta); left > 0 && at > 0; left -= 1) {
    at -= (current.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
  }
  return at;
}
