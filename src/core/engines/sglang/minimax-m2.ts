import type { Span } from '../../text/document/index.ts';
import { own } from '../../text/json/index.ts';
import { PythonDict, strippedSpan } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { Raised } from '../kit/index.ts';
import { baseJsonWords, declaredCall, toolPositions } from './kit/base-json.ts';
import { sglangRuntime, type Detected, type DetectedCall, type SglangCode } from './detector.ts';
import { declaredProperties } from './kit/schema.ts';
import { blankGaps, noteText, spanOf } from './kit/sections.ts';
import { sentences } from './kit/sentences.ts';
import { contentOf } from './kit/content.ts';
import { typed, typesOf } from './kit/minimax-m2-values.ts';
import { MinimaxStream } from './kit/minimax-m2-stream.ts';
import { CLOSE, INVOKE, INVOKE_END, OPEN, PARAMETER, PARAMETER_END } from './kit/minimax-m2-tags.ts';

const words = {
  ...baseJsonWords,
  'section-open': sentences.sectionOpenShown(CLOSE),
  'invoke-open': sentences.invokeOpen(INVOKE_END),
  'invoke-nameless': sentences.invokeNameless,
  'parameter-open': `No \`${PARAMETER_END}\` follows: the value continues to the end of the call.`,
  'parameter-nameless': 'No `">` ends the name: the detector skips this parameter',
  'same-parameter': sentences.sameParameter,
  'text-in-section': sentences.textInSection,
  'becomes-null': 'This text becomes null, whatever type the schema declares.',
  'null-declared': 'The schema allows null: the detector turns every value into null.',
  'number-infinite': sentences.numberInfinite,
  'json-value-refused': 'Reading the value as JSON raises an exception that nothing catches',
} as const;

type Code = keyof typeof words;
type Declared = ReturnType<typeof declaredProperties>;
type Steps = Recorder<Code | SglangCode>;

export const minimaxM2 = sglangRuntime<Code>({
  flag: 'minimax-m2',
  file: 'minimax_m2.py',
  formats: ['minimax-m2'],
  reads: 'Invoke tags between <minimax:tool_call> and its closing tag; the values are typed by the schema.',
  words,
  openers: [OPEN],
  detect,
  stream: (tools) => new MinimaxStream(tools),
});

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const positions = toolPositions(tools);
  const declared = declaredProperties(tools);
  const calls: DetectedCall[] = [];
  const content: Span[] = [];
  const markup: Span[] = [];
  let at = 0;
  for (let from = text.indexOf(OPEN); from >= 0; from = text.indexOf(OPEN, at)) {
    const closer = text.indexOf(CLOSE, from);
    if (closer < 0) {
      steps.quirk('section-open', { from, to: text.length });
      break;
    }
    if (from > at) content.push({ from: at, to: from });
    at = closer + CLOSE.length;
    const section = { from, to: at };
    const read = readSection(text, section, declared, steps);
    if ('raises' in read) return { calls: [], content: [], text: '', raises: read };
    const found = read.invokes.flatMap((invoke) => {
      const call = declaredCall({ ...invoke, key: 'arguments' }, positions, steps);
      return call === null ? [] : [call];
    });
    steps.leave(section, found.length > 0 ? 'matched' : 'empty');
    if (found.length > 0) {
      markup.push({ from, to: from + OPEN.length }, { from: closer, to: at });
      markup.push(
        ...blankGaps(
          text,
          { from: from + OPEN.length, to: closer },
          read.invokes.map(({ span }) => span),
        ),
      );
    }
    for (const call of found) calls.push(call);
  }
  if (at < text.length) content.push({ from: at, to: text.length });
  return { calls, markup, ...contentOf(text, content) };
}

interface Invoke {
  readonly span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: PythonDict;
  readonly argumentsSpan: Span | null;
}

