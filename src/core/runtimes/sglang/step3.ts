import type { Span } from '../../document/span.ts';
import { isObject, type JsonValue, own } from '../../json/node.ts';
import { pythonDumps } from '../../json/dialects/python-dumps.ts';
import { readPythonJson } from '../../json/dialects/python.ts';
import { literalEval } from '../../languages/python/literal.ts';
import { stripPython, strippedSpan } from '../../languages/python/text.ts';
import { PythonDict, pythonEquals, type PythonValue } from '../../languages/python/value.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Recorder } from '../../trace/recorder.ts';
import type { Message, MessageCall, Raised } from '../kit/engine-stream.ts';
import { baseJsonWords, declaredCall, toolPositions } from './kit/base-json.ts';
import { partialEnd } from './kit/base-stream.ts';
import { sglangRuntime, type Detected, type DetectedCall, type DetectorStream, type SglangCode } from './detector.ts';
import { blankGaps, firstMarker, spanOf } from './kit/sections.ts';

const OPEN = '<｜tool_calls_begin｜>';
const CLOSE = '<｜tool_calls_end｜>';
const CALL = '<｜tool_call_begin｜>';
const CALL_END = '<｜tool_call_end｜>';
const SEPARATOR = '<｜tool_sep｜>';
const INVOKE = '<steptml:invoke name="';
const INVOKE_END = '</steptml:invoke>';
const PARAMETER = '<steptml:parameter name="';
const PARAMETER_END = '</steptml:parameter>';

const words = {
  ...baseJsonWords,
  'section-closes': {
    question: `Does \`${CLOSE}\` follow?`,
    yes: 'The detector reads the calls in the section. The text before and after it is content.',
    no: 'The detector returns the whole reply as content, with all markers.',
  },
  'call-open': `No \`${CALL_END}\` follows in the section: the detector drops the call`,
  'no-separator': `This call contains no \`${SEPARATOR}\`: the detector skips it`,
  'no-function': 'The text before the separator is not `function`: the detector skips the call',
  'no-invoke': `The call has no invoke tag with a name, at least one character inside, and \`${INVOKE_END}\`: the detector drops it`,
  'parameter-unreadable':
    'A value must not contain `<`, and its closing tag must follow: the detector skips this parameter',
  'same-parameter': 'This parameter name is repeated: the last value counts.',
  'undeclared-parameter': 'The schema declares no type for this parameter: the text stays a string.',
  'literal-read': 'This is not JSON, but it is a Python literal: the detector uses its value.',
  'no-value-kept': 'This is neither JSON nor a Python literal: the detector keeps the text.',
  'schema-no-object': 'The schema of this parameter is not an object: asking it for `type` raises AttributeError',
  'not-serialisable': 'JSON cannot represent one of these values: `json.dumps` raises TypeError',
  'all-content': 'The detector catches the exception and returns the whole reply as content, without any call.',
  'text-in-section': 'This text is in the section but in no call. The detector drops it: the client never receives it.',
  'second-section': 'The detector reads only the first section: this one is content.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const step3 = sglangRuntime<Code>({
  flag: 'step3',
  file: 'step3_detector.py',
  formats: ['step3'],
  reads: `The first section of ${CALL} blocks; values without \`<\`, typed by the schema.`,
  words,
  gate: (text) => firstMarker(text, OPEN),
  detect,
  stream: (tools) => new StepStream(tools),
});

// Values

/** By name the properties of the last tool that has it. */
type Declared = ReadonlyMap<string, JsonValue | undefined>;

function declaredLast(tools: readonly ToolDefinition[]): Declared {
  return new Map(tools.map(({ name, schema }) => [name, schema === undefined ? undefined : own(schema, 'properties')]));
}

/** Whether a parameter is to be read as a value: it has a type, and that is not `string`. Null for an AttributeError. */
function hasType(properties: JsonValue | undefined, key: string): boolean | null {
  if (!isObject(properties) || !Object.hasOwn(properties, key)) return false;
  const schema = own(properties, key);
  if (!isObject(schema)) return null;
  const type = own(schema, 'type');
  return isTruthy(type) && type !== 'string';
}

