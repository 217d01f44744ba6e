import type { Span } from '../../text/document/index.ts';
import {
  isDict,
  afterSpace,
  PythonDict,
  type PythonNode,
  type PythonValue,
  readPythonJson,
  rstrip,
  stripPython,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { Excerpt, type Message, raisedBy } from '../kit/index.ts';
import { baseJsonWords, readBaseJson, toolPositions } from './kit/base-json.ts';
import { sglangRuntime, type Detected, type DetectorStream, type SglangCode } from './detector.ts';

const CALL = '<|function_call|>';
const HEADER = 'function call<|role_sep|>\n';
const SEPARATOR = '<|message_sep|>';
const END = '</s>';

const words = {
  ...baseJsonWords,
  'end-cut': 'The detector first removes the `</s>` at the end.',
  'all-content': 'The detector gives up: it returns the whole reply as content, with the marker.',
  'not-a-call': 'A call needs `name` and an object under `arguments`: the detector drops this JSON',
} as const;

type Code = keyof typeof words;

export const gigachat3 = sglangRuntime({
  flag: 'gigachat3',
  file: 'gigachat3_detector.py',
  formats: ['gigachat3'],
  reads:
    'One call: everything after the first <|function_call|> or "function call<|role_sep|>" must be one JSON object.',
  words,
  gate: markerIn,
  detect,
  stream: () => new GigachatStream(),
});

/** The first of both markers. */
function markerIn(text: string): Span | null {
  const [call, header] = [text.indexOf(CALL), text.indexOf(HEADER)];
  if (call < 0 && header < 0) return null;
  return header < 0 || (call >= 0 && call < header)
    ? { from: call, to: call + CALL.length }
    : { from: header, to: header + HEADER.length };
}

/** Where content ends: before `<|message_sep|>` or `<|function_call|>`, whichever comes first. */
function contentEnd(text: string): number | null {
  const ends = [text.indexOf(SEPARATOR), text.indexOf(CALL)].filter((at) => at >= 0);
  return ends.length === 0 ? null : Math.min(...ends);
}

function detect(whole: string, tools: readonly ToolDefinition[], steps: Recorder<Code | SglangCode>): Detected {
  const isEnded = rstrip(whole).endsWith(END);
  const text = isEnded ? whole.slice(0, whole.lastIndexOf(END)) : whole;
  const markup = isEnded ? [{ from: text.length, to: whole.length }] : [];
  for (const span of markup) steps.quirk('end-cut', span);
  const contentTo = contentEnd(text) ?? text.length;
  const content = [{ from: 0, to: contentTo }];
  const none = { calls: [], content, markup, text: text.slice(0, contentTo) };
  const marker = markerIn(text);
  if (marker === null) return none;
  const from = contentTo <= marker.from ? contentTo : marker.from;
  const span = { from: marker.from, to: text.length };
  steps.enter('block', text.slice(marker.from, marker.to).trim(), span);
  steps.marker(text.slice(marker.from, marker.to).trim(), 'open', marker.from, marker.to);
  const reading = readPythonJson(text, marker.to, text.length, { controlCharacters: true });
  if (!reading.ok) {
    const { error } = reading;
    steps.reject('json-syntax', span, error.at, error);
    steps.leave(span, 'malformed');
    const raises = raisedBy(error);
    if (raises !== 'JSONDecodeError') return { calls: [], content: [], text: whole, raises: { raises, at: error.at } };
    const all = { from: 0, to: text.length };
    steps.quirk('all-content', all);
    return { calls: [], content: [all], markup, text };
  }
  const { node } = reading;
  const call = callIn(node);
  if (call === null) {
    steps.reject('not-a-call', node, node.from);
    steps.leave(span, 'malformed');
    return none;
  }
  const { calls, raises } = readBaseJson(call, span, toolPositions(tools), steps);
  steps.leave(span, raises !== undefined ? 'malformed' : calls.length > 0 ? 'matched' : 'empty');
  if (raises !== undefined) return { calls: [], content: [], text: whole, raises };
  const between = from < marker.from ? [{ from, to: marker.from }] : [];
  return { ...none, calls, markup: calls.length > 0 ? [...between, ...markup] : markup };
}

/** An object with `name` and an object under `arguments`; its other keys do not count. */
function callIn(node: PythonNode): PythonNode | null {
  const name = node.members?.get('name');
  const given = node.members?.get('arguments');
  if (name === undefined || given === undefined || !isDict(given.node.value)) return null;
  return {
    ...node,
    value: new PythonDict([
      ['name', name.node.value],
      ['arguments', given.node.value],
    ]),
    members: new Map([
      ['name', name],
      ['arguments', given],
    ]),
  };
}

/** Reads names and arguments as text. Nothing is held back, and no name is checked. */
class GigachatStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  /** The detector leaves it empty, so the server repairs nothing. */
  readonly streamed: string[] = [];
  #buffer = '';
  #hasStarted = false;
  #contentEnded = false;
  #nameSent = false;
  #sent = '';

  push(delta: string, current: string): Message | null {
    if (delta === '') return null;
    this.#buffer += delta;
    const marker = markerIn(this.#buffer);
    if (!this.#hasStarted) {
      const end = contentEnd(delta);
      const shown = end ?? (this.#contentEnded ? 0 : delta.length);
      if (end !== null) this.#contentEnded = true;
      if (marker !== null) this.#hasStarted = true;
      if (shown > 0) return { content: Excerpt.end(current, delta).slice(0, shown) };
    }
    if (marker === null) return null;
    const tail = stripPython(this.#buffer.slice(marker.to));
    if (this.previous.length === 0) this.previous.push({});
    return this.#nameSent ? this.#sendArguments(tail) : this.#sendName(tail);
  }

  #sendName(tail: string): Message | null {
    const from = afterKey(tail, '"name"', '"');
    const to = from === null ? -1 : tail.indexOf('"', from);
    if (from === null || to <= from) return null;
    this.#nameSent = true;
    return { calls: [{ index: 0, name: tail.slice(from, to), argumentsText: '' }] };
  }

  #sendArguments(tail: string): Message | null {
    const from = afterKey(tail, '"arguments"', '');
    if (from === null) return null;
    const given = argumentsIn(tail.slice(from));
    if (!given.startsWith(this.#sent) || given.length === this.#sent.length) return null;
    const argumentsText = given.slice(this.#sent.length);
    this.#sent = given;
    const reading = readPythonJson(given, 0, given.length, { controlCharacters: true });
    this.previous[0] = { arguments: reading.ok ? reading.node.value : new PythonDict() };
    return { calls: [{ index: 0, argumentsText }] };
  }
}

/** Where the value begins of the first `key` that a colon and `then` follow. */
function afterKey(text: string, key: string, then: string): number | null {
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    const colon = afterSpace(text, at + key.length);
    if (text.charAt(colon) !== ':') continue;
    const value = afterSpace(text, colon + 1);
    if (text.startsWith(then, value)) return value + then.length;
  }
  return null;
}

/** Without `</s>`, and without the last brace where the rest is JSON. */
function argumentsIn(text: string): string {
  const given = stripPython(text);
  const cut = given.endsWith(END) ? given.slice(0, -END.length) : given;
  if (!cut.endsWith('}')) return cut;
  const candidate = stripPython(cut.slice(0, -1));
  return readPythonJson(candidate, 0, candidate.length, { controlCharacters: true }).ok ? candidate : cut;
}