/** Enters the section, and leaves it only for an exception. */
function readSection(
  text: string,
  section: Span,
  declared: Declared,
  steps: Steps,
): { readonly invokes: readonly Invoke[] } | (Raised & { readonly at: number }) {
  steps.enter('block', OPEN, section);
  steps.marker(OPEN, 'open', section.from, section.from + OPEN.length);
  const invokes: Invoke[] = [];
  const block = text.slice(section.from, section.to);
  let at = OPEN.length;
  for (let from = block.indexOf(INVOKE); from >= 0; from = block.indexOf(INVOKE, at)) {
    const closer = block.indexOf(INVOKE_END, from + INVOKE.length);
    // Without its closing tag a call holds the closing tag of the section.
    const body = block.slice(from + INVOKE.length, closer < 0 ? block.length : closer);
    const end = closer < 0 ? block.length : closer + INVOKE_END.length;
    const span = {
      from: section.from + from,
      to: closer < 0 ? section.to - CLOSE.length : section.from + end,
    };
    noteText('text-in-section', text, section.from + at, span.from, steps);
    at = end;
    if (closer < 0) steps.quirk('invoke-open', { from: span.from, to: span.from + INVOKE.length });
    const read = readInvoke(text, span, body, declared, steps);
    if (read !== null && 'raises' in read) {
      steps.leave(section, 'malformed');
      return read;
    }
    if (read !== null) invokes.push(read);
  }
  noteText('text-in-section', text, section.from + at, section.to - CLOSE.length, steps);
  steps.marker(CLOSE, 'close', section.to - CLOSE.length, section.to);
  return { invokes };
}

/** @param body what follows the quote before the name */
function readInvoke(
  text: string,
  span: Span,
  body: string,
  declared: Declared,
  steps: Steps,
): Invoke | null | (Raised & { readonly at: number }) {
  steps.enter('block', INVOKE, span);
  const from = span.from + INVOKE.length;
  const nameTo = body.indexOf('">');
  if (nameTo < 0) {
    steps.reject('invoke-nameless', span, span.from);
    steps.leave(span, 'malformed');
    return null;
  }
  const nameSpan = strippedSpan(text, from, from + nameTo);
  const name = text.slice(nameSpan.from, nameSpan.to);
  steps.read('name', nameSpan);
  const properties = declared.get(name) ?? null;
  const value = new PythonDict();
  const parameters: Span[] = [];
  for (const { key, keySpan, valueSpan, to } of parametersOf(text, from + nameTo + 2, body.slice(nameTo + 2), steps)) {
    const raw = text.slice(valueSpan.from, valueSpan.to);
    const item = typed(raw, typesOf(properties === null ? undefined : own(properties, key)));
    steps.read('key', keySpan);
    if ('raises' in item) {
      const code = item.raises === 'OverflowError' ? 'number-infinite' : 'json-value-refused';
      steps.reject(code, valueSpan, valueSpan.from);
      steps.leave(span, 'malformed');
      return { raises: item.raises, at: valueSpan.from };
    }
    if (value.has(key)) steps.quirk('same-parameter', keySpan);
    if (item.why !== undefined) steps.quirk(item.why, valueSpan);
    else steps.read(item.value === raw ? 'value' : 'coerced-value', valueSpan);
    value.set(key, item.value);
    parameters.push({ from: keySpan.from - PARAMETER.length, to: Math.min(to, span.to) });
  }
  const argumentsSpan = spanOf(parameters);
  if (argumentsSpan === null) steps.read('no-arguments', span);
  steps.leave(span, 'matched');
  return { span, name, nameSpan, value, argumentsSpan };
}

/** The parameters of a call, whose text begins at `offset`. */
function* parametersOf(
  text: string,
  offset: number,
  body: string,
  steps: Steps,
): Generator<{ key: string; keySpan: Span; valueSpan: Span; to: number }> {
  for (let from = body.indexOf(PARAMETER); from >= 0;) {
    const start = from + PARAMETER.length;
    const closer = body.indexOf(PARAMETER_END, start);
    // `$` also matches before a line feed at the end, but line feeds are taken off anyway.
    const inner = body.slice(start, closer < 0 ? body.length : closer);
    const to = closer < 0 ? body.length : closer + PARAMETER_END.length;
    const tag = { from: offset + from, to: offset + start };
    if (closer < 0) steps.quirk('parameter-open', tag);
    const keyTo = inner.indexOf('">');
    if (keyTo < 0) {
      steps.reject('parameter-nameless', tag, tag.from);
    } else {
      const keySpan = strippedSpan(text, offset + start, offset + start + keyTo);
      const valueSpan = withoutLineFeeds(text, offset + start + keyTo + 2, offset + start + inner.length);
      yield { key: text.slice(keySpan.from, keySpan.to), keySpan, valueSpan, to: offset + to };
    }
    from = body.indexOf(PARAMETER, to);
  }
}

function withoutLineFeeds(text: string, from: number, to: number): Span {
  let first = from;
  let last = to;
  while (first < last && text.charAt(first) === '\n') first += 1;
  while (last > first && text.charAt(last - 1) === '\n') last -= 1;
  return { from: first, to: last };
}