function isTruthy(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** JSON, or a literal of Python, or the text. */
function valueOf(text: string): {
  readonly value: PythonValue;
  readonly how: 'coerced-value' | 'literal-read' | 'no-value-kept';
} {
  const json = readPythonJson(text);
  if (json.ok) return { value: json.node.value, how: 'coerced-value' };
  const literal = literalEval(text);
  return literal.ok ? { value: literal.node.value, how: 'literal-read' } : { value: text, how: 'no-value-kept' };
}

interface Parameter {
  readonly span: Span;
  readonly key: Span;
  readonly value: Span;
}

/** The parameters of a call, as the original's pattern finds them. */
function* parameters(text: string, skipped?: (from: number) => void): Generator<Parameter> {
  for (let from = text.indexOf(PARAMETER); from >= 0;) {
    const start = from + PARAMETER.length;
    const keyTo = text.indexOf('"', start);
    const value = keyTo > start && text.charAt(keyTo + 1) === '>' ? keyTo + 2 : -1;
    const closer = value < 0 ? -1 : text.indexOf('<', value);
    if (closer < 0 || !text.startsWith(PARAMETER_END, closer)) {
      skipped?.(from);
      from = text.indexOf(PARAMETER, start);
      continue;
    }
    const span = { from, to: closer + PARAMETER_END.length };
    yield { span, key: { from: start, to: keyTo }, value: { from: value, to: closer } };
    from = text.indexOf(PARAMETER, span.to);
  }
}

/** `name="…">` after the beginning of an invoke tag: the name must not be empty. */
function invokeName(text: string, start: number): Span | null {
  const to = text.indexOf('"', start);
  return to > start && text.charAt(to + 1) === '>' ? { from: start, to } : null;
}

// The whole text

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const whole = { from: 0, to: text.length };
  const nothing = { calls: [], content: [whole], text };
  const opener = firstMarker(text, OPEN);
  if (opener === null) return nothing;
  const closerAt = text.indexOf(CLOSE, opener.to);
  const closer = closerAt < 0 ? null : { from: closerAt, to: closerAt + CLOSE.length };
  if (!steps.gate('section-closes', closer !== null, { from: opener.to, to: text.length }, closer) || closer === null) {
    return nothing;
  }
  const section = { from: opener.from, to: closer.to };
  steps.enter('block', OPEN, section);
  steps.marker(OPEN, 'open', opener.from, opener.to);
  const positions = toolPositions(tools);
  const declared = declaredLast(tools);
  const calls: DetectedCall[] = [];
  const blocks: Span[] = [];
  const inner = text.slice(opener.to, closer.from);
  let at = 0;
  for (let from = inner.indexOf(CALL); from >= 0; from = inner.indexOf(CALL, at)) {
    const end = inner.indexOf(CALL_END, from + CALL.length);
    noteGap(text, opener.to + at, opener.to + from, steps);
    if (end < 0) {
      at = inner.length;
      const lost = { from: opener.to + from, to: closer.from };
      steps.reject('call-open', lost, lost.from);
      break;
    }
    at = end + CALL_END.length;
    const span = { from: opener.to + from, to: opener.to + at };
    blocks.push(span);
    const read = readCall(text, span, tools.length > 0 ? declared : null, steps);
    const call =
      read === null || read === 'refused' ? null : declaredCall({ ...read, key: 'arguments' }, positions, steps);
    const isUnwritable = call !== null && read !== null && read !== 'refused' && pythonDumps(read.value) === null;
    if (isUnwritable) steps.reject('not-serialisable', span, span.from);
    if (read !== null && read !== 'refused') {
      steps.leave(span, isUnwritable ? 'malformed' : call === null ? 'empty' : 'matched');
    }
    if (read === 'refused' || isUnwritable) {
      steps.leave(section, 'malformed');
      steps.quirk('all-content', whole);
      return nothing;
    }
    if (call !== null) calls.push(call);
  }
  noteGap(text, opener.to + at, closer.from, steps);
  steps.marker(CLOSE, 'close', closer.from, closer.to);
  steps.leave(section, calls.length > 0 ? 'matched' : 'empty');
  const second = text.indexOf(OPEN, closer.to);
  if (second >= 0) steps.quirk('second-section', { from: second, to: text.length });
  const content = [
    { from: 0, to: opener.from },
    { from: closer.to, to: text.length },
  ];
  const markup =
    calls.length === 0 ? [] : [opener, closer, ...blankGaps(text, { from: opener.to, to: closer.from }, blocks)];
  return {
    calls,
    content: content.filter(({ from, to }) => from < to),
    markup,
    text: text.slice(0, opener.from) + text.slice(closer.to),
  };
}

