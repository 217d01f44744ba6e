import type { Span } from '../../../text/document/index.ts';
import {
  isDict,
  isOrjson,
  PythonDict,
  type PythonValue,
  readPythonJson,
  strippedSpan,
  stripPython,
} from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { Excerpt, type Message, type MessageCall } from '../../kit/index.ts';
import { baseJsonWords, declaredCall, toolPositions } from './base-json.ts';
import { afterCharacters, characterCount } from './base-stream.ts';
import type { Detected, DetectedCall, DetectorStream, SglangCode, SglangDetector } from '../detector.ts';
import { blankGaps, firstMarker, noteText } from './sections.ts';
import { sentences } from './sentences.ts';
import { makeRoom } from './call-lists.ts';
import { allContent } from './content.ts';

// `deepseekv3` and `deepseekv31`: a name and JSON between call markers. They differ in what is between the markers.

const OPEN = '<｜tool▁calls▁begin｜>';
const CLOSE = '<｜tool▁calls▁end｜>';
export const CALL = '<｜tool▁call▁begin｜>';
export const CALL_END = '<｜tool▁call▁end｜>';
export const SEPARATOR = '<｜tool▁sep｜>';

/** Where a call has its name and its arguments. */
export interface CallParts {
  readonly name: Span;
  readonly body: Span;
}

/** How one of the detectors takes a call apart. */
export interface CallShape {
  /** Of a text from a call marker to its end marker. Null where the pattern does not match. */
  whole(text: string): CallParts | null;
  /** Of a buffer that holds a call marker: and where the call ends, or null while it does not. */
  streamed(buffer: string): (CallParts & { readonly end: number | null }) | null;
  /** Texts that are taken out of what is shown outside of calls. */
  readonly removed: readonly string[];
  /** What the pattern asks for, as the end of a sentence. */
  readonly wants: string;
}

type CallsCode = keyof ReturnType<typeof wordsOf>;
type Steps = Recorder<CallsCode | SglangCode>;

const wordsOf = (wants: string) => ({
  ...baseJsonWords,
  'call-unreadable': `A call needs ${wants}: this one raises AttributeError`,
  'call-open': `No \`${CALL_END}\` follows: the detector drops this call`,
  'all-content': sentences.allContent,
  'name-spaces': 'The detector keeps the white space around the name as part of the name.',
  'outside-section': 'This call is outside the section. The detector reads it anyway.',
  'text-dropped': sentences.textInSection,
});

export function callsDetector(
  rest: Pick<SglangDetector<string>, 'flag' | 'file' | 'formats' | 'reads'>,
  shape: CallShape,
): SglangDetector<CallsCode> {
  return {
    ...rest,
    words: wordsOf(shape.wants),
    openers: [OPEN],
    detect: (text, tools, steps) => detect(text, shape, tools, steps),
    stream: () => new CallsStream(shape),
  };
}

// The whole text

function detect(text: string, shape: CallShape, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const whole = { from: 0, to: text.length };
  const nothing = allContent(text);
  const opener = firstMarker(text, OPEN);
  if (opener === null) return nothing;
  const positions = toolPositions(tools);
  const calls: DetectedCall[] = [];
  const blocks: Span[] = [];
  for (let from = text.indexOf(CALL); from >= 0;) {
    const end = text.indexOf(CALL_END, from + CALL.length);
    if (end < 0) {
      steps.reject('call-open', { from, to: text.length }, from);
      break;
    }
    const span = { from, to: end + CALL_END.length };
    blocks.push(span);
    const call = readCall(text, span, shape, positions, steps);
    if (call === 'refused') {
      steps.quirk('all-content', whole);
      return nothing;
    }
    if (from < opener.from) steps.quirk('outside-section', span);
    if (call !== null) calls.push(call);
    from = text.indexOf(CALL, span.to);
  }
  const before = strippedSpan(text, 0, opener.from);
  const markup: Span[] = [];
  let at = opener.to;
  for (const { from, to } of [...blocks, { from: text.length, to: text.length }]) {
    const closer = from > at ? text.slice(at, from).indexOf(CLOSE) : -1;
    if (closer >= 0) markup.push({ from: at + closer, to: at + closer + CLOSE.length });
    noteText('text-dropped', text, at, closer < 0 ? from : at + closer, steps);
    if (closer >= 0) noteText('text-dropped', text, at + closer + CLOSE.length, from, steps);
    at = Math.max(at, to);
  }
  const blankEnds = [
    { from: 0, to: before.from },
    { from: before.to, to: opener.from },
  ].filter(({ from, to }) => from < to);
  if (calls.length === 0) return { calls, content: [before], text: text.slice(before.from, before.to) };
  const gaps = blankGaps(
    text,
    { from: opener.to, to: text.length },
    [...blocks, ...markup].toSorted((one, other) => one.from - other.from),
  );
  return {
    calls,
    content: [before],
    markup: [...blankEnds, opener, ...markup, ...gaps],
    text: text.slice(before.from, before.to),
  };
}

