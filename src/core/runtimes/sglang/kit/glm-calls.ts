import type { Span } from '../../../document/span.ts';
import { pythonDumps } from '../../../json/dialects/python-dumps.ts';
import { afterSpace, strippedSpan } from '../../../languages/python/text.ts';
import type { ToolDefinition } from '../../../tools/tool.ts';
import type { Recorder } from '../../../trace/recorder.ts';
import type { Raised } from '../../kit/engine-stream.ts';
import { argPairWords, KEY, readArgPairs, type ArgPattern } from './arg-pairs.ts';
import { blockWords, noteBlock } from './block-notes.ts';
import { baseJsonWords, toolPositions } from './base-json.ts';
import type { Detected, DetectedCall, SglangCode } from '../detector.ts';
import { glmType, glmValue } from './glm-values.ts';
import { noteDropped, tagBlocks, tagWords, type TagBlock } from './tool-call-tags.ts';

// `detect_and_parse` of `glm45` and `glm47`.

export const OPEN = '<tool_call>';
export const CLOSE = '</tool_call>';
export const glmPattern: ArgPattern = { escapedNewline: true };

export const glmWords = {
  ...argPairWords,
  ...blockWords,
  'nameless-dropped': baseJsonWords['nameless-dropped'],
  'text-dropped': tagWords['text-dropped'],
  'all-content': 'The detector catches the exception and returns the whole reply as content, without any call.',
  'no-head': 'No newline ends the name: the detector skips this block',
  'name-with-space': 'The detector does not strip the white space around this name, so it matches no declared tool.',
  'text-ignored': 'The detector ignores text between the arguments.',
  'no-closer': 'No `</tool_call>` follows: the detector drops the block, because it reads only closed blocks',
  'no-closer-shown': 'No `</tool_call>` follows: the block is content, because the detector reads only closed blocks',
} as const;

export type GlmCode = keyof typeof glmWords;
type Steps = Recorder<GlmCode | SglangCode>;

/** What of a block is the name, and what the arguments. */
export interface GlmBody {
  readonly name: Span;
  readonly rest: Span;
}

export interface GlmShape {
  /** Null where the block is skipped. */
  body(text: string, body: Span): GlmBody | null;
  /** Whether the content is all text outside of blocks, or the text before the first one. */
  readonly keepsTextAround: boolean;
}

export function detectGlm(text: string, tools: readonly ToolDefinition[], shape: GlmShape, steps: Steps): Detected {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(OPEN);
  if (first < 0) return { calls: [], content: [whole], text };
  const positions = toolPositions(tools);
  const calls: DetectedCall[] = [];
  const blocks: Span[] = [];
  for (const block of tagBlocks(text, OPEN, CLOSE)) {
    const { span, body } = block;
    if (body.to === span.to) {
      steps.reject(shape.keepsTextAround ? 'no-closer-shown' : 'no-closer', span);
      if (!shape.keepsTextAround) blocks.push(span);
      break;
    }
    blocks.push(span);
    steps.enter('block', OPEN, span);
    steps.marker(OPEN, 'open', span.from, body.from);
    noteBlock(text, body, steps);
    const call = readBlock(text, block, shape, tools, positions, steps);
    if (call !== null && 'raises' in call) {
      steps.leave(span, 'malformed');
      steps.quirk('all-content', whole);
      return { calls: [], content: [whole], text };
    }
    if (call !== null) calls.push(call);
    steps.marker(CLOSE, 'close', body.to, span.to);
    steps.leave(span, call === null ? 'empty' : 'matched');
  }
  if (!shape.keepsTextAround) {
    noteDropped(text, blocks, steps);
    const before = strippedSpan(text, 0, first);
    return { calls, content: [before], text: text.slice(before.from, before.to) };
  }
  const content = strippedPieces(text, gaps(text, blocks));
  return { calls, content, text: content.map(({ from, to }) => text.slice(from, to)).join('') };
}

function readBlock(
  text: string,
  { span, body }: TagBlock,
  shape: GlmShape,
  tools: readonly ToolDefinition[],
  positions: ReadonlyMap<string, number>,
  steps: Steps,
): DetectedCall | Raised | null {
  const found = shape.body(text, body);
  if (found === null) {
    steps.reject('no-head', body);
    return null;
  }
  const { name: nameSpan, rest } = found;
  const name = text.slice(nameSpan.from, nameSpan.to);
  steps.read('name', nameSpan);
  const typed = (value: string, key: string) => glmValue(value, glmType(tools, name, key));
  const values = readArgPairs(text, rest, glmPattern, typed, steps);
  if ('raises' in values) return values;
  const toolIndex = name === '' ? undefined : positions.get(name);
  if (toolIndex === undefined) {
    const stripped = strippedSpan(text, nameSpan.from, nameSpan.to);
    if (positions.has(text.slice(stripped.from, stripped.to))) steps.quirk('name-with-space', nameSpan);
    steps.reject(name === '' ? 'nameless-dropped' : 'undeclared-dropped', name === '' ? span : nameSpan);
    return null;
  }
  if (values.size === 0) {
    steps.read('no-arguments', span);
    if (afterSpace(text, rest.from, rest.to) < rest.to) steps.quirk('text-ignored', rest);
    return { span, name, nameSpan, argumentsText: '{}', argumentsSpan: null, toolIndex };
  }
  const argumentsText = pythonDumps(values);
  if (argumentsText === null) {
    steps.reject('not-serialisable', rest);
    return { raises: 'TypeError' };
  }
  return { span, name, nameSpan, argumentsText, argumentsSpan: rest, toolIndex };
}

/** What lies outside of blocks. */
function gaps(text: string, blocks: readonly Span[]): Span[] {
  const outside: Span[] = [];
  let at = 0;
  for (const { from, to } of [...blocks, { from: text.length, to: text.length }]) {
    if (from > at) outside.push({ from: at, to: from });
    at = to;
  }
  return outside;
}

/** `str.strip()` of several pieces as one text. */
function strippedPieces(text: string, pieces: Span[]): Span[] {
  const left = pieces.slice();
  for (let first = left[0]; first !== undefined; first = left[0]) {
    const { from, to } = strippedSpan(text, first.from, first.to);
    left[0] = { from, to: first.to };
    if (from < to) break;
    left.shift();
  }
  for (let last = left.at(-1); last !== undefined; last = left.at(-1)) {
    const { from, to } = strippedSpan(text, last.from, last.to);
    left[left.length - 1] = { from: last.from, to };
    if (from < to) break;
    left.pop();
  }
  return left;
}

/** The name up to the first `<arg_key>`, or all of it. */
export function untilKey(text: string, { from, to }: Span): GlmBody {
  const key = text.slice(from, to).indexOf(KEY);
  const nameTo = key < 0 ? to : from + key;
  return { name: { from, to: nameTo }, rest: { from: nameTo, to } };
}
