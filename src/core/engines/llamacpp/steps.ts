import type { Span } from '../../text/document/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { begunMarker, type EngineCall } from '../kit/index.ts';
import type { Capture, Reading, Wanted } from './peg/reading.ts';
import type { Sampled } from './grammar/sample.ts';
import type { Answer } from './read.ts';

/** Where several things would have been accepted at a place, the step names the first of these. */
const byWeight: readonly Wanted[] = [
  'wanted-shallower',
  'wanted-name',
  'wanted-parameter',
  'wanted-member',
  'wanted-number',
  'wanted-json',
  'wanted-closer',
  'wanted-end',
  'wanted-marker',
];

const readCodes = new Map<Capture['tag'], string>([
  ['reasoning', 'reasoning'],
  ['id', 'id'],
  ['name', 'name'],
  ['arguments', 'arguments'],
  ['key', 'key'],
  ['text', 'value'],
  ['gemma-chars', 'value'],
  ['value', 'coerced-value'],
]);

/** Puts spans of the parsed text into the reply; what is in the prompt is at its begin. */
function inReply(promptLength: number): (span: Span) => Span {
  return ({ from, to }) => ({ from: Math.max(0, from - promptLength), to: Math.max(0, to - promptLength) });
}

/** The steps that lead to an answer, in the order of the text. Without tools there is no marker to look for. */
export function recordReading(
  { captures, text, sought }: Reading,
  promptLength: number,
  declaresTools: boolean,
  steps: Recorder<string>,
): void {
  const placed = inReply(promptLength);
  const begin = captures.find(({ tag }) => tag === 'call-open' || tag === 'call');
  let isAsked = false;
  for (const capture of captures) {
    const { tag, from, to, isPartial } = capture;
    const span = placed(capture);
    const isThere = to > promptLength && from < to;
    if (tag === 'reasoning' && isThere) steps.gate('prompt-opens-reasoning', from <= promptLength, span, null);
    if (tag === 'content' && !isAsked) {
      isAsked = true;
      const area = placed({ from, to: text.length });
      const marker = begin === undefined ? (sought?.found ?? null) : { from: Math.min(to, begin.from), to: begin.to };
      if (marker !== null) steps.gate('begins-call', true, area, placed(marker));
      else if (!declaresTools) steps.gate('declares-tools', false, area);
      else {
        const begun = begunMarker(text, sought?.markers ?? [], from);
        steps.gate('begins-call', false, area, begun && placed(begun), sought?.markers);
      }
    }
    if (tag === 'dropped' && isThere) steps.quirk('dropped-text', span);
    const code = readCodes.get(tag);
    if (code !== undefined && isThere) steps.read(code, span);
    if (tag === 'arguments' && !isPartial && text[from] !== '{') steps.quirk('arguments-dropped', span);
  }
}

/** Why the reply was not accepted: the furthest place that was reached, and what would have been accepted there. */
export function recordRefusal(
  { text, refusedAt, expected }: Reading,
  promptLength: number,
  steps: Recorder<string>,
): number {
  const { from, to } = inReply(promptLength)({ from: refusedAt, to: text.length });
  const code = byWeight.find((one) => expected.some(({ wanted }) => wanted === one)) ?? 'wanted-marker';
  // Where no more parameter has to come, the call may end as well.
  const codes: readonly Wanted[] = code === 'wanted-parameter' ? [code, 'wanted-closer'] : [code];
  const texts = expected.filter((one) => codes.includes(one.wanted) && one.text !== '').map((one) => one.text);
  steps.reject(code, { from, to: Math.max(from, to) }, from, null, texts.length === 0 ? {} : { expected: texts });
  return from;
}

/** What the sampler's grammar says of a reply that was refused, or of one that was read although it does not fit. */
export function recordSampling(sampled: Sampled, reply: string, steps: Recorder<string>): void {
  if (sampled.grammar === 'refused') {
    const { at } = sampled;
    steps.quirk('grammar-refuses', { from: at, to: Math.min(at + 1, reply.length) });
  } else if (sampled.grammar === 'free' || sampled.grammar === 'none') {
    steps.quirk('grammar-is-off', { from: 0, to: reply.length });
  }
}

/** Whether the reply begins inside of reasoning that the prompt opened, and ends inside of it. */
export function isAllReasoning({ reading: { captures, text } }: Answer, promptLength: number): boolean {
  return captures.some(
    ({ tag, from, to }) => tag === 'reasoning' && from <= promptLength && promptLength < to && to === text.length,
  );
}

/** Whether the reply ended inside a call. */
export function isCutOff({ state, reading, message }: Answer): boolean {
  const last = reading.captures.findLast(({ tag }) => tag !== 'call');
  return (
    state === 'need-more' &&
    message.calls.length > 0 &&
    last !== undefined &&
    !/^(?:call-close|content)$/.test(last.tag)
  );
}

/** What the reply came to, in spans of the reply. Markers are all that was read and is nothing else. */
export function divisionOf(answer: Answer, promptLength: number) {
  const placed = inReply(promptLength);
  const spansOf = (tag: Capture['tag']): Span[] =>
    answer.reading.captures
      .filter((capture) => capture.tag === tag)
      .map(placed)
      .filter(({ from, to }) => from < to);
  const content = spansOf('content');
  const reasoning = answer.message.reasoning === '' ? [] : spansOf('reasoning');
  const calls = answer.message.calls.map(({ id, idSpan, ...call }): EngineCall => ({
    ...call,
    span: placed(call.span),
    nameSpan: placed(call.nameSpan),
    argumentsSpan: call.argumentsSpan === null ? null : placed(call.argumentsSpan),
    ...(idSpan === null ? {} : { id, idSpan: placed(idSpan) }),
  }));
  const known = [...content, ...reasoning, ...spansOf('dropped'), ...calls.map(({ span }) => span)];
  return { calls, content, reasoning, markup: between(known, answer.to) };
}

function between(known: readonly Span[], to: number): Span[] {
  const gaps: Span[] = [];
  let at = 0;
  for (const span of [...known.toSorted((one, other) => one.from - other.from), { from: to, to }]) {
    if (span.from > at) gaps.push({ from: at, to: span.from });
    at = Math.max(at, span.to);
  }
  return gaps;
}
