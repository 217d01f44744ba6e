import type { Span } from '../../document/span.ts';
import { readPythonJson } from '../../json/dialects/python.ts';
import { isObject, own } from '../../json/node.ts';
import { areFewDigits } from '../../languages/python/numbers.ts';
import { afterSpace, isPythonSpace, isRegexWord, strippedSpan, stripPython } from '../../languages/python/text.ts';
import { decimalValue } from '../../languages/python/unicode.ts';
import { isDict, PythonDict, type PythonValue } from '../../languages/python/value.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Recorder } from '../../trace/recorder.ts';
import type { Message, MessageCall } from '../kit/engine-stream.ts';
import { sglangRuntime, type Detected, type DetectedCall, type DetectorStream, type SglangCode } from './detector.ts';
import { firstMarker } from './kit/sections.ts';

const OPEN = '<|tool_calls_section_begin|>';
const CLOSE = '<|tool_calls_section_end|>';
const CALL = '<|tool_call_begin|>';
const CALL_END = '<|tool_call_end|>';
const ARGUMENTS = '<|tool_call_argument_begin|>';
const PREFIX = 'functions.';

const words = {
  'call-unreadable': `A call needs an id without white space, \`${ARGUMENTS}\`, an object in braces, and \`${CALL_END}\`: the detector drops this one`,
  'call-in-arguments': `The arguments continue to the next brace that \`${CALL_END}\` follows: they include the marker of another call.`,
  'arguments-no-json':
    'The arguments are not JSON. The detector does not parse them, and the client gets them as they are.',
  prefix: 'A prefix that is not part of the name',
  'id-is-number': 'The id is only a number: the detector looks for the tool whose properties fit the arguments.',
  'id-unreadable': 'The id is neither `name:number` nor a number: the detector drops the call and only logs it',
  'no-tool-fits': 'No tool has properties that fit the arguments: the detector drops the call and only logs it',
  'too-many-digits': 'The number in the id has too many digits: Python raises ValueError',
  'lookup-failed': 'Searching for a tool that fits raises an exception',
  'all-content': 'The detector catches the exception and returns the whole reply as content, without any call.',
  'outside-section': 'This call is before the section. The detector reads it anyway.',
  'text-dropped': 'This text is in the section but in no call. The detector drops it: the client never receives it.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const kimi_k2 = sglangRuntime<Code>({
  flag: 'kimi_k2',
  file: 'kimik2_detector.py',
  formats: ['kimi-k2'],
  reads: `An id, ${ARGUMENTS} and an object in ${CALL} markers. Arguments are not parsed, names are not looked up.`,
  words,
  gate: (text) => firstMarker(text, OPEN),
  detect,
  stream: (tools) => new KimiStream(tools),
});

// Ids

/** The name of `functions.NAME:0`, in the offsets of the id. */
interface NamedId {
  readonly name: Span;
  readonly digits: number;
}

function namedId(id: string): NamedId | null {
  const colon = id.indexOf(':');
  if (colon < 0) return null;
  const digits = digitCount(id, colon + 1);
  if (digits === null) return null;
  for (const character of id.slice(0, colon)) {
    const code = character.codePointAt(0) as number;
    if (!isRegexWord(code) && character !== '.' && character !== '-') return null;
  }
  const from = id.startsWith(PREFIX) && colon > PREFIX.length ? PREFIX.length : 0;
  return from < colon ? { name: { from, to: colon }, digits } : null;
}

/** How many decimal digits there are from a place to the end; null where there is anything else, or nothing. */
function digitCount(text: string, from: number): number | null {
  let count = 0;
  for (const character of text.slice(from)) {
    if (decimalValue(character.codePointAt(0) as number) < 0) return null;
    count += 1;
  }
  return count > 0 ? count : null;
}

/** The tool that an id without a name means: null for none, undefined where the original raises. */
function inferredName(tools: readonly ToolDefinition[], argumentsText: string): string | null | undefined {
  const [first] = tools;
  if (first === undefined) return null;
  if (tools.length === 1) return first.name;
  if (argumentsText === '') return null;
  const reading = readPythonJson(argumentsText);
  if (!reading.ok) return reading.error.code === 'number-out-of-range' ? undefined : null;
  const { value } = reading.node;
  if (!isDict(value)) return undefined;
  const keys = value.keys();
  let best: string | null = null;
  let most = -1;
  for (const { name, schema } of tools) {
    const properties = schema === undefined ? undefined : own(schema, 'properties');
    if (properties === undefined) continue;
    if (!isObject(properties)) return undefined;
    if (Object.keys(properties).length === 0) continue;
    const known = keys.filter((key) => typeof key === 'string' && Object.hasOwn(properties, key)).length;
    const score = known - (keys.length - known);
    if (score <= most) continue;
    most = score;
    best = name;
  }
  return best;
}

