import type { Span } from '../../../document/span.ts';
import { readPartialJsonSglang } from '../../../json/dialects/partial-python.ts';
import { pythonDumps } from '../../../json/dialects/python-dumps.ts';
import { readPythonJson } from '../../../json/dialects/python.ts';
import { afterSpace, rstrip, stripPython, strippedSpan } from '../../../languages/python/text.ts';
import { PythonDict, type PythonValue } from '../../../languages/python/value.ts';
import type { ToolDefinition } from '../../../tools/tool.ts';
import type { Recorder } from '../../../trace/recorder.ts';
import type { Message, MessageCall } from '../../kit/engine-stream.ts';
import { commonPrefixLength } from '../../kit/unfinished.ts';
import { baseJsonWords, declaredCall, toolPositions } from './base-json.ts';
import { afterCharacters, characterCount } from './base-stream.ts';
import type { Detected, DetectedCall, DetectorStream, SglangCode, SglangDetector } from '../detector.ts';
import { blankGaps, firstMarker } from './sections.ts';

// `deepseekv32` and `deepseekv4`: calls in DSML tags. The two differ in the name of the section's tag.

const INVOKE = '<｜DSML｜invoke';
const INVOKE_END = '</｜DSML｜invoke>';
const PARAMETER = '<｜DSML｜parameter';
const PARAMETER_END = '</｜DSML｜parameter>';

type DsmlCode = keyof ReturnType<typeof wordsOf>;
type Steps = Recorder<DsmlCode | SglangCode>;

const wordsOf = (open: string, close: string) => ({
  ...baseJsonWords,
  'section-opens': {
    question: `Does the text contain \`${open}\`?`,
    yes: `The detector reads the calls up to the first \`${close}\`.`,
    no: `A lone \`${INVOKE}\` is not enough: the detector returns the whole reply as content.`,
  },
  'section-closes': {
    question: `Does \`${close}\` follow?`,
    yes: 'The detector reads every invoke tag in the section.',
    no: 'The detector returns the text before the section. The section itself is lost.',
  },
  'invoke-open': `No \`${INVOKE_END}\` follows: the call continues to the end of the section.`,
  'invoke-unreadable': `An invoke tag needs \`name="…"\` and then \`>\` or \`/>\`: the detector skips this one`,
  'parameter-unreadable': `A parameter tag needs \`name="…"\`, then \`string="…"\`, then \`>\`, and \`${PARAMETER_END}\` after its text: the detector skips this one`,
  'body-json': 'The body of the call, which the detector reads as a JSON object because it is in braces',
  'body-half-braced':
    'The text begins with `{` but does not end with `}`: the detector looks for parameter tags in it.',
  'all-content': 'The detector catches the exception and returns the whole reply as content, without any call.',
  'not-json-kept': 'The attribute `string` is not "true", and the text is not JSON: the detector keeps the text.',
  'same-parameter': 'This parameter name is repeated: the last value counts.',
  'text-dropped': 'The detector reads only the first section and drops what follows: the client never receives it.',
});

/** @param tag the name of the section's tag */
export function dsmlDetector(
  rest: Pick<SglangDetector<string>, 'flag' | 'file'>,
  tag: string,
): SglangDetector<DsmlCode> {
  const open = `<｜DSML｜${tag}>`;
  const close = `</｜DSML｜${tag}>`;
  return {
    ...rest,
    formats: ['deepseek-dsml'],
    reads: `Invoke tags in the first ${open} section; each parameter says whether it is a string.`,
    words: wordsOf(open, close),
    gate: (text) => firstMarker(text, open) ?? firstMarker(text, INVOKE),
    detect: (text, tools, steps) => detect(text, open, close, tools, steps),
    stream: () => new DsmlStream(open),
  };
}

/** An invoke tag with what belongs to it. */
interface Invoke {
  readonly span: Span;
  readonly nameSpan: Span;
  /** Null where the tag closes itself. */
  readonly body: Span | null;
  readonly isClosed: boolean;
}

/** `name="…"` at a place: where its value is. It must not be empty. */
function attribute(text: string, at: number, name: string): Span | null {
  if (!text.startsWith(`${name}="`, at)) return null;
  const from = at + name.length + 2;
  const to = text.indexOf('"', from);
  return to > from ? { from, to } : null;
}

