import {
  isDict,
  isList,
  isPythonSpace,
  type PythonValue,
  rawDecode,
  PartialValues,
} from '../../text/languages/index.ts';
import type { Span } from '../../text/document/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type EngineCall, Excerpt, isCompleteJson, type Message } from '../kit/index.ts';
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
import { type Parsed, sameClass, type VllmCode, vllmRuntime } from './parser.ts';
import { afterCharacters, byPrefix, type CallSoFar, callSoFar, PartialCallsStream } from './kit/partial-calls.ts';

const TAG = '<|python_tag|>';

const words = {
  ...eitherKeyWords,
  'contains-brace': {
    question: `Does the text contain \`{\` or \`${TAG}\`?`,
    yes: 'At every `{` that is not in an earlier object, the parser tries to read a call.',
    no: 'The parser returns the whole reply as content.',
  },
  'no-brace': `There is only \`${TAG}\` and no \`{\`: the whole reply is content.`,
  'glued-brace': 'This `{` comes directly after an object: the parser skips it and continues at the next `{`.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | VllmCode>;

export const llama3Json = vllmRuntime<Code>({
  flag: 'llama3_json',
  file: 'vllm/tool_parsers/llama_tool_parser.py',
  formats: ['llama3-json'],
  reads: 'JSON objects with a name anywhere in the text; one `{` that begins no call makes the whole reply content.',
  words,
  parse: (text, _tools, steps) => parse(text, steps),
  stream: () => new LlamaStream(byPrefix),
});

export const llama4Json = sameClass(llama3Json, 'llama4_json');

function parse(text: string, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf('{');
  const tag = text.indexOf(TAG);
  const found = first >= 0 ? { from: first, to: first + 1 } : tag >= 0 ? { from: tag, to: tag + TAG.length } : null;
  if (!steps.gate('contains-brace', found !== null, whole, found)) return contentOnly(text);
  if (first < 0) {
    steps.quirk('no-brace', whole);
    return contentOnly(text);
  }
  const calls: EngineCall[] = [];
  for (let at = first; at >= 0;) {
    const call = readAt(text, at, steps);
    if (call === null) return givenUp(text, steps);
    calls.push(call);
    const { to } = call.span;
    if (text.charAt(to) === '{') steps.quirk('glued-brace', { from: to, to: to + 1 });
    at = text.indexOf('{', to + 1);
  }
  const around = aroundCalls(calls, 0, text.length);
  const [markup, dropped] = [
    around.filter((span) => isSeparator(text, span)),
    around.filter((span) => !isSeparator(text, span)),
  ];
  dropText(text, dropped, steps);
  return { called: true, calls, content: [], text: null, markup };
}

function readAt(text: string, at: number, steps: Steps): EngineCall | null {
  const reading = rawDecode(text, at);
  const span = { from: at, to: reading.ok ? reading.end : Math.min(text.length, Math.max(at, reading.error.at) + 1) };
  steps.enter('block', 'format:llama3-json', span);
  if (!reading.ok) {
    rejectJson(steps, span, reading.error);
    steps.leave(span, 'malformed');
    return null;
  }
  const call = readCall(reading.node, span, steps, eitherKey);
  steps.leave(span, call === null ? 'malformed' : 'matched');
  return call;
}

/** What the format has around its objects: the tag, a semicolon, white space. */
function isSeparator(text: string, { from, to }: Span): boolean {
  let at = text.startsWith(TAG, from) ? from + TAG.length : from;
  while (at < to && (isPythonSpace(text.charCodeAt(at)) || text.charAt(at) === ';')) at += 1;
  return at >= to;
}

/** The text must begin with an object or the tag, and after each object come two characters, whatever they are. */
class LlamaStream extends PartialCallsStream {
  push(delta: string, current: string): Message | null {
    const isTagged = current.startsWith(TAG);
    if (!isTagged && !current.startsWith('{')) return { content: Excerpt.end(current, delta) };
    const calls: CallSoFar[] = [];
    const values = new PartialValues(current, current.length, this.calls);
    for (let at = isTagged ? TAG.length : 0; at < current.length;) {
      const reading = values.read(at);
      if (!reading.ok) return null;
      const isComplete = reading.complete && isCompleteJson(current.slice(at, reading.end));
      const call = withParameters(reading.node.value, isComplete);
      if (call === null) return null;
      calls.push(call);
      at = afterCharacters(current, reading.end, 2);
    }
    return this.calls.take(calls, delta);
  }
}

/** `parameters` are taken for `arguments`. Null where that raises: where there are both, and where there is no dict to do it in. */
function withParameters(value: PythonValue, isComplete: boolean): CallSoFar | null {
  if (isDict(value)) {
    if (!value.has('parameters')) return callSoFar(value, 'arguments', isComplete);
    return value.has('arguments') ? null : callSoFar(value, 'parameters', isComplete);
  }
  const isAskable = isList(value) || typeof value === 'string';
  return isAskable && !value.includes('parameters') ? callSoFar(value, 'arguments', isComplete) : null;
}
