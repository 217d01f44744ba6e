import type { Span } from '../../text/document/index.ts';
import { PythonDict, pythonDumps } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { blockWords, CLOSE, noteBlock, OPEN } from './kit/block-notes.ts';
import { coderConfig, type CoderType, coderValue } from './kit/coder-values.ts';
import {
  sameClass,
  sglangRuntime,
  type Detected,
  type DetectedCall,
  type SglangCode,
  type SglangDetector,
} from './detector.ts';
import { FUNCTION, FUNCTION_END, PARAMETER, PARAMETER_END } from './kit/function-tags.ts';
import { inferredType } from './kit/inferred-type.ts';
import { Qwen3CoderStream } from './kit/qwen3_coder-stream.ts';
import { blankGaps, withoutNewlines } from './kit/sections.ts';
import { noteDropped, tagBlocks } from './kit/tool-call-tags.ts';
import { type Typed, typingWords } from './kit/typed-values.ts';
import { sentences } from './kit/sentences.ts';
import { allContent } from './kit/content.ts';

const words = {
  ...typingWords,
  ...blockWords,
  'text-dropped': sentences.textOutside,
  'all-content': sentences.allContent,
  'no-pair': 'No `<tool_call>` has a `</tool_call>` after it: the detector searches the whole reply for functions.',
  'block-unclosed': sentences.blockOpenDropped,
  'block-without-function': 'This block contains no `<function=`: the detector drops it.',
  'function-unclosed': 'No `</function>` follows: the function continues to the end of the block.',
  'function-inside': sentences.functionInside,
  'function-unreadable': 'No `>` ends the name: the detector skips this function',
  'parameter-unclosed': 'No `</parameter>` closes the value: it continues to the next parameter, or to the end.',
  'parameter-unreadable': 'No `>` ends the name: the detector skips this parameter',
  'undeclared-passed': 'No declared tool has this name. The detector does not check that and makes the call.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

/** @param typeOf the type that a schema has for a value: releases differ */
export const qwen3CoderDetector = (typeOf: CoderType): SglangDetector<Code> => ({
  flag: 'qwen3_coder',
  file: 'qwen3_coder_detector.py',
  formats: ['qwen3-coder-xml'],
  reads: '<function=NAME> with <parameter=KEY> tags in <tool_call> blocks; values are typed by the schema.',
  words,
  openers: [OPEN],
  detect: (text, tools, steps) => detect(text, { tools, typeOf }, steps),
  stream: (tools) => new Qwen3CoderStream(tools, typeOf),
});

export const qwen3_coder = sglangRuntime(qwen3CoderDetector((declared) => inferredType(declared) ?? 'string'));

export const step3p5 = sameClass(qwen3_coder, 'step3p5');

/** By what values are typed. */
interface Typing {
  readonly tools: readonly ToolDefinition[];
  readonly typeOf: CoderType;
}

function detect(text: string, typing: Typing, steps: Steps): Detected {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(OPEN);
  if (first < 0) return allContent(text);
  const blocks = [...tagBlocks(text, OPEN, CLOSE)];
  const last = blocks.at(-1);
  if (last !== undefined && last.body.to === last.span.to) {
    blocks.pop();
    if (blocks.length > 0) steps.reject('block-unclosed', last.span);
  }
  if (blocks.length === 0) {
    steps.quirk('no-pair', { from: first, to: first + OPEN.length });
    if (text.includes(FUNCTION)) blocks.push({ span: whole, body: whole });
  }
  const calls: DetectedCall[] = [];
  const markup: Span[] = [];
  const dropped: Span[] = [
    { from: first, to: blocks.some(({ span, body }) => body.from > span.from) ? first : first + OPEN.length },
  ];
  for (const { span, body } of blocks) {
    const isBlock = body.from > span.from;
    if (isBlock) {
      steps.enter('block', OPEN, span);
      steps.marker(OPEN, 'open', span.from, body.from);
      noteBlock(text, body, steps);
    }
    const before = calls.length;
    let functions = 0;
    for (const one of functionsIn(text, body)) {
      functions += 1;
      const call = readFunction(text, one, calls.length, typing, steps);
      if (call === 'raises') {
        if (isBlock) steps.leave(span, 'malformed');
        steps.quirk('all-content', whole);
        return allContent(text);
      }
      if (call !== null) calls.push(call);
    }
    const found = calls.slice(before).map((call) => call.span);
    if (isBlock) {
      if (functions === 0) steps.quirk('block-without-function', span);
      else steps.marker(CLOSE, 'close', body.to, span.to);
      steps.leave(span, found.length > 0 ? 'matched' : functions > 0 ? 'malformed' : 'empty');
    }
    if (found.length > 0) {
      if (isBlock) markup.push({ from: span.from, to: body.from }, { from: body.to, to: span.to });
      else markup.push({ from: first, to: first + OPEN.length });
      markup.push(...blankGaps(text, isBlock ? body : { from: first + OPEN.length, to: text.length }, found));
      dropped.push(...(isBlock ? [span] : found.filter(({ from }) => from >= first)));
    }
  }
  noteDropped(text, dropped, steps);
  return { calls, content: [{ from: 0, to: first }], markup, text: text.slice(0, first) };
}

interface FunctionTag {
  readonly span: Span;
  /** After `<function=`, up to the closer. */
  readonly inner: Span;
}

/** Each function of a block: to its closer, or to the end of the block. */
function* functionsIn(text: string, { from, to }: Span): Generator<FunctionTag> {
  const body = text.slice(from, to);
  for (let at = body.indexOf(FUNCTION); at >= 0;) {
    const inner = at + FUNCTION.length;
    const close = body.indexOf(FUNCTION_END, inner);
    const end = close < 0 ? body.length : close + FUNCTION_END.length;
    yield {
      span: { from: from + at, to: from + end },
      inner: { from: from + inner, to: from + (close < 0 ? body.length : close) },
    };
    at = body.indexOf(FUNCTION, end);
  }
}

/** Null where it is skipped. */
function readFunction(
  text: string,
  { span, inner }: FunctionTag,
  toolIndex: number,
  { tools, typeOf }: Typing,
  steps: Steps,
): DetectedCall | 'raises' | null {
  const nameTo = text.slice(inner.from, inner.to).indexOf('>') + inner.from;
  if (nameTo < inner.from) {
    steps.reject('function-unreadable', span);
    return null;
  }
  const nameSpan = { from: inner.from, to: nameTo };
  const name = text.slice(nameSpan.from, nameSpan.to);
  steps.read('name', nameSpan);
  if (!tools.some((tool) => tool.name === name)) steps.quirk('undeclared-passed', nameSpan);
  if (inner.to === span.to) steps.quirk('function-unclosed', span);
  const inside = text.slice(inner.from, inner.to).indexOf(FUNCTION) + inner.from;
  if (inside >= inner.from) steps.quirk('function-inside', { from: inside, to: inside + FUNCTION.length });
  const config = coderConfig(tools, name);
  const values = new PythonDict();
  const area = { from: nameTo + 1, to: inner.to };
  const typed = (raw: string, key: string): Typed => coderValue(raw, key, config, typeOf);
  for (const { span: parameter, end, isClosed } of parametersIn(text, area)) {
    const isRead = readParameter(text, parameter, isClosed, typed, values, steps);
    if (!isRead) return raised('typing-raises', { from: parameter.from, to: end }, steps);
  }
  const argumentsText = pythonDumps(values);
  if (argumentsText === null) return raised('not-serialisable', area, steps);
  if (values.size === 0) steps.read('no-arguments', span);
  return { span, name, nameSpan, argumentsText, argumentsSpan: values.size === 0 ? null : area, toolIndex };
}

function raised(code: 'typing-raises' | 'not-serialisable', span: Span, steps: Steps): 'raises' {
  steps.reject(code, span);
  return 'raises';
}

interface ParameterTag {
  /** After `<parameter=`, up to its end. */
  readonly span: Span;
  /** After its closer. */
  readonly end: number;
  readonly isClosed: boolean;
}

/** Each parameter of a function: to its closer, to the next one, or to the end, but not to the newline that is last. */
function* parametersIn(text: string, { from, to }: Span): Generator<ParameterTag> {
  const body = text.slice(from, to);
  let close = -1;
  for (let at = body.indexOf(PARAMETER); at >= 0;) {
    const inner = at + PARAMETER.length;
    if (close < inner) close = body.indexOf(PARAMETER_END, inner);
    if (close < 0) close = body.length;
    const next = body.indexOf(PARAMETER, inner);
    const isClosed = close < body.length && (next < 0 || close < next);
    const last = body.endsWith('\n') ? Math.max(inner, body.length - 1) : body.length;
    const valueTo = isClosed ? close : next < 0 ? last : next;
    const end = isClosed ? close + PARAMETER_END.length : valueTo;
    yield { span: { from: from + inner, to: from + valueTo }, end: from + end, isClosed };
    at = isClosed && next < end ? body.indexOf(PARAMETER, end) : next;
  }
}

/** False where it raises. */
function readParameter(
  text: string,
  span: Span,
  isClosed: boolean,
  typeValue: (raw: string, key: string) => Typed,
  values: PythonDict,
  steps: Steps,
): boolean {
  const keyTo = text.slice(span.from, span.to).indexOf('>') + span.from;
  if (keyTo < span.from) {
    steps.reject('parameter-unreadable', { from: span.from - PARAMETER.length, to: span.to });
    return true;
  }
  const key = text.slice(span.from, keyTo);
  const valueSpan = withoutNewlines(text, keyTo + 1, span.to);
  steps.read('key', { from: span.from, to: keyTo });
  if (!isClosed) steps.quirk('parameter-unclosed', { from: span.from - PARAMETER.length, to: keyTo + 1 });
  const typed = typeValue(text.slice(valueSpan.from, valueSpan.to), key);
  if ('raises' in typed) return false;
  steps.read(typeof typed.value === 'string' ? 'value' : 'coerced-value', valueSpan);
  if (typed.note !== undefined) steps.quirk(typed.note, valueSpan);
  if (values.has(key)) steps.quirk('same-parameter', valueSpan);
  values.set(key, typed.value);
  return true;
}