/** The next invoke tag from a place on, as the original's pattern finds it. */
function nextInvoke(text: string, start: number, skipped?: (from: number) => void): Invoke | null {
  for (let from = text.indexOf(INVOKE, start); from >= 0; from = text.indexOf(INVOKE, from + INVOKE.length)) {
    const nameFrom = afterSpace(text, from + INVOKE.length);
    const name = nameFrom > from + INVOKE.length ? attribute(text, nameFrom, 'name') : null;
    const end = name === null ? -1 : afterSpace(text, name.to + 1);
    if (name !== null && text.startsWith('/>', end)) {
      return {
        span: { from, to: end + 2 },
        nameSpan: strippedSpan(text, name.from, name.to),
        body: null,
        isClosed: true,
      };
    }
    if (name !== null && text.charAt(end) === '>') {
      const nameSpan = strippedSpan(text, name.from, name.to);
      const closer = text.indexOf(INVOKE_END, end + 1);
      if (closer >= 0) {
        const span = { from, to: closer + INVOKE_END.length };
        return { span, nameSpan, body: { from: end + 1, to: closer }, isClosed: true };
      }
      // `$` also matches before a line feed at the end.
      const to = text.endsWith('\n') && text.length > end + 1 ? text.length - 1 : text.length;
      return { span: { from, to }, nameSpan, body: { from: end + 1, to }, isClosed: false };
    }
    skipped?.(from);
  }
  return null;
}

interface Parameter {
  readonly span: Span;
  readonly name: Span;
  readonly isString: boolean;
  readonly value: Span;
}

/** The opening tag of a parameter. */
function parameterTag(
  text: string,
  from: number,
): (Omit<Parameter, 'span' | 'value'> & { readonly to: number }) | null {
  const nameFrom = afterSpace(text, from + PARAMETER.length);
  const name = nameFrom > from + PARAMETER.length ? attribute(text, nameFrom, 'name') : null;
  if (name === null) return null;
  const stringFrom = afterSpace(text, name.to + 1);
  const string = stringFrom > name.to + 1 ? attribute(text, stringFrom, 'string') : null;
  if (string === null) return null;
  const end = afterSpace(text, string.to + 1);
  if (text.charAt(end) !== '>') return null;
  return { name, isString: text.slice(string.from, string.to) === 'true', to: end + 1 };
}

/** The parameters that are closed, in order. */
function* parameters(text: string, skipped?: (from: number) => void): Generator<Parameter> {
  for (let from = text.indexOf(PARAMETER); from >= 0;) {
    const tag = parameterTag(text, from);
    const closer = tag === null ? -1 : text.indexOf(PARAMETER_END, tag.to);
    if (tag === null || closer < 0) {
      skipped?.(from);
      // Without a closer the ones after it have none either.
      if (tag !== null) return;
      from = text.indexOf(PARAMETER, from + PARAMETER.length);
      continue;
    }
    const span = { from, to: closer + PARAMETER_END.length };
    yield { span, name: tag.name, isString: tag.isString, value: { from: tag.to, to: closer } };
    from = text.indexOf(PARAMETER, span.to);
  }
}

/** A parameter that is no string: JSON, or the text where it is none. */
function valueOf(text: string): { readonly value: PythonValue; readonly isJson: boolean } {
  const reading = readPythonJson(text);
  return reading.ok ? { value: reading.node.value, isJson: true } : { value: text, isJson: false };
}

// The whole text

function detect(text: string, open: string, close: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const whole = { from: 0, to: text.length };
  const opener = firstMarker(text, open);
  if (!steps.gate('section-opens', opener !== null, whole, opener) || opener === null) {
    return { calls: [], content: [whole], text };
  }
  const before = text.slice(0, opener.from);
  const kept = before.endsWith('\n\n') ? before.slice(0, -2) : before;
  const content = [{ from: 0, to: kept.length }];
  const closerAt = text.indexOf(close, opener.to);
  const closer = closerAt < 0 ? null : { from: closerAt, to: closerAt + close.length };
  if (!steps.gate('section-closes', closer !== null, { from: opener.to, to: text.length }, closer) || closer === null) {
    return { calls: [], content, text: kept };
  }
  const section = { from: opener.from, to: closer.to };
  steps.enter('block', open, section);
  steps.marker(open, 'open', opener.from, opener.to);
  const positions = toolPositions(tools);
  const calls: DetectedCall[] = [];
  const invokes: Span[] = [];
  const inner = text.slice(opener.to, closer.from);
  const unreadable = (from: number): void => {
    const at = opener.to + from;
    steps.rejectOneOfMany('invoke-unreadable', at, at + INVOKE.length);
  };
  for (let invoke = nextInvoke(inner, 0, unreadable); invoke !== null;) {
    const found = readInvoke(text, moved(invoke, opener.to), steps);
    if (found === null) {
      steps.leave(section, 'malformed');
      steps.quirk('all-content', whole);
      return { calls: [], content: [whole], text };
    }
    invokes.push(found.span);
    const call = declaredCall({ ...found, key: 'parameters' }, positions, steps);
    steps.leave(found.span, call === null ? 'empty' : 'matched');
    if (call !== null) calls.push(call);
    invoke = nextInvoke(inner, invoke.span.to, unreadable);
  }
  steps.marker(close, 'close', closer.from, closer.to);
  steps.leave(section, calls.length > 0 ? 'matched' : 'empty');
  if (closer.to < text.length) steps.quirk('text-dropped', { from: closer.to, to: text.length });
  const markup =
    calls.length === 0
      ? []
      : [
          { from: kept.length, to: opener.to },
          closer,
          ...blankGaps(text, { from: opener.to, to: closer.from }, invokes),
        ];
  return { calls, content, markup, text: kept };
}

