import type { Span } from '../../text/document/index.ts';
import {
  isList,
  afterSpace,
  type PythonNode,
  type PythonValue,
  readPythonJson,
  strippedSpan,
  stripPython,
} from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { Excerpt, type Message, pythonJsonWords, type Raised, raisedBy } from '../kit/index.ts';
import { JsonSoFar } from './kit/json-so-far.ts';
import { listedCalls, listMarkup, listWords, repairedFrom } from './kit/list-of-calls.ts';
import { NamedObjectsStream, type FoundArguments } from './kit/named-objects.ts';
import { THINK, THINK_END, thoughtsIn } from './kit/thoughts.ts';
import { vllmRuntime, type Parsed, type ParserStream, type VllmCode, type VllmParser } from './parser.ts';

const OPEN = '<tool_calls>';
const CLOSE = '</tool_calls>';
/** In the chat template of the model: "assistant". */
const ROLE = '助手：';

const words = {
  ...pythonJsonWords,
  'contains-block': {
    question: `Is there a block between \`${OPEN}\` and \`${CLOSE}\`?`,
    yes: 'The parser uses the first one that is JSON and not in a think block.',
    no: 'The parser returns the whole reply as content.',
  },
  'in-think': `This block is between \`${THINK}\` and \`${THINK_END}\`, so the parser skips it`,
  ...listWords,
  'role-removed': `The first \`${ROLE}\` is removed from the content.`,
  'text-dropped': 'The parser drops text after the block: the client never receives it.',
  'blank-before': 'The text before the block is only white space: the parser drops it.',
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

/** @param ascii whether arguments have `\u` escapes for what is not ASCII */
export const hunyuanParser = (ascii: boolean): VllmParser<keyof typeof words> => ({
  flag: 'hunyuan_a13b',
  file: 'vllm/tool_parsers/hunyuan_a13b_tool_parser.py',
  formats: [],
  reads: 'A JSON list of calls between <tool_calls> and </tool_calls>, outside think blocks.',
  words,
  parse: (text, _tools, steps) => parse(text, ascii, steps),
  stream: () => new HunyuanStream(),
});

export const hunyuanA13b = vllmRuntime(hunyuanParser(false));

interface Block {
  readonly span: Span;
  readonly node: PythonNode;
}

function parse(text: string, ascii: boolean, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const block = findBlock(text, steps);
  if (block === null) return withoutRole(text, steps);
  const { span, node } = block;
  const asText: Parsed = { called: false, calls: [], content: [whole], text };
  const calls = isList(node.value) ? listedCalls(node, ascii, steps) : [];
  if (!isList(node.value)) steps.reject('not-a-list', node);
  steps.leave(span, calls === null ? 'malformed' : calls.length > 0 ? 'matched' : 'empty');
  const before = { from: 0, to: span.from };
  if (!isList(node.value)) {
    // `content or model_output`.
    return span.from === 0 ? asText : { called: false, calls: [], content: [before], text: text.slice(0, span.from) };
  }
  if (calls === null) {
    steps.quirk('all-content', whole);
    return asText;
  }
  const called = calls.length > 0;
  const content = text.slice(0, span.from);
  const isBlank = stripPython(content) === '';
  if (isBlank && content !== '') steps.quirk('blank-before', before);
  if (span.to < text.length) steps.quirk('text-dropped', { from: span.to, to: text.length });
  const markup = [{ from: span.from, to: node.from }, ...listMarkup(node), { from: node.to, to: span.to }];
  return {
    called,
    calls,
    content: isBlank ? [] : [before],
    text: isBlank ? null : content,
    markup: called ? markup : [],
  };
}

/** The first block outside of thoughts that is JSON; it is still entered then. */
function findBlock(text: string, steps: Steps): Block | null {
  const first = text.indexOf(OPEN);
  const firstClose = first < 0 ? -1 : text.indexOf(CLOSE, first + OPEN.length);
  const found = firstClose < 0 ? null : { from: first, to: firstClose + CLOSE.length };
  if (!steps.gate('contains-block', found !== null, { from: 0, to: text.length }, found)) return null;
  const thoughts = thoughtsIn(text);
  let thought = 0;
  for (let from = first; from >= 0;) {
    const close = text.indexOf(CLOSE, from + OPEN.length);
    if (close < 0) return null;
    const span = { from, to: close + CLOSE.length };
    while ((thoughts[thought]?.to ?? Infinity) <= span.to) thought += 1;
    if ((thoughts[thought]?.from ?? Infinity) < span.from) {
      steps.reject('in-think', span);
    } else {
      const node = readBlock(text, span, close, steps);
      if (node !== null) return { span, node };
    }
    from = text.indexOf(OPEN, span.to);
  }
  return null;
}

function readBlock(text: string, span: Span, close: number, steps: Steps): PythonNode | null {
  const body = strippedSpan(text, span.from + OPEN.length, close);
  steps.enter('block', OPEN, span);
  steps.marker(OPEN, 'open', span.from, span.from + OPEN.length);
  const reading = readPythonJson(text, body.from, body.to);
  if (reading.ok) steps.marker(CLOSE, 'close', close, span.to);
  else steps.reject('json-syntax', body, reading.error.at, reading.error);
  if (!reading.ok) steps.leave(span, 'malformed');
  return reading.ok ? reading.node : null;
}

function withoutRole(text: string, steps: Steps): Parsed {
  const at = text.indexOf(ROLE);
  if (at < 0) return { called: false, calls: [], content: [{ from: 0, to: text.length }], text };
  const role = { from: at, to: at + ROLE.length };
  steps.quirk('role-removed', role);
  const content = [
    { from: 0, to: role.from },
    { from: role.to, to: text.length },
  ];
  return { called: false, calls: [], content, text: text.slice(0, role.from) + text.slice(role.to) };
}

/** Works only where the reply begins with the list, in its tags or without. The opening tag is sent as content. */
class HunyuanStream implements ParserStream {
  readonly streamed = [];
  readonly #objects = new NamedObjectsStream();
  readonly #json = new JsonSoFar();
  #parsed: readonly PythonValue[] = [];

  get previous(): ParserStream['previous'] {
    return repairedFrom(this.#parsed);
  }

  push(delta: string, current: string): Message | Raised | null {
    let from = afterSpace(current, 0);
    if (current.startsWith(OPEN, from)) from = afterSpace(current, from + OPEN.length);
    if (current.charAt(from) !== '[') return { content: Excerpt.end(current, delta) };
    const reading = this.#json.read(current, from);
    if (reading.ok) this.#parsed = isList(reading.node.value) ? reading.node.value : this.#parsed;
    else if (raisedBy(reading.error) !== 'JSONDecodeError') return { raises: raisedBy(reading.error) };
    const call = this.#objects.next(current, (index, found, count) => argumentsOf(current, found, index === count - 1));
    if (call === null || 'raises' in call) return call;
    return { calls: [call] };
  }
}

/** Before another call everything up to `},{`, as long as it is written without spaces. */
function argumentsOf(current: string, found: FoundArguments, isLast: boolean): string | Raised {
  const end = isLast ? -1 : current.indexOf('},{', found.from);
  if (end < 0) return found.text;
  const part = current.slice(found.from, end + 1).split('"arguments":', 2)[1];
  return part === undefined ? { raises: 'IndexError' } : stripPython(part);
}