function noteGap(text: string, from: number, to: number, steps: Steps): void {
  const dropped = strippedSpan(text, from, Math.max(from, to));
  if (dropped.from < dropped.to) steps.quirk('text-in-section', dropped);
}

interface ReadCall {
  readonly span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: PythonDict;
  readonly argumentsSpan: Span | null;
}

/** Null where the call is skipped; `refused` for an exception. Only a call that is read is not left yet. */
function readCall(text: string, span: Span, declared: Declared | null, steps: Steps): ReadCall | null | 'refused' {
  steps.enter('block', CALL, span);
  const leave = (code: Code, where: Span): null => {
    steps.reject(code, where, where.from);
    steps.leave(span, 'malformed');
    return null;
  };
  const start = span.from + CALL.length;
  const body = text.slice(start, span.to - CALL_END.length);
  const separator = body.indexOf(SEPARATOR);
  if (separator < 0) return leave('no-separator', span);
  if (stripPython(body.slice(0, separator)) !== 'function') {
    return leave('no-function', { from: start, to: start + separator });
  }
  const invoke = firstInvoke(body, separator + SEPARATOR.length);
  if (invoke === null)
    return leave('no-invoke', { from: start + separator + SEPARATOR.length, to: start + body.length });
  const placed = ({ from, to }: Span): Span => ({ from: start + from, to: start + to });
  const nameSpan = placed(invoke.name);
  const name = text.slice(nameSpan.from, nameSpan.to);
  steps.read('name', nameSpan);
  const value = new PythonDict();
  const read: Span[] = [];
  const offset = invoke.body.from;
  const inner = body.slice(offset, invoke.body.to);
  const moved = ({ from, to }: Span): Span => placed({ from: offset + from, to: offset + to });
  for (const parameter of parameters(inner, (from) => {
    const tag = moved({ from, to: from + PARAMETER.length });
    steps.rejectOneOfMany('parameter-unreadable', tag.from, tag.to);
  })) {
    const keySpan = moved(parameter.key);
    const key = text.slice(keySpan.from, keySpan.to);
    const where = moved(strippedSpan(inner, parameter.value.from, parameter.value.to));
    const raw = text.slice(where.from, where.to);
    steps.read('key', keySpan);
    const isTyped = declared === null ? true : hasType(declared.get(name), key);
    if (isTyped === null) {
      leave('schema-no-object', keySpan);
      return 'refused';
    }
    if (value.has(key)) steps.quirk('same-parameter', keySpan);
    if (isTyped) {
      const { value: item, how } = valueOf(raw);
      if (how === 'coerced-value') steps.read(how, where);
      else steps.quirk(how, where);
      value.set(key, item);
    } else {
      steps.read('value', where);
      value.set(key, raw);
    }
    read.push(moved(parameter.span));
  }
  const argumentsSpan = spanOf(read);
  if (argumentsSpan === null) steps.read('no-arguments', span);
  return { span, name, nameSpan, value, argumentsSpan };
}

/** `<steptml:invoke name="N">` with at least one character before its closing tag. */
function firstInvoke(text: string, start: number): { readonly name: Span; readonly body: Span } | null {
  for (let from = text.indexOf(INVOKE, start); from >= 0; from = text.indexOf(INVOKE, from + INVOKE.length)) {
    const name = invokeName(text, from + INVOKE.length);
    if (name === null) continue;
    // A closing tag right after the tag counts as the text of the call, and the next one ends it.
    const to = text.indexOf(INVOKE_END, name.to + 3);
    return to < 0 ? null : { name, body: { from: name.to + 2, to } };
  }
  return null;
}

// The stream