function moved({ span, nameSpan, body, isClosed }: Invoke, by: number): Invoke {
  const move = ({ from, to }: Span): Span => ({ from: from + by, to: to + by });
  return { span: move(span), nameSpan: move(nameSpan), body: body === null ? null : move(body), isClosed };
}

interface ReadInvoke {
  readonly span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: PythonDict;
  readonly argumentsSpan: Span | null;
}

/** The name and the arguments of a call. It is left only where its JSON cannot be read: null. */
function readInvoke(text: string, { span, nameSpan, body, isClosed }: Invoke, steps: Steps): ReadInvoke | null {
  steps.enter('block', INVOKE, span);
  if (!isClosed) steps.quirk('invoke-open', span);
  steps.read('name', nameSpan);
  const name = text.slice(nameSpan.from, nameSpan.to);
  const found = { span, name, nameSpan };
  const stripped = body === null ? null : strippedSpan(text, body.from, body.to);
  if (body === null || stripped === null || stripped.from === stripped.to) {
    steps.read('no-arguments', span);
    return { ...found, value: new PythonDict(), argumentsSpan: null };
  }
  if (text.charAt(stripped.from) === '{') {
    if (text.charAt(stripped.to - 1) === '}') {
      steps.read('body-json', stripped);
      const reading = readPythonJson(text, stripped.from, stripped.to);
      if (!reading.ok) {
        steps.reject('json-syntax', stripped, reading.error.at, reading.error);
        steps.leave(span, 'malformed');
        return null;
      }
      steps.read('arguments', stripped);
      return { ...found, value: reading.node.value as PythonDict, argumentsSpan: stripped };
    }
    steps.quirk('body-half-braced', stripped);
  }
  const value = new PythonDict();
  let first: number | null = null;
  let last = body.from;
  const inner = text.slice(body.from, body.to);
  for (const parameter of parameters(inner, (from) => {
    const at = body.from + from;
    steps.rejectOneOfMany('parameter-unreadable', at, at + PARAMETER.length);
  })) {
    const key = inner.slice(parameter.name.from, parameter.name.to);
    const keySpan = { from: body.from + parameter.name.from, to: body.from + parameter.name.to };
    const valueSpan = strippedSpan(text, body.from + parameter.value.from, body.from + parameter.value.to);
    const raw = text.slice(valueSpan.from, valueSpan.to);
    steps.read('key', keySpan);
    if (value.has(key)) steps.quirk('same-parameter', keySpan);
    if (parameter.isString) {
      steps.read('value', valueSpan);
      value.set(key, raw);
    } else {
      const { value: item, isJson } = valueOf(raw);
      if (isJson) steps.read('coerced-value', valueSpan);
      else steps.quirk('not-json-kept', valueSpan);
      value.set(key, item);
    }
    first ??= body.from + parameter.span.from;
    last = body.from + parameter.span.to;
  }
  if (first === null) steps.read('no-arguments', span);
  return { ...found, value, argumentsSpan: first === null ? null : { from: first, to: last } };
}

// The stream

