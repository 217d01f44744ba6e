import type { Span } from '../../../text/document/index.ts';
import { PythonDict, readPythonJson, strippedSpan } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { baseJsonWords, declaredCall, toolPositions } from './base-json.ts';
import type { Detected, DetectedCall, SglangCode, SglangDetector } from '../detector.ts';
import { blankGaps, firstMarker, noteText } from './sections.ts';
import { sentences } from './sentences.ts';
import { allContent } from './content.ts';
import {
  INVOKE,
  INVOKE_END,
  nextInvoke,
  PARAMETER,
  PARAMETER_END,
  parameters,
  valueOf,
  type Invoke,
} from './dsml-tags.ts';
import { DsmlStream, type DsmlStreamRules } from './dsml-stream.ts';

// `deepseekv32` and `deepseekv4`: calls in DSML tags. The two differ in the name of the section's tag.

type DsmlCode = keyof ReturnType<typeof wordsOf>;
type Steps = Recorder<DsmlCode | SglangCode>;

const wordsOf = (open: string, close: string) => ({
  ...baseJsonWords,
  'section-opens': {
    question: `Does the text contain \`${open}\`?`,
    yes: `The detector reads the calls up to the next \`${close}\`.`,
    no: `A lone \`${INVOKE}\` is not enough: the detector returns the whole reply as content.`,
  },
  'section-closes': {
    question: `Does \`${close}\` follow?`,
    yes: 'The detector reads every invoke tag in the section.',
    no: 'The detector returns the text before the section. The section itself is lost.',
  },
  'invoke-open': sentences.invokeOpen(INVOKE_END),
  'invoke-unreadable': `An invoke tag needs \`name="…"\` and then \`>\` or \`/>\`: the detector skips this one`,
  'parameter-unreadable': `A parameter tag needs \`name="…"\`, then \`string="…"\`, then \`>\`, and \`${PARAMETER_END}\` after its text: the detector skips this one`,
  'body-json': 'The body of the call, which the detector reads as a JSON object because it is in braces',
  'body-half-braced':
    'The text begins with `{` but does not end with `}`: the detector looks for parameter tags in it.',
  'all-content': sentences.allContent,
  'not-json-kept': 'The attribute `string` is not "true", and the text is not JSON: the detector keeps the text.',
  'same-parameter': sentences.sameParameter,
  'section-unclosed': `No \`${close}\` follows: the detector does not read this section`,
  'text-dropped': 'The detector drops what follows a section: the client never receives it.',
  'section-dropped': 'The detector reads only the first section and drops what follows: the client never receives it.',
});

/** What releases do differently. */
export interface DsmlRules extends DsmlStreamRules {
  /** Whether sections after the first one are read as well. */
  readonly readsAllSections: boolean;
}

export const newestDsml: DsmlRules = { readsAllSections: true, showsTextBefore: true, spills: false };

/** @param tag the name of the section's tag */
export function dsmlDetector(
  rest: Pick<SglangDetector<string>, 'flag' | 'file'>,
  tag: string,
  rules: DsmlRules,
): SglangDetector<DsmlCode> {
  const open = `<｜DSML｜${tag}>`;
  const close = `</｜DSML｜${tag}>`;
  return {
    ...rest,
    formats: ['deepseek-dsml'],
    reads: `Invoke tags in ${rules.readsAllSections ? '' : 'the first '}${open} section${rules.readsAllSections ? 's' : ''}; each parameter says whether it is a string.`,
    words: wordsOf(open, close),
    openers: [open, INVOKE],
    detect: (text, tools, steps) =>
      detect(text, { open, close, readsAllSections: rules.readsAllSections }, tools, steps),
    stream: () => new DsmlStream(open, rules),
  };
}

interface Tags {
  readonly open: string;
  readonly close: string;
  readonly readsAllSections: boolean;
}

function detect(
  text: string,
  { open, close, readsAllSections }: Tags,
  tools: readonly ToolDefinition[],
  steps: Steps,
): Detected {
  const whole = { from: 0, to: text.length };
  const first = firstMarker(text, open);
  if (!steps.gate('section-opens', first !== null, whole, first) || first === null) return allContent(text);
  const before = text.slice(0, first.from);
  const kept = before.endsWith('\n\n') ? before.slice(0, -2) : before;
  const content = [{ from: 0, to: kept.length }];
  const firstCloser = firstMarker(text, close, first.to);
  const rest = { from: first.to, to: text.length };
  if (!steps.gate('section-closes', firstCloser !== null, rest, firstCloser)) return { calls: [], content, text: kept };
  const positions = toolPositions(tools);
  const calls: DetectedCall[] = [];
  const markup: Span[] = [];
  let to = first.to;
  for (let opener: Span | null = first; opener !== null;) {
    const closer = firstMarker(text, close, opener.to);
    if (closer === null) {
      steps.reject('section-unclosed', opener);
      break;
    }
    if (opener !== first) noteText('text-dropped', text, to, opener.from, steps);
    const section = readSection(text, { opener, closer, marker: open }, positions, steps);
    if (section === null) {
      steps.quirk('all-content', whole);
      return allContent(text);
    }
    calls.push(...section.calls);
    markup.push(...section.markup);
    to = closer.to;
    opener = readsAllSections ? firstMarker(text, open, to) : null;
  }
  if (!readsAllSections && to < text.length) steps.quirk('section-dropped', { from: to, to: text.length });
  else noteText('text-dropped', text, to, text.length, steps);
  const gap = kept.length < first.from && calls.length > 0 ? [{ from: kept.length, to: first.from }] : [];
  return { calls, content, markup: [...gap, ...markup], text: kept };
}

interface Section {
  readonly opener: Span;
  readonly closer: Span;
  readonly marker: string;
}

/** The calls of a section; null where the JSON of one cannot be read. */
function readSection(
  text: string,
  { opener, closer, marker }: Section,
  positions: ReadonlyMap<string, number>,
  steps: Steps,
): { calls: DetectedCall[]; markup: Span[] } | null {
  const span = { from: opener.from, to: closer.to };
  steps.enter('block', marker, span);
  steps.marker(marker, 'open', opener.from, opener.to);
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
      steps.leave(span, 'malformed');
      return null;
    }
    invokes.push(found.span);
    const call = declaredCall({ ...found, key: 'parameters' }, positions, steps);
    steps.leave(found.span, call === null ? 'empty' : 'matched');
    if (call !== null) calls.push(call);
    invoke = nextInvoke(inner, invoke.span.to, unreadable);
  }
  steps.marker(text.slice(closer.from, closer.to), 'close', closer.from, closer.to);
  steps.leave(span, calls.length > 0 ? 'matched' : 'empty');
  const gaps = calls.length === 0 ? [] : blankGaps(text, { from: opener.to, to: closer.from }, invokes);
  return { calls, markup: calls.length === 0 ? [] : [opener, closer, ...gaps] };
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
