import type { Span } from '../../text/document/index.ts';
import { PythonDict, pythonDumps, strippedSpan, stripPython } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { baseJsonWords, declaredCall, toolPositions } from './kit/base-json.ts';
import { sglangRuntime, type Detected, type DetectedCall, type SglangCode } from './detector.ts';
import { blankGaps, firstMarker, noteText, spanOf } from './kit/sections.ts';
import { sentences } from './kit/sentences.ts';
import { allContent } from './kit/content.ts';
import {
  CALL,
  CALL_END,
  CLOSE,
  declaredLast,
  hasType,
  INVOKE,
  INVOKE_END,
  invokeName,
  OPEN,
  PARAMETER,
  parameters,
  SEPARATOR,
  valueOf,
  type Declared,
} from './kit/step3-tags.ts';
import { StepStream } from './kit/step3-stream.ts';

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
  'same-parameter': sentences.sameParameter,
  'undeclared-parameter': 'The schema declares no type for this parameter: the text stays a string.',
  'literal-read': 'This is not JSON, but it is a Python literal: the detector uses its value.',
  'no-value-kept': 'This is neither JSON nor a Python literal: the detector keeps the text.',
  'schema-no-object': 'The schema of this parameter is not an object: asking it for `type` raises AttributeError',
  'not-serialisable': 'JSON cannot represent one of these values: `json.dumps` raises TypeError',
  'all-content': sentences.allContent,
  'text-in-section': sentences.textInSection,
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
  openers: [OPEN],
  detect,
  stream: (tools) => new StepStream(tools),
});

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const whole = { from: 0, to: text.length };
  const nothing = allContent(text);
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
    noteText('text-in-section', text, opener.to + at, opener.to + from, steps);
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
  noteText('text-in-section', text, opener.to + at, closer.from, steps);
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
