import type { Span } from '../../text/document/index.ts';
import {
  afterSpace,
  PythonDict,
  pythonDumps,
  type PythonValue,
  readPythonJson,
  strippedSpan,
  stripPython,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import {
  Excerpt,
  gapsIn,
  type Message,
  type MessageCall,
  pythonJsonWords,
  type Raised,
  raisedBy,
} from '../kit/index.ts';
import { toolPositions } from './kit/base-json.ts';
import { sglangRuntime, type Detected, type DetectedCall, type DetectorStream, type SglangCode } from './detector.ts';
import type { HarmonyEvent } from './kit/harmony-events.ts';
import { MARKERS } from './kit/harmony-markers.ts';
import { HarmonyReader } from './kit/harmony.ts';
import { sentences } from './kit/sentences.ts';
import { allContent } from './kit/content.ts';

const OPEN = '<|start|>assistant<|channel|>commentary';
const CONSTRAIN = '<|constrain|>json<|message|>';

const words = {
  ...pythonJsonWords,
  'analysis-dropped': 'This block is an analysis. The detector drops it: the client never receives it.',
  'filler-dropped': 'The detector drops the word `commentary` after a call.',
  'block-unfinished': 'This block is not closed, or its channel is unknown: the detector drops everything from here on',
  'no-target': `A call needs \`to=\` with a name, and right after it \`${CONSTRAIN}\`: the detector drops this one`,
  prefix: sentences.prefix,
  'last-part-counts': 'Only the part of the name after the last dot counts.',
  'undeclared-lost': 'No declared tool has this name: the detector drops the call, and the client never receives it',
  'call-lost': 'The arguments are not JSON: the detector drops the call, and the client never receives it.',
  'arguments-unchecked': sentences.argumentsUnchecked,
  'blank-arguments': 'There are no arguments: the detector makes the call with {}.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const gptOss = sglangRuntime<Code>({
  flag: 'gpt-oss',
  file: 'gpt_oss_detector.py',
  formats: ['harmony'],
  reads: 'Commentary and analysis blocks that end with <|call|> and contain to= and <|constrain|>json.',
  words,
  openers: [OPEN],
  detect,
  stream: (tools) => new HarmonyStream(tools),
});

interface Target {
  readonly name: Span;
  /** The part of it after the last dot. */
  readonly last: Span;
  readonly body: Span;
}

function isNameCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
  );
}

/** `to=NAME<|constrain|>json<|message|>…<|call|>` in the text of a call's block. */
function targetOf(raw: string): Target | null {
  for (let from = raw.indexOf('to='); from >= 0; from = raw.indexOf('to=', from + 3)) {
    const nameFrom = from + 3;
    const first = raw.charCodeAt(nameFrom);
    if (!isNameCode(first) || (first >= 0x30 && first <= 0x39)) continue;
    let nameTo = nameFrom + 1;
    while (isNameCode(raw.charCodeAt(nameTo)) || raw.charAt(nameTo) === '.' || raw.charAt(nameTo) === '-') nameTo += 1;
    const marker = afterSpace(raw, nameTo);
    if (!raw.startsWith(CONSTRAIN, marker)) continue;
    const bodyFrom = marker + CONSTRAIN.length;
    const end = raw.indexOf('<|call|>', bodyFrom);
    const dot = raw.lastIndexOf('.', nameTo - 1);
    return {
      name: { from: nameFrom, to: nameTo },
      last: { from: dot >= nameFrom ? dot + 1 : nameFrom, to: nameTo },
      body: { from: bodyFrom, to: end < 0 ? raw.length : end },
    };
  }
  return null;
}

/** The arguments of a call; null where they are not JSON, or an exception that nothing catches. */
function argumentsOf(body: string): { readonly value: PythonValue } | Raised | null {
  if (stripPython(body) === '') return { value: new PythonDict() };
  const reading = readPythonJson(body);
  if (reading.ok) return { value: reading.node.value };
  const raises = raisedBy(reading.error);
  return raises === 'JSONDecodeError' ? null : { raises };
}

// The whole text

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  if (!text.includes(OPEN)) return allContent(text);
  const positions = toolPositions(tools);
  const reader = new HarmonyReader();
  const events = [...reader.parse(Excerpt.copy(text, 0)), ...reader.parse(Excerpt.empty)];
  const calls: DetectedCall[] = [];
  const content: HarmonyEvent[] = [];
  for (const event of events) {
    if (event.kind === 'reasoning') {
      steps.quirk('analysis-dropped', event.span);
    } else if (event.isFiller === true) {
      if (stripPython(event.text) !== '') steps.quirk('filler-dropped', event.span);
    } else if (event.kind === 'normal') {
      content.push(event);
    } else {
      const call = readCall(text, event.span, positions, steps);
      if (call !== null && 'raises' in call) return { calls: [], content: [], text: '', raises: call };
      if (call !== null) calls.push({ ...call, toolIndex: calls.length });
    }
  }
  const { rest } = reader;
  if (rest.from < rest.to) steps.reject('block-unfinished', rest, rest.from);
  const joined = content.map((event) => event.text).join(' ');
  return {
    calls,
    content: content.flatMap(({ parts }) => parts),
    markup: content.flatMap(({ span, parts }) => gapsIn(span, parts)),
    text: stripPython(joined),
  };
}

