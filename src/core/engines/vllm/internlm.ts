import { locate } from '../../text/document/index.ts';
import {
  isDict,
  type PythonDict,
  pythonDumps,
  type PythonNode,
  type PythonValue,
  readPartialJson,
  readPythonJson,
  strippedSpan,
  truthy,
} from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { Excerpt, type Message, type Raised, raisedBy } from '../kit/index.ts';
import { contentOnly, dropText, jsonCallWords, readArguments, rejectJson } from './kit/json-calls.ts';
import { type Parsed, type ParserStream, type VllmCode, type VllmParser, vllmRuntime } from './parser.ts';
import { raised } from './parsed.ts';
import { byMiddle, type Comparison } from './kit/partial-calls.ts';

const ACTION = '<|action_start|>';
const OPEN = '<|action_start|><|plugin|>';
const CLOSE = '<|action_end|>';

const words = {
  ...jsonCallWords,
  'contains-opener': {
    question: `Does the text contain \`${OPEN}\`?`,
    yes: `From the first \`{\` up to the next \`${CLOSE}\` there must be one JSON object.`,
    no: 'The parser returns the whole reply as content.',
  },
  'two-openers': `There is a second \`${OPEN}\`. The parser splits the text at every marker and expects two parts: Python raises ValueError`,
  'no-brace': 'The block contains no `{`: the parser reads only its last character.',
  'text-skipped': 'The parser skips this text: it starts at the first `{`.',
  'no-closer': `No \`${CLOSE}\` follows: the call continues to the end of the reply.`,
  'closer-in-string': `The search for the end of the call stops at the first \`${CLOSE}\`, although it is inside a string.`,
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

/** @param comparison how a stream finds what is new of the arguments: releases differ */
export const internlmParser = (comparison: Comparison): VllmParser<keyof typeof words> => ({
  flag: 'internlm',
  file: 'vllm/tool_parsers/internlm2_tool_parser.py',
  formats: ['internlm2'],
  reads:
    'One JSON object after <|action_start|><|plugin|>; a second call or bad JSON fails the request. How it streams several tokens at once is documented, not run.',
  words,
  parse: (text, _tools, steps) => parse(text, steps),
  stream: () => new InternlmStream(comparison),
});

export const internlm = vllmRuntime(internlmParser(byMiddle));

function parse(text: string, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const from = text.indexOf(OPEN);
  const found = from < 0 ? null : { from, to: from + OPEN.length };
  const half = from < 0 ? locate(text, ACTION, whole) : null;
  if (!steps.gate('contains-opener', found !== null, whole, found ?? half) || found === null) return contentOnly(text);
  const second = text.indexOf(OPEN, found.to);
  if (second >= 0) {
    steps.reject('two-openers', { from: second, to: second + OPEN.length });
    return raised('ValueError', second);
  }
  const closer = text.indexOf(CLOSE, found.to);
  const to = closer < 0 ? text.length : closer;
  const span = { from, to: closer < 0 ? to : to + CLOSE.length };
  steps.enter('block', 'format:internlm2', span);
  steps.marker(OPEN, 'open', from, found.to);
  const parsed = readAction(text, span, { from: found.to, to }, steps);
  steps.leave(span, parsed.raises === undefined ? 'matched' : 'malformed');
  if (parsed.raises === undefined) dropText(text, [{ from: span.to, to: text.length }], steps);
  return parsed;
}

function readAction(
  text: string,
  span: { from: number; to: number },
  body: { from: number; to: number },
  steps: Steps,
): Parsed {
  const brace = text.slice(body.from, body.to).indexOf('{');
  // Python's -1 is the last character.
  const from = brace >= 0 ? body.from + brace : Math.max(body.from, lastCharacter(text, body.to));
  if (brace < 0) steps.quirk('no-brace', { from, to: body.to });
  else dropSkipped(text, body.from, from, steps);
  const area = { from, to: body.to };
  const reading = readPythonJson(text, from, body.to);
  if (!reading.ok) {
    const { error } = reading;
    const isString = error.code === 'unexpected-end' && error.expected === null && body.to < span.to;
    if (isString) steps.quirk('closer-in-string', { from: body.to, to: span.to });
    rejectJson(steps, area, error);
    return raised(raisedBy(error), error.at);
  }
  if (body.to < span.to) steps.marker(CLOSE, 'close', body.to, span.to);
  else steps.quirk('no-closer', { from: span.from, to: body.from });
  const { node } = reading;
  if (node.members === undefined) return fault('no-mapping', 'TypeError', node, steps);
  const name = node.members.get('name')?.node;
  if (name === undefined) return fault('no-name-key', 'KeyError', node, steps);
  const [given, ignored] = ['parameters', 'arguments'].flatMap((key) => node.members?.get(key)?.node ?? []);
  if (typeof name.value !== 'string') return fault('name-not-str', 'ValidationError', name, steps);
  steps.read('name', name);
  if (ignored !== undefined) steps.quirk('both-keys', ignored);
  if (given === undefined) steps.read('no-arguments', node);
  else readArguments(given, steps);
  const call = {
    span,
    name: name.value,
    nameSpan: { from: name.from, to: name.to },
    argumentsText: given === undefined ? '{}' : (pythonDumps(given.value) ?? ''),
    argumentsSpan: given === undefined ? null : { from: given.from, to: given.to },
  };
  const content = span.from > 0 ? [{ from: 0, to: span.from }] : [];
  return { called: true, calls: [call], content, text: span.from > 0 ? text.slice(0, span.from) : null };
}

function dropSkipped(text: string, from: number, to: number, steps: Steps): void {
  const skipped = strippedSpan(text, from, to);
  if (skipped.from < skipped.to) steps.quirk('text-skipped', skipped);
}

function lastCharacter(text: string, to: number): number {
  return to >= 2 && (text.codePointAt(to - 2) as number) > 0xffff ? to - 2 : to - 1;
}

function fault(
  code: 'no-mapping' | 'no-name-key' | 'name-not-str',
  raises: string,
  node: PythonNode,
  steps: Steps,
): Parsed {
  steps.reject(code, node);
  return raised(raises, node.from);
}

/** One call: what comes after its closer is not looked at, but a second opener breaks the stream. */
class InternlmStream implements ParserStream {
  previous: readonly { readonly arguments: PythonValue }[] = [];
  readonly streamed: string[] = [];
  /** The arguments of `previous` as JSON; null where they are empty. */
  #written: string | null = null;
  /** Content goes up to here. */
  #position = 0;
  #isNamed = false;
  readonly #comparison: Comparison;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
  }

  push(delta: string, current: string): Message | Raised | null {
    if (!current.includes(ACTION)) {
      this.#position = current.length;
      return { content: Excerpt.end(current, delta) };
    }
    const opener = current.indexOf(OPEN, this.#position);
    if (opener < 0) return null;
    const from = opener + OPEN.length;
    if (current.includes(OPEN, from)) return { raises: 'ValueError' };
    if (opener > this.#position) {
      const content = Excerpt.part(current, this.#position, opener);
      this.#position = opener;
      return { content };
    }
    const stripped = strippedSpan(current, from);
    const closer = current.indexOf(CLOSE, stripped.from);
    const to = closer < 0 ? stripped.to : closer;
    const reading = readPartialJson(current, stripped.from, to, { strings: this.#isNamed });
    if (!reading.ok || !isDict(reading.node.value)) return null;
    return this.#take(reading.node.value, reading.complete, delta);
  }

  #take(dict: PythonDict, isComplete: boolean, delta: string): Message | null {
    const given = dict.get('parameters') ?? dict.get('arguments') ?? null;
    const written = truthy(given) ? (pythonDumps(given) ?? '') : null;
    let message: Message | null = null;
    if (!this.#isNamed) {
      const name = dict.get('name') ?? null;
      if (truthy(name)) {
        if (typeof name !== 'string') return null;
        this.#isNamed = true;
        this.streamed.push('');
        message = { calls: [{ index: 0, name }] };
      }
    } else if (written !== null) {
      const sent = this.streamed[0] ?? '';
      const part = this.#comparison.part(written, this.#written, sent, isComplete, delta);
      if (part === 'exception') return null;
      if (part !== 'nothing') {
        this.streamed[0] = sent + part.text;
        message = { calls: [{ index: 0, argumentsText: part.text }] };
      }
    }
    this.previous = [{ arguments: given }];
    this.#written = written;
    return message;
  }
}
