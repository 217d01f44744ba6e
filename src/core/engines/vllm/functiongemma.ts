import type { Span } from '../../text/document/index.ts';
import {
  countOf,
  isRegexWord,
  PythonDict,
  pythonDumps,
  type PythonValue,
  readPythonJson,
} from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { Message } from '../kit/index.ts';
import { lengthOf, withoutFirst } from './kit/code-points.ts';
import {
  colonCallAt,
  colonCallWords,
  contentOf,
  lastColonCall,
  parseColonCalls,
  type ColonCalls,
} from './kit/colon-calls.ts';
import { MarkerBuffer } from './kit/marker-buffer.ts';
import { vllmRuntime, type ParserStream, type VllmCode, type VllmParser } from './parser.ts';

const OPEN = '<start_function_call>';
const CLOSE = '<end_function_call>';
const ESCAPE = '<escape>';

const rules: ColonCalls = { open: OPEN, close: CLOSE, isInName: isRegexWord, takesRest: true };

const words = {
  ...colonCallWords(rules),
  'no-closer': `No \`}${CLOSE}\` follows: the arguments continue to the end of the reply.`,
  'no-calls': 'The parser finds no call. The parser returns the whole reply as content.',
  'argument-dropped': `The parser drops this argument: it reads only values between two \`${ESCAPE}\`.`,
  'coerced-value': 'The parser reads this text as JSON and ignores the schema',
  'value-as-text': 'The value is not JSON, so it stays a string',
  'number-too-long': 'The number has more than 4300 digits: Python raises ValueError, and the parser gives up',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | VllmCode>;

interface Argument {
  readonly span: Span;
  readonly key: Span;
  readonly valueSpan: Span;
  readonly value: PythonValue;
  readonly isJson: boolean;
}

/** `(\w+):<escape>(.*?)<escape>`. Undefined as a last item: Python raises ValueError there. */
function* argumentsIn(all: string, { from, to }: Span): Generator<Argument | { readonly raisesAt: Span }> {
  const text = all.slice(0, to);
  const middle = `:${ESCAPE}`;
  let last = from;
  for (let at = text.indexOf(middle, from); at >= 0;) {
    const keyFrom = wordStart(text, at, last);
    const valueFrom = at + middle.length;
    if (keyFrom === at) {
      at = text.indexOf(middle, at + 1);
      continue;
    }
    const valueTo = text.indexOf(ESCAPE, valueFrom);
    if (valueTo < 0) return;
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

/** The arguments as JSON, with the steps; null where Python raises ValueError. */
function readArguments(text: string, args: Span, steps: Steps): string | null {
  const dict = new PythonDict();
  let at = args.from;
  const skip = (to: number): void => {
    if (/[^\s,]/.test(text.slice(at, to))) steps.quirk('argument-dropped', { from: at, to });
  };
  for (const argument of argumentsIn(text, args)) {
    if ('raisesAt' in argument) {
      steps.reject('number-too-long', argument.raisesAt);
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
  return pythonDumps(dict) ?? '{}';
}

/** Reads the arguments again with every delta, and sends of their JSON what is longer than before. */
class FunctionGemmaStream implements ParserStream {
  readonly previous: { name?: string; arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #buffer = new MarkerBuffer(OPEN, CLOSE);
  #isNameSent = false;

  push(delta: string, all: string): Message | null {
    const came = this.#buffer.take(delta, all);
    const { text } = came;
    const before = all.slice(0, all.length - delta.length);
    // Without what is held back, and with what was held back twice.
    const current = before + text;
    const starts = countOf(current, OPEN);
    const ends = countOf(current, CLOSE);
    if (starts === 0) return contentOf(came);
    if (starts > countOf(before, OPEN) && starts > ends) {
      this.#isNameSent = false;
      this.previous.push({});
      this.streamed.push('');
      return null;
    }
    if (starts > ends) return this.#middle(current);
    if (ends > countOf(before, CLOSE)) return this.#end(current);
    return contentOf(came);
  }

  #middle(current: string): Message | null {
    const { nameFrom, brace } = lastColonCall(current, rules);
    const index = this.previous.length - 1;
    if (brace < 0 || index < 0) return null;
    const name = current.slice(nameFrom, brace);
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
    const call = colonCallAt(current, rules, index);
    if (call === null) return null;
    const value = call.isClosed ? dictIn(current, call.args) : new PythonDict();
    if (value === null) return null;
    if (call.isClosed) this.previous[index] = { ...this.previous[index], arguments: value };
    return value.size === 0 ? null : this.#longer(index, value);
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

const parser: VllmParser<Code> = {
  flag: 'functiongemma',
  file: 'vllm/tool_parsers/functiongemma_tool_parser.py',
  formats: ['functiongemma'],
  reads: 'call:NAME{key:<escape>value<escape>} after <start_function_call>; every value that is JSON becomes JSON.',
  words,
  parse: (text, _tools, steps) => parseColonCalls(text, rules, steps, ({ args }) => readArguments(text, args, steps)),
  stream: () => new FunctionGemmaStream(),
};

export const functiongemma = vllmRuntime(parser);
