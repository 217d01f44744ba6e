import type { Span } from '../../text/document/index.ts';
import { PythonDict, pythonDumps, type PythonValue, readPythonJson } from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { EngineCall } from './engine-calls.ts';
import { Excerpt } from './excerpt.ts';
import { heldBack } from './hold-back.ts';

// Kimi K3's calls: `<|open|>call tool="NAME" …<|sep|>` with arguments in it, in a section of tools.

export const kimiK3Words = {
  'has-section': {
    question: 'Does the reply have `<|open|>tools<|sep|>`?',
    missing: 'the reply has no `<|open|>tools<|sep|>`',
    yes: 'The parser reads the closed calls of this section.',
    no: 'The parser finds no call and returns the text.',
  },
  'call-unclosed': 'This call is not closed: the parser drops it',
  'no-tool': 'The call names no tool: the parser drops it',
  'argument-unclosed': 'This argument is not closed: the parser drops it.',
  'section-over': 'Only the first section counts: the parser drops everything after it.',
} as const;

export type KimiK3Code = keyof typeof kimiK3Words;

const RESPONSE = '<|open|>response<|sep|>';
/** Frames of text, which are taken out. */
const frames = [RESPONSE, '<|close|>response<|sep|>', '<|close|>message<|sep|>'];
const OPEN = '<|open|>tools<|sep|>';
const CALL_END = '<|close|>call<|sep|>';

/** The markers of a release: vLLM allows white space in them. */
export interface KimiK3Rules {
  readonly allowsSpace: boolean;
}

interface Tag extends Span {
  readonly opens: boolean;
  readonly name: string;
  readonly attributes: string;
}

function* tagsIn(text: string, from: number, { allowsSpace }: KimiK3Rules): Generator<Tag> {
  const S = allowsSpace ? String.raw`\s*` : '';
  const pattern = new RegExp(String.raw`<\|(open|close)\|>${S}(\w+)((?:\s[^<]*)?)<\|sep\|>`, 'g');
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [all, role, name = '', attributes = ''] = match;
    if (role === 'close' && attributes.trim() !== '') continue;
    yield { opens: role === 'open', name, attributes, from: match.index, to: match.index + all.length };
  }
}

