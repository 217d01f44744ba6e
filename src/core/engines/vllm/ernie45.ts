import type { Span } from '../../text/document/index.ts';
import {
  afterRegexSpace,
  isRegexModuleSpace,
  lstrip,
  PythonDict,
  pythonDumps,
  type PythonNode,
  type PythonValue,
  readPythonJson,
  rstrip,
  stripPython,
} from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type EngineCall, Excerpt, type Message } from '../kit/index.ts';
import {
  aroundCalls,
  contentOnly,
  dropText,
  givenUp,
  jsonCallWords,
  readArguments,
  rejectJson,
} from './kit/json-calls.ts';
import { type Parsed, type ParserStream, type VllmCode, vllmRuntime } from './parser.ts';

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';
const RESPONSE_OPEN = '<response>';
const RESPONSE_CLOSE = '</response>';

const words = {
  ...jsonCallWords,
  'contains-opener': {
    question: `Does the text contain \`${OPEN}\`?`,
    yes: `Blocks that are one object in braces are read as JSON. A block ends where \`}\` and white space come before a \`${CLOSE}\`.`,
    no: 'The parser returns the whole reply as content.',
  },
  'no-brace': `No \`{\` follows this \`${OPEN}\`: the parser skips it.`,
  'no-end': `No \`${CLOSE}\` with a \`}\` before it follows this \`${OPEN}\`: the parser skips it.`,
  'no-name': 'The object has no key `name`: the call has an empty name.',
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const ernie45 = vllmRuntime({
  flag: 'ernie45',
  file: 'vllm/tool_parsers/ernie45_tool_parser.py',
  formats: ['hermes'],
  reads: 'JSON objects between <tool_call> and </tool_call>; the parser skips blocks that are not an object.',
  words,
  parse: (text, _tools, steps) => parse(text, steps),
  stream: () => new ErnieStream(),
});

function parse(text: string, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(OPEN);
  const found = first < 0 ? null : { from: first, to: first + OPEN.length };
  if (!steps.gate('contains-opener', found !== null, whole, found)) return contentOnly(text);
  const calls: EngineCall[] = [];
  for (const { span, body } of blocksOf(text, first, steps)) {
    const call = readBlock(text, span, body, steps);
    if (call === null) return givenUp(text, steps);
    calls.push(call);
  }
  const before = text.slice(0, first);
  const kept = rstrip(before, '\n');
  dropText(text, aroundCalls(calls, first, text.length), steps);
  return {
    called: true,
    calls,
    content: kept === '' ? [] : [{ from: 0, to: kept.length }],
    text: kept === '' ? null : kept,
    markup: kept.length < first ? [{ from: kept.length, to: first }] : [],
  };
}

interface Block {
  readonly span: Span;
  readonly body: Span;
}

/** `findall` of an opener, white space, and braces up to the first closer that follows a brace and white space. */
function* blocksOf(text: string, first: number, steps: Steps | null): Generator<Block> {
  const ends = new Ends(text);
  for (let from = first; from >= 0;) {
    const marker = { from, to: from + OPEN.length };
    const brace = afterRegexSpace(text, marker.to);
    if (text.charAt(brace) !== '{') {
      steps?.quirk('no-brace', marker);
      from = text.indexOf(OPEN, marker.to);
      continue;
    }
    const end = ends.after(brace);
    if (end === null) {
      steps?.quirk('no-end', marker);
      // Nor is there one after the openers that follow.
      return;
    }
    const span = { from, to: end.closer + CLOSE.length };
    yield { span, body: { from: brace, to: end.brace + 1 } };
    from = text.indexOf(OPEN, span.to);
  }
}

/** Closers with a `}` before them, each looked at once. */
class Ends {
  readonly #text: string;
  #closer = -1;
  #brace = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The first one whose brace comes after the one at `from`. */
  after(from: number): { readonly brace: number; readonly closer: number } | null {
    while (this.#brace <= from) {
      this.#closer = this.#text.indexOf(CLOSE, Math.max(this.#closer + 1, from));
      if (this.#closer < 0) return null;
      let at = this.#closer - 1;
      while (at > from && isRegexModuleSpace(this.#text.charCodeAt(at))) at -= 1;
      this.#brace = this.#text.charAt(at) === '}' ? at : -1;
    }
    return { brace: this.#brace, closer: this.#closer };
  }
}

function readBlock(text: string, span: Span, body: Span, steps: Steps): EngineCall | null {
  steps.enter('block', 'format:hermes', span);
  steps.marker(OPEN, 'open', span.from, span.from + OPEN.length);
  const reading = readPythonJson(text, body.from, body.to);
  if (!reading.ok) {
    rejectJson(steps, body, reading.error);
    steps.leave(span, 'malformed');
    return null;
  }
  steps.marker(CLOSE, 'close', span.to - CLOSE.length, span.to);
  const { node } = reading;
  const name = node.members?.get('name')?.node;
  const given = node.members?.get('arguments')?.node;
  if (name !== undefined && typeof name.value !== 'string') {
    steps.reject('name-not-str', name);
    steps.leave(span, 'malformed');
    return null;
  }
  if (name === undefined) steps.quirk('no-name', node);
  else steps.read('name', name);
  if (given === undefined) steps.read('no-arguments', node);
  else readArguments(given, steps);
  steps.leave(span, 'matched');
  return {
    span,
    name: name === undefined ? '' : (name.value as string),
    nameSpan: name === undefined ? { from: node.from, to: node.from + 1 } : { from: name.from, to: name.to },
    argumentsText: argumentsOf(node).text,
    argumentsSpan: given === undefined ? null : { from: given.from, to: given.to },
  };
}

function argumentsOf({ members }: PythonNode): { readonly value: PythonValue; readonly text: string } {
  const value = members?.get('arguments')?.node.value ?? null;
  const given = members?.has('arguments') === true ? value : new PythonDict();
  return { value: given, text: pythonDumps(given) ?? '' };
}

/** Without the line breaks at both ends. */
function strippedOf(text: string): Span {
  const from = text.length - lstrip(text, '\n').length;
  return { from, to: from + stripPython(text, '\n').length };
}

/** Reads one block a delta, up to the first closer. A block that it cannot read stays first for ever. */
class ErnieStream implements ParserStream {
  readonly previous: { readonly arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  #buffer = '';
  #index = -1;
  #isFirst = true;

  push(delta: string, current: string): Message | null {
    const text = this.#buffer + delta;
    const came = Excerpt.end(current, text);
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const opener = text.indexOf(OPEN);
    if (opener < 0) {
      this.#buffer = '';
      return { content: this.#content(Excerpt.end(current, delta), isFirst) };
    }
    const closer = text.indexOf(CLOSE);
    if (closer < 0) {
      this.#buffer = text.slice(opener);
      return { content: came.slice(0, rstrip(text.slice(0, opener), '\n').length) };
    }
    return this.#call(came, opener, closer + CLOSE.length);
  }

  #call(came: Excerpt, opener: number, to: number): Message | null {
    const { text } = came;
    this.#buffer = text;
    this.#index = Math.max(0, this.#index);
    const index = this.#index;
    while (this.previous.length <= index) {
      this.previous.push({});
      this.streamed.push('');
    }
    const [block] = blocksOf(text.slice(0, to), opener, null);
    const reading = block === undefined ? null : readPythonJson(text, block.body.from, block.body.to);
    if (reading?.ok !== true) return null;
    const name = reading.node.members?.has('name') === true ? reading.node.members.get('name')?.node.value : '';
    if (typeof name !== 'string') return null;
    const given = argumentsOf(reading.node);
    this.previous[index] = { arguments: given.value };
    this.streamed[index] = given.text;
    this.#index += 1;
    this.#buffer = text.slice(to);
    const content = came.slice(0, rstrip(text.slice(0, opener), '\n').length);
    return { content, calls: [{ index, name, argumentsText: given.text }] };
  }

  /** Text outside of calls: none after the first call, and only what is between the tags of a response. */
  #content(delta: Excerpt, isFirst: boolean): Excerpt {
    if (this.#index > 0) return Excerpt.empty;
    const { from, to } = isFirst ? strippedOf(delta.text) : { from: 0, to: delta.length };
    const shown = delta.slice(from, to);
    const opener = shown.text.indexOf(RESPONSE_OPEN);
    const after = opener < 0 ? shown : shown.slice(opener + RESPONSE_OPEN.length);
    const end = after.text.lastIndexOf(RESPONSE_CLOSE);
    return end < 0 ? after : after.slice(0, end);
  }
}