// The whole text

interface Match {
  readonly span: Span;
  readonly id: Span;
  readonly body: Span;
}

/** Every brace that is followed by the end marker of a call, with blanks between at most. */
function closingBraces(text: string): { readonly brace: number; readonly to: number }[] {
  const braces = [];
  for (let end = text.indexOf(CALL_END); end >= 0; end = text.indexOf(CALL_END, end + CALL_END.length)) {
    let at = end;
    while (at > 0 && isPythonSpace(text.charCodeAt(at - 1))) at -= 1;
    if (text.charAt(at - 1) === '}') braces.push({ brace: at - 1, to: end + CALL_END.length });
  }
  return braces;
}

/** The calls that the original's pattern matches. */
function* matches(text: string, steps: Steps): Generator<Match> {
  const braces = closingBraces(text);
  let next = 0;
  for (let from = text.indexOf(CALL); from >= 0;) {
    const start = from + CALL.length;
    const idFrom = afterSpace(text, start);
    let idTo = idFrom;
    while (idTo < text.length && !isIdEnd(text, idTo)) idTo += 1;
    const marker = idTo > idFrom ? afterSpace(text, idTo) : -1;
    const bodyFrom =
      marker >= 0 && text.startsWith(ARGUMENTS, marker) ? afterSpace(text, marker + ARGUMENTS.length) : -1;
    const isOpened = bodyFrom >= 0 && text.charAt(bodyFrom) === '{';
    while (isOpened && next < braces.length && (braces[next] as { brace: number }).brace <= bodyFrom) next += 1;
    const closer = isOpened ? braces[next] : undefined;
    if (closer === undefined) {
      steps.rejectOneOfMany('call-unreadable', from, start);
      from = text.indexOf(CALL, start);
      continue;
    }
    yield {
      span: { from, to: closer.to },
      id: { from: idFrom, to: idTo },
      body: { from: bodyFrom, to: closer.brace + 1 },
    };
    from = text.indexOf(CALL, closer.to);
  }
}

function isIdEnd(text: string, at: number): boolean {
  const character = text.charAt(at);
  return character === '<' || character === '|' || isPythonSpace(text.charCodeAt(at));
}

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const whole = { from: 0, to: text.length };
  const opener = firstMarker(text, OPEN);
  if (opener === null) return { calls: [], content: [whole], text };
  const calls: DetectedCall[] = [];
  const blocks: Span[] = [];
  for (const match of matches(text, steps)) {
    blocks.push(match.span);
    const call = readCall(text, match, tools, calls.length, steps);
    if (call === 'refused') {
      steps.quirk('all-content', whole);
      return { calls: [], content: [whole], text };
    }
    if (call === null) continue;
    if (match.span.from < opener.from) steps.quirk('outside-section', match.span);
    calls.push(call);
  }
  const markup = calls.length === 0 ? [] : markersAround(text, opener, blocks, steps);
  return { calls, content: [{ from: 0, to: opener.from }], markup, text: text.slice(0, opener.from) };
}

const SECTION_MARKERS = /<\|tool_calls_section_(?:begin|end)\|>/g;

/** The section's markers and blanks between the calls; other text is said to be dropped. */
function markersAround(text: string, opener: Span, blocks: readonly Span[], steps: Steps): Span[] {
  const markup: Span[] = [];
  let at = opener.from;
  for (const { from, to } of [...blocks, { from: text.length, to: text.length }]) {
    let start = at;
    for (const match of text.slice(at, from).matchAll(SECTION_MARKERS)) {
      const marker = { from: at + match.index, to: at + match.index + match[0].length };
      noteBetween(text, { from: start, to: marker.from }, markup, steps);
      markup.push(marker);
      start = marker.to;
    }
    noteBetween(text, { from: start, to: from }, markup, steps);
    at = Math.max(at, to);
  }
  return markup;
}

function noteBetween(text: string, between: Span, markup: Span[], steps: Steps): void {
  const dropped = strippedSpan(text, between.from, Math.max(between.from, between.to));
  if (dropped.from < dropped.to) steps.quirk('text-dropped', dropped);
  else if (between.from < between.to) markup.push(between);
}