function readCall(
  text: string,
  span: Span,
  positions: ReadonlyMap<string, number>,
  steps: Steps,
): Omit<DetectedCall, 'toolIndex'> | null | (Raised & { readonly at: number }) {
  steps.enter('block', OPEN, span);
  const target = targetOf(text.slice(span.from, span.to));
  if (target === null) {
    steps.reject('no-target', span, span.from);
    steps.leave(span, 'malformed');
    return null;
  }
  const placed = ({ from, to }: Span): Span => ({ from: span.from + from, to: span.from + to });
  const nameSpan = placed(target.last);
  const name = text.slice(nameSpan.from, nameSpan.to);
  const full = placed(target.name);
  const prefix = { from: full.from, to: nameSpan.from };
  if (text.slice(prefix.from, prefix.to) === 'functions.') steps.read('prefix', prefix);
  else if (prefix.from < prefix.to) steps.quirk('last-part-counts', full);
  if (!positions.has(name)) {
    steps.reject('undeclared-lost', full, nameSpan.from);
    steps.leave(span, 'malformed');
    return null;
  }
  steps.read('name', nameSpan);
  const body = placed(target.body);
  const stripped = strippedSpan(text, body.from, body.to);
  if (stripped.from === stripped.to) {
    steps.quirk('blank-arguments', body);
    steps.leave(span, 'matched');
    return { span, name, nameSpan, argumentsText: '{}', argumentsSpan: null };
  }
  const reading = readPythonJson(text, body.from, body.to);
  if (!reading.ok) {
    const raises = raisedBy(reading.error);
    steps.reject('json-syntax', body, reading.error.at, reading.error);
    if (raises === 'JSONDecodeError') steps.quirk('call-lost', span);
    steps.leave(span, 'malformed');
    return raises === 'JSONDecodeError' ? null : { raises, at: reading.error.at };
  }
  const { node } = reading;
  if (node.members === undefined) steps.quirk('arguments-unchecked', node);
  steps.read('arguments', node);
  steps.leave(span, 'matched');
  return { span, name, nameSpan, argumentsText: pythonDumps(node.value) ?? '', argumentsSpan: stripped };
}

// The stream

const SEEN = [...MARKERS, 'assistantfinal'];

/**
 * The reader holds back what it needs; the detector has a buffer of its own, shows it while it has no marker, and so shows
 * text that the reader will show again.
 */
class HarmonyStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #positions: ReadonlyMap<string, number>;
  readonly #reader = new HarmonyReader();
  #buffer = '';

  constructor(tools: readonly ToolDefinition[]) {
    this.#positions = toolPositions(tools);
  }

  push(delta: string, current: string): Message | Raised | null {
    this.#buffer += delta;
    const events = this.#reader.parse(Excerpt.end(current, delta)).filter(({ isFiller }) => isFiller !== true);
    if (events.length === 0 && !SEEN.some((marker) => this.#buffer.includes(marker))) {
      const content = Excerpt.end(current, this.#buffer);
      this.#buffer = '';
      return { content };
    }
    if (events.length === 0) return null;
    const content = Excerpt.join(
      events.map(({ kind, excerpt }) => (kind === 'normal' ? excerpt : undefined) ?? Excerpt.empty),
    );
    const mayCall = this.#buffer.includes('<|channel|>commentary to=');
    const calls: MessageCall[] = [];
    if (mayCall) {
      for (const event of events) {
        const raised = event.kind === 'call' ? this.#send(event.raw ?? event.text, calls) : null;
        if (raised !== null) return raised;
      }
    }
    this.#buffer = '';
    return { content, calls };
  }

  #send(raw: string, calls: MessageCall[]): Raised | null {
    const target = targetOf(raw);
    if (target === null) return null;
    const name = raw.slice(target.last.from, target.last.to);
    if (!this.#positions.has(name)) return null;
    const found = argumentsOf(raw.slice(target.body.from, target.body.to));
    if (found === null) return null;
    if ('raises' in found) return found;
    const index = this.previous.length;
    const argumentsText = pythonDumps(found.value) ?? '';
    this.previous.push({ arguments: found.value });
    this.streamed.push(argumentsText);
    calls.push({ index, name, argumentsText });
    return null;
  }
}
