import type { Span } from '../../document/span.ts';
import { pythonDumps } from '../../json/dialects/python-dumps.ts';
import { readPythonJson } from '../../json/dialects/python.ts';
import { isRegexWord, strippedSpan } from '../../languages/python/text.ts';
import { PythonDict, type PythonValue } from '../../languages/python/value.ts';
import type { Recorder } from '../../trace/recorder.ts';
import type { EngineCall } from '../kit/engine-calls.ts';
import type { Message } from '../kit/engine-stream.ts';
import { MarkerBuffer, occurrences } from './kit/call-markers.ts';
import { lengthOf, withoutFirst } from './kit/code-points.ts';
import { vllmRuntime, type Parsed, type ParserStream, type VllmCode, type VllmParser } from './parser.ts';

const OPEN = '<start_function_call>';
const CLOSE = '<end_function_call>';
const CALL = 'call:';
const END = `}${CLOSE}`;
const ESCAPE = '<escape>';

const words = {
  'contains-opener': {
    question: `Does the text contain \`${OPEN}\`?`,
    yes: `The parser looks for \`call:NAME{\` after it, and for the first \`${END}\` after that.`,
    no: 'The parser returns the whole reply as content.',
  },
  'no-call': 'No call follows this marker: the parser skips it',
  'no-closer': `No \`${END}\` follows: the arguments continue to the end of the reply.`,
  'no-calls': 'The parser finds no call. The parser returns the whole reply as content.',
  'argument-dropped': `The parser drops this argument: it reads only values between two \`${ESCAPE}\`.`,
  'value-as-text': 'The value is not JSON, so it stays a string',
  'number-too-long': 'The number has more than 4300 digits: Python raises ValueError, and the parser gives up',
  'text-dropped': 'The parser drops this text: it keeps only the text before the first marker.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | VllmCode>;

interface Match {
  readonly span: Span;
  readonly name: Span;
  readonly args: Span;
  readonly isClosed: boolean;
}

/** Calls in the order of the text. One without a closer takes the rest. */
function* matches(text: string, steps: Steps | null): Generator<Match> {
  for (let from = text.indexOf(OPEN); from >= 0;) {
    const nameFrom = from + OPEN.length + CALL.length;
    const nameTo = text.startsWith(CALL, from + OPEN.length) ? wordEnd(text, nameFrom) : nameFrom;
    if (nameTo === nameFrom || text.charAt(nameTo) !== '{') {
      steps?.reject('no-call', { from, to: from + OPEN.length });
      from = text.indexOf(OPEN, from + OPEN.length);
      continue;
    }
    const end = text.indexOf(END, nameTo + 1);
    const isClosed = end >= 0;
    const to = isClosed ? end + END.length : text.length;
    const args = { from: nameTo + 1, to: isClosed ? end : text.length };
    yield { span: { from, to }, name: { from: nameFrom, to: nameTo }, args, isClosed };
    from = text.indexOf(OPEN, to);
  }
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    if (!isRegexWord(code)) break;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

interface Argument {
  readonly span: Span;
  readonly key: Span;
  readonly valueSpan: Span;
  readonly value: PythonValue;
  readonly isJson: boolean;
}

/** `(\w+):<escape>(.*?)<escape>`. Undefined as a last item: Python raises ValueError there. */
function* argumentsIn(text: string, { from, to }: Span): Generator<Argument | { readonly raisesAt: Span }> {
  const middle = `:${ESCAPE}`;
  let last = from;
  for (let at = text.indexOf(middle, from); at >= 0 && at < to;) {
    const keyFrom = wordStart(text, at, last);
    const valueFrom = at + middle.length;
    if (keyFrom === at) {
      at = text.indexOf(middle, at + 1);
      continue;
    }
    const valueTo = text.indexOf(ESCAPE, valueFrom);
    if (valueTo < 0 || valueTo + ESCAPE.length > to) return;
    const valueSpan = { from: valueFrom, to: valueTo };
    const raw = text.slice(valueFrom, valueTo);
    const reading = readPythonJson(raw);
    if (!reading.ok && reading.error.code === 'number-out-of-range') {
      yield { raisesAt: valueSpan };
      return;
    }
    last = valueTo + ESCAPE.length;
    yield {
      span: { from: keyFrom, to: last },
      key: { from: keyFrom, to: at },
      valueSpan,
      value: reading.ok ? reading.node.value : raw,
      isJson: reading.ok,
    };
    at = text.indexOf(middle, last);
  }
}

/** The beginning of the word that ends at a place. */
function wordStart(text: string, to: number, from: number): number {
  let at = to;
  while (at > from) {
    const pair = at - 2 >= from ? (text.codePointAt(at - 2) ?? 0) : 0;
    const size = pair > 0xffff ? 2 : 1;
    if (!isRegexWord(size === 2 ? pair : text.charCodeAt(at - 1))) break;
    at -= size;
  }
  return at;
}

/** Null where Python raises ValueError. */
function dictIn(text: string, span: Span): PythonDict | null {
  const dict = new PythonDict();
  for (const argument of argumentsIn(text, span)) {
    if ('raisesAt' in argument) return null;
    dict.set(text.slice(argument.key.from, argument.key.to), argument.value);
  }
  return dict;
}

function parse(text: string, _tools: unknown, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(OPEN);
  const found = first < 0 ? null : { from: first, to: first + OPEN.length };
  if (!steps.gate('contains-opener', found !== null, whole, found)) {
    return { called: false, calls: [], content: [whole], text };
  }
  const calls: EngineCall[] = [];
  let at = first;
  for (const match of matches(text, steps)) {
    if (match.span.from > at) steps.quirk('text-dropped', { from: at, to: match.span.from });
    at = match.span.to;
    const call = readCall(text, match, steps);
    if (call === null) {
      steps.quirk('all-content', whole);
      return { called: false, calls: [], content: [whole], text };
    }
    calls.push(call);
  }
  if (calls.length === 0) {
    steps.quirk('no-calls', whole);
    return { called: false, calls: [], content: [whole], text };
  }
  if (at < text.length) steps.quirk('text-dropped', { from: at, to: text.length });
  const kept = strippedSpan(text, 0, first);
  const content = kept.from < kept.to ? [kept] : [];
  return { called: true, calls, content, text: kept.from < kept.to ? text.slice(kept.from, kept.to) : null };
}

function readCall(text: string, { span, name, args, isClosed }: Match, steps: Steps): EngineCall | null {
  steps.enter('block', OPEN, span);
  steps.marker(OPEN, 'open', span.from, span.from + OPEN.length);
  steps.read('name', name);
  const dict = new PythonDict();
  let at = args.from;
  const skip = (to: number): void => {
    if (/[^\s,]/.test(text.slice(at, to))) steps.quirk('argument-dropped', { from: at, to });
  };
  for (const argument of argumentsIn(text, args)) {
    if ('raisesAt' in argument) {
      steps.reject('number-too-long', argument.raisesAt);
      steps.leave(span, 'malformed');
      return null;
    }
    skip(argument.span.from);
    at = argument.span.to;
    steps.read('key', argument.key);
    if (argument.isJson) steps.read('coerced-value', argument.valueSpan);
    else steps.read('value-as-text', argument.valueSpan);
    dict.set(text.slice(argument.key.from, argument.key.to), argument.value);
  }
  skip(args.to);
  if (isClosed) steps.marker(CLOSE, 'close', span.to - CLOSE.length, span.to);
  else steps.quirk('no-closer', { from: span.from, to: args.from });
  steps.leave(span, 'matched');
  return {
    span,
    name: text.slice(name.from, name.to),
    nameSpan: name,
    argumentsText: pythonDumps(dict) ?? '{}',
    argumentsSpan: args,
  };
}

/** Reads the arguments anew with every delta, and sends of their JSON what is longer than before. */
class FunctionGemmaStream implements ParserStream {
  readonly previous: { name?: string; arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #buffer = new MarkerBuffer(OPEN, CLOSE);
  #isNameSent = false;

  push(delta: string, all: string): Message | null {
    const text = this.#buffer.take(delta);
    const before = all.slice(0, all.length - delta.length);
    // Without what is held back, and with what was held back twice.
    const current = before + text;
    const starts = occurrences(current, OPEN);
    const ends = occurrences(current, CLOSE);
    if (starts === 0) return contentOf(text);
    if (starts > occurrences(before, OPEN) && starts > ends) {
      this.#isNameSent = false;
      this.previous.push({});
      this.streamed.push('');
      return null;
    }
    if (starts > ends) return this.#middle(current);
    if (ends > occurrences(before, CLOSE)) return this.#end(current);
    return contentOf(text);
  }

  #middle(current: string): Message | null {
    const from = current.lastIndexOf(OPEN) + OPEN.length;
    const brace = current.startsWith(CALL, from) ? current.indexOf('{', from + CALL.length) : -1;
    const index = this.previous.length - 1;
    if (brace < 0 || index < 0) return null;
    const name = current.slice(from + CALL.length, brace);
    if (!this.#isNameSent) {
      if (name === '') return null;
      this.#isNameSent = true;
      this.previous[index] = { name, arguments: new PythonDict() };
      return { calls: [{ index, name }] };
    }
    const args = dictIn(current, { from: brace + 1, to: current.length });
    return args === null || args.size === 0 ? null : this.#longer(index, args);
  }

  #end(current: string): Message | null {
    const index = this.previous.length - 1;
    if (index < 0) return null;
    let at = 0;
    for (const { args, isClosed } of matches(current, null)) {
      if (at === index) {
        const value = isClosed ? dictIn(current, args) : new PythonDict();
        if (value === null) return null;
        if (isClosed) this.previous[index] = { ...this.previous[index], arguments: value };
        return value.size === 0 ? null : this.#longer(index, value);
      }
      at += 1;
    }
    return null;
  }

  #longer(index: number, args: PythonDict): Message | null {
    const json = pythonDumps(args) ?? '';
    const rest = withoutFirst(json, lengthOf(this.streamed[index] ?? ''));
    if (rest === '') return null;
    this.streamed[index] = json;
    this.previous[index] = { ...this.previous[index], arguments: args };
    return { calls: [{ index, argumentsText: rest }] };
  }
}

function contentOf(text: string): Message | null {
  return text === '' ? null : { content: text };
}

const parser: VllmParser<Code> = {
  flag: 'functiongemma',
  file: 'vllm/tool_parsers/functiongemma_tool_parser.py',
  formats: ['functiongemma'],
  reads: 'call:NAME{key:<escape>value<escape>} after <start_function_call>; every value that is JSON becomes JSON.',
  words,
  parse,
  stream: () => new FunctionGemmaStream(),
};

export const functiongemma = vllmRuntime(parser);