function attributeOf(attributes: string, name: string): string | undefined {
  const value = new RegExp(String.raw`(?:^|\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value?.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

export interface KimiK3Section extends Span {
  readonly calls: readonly EngineCall[];
}

/** The first section of calls; null without one. */
export function readKimiK3(text: string, rules: KimiK3Rules, steps: Recorder<KimiK3Code> | null): KimiK3Section | null {
  let section: Tag | null = null;
  let call: Tag | null = null;
  let argument: Tag | null = null;
  let args = new PythonDict();
  let values: Span[] = [];
  let to = text.length;
  const calls: EngineCall[] = [];
  for (const tag of tagsIn(text, 0, rules)) {
    if (section === null) {
      if (tag.opens && tag.name === 'tools') section = tag;
    } else if (call === null) {
      if (!tag.opens && tag.name === 'tools') {
        to = tag.to;
        break;
      }
      if (!tag.opens || tag.name !== 'call' || tag.attributes === '') continue;
      call = tag;
      args = new PythonDict();
      values = [];
    } else if (argument !== null) {
      if (tag.opens || tag.name !== 'argument') continue;
      const span = { from: argument.to, to: tag.from };
      args.set(attributeOf(argument.attributes, 'key') ?? '', valueOf(text, span, argument.attributes));
      values.push(span);
      argument = null;
    } else if (tag.opens && tag.name === 'argument') {
      argument = tag;
    } else if (!tag.opens && tag.name === 'call') {
      addCall(calls, text, call, tag, args, values, steps);
      call = null;
    }
  }
  if (section === null) return null;
  if (call !== null) steps?.reject('call-unclosed', { from: call.from, to });
  return { from: section.from, to, calls };
}

function valueOf(text: string, { from, to }: Span, attributes: string): PythonValue {
  const value = text.slice(from, to);
  const type = attributeOf(attributes, 'type') ?? 'string';
  if (type === 'string') return value;
  const reading = readPythonJson(value);
  return reading.ok ? reading.node.value : value;
}

function addCall(
  calls: EngineCall[],
  text: string,
  open: Tag,
  close: Tag,
  args: PythonDict,
  values: readonly Span[],
  steps: Recorder<KimiK3Code> | null,
): void {
  const span = { from: open.from, to: close.to };
  const name = attributeOf(open.attributes, 'tool') ?? '';
  steps?.enter('block', 'format:kimi-k3', span);
  steps?.marker(text.slice(open.from, open.to), 'open', open.from, open.to);
  if (name === '') {
    steps?.reject('no-tool', open);
    steps?.leave(span, 'malformed');
    return;
  }
  const quote = text.indexOf('"', text.indexOf('tool=', open.from)) + 1;
  const nameSpan = { from: quote, to: Math.max(quote, text.indexOf('"', quote)) };
  steps?.read('name', nameSpan);
  for (const value of values) steps?.read('value', value);
  steps?.marker(text.slice(close.from, close.to), 'close', close.from, close.to);
  steps?.leave(span, 'matched');
  const [first, last] = [values[0], values.at(-1)];
  const argumentsSpan = first === undefined || last === undefined ? null : { from: first.from, to: last.to };
  calls.push({ span, name, nameSpan, argumentsText: pythonDumps(args) ?? '{}', argumentsSpan });
}

/** The text without its frames: what is in a response, else all of it. */
export function unframed(text: string, from: number, to: number): Excerpt {
  const part = Excerpt.part(text, from, to);
  const open = part.text.indexOf(RESPONSE);
  if (open >= 0) {
    const start = open + RESPONSE.length;
    const close = part.text.indexOf('<|close|>response<|sep|>', start);
    return part.slice(start, close < 0 ? part.length : close);
  }
  const plain = frames.reduce((rest, frame) => rest.without(frame), part);
  return plain.slice(0, plain.length - begunAtEnd(plain.text));
}

/** A marker that is cut off at the very end. */
function begunAtEnd(text: string): number {
  for (const marker of [OPEN, ...frames]) {
    for (let length = Math.min(text.length, marker.length - 1); length > 1; length -= 1) {
      if (marker.startsWith(text.slice(-length)) && text.slice(-length).startsWith('<|')) return length;
    }
  }
  return 0;
}

export interface KimiK3Delta {
  readonly content: Excerpt;
  readonly calls: readonly EngineCall[];
}

/** Text goes out without its frames up to the section; then each call goes out whole once it is closed. */
export class KimiK3Stream {
  readonly #rules: KimiK3Rules;
  #held = Excerpt.empty;
  /** The section, as far as it has come; null before it. */
  #section: string | null = null;
  #read = 0;

  constructor(rules: KimiK3Rules) {
    this.#rules = rules;
  }

  push(delta: string, current: string): KimiK3Delta {
    if (this.#section !== null) return { content: Excerpt.empty, calls: this.#calls(delta) };
    const text = this.#held.plus(Excerpt.end(current, delta));
    const opener = text.text.indexOf(OPEN);
    if (opener >= 0) {
      this.#section = '';
      const content = frames.reduce((rest, frame) => rest.without(frame), text.slice(0, opener));
      return { content, calls: this.#calls(text.text.slice(opener + OPEN.length)) };
    }
    const plain = frames.reduce((rest, frame) => rest.without(frame), text);
    const length = heldBack(plain.text, [OPEN, ...frames]).length;
    this.#held = plain.slice(plain.length - length);
    return { content: plain.slice(0, plain.length - length), calls: [] };
  }

  /** What is held back at the end, without a marker that is cut off. */
  rest(): Excerpt {
    const rest = this.#held;
    this.#held = Excerpt.empty;
    return rest.slice(0, rest.length - begunAtEnd(rest.text));
  }

  #calls(delta: string): readonly EngineCall[] {
    this.#section = (this.#section ?? '') + delta;
    const end = this.#section.lastIndexOf(CALL_END);
    if (end < 0 || end + CALL_END.length <= this.#read) return [];
    const to = end + CALL_END.length;
    const done = this.#section.slice(this.#read, to).replaceAll('<|close|>tools<|sep|>', '');
    this.#read = to;
    return readKimiK3(OPEN + done, this.#rules, null)?.calls ?? [];
  }
}
