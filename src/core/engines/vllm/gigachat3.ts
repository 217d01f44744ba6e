import type { Span } from '../../text/document/index.ts';
import {
  isDict,
  PythonDict,
  pythonDumps,
  type PythonValue,
  readPythonJson,
  REGEX_SPACE,
  rstrip,
  strippedSpan,
  stripPython,
} from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { Excerpt, type Message, pythonJsonWords, type Raised, raisedBy } from '../kit/index.ts';
import { commonWords } from './kit/common-words.ts';
import { vllmRuntime, type Parsed, type ParserStream, type VllmCode } from './parser.ts';

const ROLE = 'function call<|role_sep|>\n';
const CALL = '<|function_call|>';
const MESSAGE = '<|message_sep|>';
const EOS = '</s>';
const NAME = new RegExp(`"name"${REGEX_SPACE}*:${REGEX_SPACE}*"([^"]*)"`);
const ARGUMENTS = new RegExp(`"arguments"${REGEX_SPACE}*:${REGEX_SPACE}*`);
/** Strings may hold unescaped control characters. */
const options = { controlCharacters: true } as const;

const words = {
  ...pythonJsonWords,
  'eos-removed': `The text ends with \`${EOS}\`. The parser removes it with everything after it.`,
  'contains-call': {
    question: `Does the text contain \`${CALL}\`, or \`function call<|role_sep|>\` and a newline?`,
    yes: 'The parser reads all text after the first one as one JSON object.',
    no: 'The parser finds no call.',
  },
  'contains-separator': {
    question: `Does the text contain \`${MESSAGE}\` or \`${CALL}\`?`,
    yes: 'The content ends there, whether there is a call or not.',
    no: 'The parser returns all of the text as content.',
  },
  'not-a-call': 'The JSON is not an object with `name` and `arguments`, so the parser drops it and finds no call',
  'arguments-no-object': 'The arguments are not an object, so the parser drops the JSON and finds no call',
  'name-not-str': commonWords['name-not-str'],
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const gigachat3 = vllmRuntime({
  flag: 'gigachat3',
  file: 'vllm/tool_parsers/gigachat3_tool_parser.py',
  formats: ['gigachat3'],
  reads: 'One JSON object: everything after the header of a function call.',
  words,
  parse,
  stream: () => new GigachatStream(),
});

function parse(given: string, _tools: unknown, steps: Steps): Parsed {
  const text = rstrip(given).endsWith(EOS) ? given.slice(0, given.lastIndexOf(EOS)) : given;
  const whole = { from: 0, to: text.length };
  if (text.length < given.length) steps.quirk('eos-removed', { from: text.length, to: given.length });
  const end = text.length < given.length ? [{ from: text.length, to: given.length }] : [];
  const header = headerIn(text);
  const body = header === null ? null : { from: header.to, to: text.length };
  steps.gate('contains-call', header !== null, whole, header);
  const reading = body === null ? null : readPythonJson(text, body.from, body.to, options);
  if (reading !== null && body !== null && !reading.ok) {
    const { error } = reading;
    steps.reject('json-syntax', body, error.at, error);
    const raises = raisedBy(error);
    if (raises !== 'JSONDecodeError') return { ...nothing, raises: { raises, at: error.at } };
    steps.quirk('all-content', whole);
    return { called: false, calls: [], content: [whole], text, markup: end };
  }
  const node = reading?.ok === true ? reading.node : null;
  const name = node?.members?.get('name')?.node;
  const argumentsNode = node?.members?.get('arguments')?.node;
  const separator = separatorIn(text);
  const isCall = name !== undefined && argumentsNode !== undefined && isDict(argumentsNode.value);
  if (node !== null && !isCall) {
    const lacks = name === undefined || argumentsNode === undefined;
    steps.reject(lacks ? 'not-a-call' : 'arguments-no-object', lacks ? node : argumentsNode);
  }
  steps.gate('contains-separator', separator !== null, whole, separator);
  const content = { from: 0, to: separator?.from ?? text.length };
  const contentText = content.to === 0 ? null : text.slice(0, content.to);
  if (!isCall || node === null) return { called: false, calls: [], content: [content], text: contentText, markup: end };
  if (typeof name.value !== 'string') {
    steps.reject('name-not-str', name);
    return { ...nothing, raises: { raises: 'ValidationError', at: name.from } };
  }
  steps.read('name', name);
  steps.read('arguments', argumentsNode);
  const call = {
    span: { from: node.from, to: node.to },
    name: name.value,
    nameSpan: { from: name.from, to: name.to },
    argumentsText: pythonDumps(argumentsNode.value) ?? '',
    argumentsSpan: { from: argumentsNode.from, to: argumentsNode.to },
  };
  const around = [
    { from: Math.min(content.to, node.from), to: node.from },
    { from: node.to, to: text.length },
  ];
  return { called: true, calls: [call], content: [content], text: contentText, markup: [...around, ...end] };
}

const nothing: Parsed = { called: false, calls: [], content: [], text: null };

/** What a call begins with, up to its JSON. */
function headerIn(text: string): Span | null {
  return firstOf(text, ROLE, CALL);
}

/** Where the content ends. */
function separatorIn(text: string): Span | null {
  return firstOf(text, MESSAGE, CALL);
}

function firstOf(text: string, one: string, other: string): Span | null {
  const at = text.indexOf(one);
  const otherAt = text.indexOf(other);
  if (at >= 0 && (otherAt < 0 || at < otherAt)) return { from: at, to: at + one.length };
  return otherAt < 0 ? null : { from: otherAt, to: otherAt + other.length };
}

/** Finds the name and the arguments by patterns, and sends the arguments as they come. */
class GigachatStream implements ParserStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  #isCalling = false;
  #isContentOver = false;
  #isNamed = false;
  #sent = '';

  push(delta: string, current: string): Message | Raised | null {
    const header = headerIn(current);
    if (!this.#isCalling) {
      const separator = separatorIn(delta);
      const shown = separator === null ? (this.#isContentOver ? 0 : delta.length) : separator.from;
      this.#isContentOver ||= separator !== null;
      this.#isCalling = header !== null;
      if (shown > 0 && delta !== '') return { content: Excerpt.end(current, delta).slice(0, shown) };
    }
    if (header === null) return null;
    const span = strippedSpan(current, header.to);
    const body = current.slice(span.from, span.to);
    const given = argumentsIn(body);
    if (given !== null && typeof given !== 'string') return given;
    if (this.previous.length === 0) this.previous.push({});
    if (!this.#isNamed) {
      const name = NAME.exec(body)?.[1] ?? '';
      if (name === '') return null;
      this.#isNamed = true;
      return { calls: [{ index: 0, name }] };
    }
    if (given === null || given === this.#sent || !given.startsWith(this.#sent)) return null;
    const reading = readPythonJson(given, 0, given.length, options);
    const argumentsText = given.slice(this.#sent.length);
    this.#sent = given;
    if (!reading.ok && raisedBy(reading.error) !== 'JSONDecodeError') return { raises: raisedBy(reading.error) };
    this.previous[0] = { arguments: reading.ok ? reading.node.value : new PythonDict() };
    this.streamed[0] = given;
    return { calls: [{ index: 0, argumentsText }] };
  }
}

/** Everything after the first key `arguments`, without a last brace where it is JSON then. */
function argumentsIn(body: string): string | Raised | null {
  const key = ARGUMENTS.exec(body);
  if (key === null) return null;
  const stripped = stripPython(body.slice(key.index + key[0].length));
  const given = stripped.endsWith(EOS) ? stripped.slice(0, -EOS.length) : stripped;
  if (!given.endsWith('}')) return given;
  const candidate = stripPython(given.slice(0, -1));
  const reading = readPythonJson(candidate, 0, candidate.length, options);
  if (reading.ok) return candidate;
  const raises = raisedBy(reading.error);
  return raises === 'JSONDecodeError' ? given : { raises };
}
