import { partitionPoint, type Span } from '../../text/document/index.ts';
import { type PythonValue, strippedSpan } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { baseJsonWords, declaredCall, toolPositions } from './kit/base-json.ts';
import { sglangRuntime, type Detected, type DetectedCall, type SglangCode } from './detector.ts';
import { declaredSchemas } from './kit/schema.ts';
import { blankGaps } from './kit/sections.ts';
import { sentences } from './kit/sentences.ts';
import {
  BLANKS,
  CLOSE,
  DEEPEST,
  INVOKE,
  INVOKE_END,
  nestedTagWords,
  OPEN,
  PREFIX,
  readTags,
} from './kit/minimax-m3-tags.ts';
import { MinimaxStream } from './kit/minimax-m3-stream.ts';

const words = {
  ...baseJsonWords,
  ...nestedTagWords,
  'blanks-removed': `Blanks between \`${PREFIX}\` and a tag are ignored. They are not in the content either.`,
  'section-open': sentences.sectionOpenShown(CLOSE),
  'invoke-open': `No \`${INVOKE_END}\` follows in the section: the detector drops this call`,
  'invoke-nameless': sentences.invokeNameless,
  'all-content': sentences.allContent,
  'text-in-section': sentences.textInSection,
  'too-deep': 'The values are nested too deeply for `json.dumps`: the detector drops the call and only logs it',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const minimaxM3 = sglangRuntime<Code>({
  flag: 'minimax-m3',
  file: 'minimax_m3.py',
  formats: ['minimax-m3'],
  reads: `Nested tags, each after ${PREFIX}, in <tool_call> sections; the texts are typed by the schema.`,
  words,
  gate(text) {
    const { text: plain, place } = withoutBlanks(text);
    const from = plain.indexOf(OPEN);
    return from < 0 ? null : place({ from, to: from + OPEN.length });
  },
  detect,
  stream: (tools) => new MinimaxStream(tools),
});

/** The text without blanks between the prefix and a tag, and where its parts are in the text that came. */
function withoutBlanks(text: string): { readonly text: string; readonly place: (span: Span) => Span } {
  const cuts: { readonly at: number; readonly by: number }[] = [];
  let by = 0;
  for (const match of text.matchAll(BLANKS)) {
    const at = match.index + PREFIX.length - by;
    by += match[0].length - PREFIX.length;
    cuts.push({ at, by });
  }
  if (cuts.length === 0) return { text, place: (span) => span };
  const place = (at: number): number => at + (cuts[partitionPoint(cuts, (cut) => cut.at <= at) - 1]?.by ?? 0);
  return {
    text: text.replace(BLANKS, '$1'),
    place: ({ from, to }) => ({ from: place(from), to: from < to ? place(to - 1) + 1 : place(to) }),
  };
}

function detect(original: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const whole = { from: 0, to: original.length };
  const { text, place } = withoutBlanks(original);
  if (text !== original) steps.quirk('blanks-removed', whole);
  const positions = toolPositions(tools);
  const schemas = declaredSchemas(tools);
  const calls: DetectedCall[] = [];
  const outside: Span[] = [];
  const markup: Span[] = [];
  let at = 0;
  for (let from = text.indexOf(OPEN); from >= 0; from = text.indexOf(OPEN, at)) {
    const closer = text.indexOf(CLOSE, from);
    if (closer < 0) {
      steps.quirk('section-open', place({ from, to: text.length }));
      break;
    }
    outside.push({ from: at, to: from });
    at = closer + CLOSE.length;
    const section = { from, to: at };
    steps.enter('block', OPEN, place(section));
    const opener = place({ from, to: from + OPEN.length });
    steps.marker(OPEN, 'open', opener.from, opener.to);
    const { invokes, isRefused } = readSection(text, { from: from + OPEN.length, to: closer }, schemas, place, steps);
    const ending = place({ from: closer, to: at });
    if (isRefused !== true) steps.marker(CLOSE, 'close', ending.from, ending.to);
    const found: DetectedCall[] = [];
    for (const invoke of isRefused ? [] : invokes) {
      const call = declaredCall({ ...invoke, key: 'arguments' }, positions, steps);
      // The count begins again in each section.
      if (call !== null) found.push({ ...call, toolIndex: found.length });
    }
    steps.leave(place(section), isRefused ? 'malformed' : found.length > 0 ? 'matched' : 'empty');
    if (isRefused) {
      steps.quirk('all-content', whole);
      return { calls: [], content: [whole], text: original };
    }
    if (found.length > 0) {
      markup.push(opener, ending);
      markup.push(
        ...blankGaps(
          original,
          { from: opener.to, to: ending.from },
          invokes.map(({ span }) => span),
        ),
      );
    }
    for (const call of found) calls.push(call);
  }
  outside.push({ from: at, to: text.length });
  const content = outside.filter(({ from, to }) => from < to);
  return {
    calls,
    content: content.map(place),
    markup,
    text: content.map(({ from, to }) => text.slice(from, to)).join(''),
  };
}

interface Invoke {
  readonly span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: PythonValue;
  readonly argumentsSpan: Span | null;
}

/** The calls of a section; an exception that they raise is `isRefused`. */
function readSection(
  text: string,
  { from: start, to: end }: Span,
  schemas: ReturnType<typeof declaredSchemas>,
  place: (span: Span) => Span,
  steps: Steps,
): { readonly invokes: readonly Invoke[]; readonly isRefused?: true } {
  const invokes: Invoke[] = [];
  const block = text.slice(start, end);
  let at = 0;
  const gap = (to: number): void => {
    const dropped = strippedSpan(block, at, Math.max(at, to));
    if (dropped.from < dropped.to) {
      steps.quirk('text-in-section', place({ from: start + dropped.from, to: start + dropped.to }));
    }
  };
  for (let from = block.indexOf(INVOKE); from >= 0; from = block.indexOf(INVOKE, at)) {
    const closer = block.indexOf(INVOKE_END, from);
    gap(from);
    if (closer < 0) {
      const lost = place({ from: start + from, to: end });
      steps.reject('invoke-open', lost, lost.from);
      return { invokes };
    }
    at = closer + INVOKE_END.length;
    const span = place({ from: start + from, to: start + at });
    const inner = block.slice(from + INVOKE.length, closer);
    const offset = start + from + INVOKE.length;
    const placed = (one: Span): Span => place({ from: offset + one.from, to: offset + one.to });
    const nameTo = inner.indexOf('">');
    steps.enter('block', INVOKE, span);
    if (nameTo < 0) {
      steps.reject('invoke-nameless', span, span.from);
      steps.leave(span, 'malformed');
      continue;
    }
    const name = inner.slice(0, nameTo);
    const nameSpan = placed({ from: 0, to: nameTo });
    steps.read('name', nameSpan);
    const bodyFrom = nameTo + 2;
    const read = readTags(inner.slice(bodyFrom), schemas.get(name) ?? null, (kind, code, where) => {
      const span = placed({ from: bodyFrom + where.from, to: bodyFrom + where.to });
      if (kind === 'reject') steps.reject(code as Code, span, span.from);
      else if (kind === 'quirk') steps.quirk(code as Code, span);
      else steps.read(code, span);
    });
    if ('raises' in read) {
      steps.leave(span, 'malformed');
      return { invokes, isRefused: true };
    }
    if (read.depth > DEEPEST) {
      steps.reject('too-deep', span, span.from);
      steps.leave(span, 'malformed');
      continue;
    }
    const body = strippedSpan(inner, bodyFrom, inner.length);
    if (body.from === body.to) steps.read('no-arguments', span);
    steps.leave(span, 'matched');
    invokes.push({ span, name, nameSpan, value: read.value, argumentsSpan: body.from < body.to ? placed(body) : null });
  }
  gap(block.length);
  return { invokes };
}
