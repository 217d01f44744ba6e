import type { Span } from '../../text/document/index.ts';
import { afterSpace, pythonDumps, strippedSpan } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { Raised } from '../kit/index.ts';
import { argPairWords, readArgPairs } from './kit/arg-pairs.ts';
import { toolPositions } from './kit/base-json.ts';
import { blockWords, CLOSE, noteBlock, OPEN } from './kit/block-notes.ts';
import { sglangRuntime, type Detected, type DetectedCall, type SglangCode } from './detector.ts';
import { blankGaps, noteText } from './kit/sections.ts';
import { sentences } from './kit/sentences.ts';
import { allContent } from './kit/content.ts';
import { schemaOf, valueOf } from './kit/hunyuan-values.ts';
import { HunyuanStream } from './kit/hunyuan-stream.ts';
import { SECTION, SECTION_END, SEPARATOR } from './kit/hunyuan-tags.ts';

const words = {
  ...argPairWords,
  ...blockWords,
  'text-dropped': sentences.textOutside,
  'call-unreadable': 'A block needs `<tool_sep>` and then `</tool_call>`: the detector skips this one',
  'all-content': sentences.allContent,
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const hunyuan = sglangRuntime({
  flag: 'hunyuan',
  file: 'hunyuan_detector.py',
  formats: ['hunyuan-hy3'],
  reads: 'A name, <tool_sep>, then <arg_key> and <arg_value> pairs, in every <tool_call> of a reply with <tool_calls>.',
  words,
  openers: [SECTION],
  detect,
  stream: (tools) => new HunyuanStream(tools),
});

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(SECTION);
  if (first < 0) return allContent(text);
  const positions = toolPositions(tools);
  const calls: DetectedCall[] = [];
  const blocks: Span[] = [];
  for (let from = text.indexOf(OPEN); from >= 0;) {
    const separator = text.indexOf(SEPARATOR, from + OPEN.length);
    const closer = separator < 0 ? -1 : text.indexOf(CLOSE, separator + SEPARATOR.length);
    if (closer < 0) {
      steps.reject('call-unreadable', { from, to: from + OPEN.length });
      break;
    }
    const block = { span: { from, to: closer + CLOSE.length }, separator, closer };
    blocks.push(block.span);
    steps.enter('block', OPEN, block.span);
    steps.marker(OPEN, 'open', from, from + OPEN.length);
    noteBlock(text, { from: from + OPEN.length, to: closer }, steps);
    const call = readBlock(text, block, tools, positions, steps);
    if (call !== null && 'raises' in call) {
      steps.leave(block.span, 'malformed');
      steps.quirk('all-content', whole);
      return allContent(text);
    }
    if (call !== null) calls.push(call);
    steps.marker(CLOSE, 'close', closer, block.span.to);
    steps.leave(block.span, call === null ? 'empty' : 'matched');
    from = text.indexOf(OPEN, block.span.to);
  }
  const held = inOrder([...blocks, ...sectionMarkers(text, blocks)]).filter(({ from }) => from >= first);
  noteDropped(text, held, first, steps);
  const before = strippedSpan(text, 0, first);
  const markup =
    calls.length === 0
      ? []
      : [...sectionMarkers(text, blocks), ...blankGaps(text, { from: first, to: text.length }, held)];
  return { calls, content: [before], markup, text: text.slice(before.from, before.to) };
}

interface Block {
  readonly span: Span;
  readonly separator: number;
  readonly closer: number;
}

function readBlock(
  text: string,
  { span, separator, closer }: Block,
  tools: readonly ToolDefinition[],
  positions: ReadonlyMap<string, number>,
  steps: Steps,
): DetectedCall | Raised | null {
  const nameSpan = strippedSpan(text, span.from + OPEN.length, separator);
  const name = text.slice(nameSpan.from, nameSpan.to);
  const toolIndex = positions.get(name);
  if (toolIndex === undefined) {
    steps.reject('undeclared-dropped', nameSpan.from < nameSpan.to ? nameSpan : span);
    return null;
  }
  steps.read('name', nameSpan);
  const area = { from: separator + SEPARATOR.length, to: closer };
  const values = readArgPairs(text, area, {}, (value, key) => valueOf(value, schemaOf(tools, name, key)), steps);
  if ('raises' in values) return values;
  if (values.size === 0) {
    steps.read('no-arguments', span);
    const rest = afterSpace(text, area.from, area.to);
    if (rest < area.to) steps.quirk('text-ignored', { from: rest, to: area.to });
  }
  const argumentsSpan = values.size === 0 ? null : area;
  return { span, name, nameSpan, argumentsText: pythonDumps(values) ?? '', argumentsSpan, toolIndex };
}

/** The markers of sections that lie outside of calls. */
function sectionMarkers(text: string, blocks: readonly Span[]): Span[] {
  const markers: Span[] = [];
  for (const marker of [SECTION, SECTION_END]) {
    let next = 0;
    for (let from = text.indexOf(marker); from >= 0; from = text.indexOf(marker, from + marker.length)) {
      while ((blocks[next]?.to ?? text.length) <= from) next += 1;
      if (from < (blocks[next]?.from ?? text.length)) markers.push({ from, to: from + marker.length });
    }
  }
  return inOrder(markers);
}

function inOrder(spans: readonly Span[]): Span[] {
  return spans.toSorted((one, other) => one.from - other.from);
}

function noteDropped(text: string, held: readonly Span[], first: number, steps: Steps): void {
  let at = first;
  for (const { from, to } of [...held, { from: text.length, to: text.length }]) {
    noteText('text-dropped', text, at, from, steps);
    at = Math.max(at, to);
  }
}
