import type { Span } from '../../text/document/index.ts';
import { afterSpace, areFewDigits, isPythonSpace, readPythonJson, strippedSpan } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { sglangRuntime, type Detected, type DetectedCall, type SglangCode } from './detector.ts';
import { firstMarker } from './kit/sections.ts';
import { sentences } from './kit/sentences.ts';
import { allContent } from './kit/content.ts';
import { ARGUMENTS, CALL, CALL_END, digitCount, inferredName, namedId, OPEN } from './kit/kimi_k2-tags.ts';
import { KimiStream } from './kit/kimi_k2-stream.ts';

const words = {
  'call-unreadable': `A call needs an id without white space, \`${ARGUMENTS}\`, an object in braces, and \`${CALL_END}\`: the detector drops this one`,
  'call-in-arguments': `The arguments continue to the next brace that \`${CALL_END}\` follows: they include the marker of another call.`,
  'arguments-no-json':
    'The arguments are not JSON. The detector does not parse them, and the client gets them as they are.',
  prefix: sentences.prefix,
  'id-is-number': 'The id is only a number: the detector looks for the tool whose properties fit the arguments.',
  'id-unreadable': 'The id is neither `name:number` nor a number: the detector drops the call and only logs it',
  'no-tool-fits': 'No tool has properties that fit the arguments: the detector drops the call and only logs it',
  'too-many-digits': 'The number in the id has too many digits: Python raises ValueError',
  'lookup-failed': 'Searching for a tool that fits raises an exception',
  'all-content': sentences.allContent,
  'outside-section': 'This call is before the section. The detector reads it anyway.',
  'text-dropped': sentences.textInSection,
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const kimi_k2 = sglangRuntime<Code>({
  flag: 'kimi_k2',
  // Calls of earlier turns are counted too, and nobody knows them here.
  ids: (name, _arguments, _at, index) => `functions.${name}:${String(index)}`,
  file: 'kimik2_detector.py',
  formats: ['kimi-k2'],
  reads: `An id, ${ARGUMENTS} and an object in ${CALL} markers. Arguments are not parsed, names are not looked up.`,
  words,
  openers: [OPEN],
  detect,
  stream: (tools) => new KimiStream(tools),
});

interface Match {
  readonly span: Span;
  readonly id: Span;
  readonly body: Span;
}

/** Every brace that is followed by the end marker of a call, with blanks between at most. */
function closingBraces(text: string): { readonly brace: number; readonly to: number }[] {
  const braces = [];
  for (let end = text.indexOf(CALL_END); end >= 0; end = text.indexOf(CALL_END, end + CALL_END.length)) {
    let at = end;
    while (at > 0 && isPythonSpace(text.charCodeAt(at - 1))) at -= 1;
    if (text.charAt(at - 1) === '}') braces.push({ brace: at - 1, to: end + CALL_END.length });
  }
  return braces;
}

/** The calls that the original's pattern matches. */
function* matches(text: string, steps: Steps): Generator<Match> {
  const braces = closingBraces(text);
  let next = 0;
  for (let from = text.indexOf(CALL); from >= 0;) {
    const start = from + CALL.length;
    const idFrom = afterSpace(text, start);
    let idTo = idFrom;
    while (idTo < text.length && !isIdEnd(text, idTo)) idTo += 1;
    const marker = idTo > idFrom ? afterSpace(text, idTo) : -1;
    const bodyFrom =
      marker >= 0 && text.startsWith(ARGUMENTS, marker) ? afterSpace(text, marker + ARGUMENTS.length) : -1;
    const isOpened = bodyFrom >= 0 && text.charAt(bodyFrom) === '{';
    while (isOpened && next < braces.length && (braces[next] as { brace: number }).brace <= bodyFrom) next += 1;
    const closer = isOpened ? braces[next] : undefined;
    if (closer === undefined) {
      steps.rejectOneOfMany('call-unreadable', from, start);
      from = text.indexOf(CALL, start);
      continue;
    }
    yield {
      span: { from, to: closer.to },
      id: { from: idFrom, to: idTo },
      body: { from: bodyFrom, to: closer.brace + 1 },
    };
    from = text.indexOf(CALL, closer.to);
  }
}

function isIdEnd(text: string, at: number): boolean {
  const character = text.charAt(at);
  return character === '<' || character === '|' || isPythonSpace(text.charCodeAt(at));
}

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const whole = { from: 0, to: text.length };
  const opener = firstMarker(text, OPEN);
  if (opener === null) return allContent(text);
  const calls: DetectedCall[] = [];
  const blocks: Span[] = [];
  for (const match of matches(text, steps)) {
    blocks.push(match.span);
    const call = readCall(text, match, tools, calls.length, steps);
    if (call === 'refused') {
      steps.quirk('all-content', whole);
      return allContent(text);
    }
    if (call === null) continue;
    if (match.span.from < opener.from) steps.quirk('outside-section', match.span);
    calls.push(call);
  }
  const markup = calls.length === 0 ? [] : markersAround(text, opener, blocks, steps);
  return { calls, content: [{ from: 0, to: opener.from }], markup, text: text.slice(0, opener.from) };
}

