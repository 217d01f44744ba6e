import type { Span } from '../../../text/document/index.ts';
import { afterSpace, pythonDumps, strippedSpan } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { gapsIn, type Raised, strippedPieces } from '../../kit/index.ts';
import { argPairWords, KEY, readArgPairs, type ArgPattern } from './arg-pairs.ts';
import { blockWords, CLOSE, noteBlock, OPEN } from './block-notes.ts';
import { baseJsonWords, toolPositions } from './base-json.ts';
import type { Detected, DetectedCall, SglangCode } from '../detector.ts';
import { type GlmString, glmType, glmValue } from './glm-values.ts';
import { noteDropped, tagBlocks, type TagBlock } from './tool-call-tags.ts';
import { sentences } from './sentences.ts';
import { allContent, contentBefore, contentOf } from './content.ts';

// `detect_and_parse` of `glm45` and `glm47`.

export const glmPattern: ArgPattern = { escapedNewline: true };

export const glmWords = {
  ...argPairWords,
  ...blockWords,
  'nameless-dropped': baseJsonWords['nameless-dropped'],
  'text-dropped': sentences.textOutside,
  'all-content': sentences.allContent,
  'no-head': 'No newline ends the name: the detector skips this block',
  'name-with-space': 'The detector does not strip the white space around this name, so it matches no declared tool.',
  'no-closer': sentences.blockOpenDropped,
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
  readonly asString: GlmString;
}

export function detectGlm(text: string, tools: readonly ToolDefinition[], shape: GlmShape, steps: Steps): Detected {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(OPEN);
  if (first < 0) return allContent(text);
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
      return allContent(text);
    }
    if (call !== null) calls.push(call);
    steps.marker(CLOSE, 'close', body.to, span.to);
    steps.leave(span, call === null ? 'empty' : 'matched');
  }
  if (!shape.keepsTextAround) {
    noteDropped(text, blocks, steps);
    return { calls, ...contentBefore(text, first) };
  }
  const content = strippedPieces(text, gapsIn(whole, blocks));
  return { calls, ...contentOf(text, content) };
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
  const typed = (value: string, key: string) => glmValue(value, glmType(tools, name, key), shape.asString);
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

/** The name up to the first `<arg_key>`, or all of it. */
export function untilKey(text: string, { from, to }: Span): GlmBody {
  const key = text.slice(from, to).indexOf(KEY);
  const nameTo = key < 0 ? to : from + key;
  return { name: { from, to: nameTo }, rest: { from: nameTo, to } };
}
