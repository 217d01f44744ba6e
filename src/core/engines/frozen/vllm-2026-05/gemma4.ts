import type { Span } from '../../../text/document/index.ts';
import {
  countOf,
  isRegexWord,
  type PythonDict,
  pythonDumps,
  pythonFloat,
  pythonInt,
  type PythonValue,
  rstrip,
  stripPython,
} from '../../../text/languages/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { commonPrefixLength, type Message } from '../../kit/index.ts';
import { lengthOf, withoutFirst } from '../../vllm/kit/code-points.ts';
import {
  colonCallAt,
  colonCallWords,
  contentOf,
  lastColonCall,
  parseColonCalls,
  type ColonCalls,
} from '../../vllm/kit/colon-calls.ts';
import { dictOf, readGemma4, type Gemma4Rules } from '../../vllm/kit/gemma4-arguments.ts';
import { MarkerBuffer } from '../../vllm/kit/marker-buffer.ts';
import { vllmRuntime, type ParserStream, type VllmCode, type VllmParser } from '../../vllm/parser.ts';

const OPEN = '<|tool_call>';
const CLOSE = '<tool_call|>';
const HYPHEN = 0x2d;
const DOT = 0x2e;

const calls: ColonCalls = {
  open: OPEN,
  close: CLOSE,
  isInName: (code) => code === HYPHEN || code === DOT || isRegexWord(code),
  takesRest: false,
};

/** Words and numbers become values, whatever the schema says. */
const rules: Gemma4Rules = {
  bare(raw) {
    const text = stripPython(raw);
    if (text === 'true' || text === 'false') return text === 'true';
    if (['null', 'none', 'nil'].includes(text.toLowerCase())) return null;
    return (text.includes('.') ? pythonFloat(text) : pythonInt(text)) ?? text;
  },
  cutsDelimiter: false,
  quotesKeys: false,
};

const words = {
  ...colonCallWords(calls),
  'no-closer': `No \`}${CLOSE}\` follows. The parser needs it and finds no call`,
  'no-calls': 'No call is complete: the parser returns the whole reply as content.',
  'arguments-stopped': 'A value is missing here. The parser drops the rest of the arguments.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | VllmCode>;

/** The arguments as JSON, with the steps. */
function readArguments(text: string, args: Span, steps: Steps): string {
  const { parameters, stop } = readGemma4(text, args.from, args.to, false, rules);
  for (const { keySpan, value, valueSpan } of parameters) {
    steps.read('key', keySpan);
    steps.read(typeof value === 'string' ? 'value' : 'coerced-value', valueSpan);
  }
  if (stop !== null) steps.quirk('arguments-stopped', { from: stop, to: args.to });
  return pythonDumps(dictOf(parameters)) ?? '{}';
}

/** So many characters of arguments are read again with every delta. */
const ALLOWANCE = 1 << 25;

/** Reads the arguments of the last call again with every delta and sends what is new of their JSON. */
class Gemma4Stream implements ParserStream {
  readonly previous: { name?: string; arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #buffer = new MarkerBuffer(OPEN, CLOSE);
  #isNameSent = false;
  #spent = 0;
  #lookAt = 0;

  push(delta: string, current: string): Message | null {
    const came = this.#buffer.take(delta, current);
    const { text } = came;
    const before = current.slice(0, current.length - delta.length);
    const starts = countOf(current, OPEN);
    const ends = countOf(current, CLOSE);
    const newStarts = starts - countOf(before, OPEN);
    const newEnds = ends - countOf(before, CLOSE);
    if (starts === 0 || (starts === ends && newEnds === 0 && !text.includes(CLOSE))) return contentOf(came);
    if (newStarts > 0 && starts > ends) {
      this.#isNameSent = false;
      this.previous.push({});
      this.streamed.push('');
      if (text.length <= OPEN.length) return null;
    }
    if (newEnds > 0) return this.#end(current);
    if (starts > ends) return this.#middle(current);
    return contentOf(came.without(OPEN).without(CLOSE));
  }

  #middle(current: string): Message | null {
    const { nameFrom, brace } = lastColonCall(current, calls);
    const close = current.indexOf(CLOSE, nameFrom);
    const to = close < 0 ? current.length : close;
    if (brace < 0 || brace >= to) return null;
    const name = stripPython(current.slice(nameFrom, brace));
    const index = this.previous.length - 1;
    if (!this.#isNameSent) {
      if (name === '') return null;
      this.#isNameSent = true;
      this.previous[index] = { name, arguments: dictOf([]) };
      this.#lookAt = 0;
      return { calls: [{ index, name, argumentsText: '' }] };
    }
    const end = current.charAt(to - 1) === '}' && to - 1 > brace ? to - 1 : to;
    if (end <= brace + 1) return null;
    // Of very long arguments only every eighth part is looked at while they come.
    const length = end - brace;
    if (this.#spent > ALLOWANCE && length < this.#lookAt) return null;
    this.#spent += length;
    this.#lookAt = length + (length >> 3);
    const args = dictOf(readGemma4(current, brace + 1, end, true, rules).parameters);
    return args.size === 0 ? null : this.#difference(index, args);
  }

  #difference(index: number, args: PythonDict): Message | null {
    const safe = rstrip(pythonDumps(args) ?? '', '}"]<|\\>');
    const sent = this.streamed[index] ?? '';
    if (safe === '' || safe === sent) return null;
    const common = commonPrefixLength(sent, safe);
    if (common < sent.length) {
      this.streamed[index] = sent.slice(0, common);
      return null;
    }
    this.streamed[index] = safe;
    this.previous[index] = { ...this.previous[index], arguments: args };
    return { calls: [{ index, argumentsText: safe.slice(sent.length) }] };
  }

  #end(current: string): Message | null {
    const index = this.previous.length - 1;
    if (index < 0) return null;
    const call = colonCallAt(current, calls, index);
    if (call === null) return null;
    const { args } = call;
    const value = dictOf(readGemma4(current, args.from, args.to, false, rules).parameters);
    const final = pythonDumps(value) ?? '';
    const rest = withoutFirst(final, lengthOf(this.streamed[index] ?? ''));
    if (rest === '') return null;
    this.streamed[index] = final;
    this.previous[index] = { ...this.previous[index], arguments: value };
    return { calls: [{ index, argumentsText: rest }] };
  }
}

const parser: VllmParser<Code> = {
  flag: 'gemma4',
  release: '2026-05',
  file: 'vllm/tool_parsers/gemma4_tool_parser.py',
  formats: ['gemma4'],
  reads: 'call:NAME{key:value} between <|tool_call> and <tool_call|>; the parser guesses the types of the values.',
  words,
  parse: (text, _tools, steps) => parseColonCalls(text, calls, steps, ({ args }) => readArguments(text, args, steps)),
  stream: () => new Gemma4Stream(),
};

export const gemma4 = vllmRuntime(parser);
