import { slice, type Span } from '../../text/document/index.ts';
import { PythonDict, pythonDumps, type PythonValue, strippedSpan } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { EngineCall } from '../kit/index.ts';
import { KEY, noteSkipped, pairsIn, type Pair } from './kit/arg-tags.ts';
import { commonWords } from './kit/common-words.ts';
import { BLOCK, BLOCK_END, callsIn, CLOSE, OPEN, SEPARATOR, type Block } from './kit/hy_v3-calls.ts';
import { HyV3Stream } from './kit/hy_v3-stream.ts';
import { typedBy, typesOf, type HyV3Rules } from './kit/hy_v3-typing.ts';
import { vllmRuntime, type Parsed, type VllmCode, type VllmParser } from './parser.ts';
import { through } from './kit/through.ts';

const words = {
  'contains-block': {
    question: `Does the text contain \`${BLOCK}\`?`,
    yes: 'The parser searches the whole text for calls, even before it.',
    no: 'The parser returns the whole reply as content.',
  },
  'call-unclosed': `No \`${CLOSE}\` follows: the call continues to the end of the reply.`,
  'tag-in-name': `The name continues to the next \`${SEPARATOR}\`, over other tags.`,
  'no-call': `No \`${OPEN}\` has a \`${SEPARATOR}\` after it.`,
  'pair-skipped': `This text is not an \`${KEY}\` with a value after it: the parser skips it silently.`,
  'type-list': 'The declared type is a list: Python raises TypeError, and the parser returns no call at all',
  'schema-raises':
    'The schema of this argument has an unexpected form: Python raises an exception, and the parser returns no call',
  'value-raises': 'Reading this value raises an exception, and the parser returns no call at all',
  'no-json':
    'The value is a Python literal that JSON cannot represent: `json.dumps` raises TypeError, and the parser returns no call at all',
  'text-dropped': commonWords['text-dropped'],
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | VllmCode>;

export function hyV3Parser(rules: HyV3Rules): VllmParser<Code> {
  return {
    flag: 'hy_v3',
    file: 'vllm/tool_parsers/hy_v3_tool_parser.py',
    formats: ['hunyuan-hy3'],
    reads: 'Calls with a name, a separator and arguments after <tool_calls>; values are typed by the schema.',
    words,
    parse: (text, tools, steps) => parse(text, tools, rules, steps),
    stream: (tools) => new HyV3Stream(tools, rules),
  };
}

export const hyV3 = vllmRuntime(hyV3Parser({ takesTypeLists: true, sendsTextAlone: false, takesWholeCalls: true }));

function parse(text: string, tools: readonly ToolDefinition[], rules: HyV3Rules, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const at = text.indexOf(BLOCK);
  if (!steps.gate('contains-block', at >= 0, whole, at < 0 ? null : { from: at, to: at + BLOCK.length })) {
    return { called: false, calls: [], content: [whole], text };
  }
  const kept = { from: 0, to: at };
  const content = at === 0 ? null : slice(text, kept);
  const none: Parsed = { called: true, calls: [], content: [kept], text: content };
  const calls: EngineCall[] = [];
  for (const block of callsIn(text, whole)) {
    const call = readCall(text, block, tools, rules, steps);
    if (call === null) return none;
    calls.push(call);
  }
  if (calls.length === 0) steps.quirk('no-call', whole);
  const dropped = strippedSpan(text, Math.max(at + BLOCK.length, calls.at(-1)?.span.to ?? 0), text.length);
  const isEnd = text.slice(dropped.from, dropped.to) === BLOCK_END;
  if (dropped.from < dropped.to && !isEnd && calls.length > 0) steps.quirk('text-dropped', dropped);
  const markup = [{ from: at, to: at + BLOCK.length }, ...(isEnd ? [dropped] : [])];
  return { called: true, calls, content: [kept], markup, text: content };
}

/** Null where an exception makes vLLM answer with no call. */
function readCall(
  text: string,
  { span, name: head, body, isClosed }: Block,
  tools: readonly ToolDefinition[],
  rules: HyV3Rules,
  steps: Steps,
): EngineCall | null {
  steps.enter('block', OPEN, span);
  steps.marker(OPEN, 'open', span.from, span.from + OPEN.length);
  if (!isClosed) steps.quirk('call-unclosed', { from: span.from, to: body.from });
  const nameSpan = strippedSpan(text, head.from, head.to);
  const name = slice(text, nameSpan);
  steps.read('name', nameSpan);
  if (name.includes(OPEN) || name.includes(CLOSE)) steps.quirk('tag-in-name', nameSpan);
  const values = new PythonDict();
  let argumentsSpan: Span | null = null;
  let at = body.from;
  for (const pair of pairsIn(text, body)) {
    noteSkipped(text, { from: at, to: pair.span.from }, steps);
    at = pair.span.to;
    const value = readPair(text, pair, name, tools, rules, steps);
    if (value === undefined) {
      steps.leave(span, 'malformed');
      return null;
    }
    values.set(slice(text, pair.key), value);
    argumentsSpan = through(argumentsSpan, pair.span);
  }
  noteSkipped(text, { from: at, to: body.to }, steps);
  const argumentsText = pythonDumps(values);
  if (argumentsText === null) {
    steps.reject('no-json', span);
    steps.leave(span, 'malformed');
    return null;
  }
  if (argumentsSpan === null) steps.read('no-arguments', span);
  if (isClosed) steps.marker(CLOSE, 'close', body.to, span.to);
  steps.leave(span, 'matched');
  return { span, name, nameSpan, argumentsText, argumentsSpan };
}

/** Undefined where an exception leaves the loop. */
function readPair(
  text: string,
  { key, value }: Pair,
  name: string,
  tools: readonly ToolDefinition[],
  rules: HyV3Rules,
  steps: Steps,
): PythonValue | undefined {
  steps.read('key', key);
  const types = typesOf(tools, name, slice(text, key), rules);
  if ('raises' in types) {
    steps.reject(types.raises === 'TypeError' ? 'type-list' : 'schema-raises', key);
    return undefined;
  }
  const raw = slice(text, value);
  const typed = typedBy(raw, types.names);
  if ('raises' in typed) {
    steps.reject('value-raises', value);
    return undefined;
  }
  steps.read(typed.value === raw ? 'value' : 'coerced-value', value);
  return typed.value;
}