const SECTION_MARKERS = /<\|tool_calls_section_(?:begin|end)\|>/g;

/** The section's markers and blanks between the calls; a step says that other text is dropped. */
function markersAround(text: string, opener: Span, blocks: readonly Span[], steps: Steps): Span[] {
  const markup: Span[] = [];
  let at = opener.from;
  for (const { from, to } of [...blocks, { from: text.length, to: text.length }]) {
    let start = at;
    for (const match of text.slice(at, from).matchAll(SECTION_MARKERS)) {
      const marker = { from: at + match.index, to: at + match.index + match[0].length };
      noteBetween(text, { from: start, to: marker.from }, markup, steps);
      markup.push(marker);
      start = marker.to;
    }
    noteBetween(text, { from: start, to: from }, markup, steps);
    at = Math.max(at, to);
  }
  return markup;
}

function noteBetween(text: string, between: Span, markup: Span[], steps: Steps): void {
  const dropped = strippedSpan(text, between.from, Math.max(between.from, between.to));
  if (dropped.from < dropped.to) steps.quirk('text-dropped', dropped);
  else if (between.from < between.to) markup.push(between);
}

/** Null where the call is dropped; `refused` for an exception. */
function readCall(
  text: string,
  { span, id, body }: Match,
  tools: readonly ToolDefinition[],
  toolIndex: number,
  steps: Steps,
): DetectedCall | null | 'refused' {
  steps.enter('block', CALL, span);
  const argumentsText = text.slice(body.from, body.to);
  const leave = (code: Code, outcome: null | 'refused'): null | 'refused' => {
    steps.reject(code, id, id.from);
    steps.leave(span, 'malformed');
    return outcome;
  };
  const idText = text.slice(id.from, id.to);
  const named = namedId(idText);
  const digits = named?.digits ?? digitCount(idText, 0);
  if (digits === null) return leave('id-unreadable', null);
  if (!areFewDigits(digits)) return leave('too-many-digits', 'refused');
  if (named === null) steps.quirk('id-is-number', id);
  const inferred = named === null ? inferredName(tools, argumentsText) : null;
  if (inferred === undefined) return leave('lookup-failed', 'refused');
  const nameSpan = named === null ? id : { from: id.from + named.name.from, to: id.from + named.name.to };
  const name = named === null ? inferred : text.slice(nameSpan.from, nameSpan.to);
  if (name === null || (named === null && name === '')) return leave('no-tool-fits', null);
  if (nameSpan.from > id.from) steps.read('prefix', { from: id.from, to: nameSpan.from });
  steps.read(named === null ? 'id' : 'name', nameSpan);
  if (argumentsText.includes(CALL)) steps.quirk('call-in-arguments', body);
  if (readPythonJson(argumentsText).ok) steps.read('arguments', body);
  else steps.quirk('arguments-no-json', body);
  steps.leave(span, 'matched');
  return { span, name, nameSpan, argumentsText, argumentsSpan: body, toolIndex };
}
