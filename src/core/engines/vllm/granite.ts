import { afterSpace, isList, readPartialJsonVllm, readPythonJson, strippedSpan } from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type EngineCall, Excerpt, isCompleteJson, type Message } from '../kit/index.ts';
import { aroundCalls, contentOnly, givenUp, jsonCallWords, readCall, rejectJson } from './kit/json-calls.ts';
import { type Parsed, type VllmCode, type VllmParser, vllmRuntime } from './parser.ts';
import { type Advance, byPrefix, callSoFar, PartialCallsStream } from './kit/partial-calls.ts';

/** Of Granite 3.0, then of 3.1. */
const MARKERS = ['<|tool_call|>', '<tool_call>'];

const words = {
  ...jsonCallWords,
  'starts-with-list': {
    question: 'Does the text begin with `[`, after white space, one `<|tool_call|>` and one `<tool_call>`?',
    yes: 'The rest must be one JSON list of calls.',
    no: 'The parser returns the whole reply as content.',
  },
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

/** @param advance which call of a stream is the current one when several have come at once: releases differ */
export const graniteParser = (advance: Advance): VllmParser<keyof typeof words> => ({
  flag: 'granite',
  file: 'vllm/tool_parsers/granite_tool_parser.py',
  formats: ['granite-3'],
  reads:
    'A reply that consists of a marker and one JSON list of calls. How it streams several tokens at once is documented, not run.',
  words,
  parse: (text, _tools, steps) => parse(text, steps),
  stream: () => new GraniteStream(byPrefix, advance),
});

export const granite = vllmRuntime(graniteParser('one-by-one'));

function parse(text: string, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const stripped = strippedSpan(text);
  const { to } = stripped;
  let from = stripped.from;
  for (const marker of MARKERS) {
    if (!text.startsWith(marker, from)) continue;
    steps.marker(marker, 'open', from, from + marker.length);
    from += marker.length;
  }
  from = Math.min(to, afterSpace(text, from, to));
  const found = from < to ? { from, to: from + 1 } : null;
  if (!steps.gate('starts-with-list', text.charAt(from) === '[' && found !== null, whole, found))
    return contentOnly(text);
  const area = { from, to };
  steps.enter('block', 'format:granite-3', area);
  const reading = readPythonJson(text, from, to);
  if (!reading.ok) {
    rejectJson(steps, area, reading.error);
    steps.leave(area, 'malformed');
    return givenUp(text, steps);
  }
  const calls: EngineCall[] = [];
  for (const item of reading.node.items ?? []) {
    const call = readCall(item, { from: item.from, to: item.to }, steps);
    if (call === null) {
      steps.leave(area, 'malformed');
      return givenUp(text, steps);
    }
    calls.push(call);
  }
  steps.leave(area, calls.length > 0 ? 'matched' : 'empty');
  return { called: true, calls, content: [], text: null, markup: aroundCalls(calls, 0, text.length) };
}

/** Markers come out as content. What follows the list does not matter here. */
class GraniteStream extends PartialCallsStream {
  push(delta: string, current: string): Message | null {
    let from = afterSpace(current, 0);
    for (const marker of MARKERS) {
      if (current.startsWith(marker, from)) from = afterSpace(current, from + marker.length);
    }
    if (current.charAt(from) !== '[') return { content: Excerpt.end(current, delta) };
    const reading = readPartialJsonVllm(current, from, current.length, this.calls);
    if (!reading.ok || !isList(reading.node.value)) return null;
    const isComplete = reading.complete && isCompleteJson(current.slice(from, reading.end));
    const items = reading.node.value;
    return this.calls.take(
      items.map((item, index) => callSoFar(item, 'arguments', isComplete || index < items.length - 1)),
      delta,
    );
  }
}
