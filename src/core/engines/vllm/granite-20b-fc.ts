import { afterRegexSpace, afterSpace, PartialValues, rawDecode } from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { allIndices, type EngineCall, Excerpt, isCompleteJson, type Message } from '../kit/index.ts';
import { contentOnly, dropText, givenUp, jsonCallWords, readCall, rejectJson } from './kit/json-calls.ts';
import { type Parsed, type VllmCode, vllmRuntime } from './parser.ts';
import { afterCharacters, byPrefix, type CallSoFar, callSoFar, PartialCallsStream } from './kit/partial-calls.ts';

const MARKER = '<function_call>';

const words = {
  ...jsonCallWords,
  'contains-marker': {
    question: `Does the text contain \`${MARKER}\`?`,
    yes: 'After every marker the parser reads one JSON value and ignores what follows it.',
    no: 'The parser returns the whole reply as content.',
  },
  'marker-in-string': `The JSON ends at the next \`${MARKER}\`, although that one is inside a string.`,
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const granite20bFc = vllmRuntime({
  flag: 'granite-20b-fc',
  file: 'vllm/tool_parsers/granite_20b_fc_tool_parser.py',
  formats: ['granite-20b-fc'],
  reads: 'One JSON object after each <function_call>; one that is not a call makes the whole reply content.',
  words,
  parse: (text, _tools, steps) => parse(text, steps),
  stream: () => new Granite20bStream(byPrefix),
});

function parse(text: string, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const markers = allIndices(text, MARKER);
  const [first] = markers;
  const found = first === undefined ? null : { from: first, to: first + MARKER.length };
  if (!steps.gate('contains-marker', found !== null, whole, found) || first === undefined) return contentOnly(text);
  const calls: EngineCall[] = [];
  const dropped = [];
  for (const [index, from] of markers.entries()) {
    const next = markers[index + 1] ?? text.length;
    const call = readAt(text, from, next, steps);
    if (call === null) return givenUp(text, steps);
    calls.push(call);
    if (call.span.to < next) dropped.push({ from: call.span.to, to: next });
  }
  dropText(text, dropped, steps);
  return {
    called: true,
    calls,
    content: first > 0 ? [{ from: 0, to: first }] : [],
    text: first > 0 ? text.slice(0, first) : null,
  };
}

/** @param to where the next marker is */
function readAt(text: string, from: number, to: number, steps: Steps): EngineCall | null {
  const after = from + MARKER.length;
  const reading = rawDecode(text, afterRegexSpace(text, after, to), to);
  const span = { from, to: reading.ok ? reading.end : to };
  steps.enter('block', 'format:granite-20b-fc', span);
  steps.marker(MARKER, 'open', from, after);
  if (!reading.ok) {
    const { error } = reading;
    if (error.code === 'unexpected-end' && error.expected === null && to < text.length) {
      steps.quirk('marker-in-string', { from: to, to: to + MARKER.length });
    }
    rejectJson(steps, span, error);
    steps.leave(span, 'malformed');
    return null;
  }
  const call = readCall(reading.node, span, steps);
  steps.leave(span, call === null ? 'malformed' : 'matched');
  return call;
}

/** The text must begin with the marker. After each object so many characters are skipped as a marker has, whatever they are. */
class Granite20bStream extends PartialCallsStream {
  push(delta: string, current: string): Message | null {
    if (current.length < MARKER.length && MARKER.startsWith(current)) return null;
    if (!current.startsWith(MARKER)) return { content: Excerpt.end(current, delta) };
    const calls: CallSoFar[] = [];
    const values = new PartialValues(current, current.length, this.calls);
    for (let at = afterSpace(current, MARKER.length); at < current.length;) {
      const reading = values.read(at);
      if (!reading.ok) return null;
      const isComplete = reading.complete && isCompleteJson(current.slice(at, reading.end));
      calls.push(callSoFar(reading.node.value, 'arguments', isComplete));
      at = afterCharacters(current, afterSpace(current, reading.end), MARKER.length);
      at = afterSpace(current, at);
    }
    return this.calls.take(calls, delta);
  }
}
