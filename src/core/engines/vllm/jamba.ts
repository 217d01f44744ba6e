import { isList, type PythonValue, readPartialJson, readPythonJson } from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type EngineCall, Excerpt, type Message } from '../kit/index.ts';
import { aroundCalls, contentOnly, dropText, givenUp, jsonCallWords, readCall, rejectJson } from './kit/json-calls.ts';
import { type Parsed, type VllmCode, type VllmParser, vllmRuntime } from './parser.ts';
import { byMiddle, callSoFar, type Comparison, PartialCallsStream } from './kit/partial-calls.ts';

const OPEN = '<tool_calls>';
const CLOSE = '</tool_calls>';

const words = {
  ...jsonCallWords,
  'contains-opener': {
    question: `Does the text contain \`${OPEN}\`?`,
    yes: `The text up to the next \`${CLOSE}\` must be one JSON list of calls. Later blocks are ignored.`,
    no: 'The parser returns the whole reply as content.',
  },
  'no-closer': `No \`${CLOSE}\` follows`,
  'closer-in-string': `The search for the end of the block stops at the first \`${CLOSE}\`, although it is inside a string.`,
  'not-iterable': 'The JSON is not a list: iterating it raises TypeError',
  'only-keys': 'The JSON is an object: the parser iterates over its keys, and a key has no `name`',
  'one-space': 'The content is one space: the parser drops it.',
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

/** @param comparison how a stream finds what is new of the arguments: releases differ */
export const jambaParser = (comparison: Comparison): VllmParser<keyof typeof words> => ({
  flag: 'jamba',
  file: 'vllm/tool_parsers/jamba_tool_parser.py',
  formats: ['jamba'],
  reads:
    'One JSON list of calls in the first <tool_calls> block, which must be closed. How it streams several tokens at once is documented, not run.',
  words,
  parse: (text, _tools, steps) => parse(text, steps),
  stream: () => new JambaStream(comparison),
});

export const jamba = vllmRuntime(jambaParser(byMiddle));

function parse(text: string, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const from = text.indexOf(OPEN);
  const found = from < 0 ? null : { from, to: from + OPEN.length };
  if (!steps.gate('contains-opener', found !== null, whole, found) || found === null) return contentOnly(text);
  const body = { from: found.to, to: text.indexOf(CLOSE, found.to) };
  if (body.to < 0) {
    steps.reject('no-closer', found);
    return givenUp(text, steps);
  }
  const block = { from, to: body.to + CLOSE.length };
  steps.enter('block', 'format:jamba', block);
  steps.marker(OPEN, 'open', from, body.from);
  const calls = readList(text, body, steps);
  if (calls === null) {
    steps.leave(block, 'malformed');
    return givenUp(text, steps);
  }
  steps.marker(CLOSE, 'close', body.to, block.to);
  steps.leave(block, calls.length > 0 ? 'matched' : 'empty');
  dropText(text, [{ from: block.to, to: text.length }], steps);
  const before = text.slice(0, from);
  const isSpace = before === ' ';
  if (isSpace) steps.quirk('one-space', { from: 0, to: 1 });
  const hasContent = before !== '' && !isSpace;
  return {
    called: true,
    calls,
    content: hasContent ? [{ from: 0, to: from }] : [],
    text: hasContent ? before : null,
    markup: aroundCalls(calls, isSpace ? 0 : from, block.to),
  };
}

function readList(text: string, body: { from: number; to: number }, steps: Steps): EngineCall[] | null {
  const reading = readPythonJson(text, body.from, body.to);
  if (!reading.ok) {
    const { error } = reading;
    if (error.code === 'unexpected-end' && error.expected === null) {
      steps.quirk('closer-in-string', { from: body.to, to: body.to + CLOSE.length });
    }
    rejectJson(steps, body, error);
    return null;
  }
  const { node } = reading;
  if (node.items === undefined) {
    // An empty object and an empty string can be gone through, and hold no call.
    const isEmpty = node.members?.size === 0 || node.value === '';
    if (isEmpty) return [];
    steps.reject(node.members !== undefined || typeof node.value === 'string' ? 'only-keys' : 'not-iterable', node);
    return null;
  }
  const calls: EngineCall[] = [];
  for (const item of node.items) {
    const call = readCall(item, { from: item.from, to: item.to }, steps);
    if (call === null) return null;
    calls.push(call);
  }
  return calls;
}

/** The block that was opened last, up to its closer or to the end. */
class JambaStream extends PartialCallsStream {
  push(delta: string, current: string): Message | null {
    const opener = current.lastIndexOf(OPEN);
    if (opener < 0) return { content: Excerpt.end(current, delta) };
    // The marker alone is one token.
    if (delta === OPEN) return null;
    const from = opener + OPEN.length;
    const closer = current.indexOf(CLOSE, from);
    const to = closer < 0 ? current.length : closer;
    const reading = readPartialJson(current, from, to, this.calls);
    if (!reading.ok) return null;
    const items = itemsOf(reading.node.value);
    return this.calls.take(
      items.map((item) => callSoFar(item, 'arguments', reading.complete)),
      delta.replaceAll("'", '"'),
    );
  }
}

/** Whatever has a length and can be asked for its last item. */
function itemsOf(value: PythonValue): readonly PythonValue[] {
  if (isList(value)) return value;
  return typeof value === 'string' ? Array.from(value) : [];
}