/** Null where no tool has the name; `refused` for an exception. */
function readCall(
  text: string,
  span: Span,
  shape: CallShape,
  positions: ReadonlyMap<string, number>,
  steps: Steps,
): DetectedCall | null | 'refused' {
  steps.enter('block', CALL, span);
  const parts = shape.whole(text.slice(span.from, span.to));
  if (parts === null) {
    steps.reject('call-unreadable', span, span.from);
    steps.leave(span, 'malformed');
    return 'refused';
  }
  const placed = ({ from, to }: Span): Span => ({ from: span.from + from, to: span.from + to });
  const nameSpan = placed(parts.name);
  const name = text.slice(nameSpan.from, nameSpan.to);
  steps.read('name', nameSpan);
  if (stripPython(name) !== name) steps.quirk('name-spaces', nameSpan);
  const body = placed(parts.body);
  const reading = readPythonJson(text, body.from, body.to);
  if (!reading.ok) {
    steps.reject('json-syntax', body, reading.error.at, reading.error);
    steps.leave(span, 'malformed');
    return 'refused';
  }
  const { node } = reading;
  if (isDict(node.value)) steps.read('arguments', node);
  const argumentsSpan = { from: node.from, to: node.to };
  const call = declaredCall(
    { span, name, nameSpan, value: node.value, argumentsSpan, key: 'parameters' },
    positions,
    steps,
  );
  steps.leave(span, call === null ? 'empty' : 'matched');
  return call;
}

// The stream

/** Nothing is held back, so a marker must come in one piece. Names are not looked up, and arguments are sent as they are. */
class CallsStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #shape: CallShape;
  #buffer = '';
  /** What was sent of the arguments of the call that is open. */
  #sent = '';
  #nameSent = false;
  #current = -1;

  constructor(shape: CallShape) {
    this.#shape = shape;
  }

  push(delta: string, current: string): Message | null {
    this.#buffer += delta;
    if (!this.#buffer.includes(OPEN) && !this.#buffer.includes(CALL)) {
      this.#buffer = '';
      // Only what came now is shown, not what was left over.
      const shown = Excerpt.end(current, delta);
      return { content: this.#shape.removed.reduce((text, marker) => text.without(marker), shown) };
    }
    const found = this.#shape.streamed(this.#buffer);
    if (found === null) return null;
    const name = stripPython(this.#buffer.slice(found.name.from, found.name.to));
    const body = stripPython(this.#buffer.slice(found.body.from, found.body.to));
    if (this.#current === -1) this.#current = 0;
    const index = this.#current;
    makeRoom(this, index);
    if (!this.#nameSent) {
      this.#nameSent = true;
      this.previous[index] = { arguments: new PythonDict() };
      return { calls: [{ index, name, argumentsText: '' }] };
    }
    const calls: MessageCall[] = [];
    const more = body.startsWith(this.#sent) ? afterCharacters(body, characterCount(this.#sent)) : body;
    if (more !== '') {
      calls.push({ index, argumentsText: more });
      this.#sent += more;
      this.streamed[index] = (this.streamed[index] ?? '') + more;
    }
    if (!isOrjson(body, 0, body.length)) return { calls };
    const reading = readPythonJson(body);
    // An integer that is too long for `json`, but not for `orjson`: an exception that the original answers with all it holds.
    if (!reading.ok) return { content: Excerpt.end(current, this.#buffer) };
    this.previous[index] = { arguments: reading.node.value };
    this.#buffer = found.end === null ? '' : this.#buffer.slice(found.end);
    this.#current += 1;
    this.#sent = '';
    this.#nameSent = false;
    return { calls };
  }
}