/** Null where the call is dropped; `refused` for an exception. */
function readCall(
  text: string,
  { span, id, body }: Match,
  tools: readonly ToolDefinition[],
  toolIndex: number,
  steps: Steps,
): DetectedCall | null | 'refused' {
  steps.enter('block', CALL, span);
  const argumentsText = text.slice(body.from, body.to);
  const leave = (code: Code, outcome: null | 'refused'): null | 'refused' => {
    steps.reject(code, id, id.from);
    steps.leave(span, 'malformed');
    return outcome;
  };
  const idText = text.slice(id.from, id.to);
  const named = namedId(idText);
  const digits = named?.digits ?? digitCount(idText, 0);
  if (digits === null) return leave('id-unreadable', null);
  if (!areFewDigits(digits)) return leave('too-many-digits', 'refused');
  if (named === null) steps.quirk('id-is-number', id);
  const inferred = named === null ? inferredName(tools, argumentsText) : null;
  if (inferred === undefined) return leave('lookup-failed', 'refused');
  const nameSpan = named === null ? id : { from: id.from + named.name.from, to: id.from + named.name.to };
  const name = named === null ? inferred : text.slice(nameSpan.from, nameSpan.to);
  if (name === null || (named === null && name === '')) return leave('no-tool-fits', null);
  if (nameSpan.from > id.from) steps.read('prefix', { from: id.from, to: nameSpan.from });
  steps.read(named === null ? 'id' : 'name', nameSpan);
  if (argumentsText.includes(CALL)) steps.quirk('call-in-arguments', body);
  if (readPythonJson(argumentsText).ok) steps.read('arguments', body);
  else steps.quirk('arguments-no-json', body);
  steps.leave(span, 'matched');
  return { span, name, nameSpan, argumentsText, argumentsSpan: body, toolIndex };
}

// The stream

/** The beginnings of the opening markers are held back, of two characters or more; those of the end markers are not. */
class KimiStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #tools: readonly ToolDefinition[];
  #buffer = '';
  /** The name that was sent, while its call is open. */
  #name: string | null = null;
  #sent = '';
  #current = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string): Message | null {
    this.#buffer += delta;
    const content: string[] = [];
    const calls: MessageCall[] = [];
    while (this.#next(content, calls));
    return { content: content.join(''), calls };
  }

  /** Whether there may be more to read in the buffer. */
  #next(content: string[], calls: MessageCall[]): boolean {
    const start = this.#buffer.indexOf(CALL);
    const shown = start < 0 ? readyLength(this.#buffer) : start;
    content.push(withoutMarkers(this.#buffer.slice(0, shown)));
    this.#buffer = this.#buffer.slice(shown);
    if (start < 0) return false;
    const text = this.#buffer;
    const marker = text.indexOf(ARGUMENTS);
    const other = text.indexOf(CALL, CALL.length);
    if (other >= 0 && (marker < 0 || other < marker)) {
      this.#close(other);
      return true;
    }
    if (marker < 0) return false;
    const bodyFrom = marker + ARGUMENTS.length;
    const end = text.indexOf(CALL_END);
    const body = text.slice(bodyFrom, end < 0 ? text.length : Math.max(end, bodyFrom));
    const isNew = this.#name === null;
    const name = this.#name ?? resolvedName(stripPython(text.slice(CALL.length, marker)), body, this.#tools);
    if (name === undefined) {
      // An exception: the original drops all that it holds.
      this.#close(text.length);
      return false;
    }
    this.#name = name;
    if (name === null) {
      if (end >= 0) this.#close(end + CALL_END.length);
      return end >= 0;
    }
    const index = this.#current;
    if (isNew) {
      while (this.previous.length <= index) this.previous.push({});
      while (this.streamed.length <= index) this.streamed.push('');
      this.previous[index] = { arguments: new PythonDict() };
    }
    const argumentsText = body.slice(this.#sent.length);
    if (isNew) calls.push({ index, name, argumentsText });
    else if (argumentsText !== '') calls.push({ index, argumentsText });
    this.#sent += argumentsText;
    this.streamed[index] = (this.streamed[index] ?? '') + argumentsText;
    if (end < 0) return false;
    this.#close(end + CALL_END.length);
    this.#current += 1;
    return true;
  }

  #close(to: number): void {
    this.#buffer = this.#buffer.slice(to);
    this.#name = null;
    this.#sent = '';
  }
}

/** The name of an id as it streams in: null where there is none, or none yet, undefined where the original raises. */
function resolvedName(id: string, body: string, tools: readonly ToolDefinition[]): string | null | undefined {
  const named = namedId(id);
  if (named !== null) return id.slice(named.name.from, named.name.to);
  return id !== '' && digitCount(id, 0) === null ? null : inferredName(tools, body);
}

/** So much of the text can be no beginning of an opening marker. */
function readyLength(text: string): number {
  for (let length = Math.min(text.length, OPEN.length - 1); length > 1; length -= 1) {
    const tail = text.slice(text.length - length);
    if (OPEN.startsWith(tail) || CALL.startsWith(tail)) return text.length - length;
  }
  return text.length;
}

function withoutMarkers(text: string): string {
  return [OPEN, CLOSE, CALL, CALL_END, ARGUMENTS].reduce((rest, marker) => rest.replaceAll(marker, ''), text);
}
