import { readPythonJson } from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type EngineCall, raisedBy } from '../kit/index.ts';
import {
  aroundCalls,
  contentOnly,
  dropText,
  eitherKey,
  eitherKeyWords,
  givenUp,
  readCall,
  rejectJson,
} from './kit/json-calls.ts';
import { type Parsed, type ParserStream, type VllmCode, vllmRuntime } from './parser.ts';

const OPEN = 'functools[';

const words = {
  ...eitherKeyWords,
  'contains-list': {
    question: 'Does the text contain `functools[` and a `]` after it?',
    yes: 'The text between them must be the entries of a JSON list. The parser reads nothing else of the reply.',
    no: 'The parser returns the whole reply as content.',
  },
  'first-bracket': 'The list ends at the first `]`, although this one closes another list or is inside a string.',
  'error-logged': 'The parser logs the error and continues with an empty list of calls.',
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const phi4MiniJson = vllmRuntime({
  flag: 'phi4_mini_json',
  file: 'vllm/tool_parsers/phi4mini_tool_parser.py',
  formats: ['functools'],
  reads: 'JSON calls between the first functools[ and the next ]; no calls while streaming.',
  words,
  parse: (text, _tools, steps) => parse(text, steps),
  stream: () => silent,
});

function parse(text: string, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const from = text.indexOf(OPEN);
  const bracket = from < 0 ? -1 : text.indexOf(']', from + OPEN.length);
  const found = from < 0 ? null : { from, to: from + OPEN.length };
  if (!steps.gate('contains-list', bracket >= 0, whole, found)) return contentOnly(text);
  const block = { from, to: bracket + 1 };
  const list = { from: from + OPEN.length - 1, to: block.to };
  steps.enter('block', 'format:functools', block);
  steps.marker(OPEN, 'open', from, from + OPEN.length);
  const reading = readPythonJson(text, list.from, list.to);
  if (!reading.ok) {
    const { error } = reading;
    if (error.code === 'unexpected-end') steps.quirk('first-bracket', { from: bracket, to: block.to });
    rejectJson(steps, list, error);
    steps.leave(block, 'malformed');
    // Python's other exceptions are not caught here.
    if (raisedBy(error) !== 'JSONDecodeError') return givenUp(text, steps);
    steps.quirk('error-logged', list);
    return answer(text, [], block, steps);
  }
  steps.marker(']', 'close', bracket, block.to);
  const calls: EngineCall[] = [];
  for (const item of reading.node.items ?? []) {
    const call = readCall(item, { from: item.from, to: item.to }, steps, eitherKey);
    if (call === null) {
      steps.leave(block, 'malformed');
      return givenUp(text, steps);
    }
    calls.push(call);
  }
  steps.leave(block, calls.length > 0 ? 'matched' : 'empty');
  return answer(text, calls, block, steps);
}

function answer(
  text: string,
  calls: readonly EngineCall[],
  block: { readonly from: number; readonly to: number },
  steps: Steps,
): Parsed {
  const around = [
    { from: 0, to: block.from },
    { from: block.to, to: text.length },
  ];
  dropText(text, around, steps);
  const markup = calls.length > 0 ? aroundCalls(calls, block.from, block.to) : [];
  return { called: true, calls, content: [], text: null, markup };
}

/** The original returns None to every delta. */
const silent: ParserStream = { push: () => null, previous: [], streamed: [], isLinear: true };