/** The whole buffer is read again with every increment. Names are not looked up, and the section's tag is not needed. */
class DsmlStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #open: string;
  #buffer = '';
  #current = -1;
  #nameSent = false;

  constructor(open: string) {
    this.#open = open;
  }

  push(delta: string): Message | null {
    this.#buffer += delta;
    if (!this.#mayBeDsml()) {
      const content = this.#buffer;
      this.#buffer = '';
      return { content };
    }
    const calls: MessageCall[] = [];
    for (;;) {
      const invoke = nextInvoke(this.#buffer, 0);
      if (invoke === null) return { calls };
      if (this.#current === -1) this.#current = 0;
      const index = this.#current;
      while (this.previous.length <= index) this.previous.push({});
      while (this.streamed.length <= index) this.streamed.push('');
      if (!this.#nameSent) {
        const name = this.#buffer.slice(invoke.nameSpan.from, invoke.nameSpan.to);
        calls.push({ index, name, argumentsText: '' });
        this.#nameSent = true;
      }
      const body = invoke.body === null ? '' : this.#buffer.slice(invoke.body.from, invoke.body.to);
      const text = invoke.isClosed ? closedArguments(body) : openArguments(body);
      // An exception that the original answers with all that it holds, again and again; what it had to send is lost.
      if (text === null) return { content: this.#buffer };
      const more = this.#more(index, text, invoke.isClosed);
      if (more !== '') {
        calls.push({ index, argumentsText: more });
        this.streamed[index] = (this.streamed[index] ?? '') + more;
      }
      this.previous[index] = { arguments: text };
      if (!invoke.isClosed) return { calls };
      this.#buffer = this.#buffer.slice(invoke.span.to);
      this.#current += 1;
      this.#nameSent = false;
    }
  }

  #mayBeDsml(): boolean {
    const text = this.#buffer;
    if (text.includes(this.#open) || text.includes('｜DSML｜') || text.includes('<｜') || text.includes('</｜'))
      return true;
    const stripped = rstrip(text);
    return stripped.endsWith('<') || stripped.endsWith('</');
  }

  /** What is new: all of it where the call is closed, else what this increment has in common with the last one. */
  #more(index: number, text: string, isClosed: boolean): string {
    const sent = characterCount(this.streamed[index] ?? '');
    if (isClosed) return afterCharacters(text, sent);
    const before = this.previous[index]?.arguments;
    if (typeof before !== 'string' || before === text) return '';
    return afterCharacters(text.slice(0, commonPrefixLength(text, before)), sent);
  }
}

/** The arguments of a call that is closed. Text in braces is passed on as it is. */
function closedArguments(body: string): string {
  const stripped = stripPython(body);
  if (stripped.startsWith('{') && stripped.endsWith('}')) return stripped;
  return pythonDumps(dictOf(body).value) ?? '';
}

function dictOf(body: string): { readonly value: PythonDict; readonly end: number } {
  const value = new PythonDict();
  let end = 0;
  for (const parameter of parameters(body)) {
    const raw = stripPython(body.slice(parameter.value.from, parameter.value.to));
    value.set(body.slice(parameter.name.from, parameter.name.to), parameter.isString ? raw : valueOf(raw).value);
    end = parameter.span.to;
  }
  return { value, end };
}

/** The arguments of a call that is open, with what is there of the last parameter; null for an exception. */
function openArguments(body: string): string | null {
  const stripped = stripPython(body);
  if (stripped.startsWith('{')) return withoutBegun(stripped, ['oke', 'inv']);
  const { value, end } = dictOf(body);
  const rest = withoutBegun(body.slice(end), ['parameter']);
  for (let from = rest.indexOf(PARAMETER); from >= 0; from = rest.indexOf(PARAMETER, from + PARAMETER.length)) {
    const tag = parameterTag(rest, from);
    if (tag === null) continue;
    const raw = rest.slice(tag.to);
    if (raw !== '') {
      const item = tag.isString ? stripPython(raw) : unfinished(raw);
      if (item === undefined) return null;
      value.set(rest.slice(tag.name.from, tag.name.to), item);
    }
    break;
  }
  return pythonDumps(value) ?? '';
}

/** Takes the beginning of a closing tag off, letter by letter: `rstrip` takes the letters of the value as well. */
function withoutBegun(text: string, parts: readonly string[]): string {
  return [...parts, '｜DSML｜', '</'].reduce((rest, letters) => rstrip(rest, letters), text);
}

/** JSON as far as it came; its text where that is no JSON; undefined for an exception that nothing catches. */
function unfinished(raw: string): PythonValue | undefined {
  const reading = readPartialJsonSglang(raw, 0, raw.length, { strings: true });
  if (reading.ok) return reading.node.value;
  return reading.why === 'invalid' || reading.why === 'extra-data' ? stripPython(raw) : undefined;
}