/** One marker an increment: what comes with the marker in one piece waits for the next. */
class StepStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #positions: ReadonlyMap<string, number>;
  readonly #declared: Declared;
  #buffer = '';
  #state: 'before' | 'section' | 'call' | 'after' = 'before';
  /** The name that was sent, while its call is open. */
  #name: string | null = null;
  #parameters = new PythonDict();
  #current = -1;

  constructor(tools: readonly ToolDefinition[]) {
    this.#positions = toolPositions(tools);
    this.#declared = declaredLast(tools);
  }

  push(delta: string): Message | Raised | null {
    this.#buffer += delta;
    if (this.#state === 'after') return { content: this.#take(this.#buffer.length) };
    if (this.#state === 'before') {
      const opener = this.#buffer.indexOf(OPEN);
      if (opener < 0) return partialEnd(this.#buffer, OPEN) > 0 ? null : { content: this.#take(this.#buffer.length) };
      const content = this.#take(opener);
      this.#take(OPEN.length);
      this.#state = 'section';
      return { content };
    }
    const closer = this.#buffer.indexOf(CLOSE);
    if (closer >= 0) return this.#close(closer);
    if (this.#state === 'section') {
      const call = this.#buffer.indexOf(CALL);
      if (call < 0) return null;
      this.#take(call + CALL.length);
      this.#open('call');
    }
    return this.#readCall();
  }

  #take(to: number): string {
    const taken = this.#buffer.slice(0, to);
    this.#buffer = this.#buffer.slice(to);
    return taken;
  }

  #open(state: 'section' | 'call' | 'after'): void {
    this.#state = state;
    this.#name = null;
    this.#parameters = new PythonDict();
  }

  /** The last call is read if its end is there; what follows the section is content. */
  #close(closer: number): Message | Raised {
    const content = this.#buffer.slice(closer + CLOSE.length);
    const end = this.#buffer.indexOf(CALL_END);
    const read = this.#state === 'call' && end >= 0 && end < closer ? this.#readCall() : null;
    if (read !== null && 'raises' in read) return read;
    this.#buffer = '';
    this.#open('after');
    return { content, calls: read?.calls ?? [] };
  }

  #readCall(): { readonly calls: MessageCall[] } | Raised | null {
    const separator = this.#buffer.indexOf(SEPARATOR);
    if (separator < 0) return null;
    if (stripPython(this.#buffer.slice(0, separator)) !== 'function') {
      this.#open('section');
      return null;
    }
    // The rest of the buffer, even beyond the end of the call.
    const text = this.#buffer.slice(separator + SEPARATOR.length);
    const calls: MessageCall[] = [];
    if (this.#name === null) {
      const name = nameIn(text);
      if (name === null) return null;
      if (!this.#positions.has(name)) {
        this.#open('section');
        return null;
      }
      this.#name = name;
      if (this.#current === -1) this.#current = 0;
      while (this.previous.length <= this.#current) this.previous.push({});
      while (this.streamed.length <= this.#current) this.streamed.push('');
      this.previous[this.#current] = { arguments: new PythonDict() };
      calls.push({ index: this.#current, name, argumentsText: '' });
    }
    const raised = this.#sendParameters(text, this.#name, calls);
    if (raised !== null) return raised;
    const end = this.#buffer.indexOf(CALL_END);
    if (end < 0) return { calls };
    if (this.streamed[this.#current] !== '') this.#send('}', calls);
    this.#take(end + CALL_END.length);
    this.#open('section');
    this.#current += 1;
    return { calls };
  }

  #send(argumentsText: string, calls: MessageCall[]): void {
    if (argumentsText === '') return;
    const index = this.#current;
    calls.push({ index, argumentsText });
    this.streamed[index] = (this.streamed[index] ?? '') + argumentsText;
  }

  #sendParameters(text: string, name: string, calls: MessageCall[]): Raised | null {
    const values = new PythonDict();
    for (const parameter of parameters(text)) {
      const key = text.slice(parameter.key.from, parameter.key.to);
      const raw = stripPython(text.slice(parameter.value.from, parameter.value.to));
      const isTyped = hasType(this.#declared.get(name), key);
      if (isTyped === null) return { raises: 'AttributeError' };
      values.set(key, isTyped ? valueOf(raw).value : raw);
    }
    if (pythonEquals(values, this.#parameters)) return null;
    const before = this.#parameters.size === 0 ? '' : pythonDumps(this.#parameters);
    const after = pythonDumps(values);
    if (before === null || after === null) return { raises: 'TypeError' };
    // Where the new text does not go on from the old one, as with two parameters of one name, nothing is sent.
    const sent = before.slice(0, -1);
    if (after.startsWith(sent)) this.#send(after.slice(sent.length, -1), calls);
    this.#parameters = values;
    this.previous[this.#current] = { arguments: values };
    return null;
  }
}

function nameIn(text: string): string | null {
  for (let from = text.indexOf(INVOKE); from >= 0; from = text.indexOf(INVOKE, from + INVOKE.length)) {
    const name = invokeName(text, from + INVOKE.length);
    if (name !== null) return text.slice(name.from, name.to);
  }
  return null;
}
