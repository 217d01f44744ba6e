import {
  calledName,
  type CallRules,
  EditedText,
  Excerpt,
  firstValue,
  gapsIn,
  jsonWords,
  type Message,
  pythonSyntaxWords,
  type Raised,
  raisedBy,
  reject,
} from '../kit/index.ts';
import { openDocument, Recorder } from '../../trace/index.ts';
import type { Span } from '../../text/document/index.ts';
import {
  isHashable,
  type PythonCall,
  PythonDict,
  pythonDumps,
  type PythonSyntax,
  PythonTuple,
  type PythonValue,
  readPythonJson,
  strippedSpan,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { baseJsonWords, readBaseJson, toolPositions } from './kit/base-json.ts';
import { partialEnd } from './kit/base-stream.ts';
import {
  sglangRuntime,
  type Detected,
  type DetectedCall,
  type DetectorStream,
  type SglangCode,
  type SglangDetector,
} from './detector.ts';
import { noteText } from './kit/sections.ts';
import { sentences } from './kit/sentences.ts';
import { messageCalls } from './kit/call-lists.ts';
import { allContent } from './kit/content.ts';

const OPEN = '<|tool_call_start|>';
const CLOSE = '<|tool_call_end|>';

const words = {
  ...baseJsonWords,
  ...pythonSyntaxWords,
  'no-closer': sentences.blockOpenUnread(CLOSE),
  'looks-like-json': {
    question: 'Does the block start with `{` or `[{`?',
    yes: 'The detector reads it as JSON first.',
    no: 'The detector reads it as Python.',
  },
  'json-without-calls': 'The JSON contains no call. The detector now reads the block as Python.',
  'not-a-list': 'The first statement is neither a call nor a list of calls',
  'item-not-call': 'This item of the list is not a call: the detector drops the whole list',
  'keyword-argument': 'A keyword argument',
  'name-not-simple': 'This is no name: the detector drops the call and only logs it',
  'value-refused': 'The value is not a literal: the detector drops the call and only logs it',
  'not-negated': 'Only numbers can have a minus sign: the detector drops the call and only logs it',
  'key-not-hashable': 'A list or a dict cannot be a key. Python raises TypeError, which loses the whole block',
  'no-json': 'JSON cannot represent one of these values. `json.dumps` raises TypeError, which loses the whole block',
  'too-deep': 'The value is nested too deeply: Python raises RecursionError, which loses the whole block',
  'positional-dropped': 'This argument has no name: the detector drops it.',
  'unpacking-dropped': 'The detector drops what follows `**`.',
  'keyword-again': 'This argument is repeated: the last value counts.',
  'block-lost': 'The detector finds no call in this block. The client never receives it.',
  'text-dropped': sentences.onlyBeforeFirst,
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;
type Positions = ReadonlyMap<string, number>;

/** @param rules releases differ */
export const lfm2Detector = (rules: CallRules): SglangDetector<Code> => ({
  flag: 'lfm2',
  file: 'lfm2_detector.py',
  formats: ['lfm2'],
  reads: `Python calls, or JSON, between ${OPEN} and ${CLOSE}.`,
  words,
  openers: [OPEN],
  detect: (text, tools, steps) => detect(text, tools, rules, steps),
  stream: (tools) => new Lfm2Stream(tools, rules),
});

export const lfm2 = sglangRuntime(lfm2Detector({ jsonWords: true, dottedNames: true }));

function detect(text: string, tools: readonly ToolDefinition[], rules: CallRules, steps: Steps): Detected {
  const first = text.indexOf(OPEN);
  if (first < 0) return allContent(text);
  const positions = toolPositions(tools);
  const calls: DetectedCall[] = [];
  const markup: Span[] = [];
  let at = first;
  for (let open = first; open >= 0; open = text.indexOf(OPEN, at)) {
    const bodyFrom = open + OPEN.length;
    const close = text.indexOf(CLOSE, bodyFrom);
    if (close < 0) {
      steps.reject('no-closer', { from: open, to: bodyFrom });
      break;
    }
    noteText('text-dropped', text, at, open, steps);
    const block = { from: open, to: close + CLOSE.length };
    steps.enter('block', OPEN, block);
    steps.marker(OPEN, 'open', open, bodyFrom);
    const found = readBody(text, block, strippedSpan(text, bodyFrom, close), { positions, rules }, steps);
    steps.marker(CLOSE, 'close', close, block.to);
    if ('raises' in found) {
      steps.leave(block, 'malformed');
      return { calls: [], content: [], text, raises: found };
    }
    if (found.calls.length > 0) markup.push(...found.markup);
    else steps.quirk('block-lost', block);
    steps.leave(block, found.calls.length > 0 ? 'matched' : 'empty');
    calls.push(...found.calls);
    at = block.to;
  }
  noteText('text-dropped', text, at, text.length, steps);
  const before = strippedSpan(text, 0, first);
  if (before.to < first) markup.push({ from: before.to, to: first });
  return { calls, content: [before], markup, text: text.slice(before.from, before.to) };
}

interface Found {
  readonly calls: readonly DetectedCall[];
  /** What of the block is beside its items. */
  readonly markup: readonly Span[];
}

const nothing: Found = { calls: [], markup: [] };

type RaisedAt = Raised & { readonly at: number };

/** By what calls are read. */
interface Reading {
  readonly positions: Positions;
  readonly rules: CallRules;
}

function readBody(text: string, block: Span, body: Span, reading: Reading, steps: Steps): Found | RaisedAt {
  const isJson = text.startsWith('{', body.from) || text.startsWith('[{', body.from);
  const looks = isJson && body.from < body.to;
  if (body.from < body.to) steps.gate('looks-like-json', looks, body, { from: body.from, to: body.from + 1 });
  if (looks) {
    const found = readAsJson(text, block, body, reading.positions, steps);
    if ('raises' in found || found.calls.length > 0) return found;
    steps.quirk('json-without-calls', body);
  }
  return readAsPython(text, block, body, reading, steps);
}

function readAsJson(text: string, block: Span, body: Span, positions: Positions, steps: Steps): Found | RaisedAt {
  const reading = readPythonJson(text, body.from, body.to);
  if (!reading.ok) {
    const { error } = reading;
    const raises = raisedBy(error);
    steps.reject('json-syntax', body, error.at, error);
    return raises === 'JSONDecodeError' ? nothing : { raises, at: error.at };
  }
  const { calls, markup, raises } = readBaseJson(reading.node, block, positions, steps);
  return raises ?? { calls, markup };
}

function readAsPython(text: string, block: Span, body: Span, reading: Reading, steps: Steps): Found {
  const source = new EditedText(text, [body]);
  const first = firstValue(source.text);
  if (!first.ok) {
    const at = Math.min(body.from + first.at, body.to);
    steps.reject(first.code, body, at);
    return nothing;
  }
  const { value, next } = first;
  if (value?.kind !== 'list' && value?.kind !== 'call') {
    steps.reject('not-a-list', value === null ? body : source.inOriginal(value));
    return nothing;
  }
  const items = value.kind === 'call' ? [value] : value.items;
  const other = items.find(({ kind }) => kind !== 'call');
  if (other !== undefined) {
    reject('item-not-call', other, source, steps);
    return nothing;
  }
  const calls: DetectedCall[] = [];
  for (const [index, item] of items.entries()) {
    const call = item.kind === 'call' ? readCall(item, index, source, reading, steps) : null;
    if (call === 'raises') return nothing;
    if (call !== null) calls.push(call);
  }
  if (next !== null) steps.quirk('later-statement', source.inOriginal(next));
  const spans = items.map((item) => source.inOriginal(item));
  return { calls, markup: gapsIn(block, spans) };
}

/** Null for a call that is dropped alone. */
function readCall(
  call: PythonCall,
  index: number,
  source: EditedText,
  { positions, rules }: Reading,
  steps: Steps,
): DetectedCall | 'raises' | null {
  const { func, args, keywords } = call;
  const name = calledName(func, rules);
  if (name === null) {
    reject('name-not-simple', func, source, steps);
    return null;
  }
  const nameSpan = source.inOriginal(func);
  if (!positions.has(name)) {
    steps.reject('undeclared-dropped', nameSpan);
    return null;
  }
  steps.read('name', nameSpan);
  for (const argument of args) steps.quirk('positional-dropped', source.inOriginal(argument));
  const dict = new PythonDict();
  for (const keyword of keywords) {
    const place = source.inOriginal(keyword);
    if (keyword.name === null) {
      steps.quirk('unpacking-dropped', place);
      continue;
    }
    if (dict.has(keyword.name)) steps.quirk('keyword-again', place);
    const read = readValue(keyword.value, rules, 0);
    if ('code' in read) {
      reject(read.code, read.at, source, steps);
      return read.losesBlock ? 'raises' : null;
    }
    steps.read('keyword-argument', place);
    dict.set(keyword.name, read.value);
  }
  const argumentsText = pythonDumps(dict);
  if (argumentsText === null) {
    reject('no-json', call, source, steps);
    return 'raises';
  }
  const [first] = keywords;
  const last = keywords.at(-1);
  if (first === undefined) steps.read('no-arguments', source.inOriginal(call));
  const argumentsSpan =
    first === undefined || last === undefined ? null : source.inOriginal({ from: first.from, to: last.to });
  return { span: source.inOriginal(call), name, nameSpan, argumentsText, argumentsSpan, toolIndex: index };
}

type ReadValue = { readonly value: PythonValue } | Refused;

interface Refused {
  readonly code: Code;
  readonly at: Span;
  /** Whether all calls of the block are lost with this one. */
  readonly losesBlock: boolean;
}

/** Python gives up a little deeper; how much depends on who called. */
const DEEPEST = 900;

/** Constants, lists, tuples, dicts and negative numbers. */
function readValue(syntax: PythonSyntax, rules: CallRules, depth: number): ReadValue {
  if (depth > DEEPEST) return { code: 'too-deep', at: syntax, losesBlock: true };
  if (syntax.kind === 'constant') return { value: syntax.value };
  if (syntax.kind === 'list' || syntax.kind === 'tuple') {
    const values: PythonValue[] = [];
    for (const item of syntax.items) {
      const read = readValue(item, rules, depth + 1);
      if ('code' in read) return read;
      values.push(read.value);
    }
    return { value: syntax.kind === 'list' ? values : new PythonTuple(values) };
  }
  if (syntax.kind === 'dict') {
    const dict = new PythonDict();
    for (const { key, value } of syntax.entries) {
      // `**value`
      if (key === null) continue;
      const readKey = readValue(key, rules, depth + 1);
      if ('code' in readKey) return readKey;
      const read = readValue(value, rules, depth + 1);
      if ('code' in read) return read;
      if (!isHashable(readKey.value)) return { code: 'key-not-hashable', at: key, losesBlock: true };
      dict.set(readKey.value, read.value);
    }
    return { value: dict };
  }
  if (syntax.kind === 'unary' && syntax.op === '-') {
    const read = readValue(syntax.operand, rules, depth + 1);
    if ('code' in read) return read;
    const { value } = read;
    if (typeof value === 'bigint' || typeof value === 'number') return { value: -value };
    if (typeof value === 'boolean') return { value: value ? -1n : 0n };
    return { code: 'not-negated', at: syntax, losesBlock: false };
  }
  const word = rules.jsonWords && syntax.kind === 'name' ? jsonWords.get(syntax.name) : undefined;
  return word === undefined ? { code: 'value-refused', at: syntax, losesBlock: false } : { value: word };
}

/** Waits for whole blocks, and reads one with each piece. */
class Lfm2Stream implements DetectorStream {
  readonly previous = [];
  readonly streamed = [];
  readonly #tools: readonly ToolDefinition[];
  readonly #rules: CallRules;
  #buffer = '';

  constructor(tools: readonly ToolDefinition[], rules: CallRules) {
    this.#tools = tools;
    this.#rules = rules;
  }

  push(delta: string, current: string): Message | Raised | null {
    this.#buffer += delta;
    const buffer = this.#buffer;
    const came = Excerpt.end(current, buffer);
    const open = buffer.indexOf(OPEN);
    if (open < 0) {
      const held = partialEnd(buffer, OPEN);
      this.#buffer = buffer.slice(buffer.length - held);
      return { content: held > 0 ? came.slice(0, buffer.length - held) : came.without(CLOSE) };
    }
    const before = came.slice(0, open);
    const close = buffer.indexOf(CLOSE, open + OPEN.length);
    if (close < 0) {
      this.#buffer = buffer.slice(open);
      return { content: before };
    }
    const block = buffer.slice(open, close + CLOSE.length);
    const { calls, raises } = detect(block, this.#tools, this.#rules, new Recorder(openDocument({ text: block })));
    if (raises !== undefined) return { raises: raises.raises };
    this.#buffer = buffer.slice(close + CLOSE.length);
    return {
      content: before,
      calls: messageCalls(calls),
    };
  }
}
