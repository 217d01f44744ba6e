import type { Span } from '../../../text/document/index.ts';
import { isDict, pythonDumps, readPythonJson, strippedSpan, stripPython } from '../../../text/languages/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { droppedPieces, type EngineCall, pythonJsonWords, raisedBy } from '../../kit/index.ts';
import { commonWords } from '../../vllm/kit/common-words.ts';
import { MinimaxStream } from './kit/minimax-stream.ts';
import { callsInThoughts, CLOSE, OPEN, Remainder } from './kit/minimax-text.ts';
import { THINK, THINK_END } from '../../vllm/kit/thoughts.ts';
import { vllmRuntime, type Parsed, type VllmCode } from '../../vllm/parser.ts';

/** A line is only not found where a block was removed from it. The original searches for all of them, which takes long. */
const MOST_SEARCHES = 200;

const words = {
  ...pythonJsonWords,
  'removed-in-think': `The parser removes this block first, because it is between \`${THINK}\` and \`${THINK_END}\`.`,
  'contains-opener': {
    question: `Does the text contain \`${OPEN}\` outside the blocks that were removed?`,
    yes: 'Each line of a block that starts with `{` and ends with `}` is read as JSON.',
    no: 'The parser returns the whole reply as content.',
  },
  'no-closer': `No \`${CLOSE}\` follows: the block continues to the end of the reply.`,
  'line-skipped': 'This line does not start with `{` and end with `}`, so the parser skips it',
  'not-a-call': 'The object lacks the key `name` or `arguments`, so the parser skips it',
  'arguments-no-object': commonWords['arguments-no-object'],
  'name-not-str': 'The name is not a string: creating the call raises ValidationError, which the parser catches',
  'text-dropped': `This text after \`${OPEN}\` is in no call: the parser drops it.`,
  'content-not-found':
    'The parser searches the reply for the last line before the block, without what it removed. It does not find that line, and drops this text.',
  'content-cut':
    'The parser searches for the last line before the block and finds an equal line earlier. The content ends there: the parser drops this text.',
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const minimax = vllmRuntime({
  flag: 'minimax',
  release: '2026-05',
  file: 'vllm/tool_parsers/minimax_tool_parser.py',
  formats: ['minimax-m1'],
  reads: 'One JSON object on each line between <tool_calls> and </tool_calls>, outside think blocks.',
  words,
  parse,
  stream: () => new MinimaxStream(),
});

function parse(text: string, _tools: unknown, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const removed = callsInThoughts(text);
  for (const span of removed) steps.quirk('removed-in-think', span);
  const kept = new Remainder(text, removed);
  const first = kept.text.indexOf(OPEN);
  const found = first < 0 ? null : kept.inOriginal({ from: first, to: first + OPEN.length });
  if (!steps.gate('contains-opener', found !== null, whole, found)) {
    return { called: false, calls: [], content: [whole], text };
  }
  const calls: EngineCall[] = [];
  const markup: Span[] = [];
  let isRaised = false;
  for (let from = first; from >= 0 && !isRaised;) {
    const close = kept.text.indexOf(CLOSE, from + OPEN.length);
    const body = { from: from + OPEN.length, to: close < 0 ? kept.text.length : close };
    const span = { from, to: close < 0 ? body.to : close + CLOSE.length };
    const block = kept.inOriginal(span);
    const opener = kept.inOriginal({ from, to: body.from });
    steps.enter('block', OPEN, block);
    steps.marker(OPEN, 'open', opener.from, opener.to);
    if (close < 0) steps.quirk('no-closer', opener);
    markup.push(opener);
    if (close >= 0) markup.push(kept.inOriginal({ from: close, to: span.to }));
    const inBlock = readLines(kept, body, steps);
    isRaised = inBlock === 'raises';
    if (inBlock !== 'raises') calls.push(...inBlock);
    steps.leave(block, isRaised ? 'malformed' : inBlock.length > 0 ? 'matched' : 'empty');
    from = kept.text.indexOf(OPEN, span.to);
  }
  if (isRaised) {
    steps.quirk('all-content', whole);
    return { called: false, calls: [], content: [whole], text };
  }
  const content = contentBefore(text, kept.text.slice(0, first));
  const isEmpty = content.from === content.to;
  const opener = found?.from ?? 0;
  const unsent = strippedSpan(text, content.to, opener);
  if (unsent.from < unsent.to) steps.quirk(isEmpty ? 'content-not-found' : 'content-cut', unsent);
  const inForm = [...calls.map(({ span }) => span), ...markup, ...removed];
  for (const piece of droppedPieces(text, opener, inForm)) steps.quirk('text-dropped', piece);
  return {
    called: calls.length > 0,
    calls,
    content: isEmpty ? [] : [content],
    text: isEmpty ? null : text.slice(content.from, content.to),
    markup,
  };
}

function readLines(kept: Remainder, { from, to }: Span, steps: Steps): EngineCall[] | 'raises' {
  const text = kept.text.slice(0, to);
  const calls: EngineCall[] = [];
  for (let at = from; at < to;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? to : newline;
    const line = strippedSpan(text, at, end);
    at = end + 1;
    if (line.from === line.to) continue;
    const place = kept.inOriginal(line);
    if (text.charAt(line.from) !== '{' || text.charAt(line.to - 1) !== '}') {
      steps.rejectOneOfMany('line-skipped', place.from, place.to);
      continue;
    }
    const reading = readPythonJson(text, line.from, line.to);
    if (!reading.ok) {
      const { error } = reading;
      steps.reject('json-syntax', place, kept.at(error.at), error);
      if (raisedBy(error) !== 'JSONDecodeError') return 'raises';
      continue;
    }
    const name = reading.node.members?.get('name')?.node;
    const given = reading.node.members?.get('arguments')?.node;
    if (name === undefined || given === undefined) {
      steps.reject('not-a-call', place);
      continue;
    }
    const nameSpan = kept.inOriginal(name);
    if (typeof name.value !== 'string') {
      steps.reject('name-not-str', nameSpan);
      return 'raises';
    }
    const argumentsSpan = kept.inOriginal(given);
    steps.read('name', nameSpan);
    if (isDict(given.value)) steps.read('arguments', argumentsSpan);
    else steps.quirk('arguments-no-object', argumentsSpan);
    calls.push({
      span: place,
      name: name.value,
      nameSpan,
      argumentsText: pythonDumps(given.value) ?? '',
      argumentsSpan,
    });
  }
  return calls;
}

/**
 * The text up to the last line before the block, which is searched for in the reply from its beginning: where the same
 * words come earlier too, the content ends there.
 */
function contentBefore(text: string, before: string): Span {
  let searches = 0;
  for (const line of stripPython(before).split('\n').reverse()) {
    const words = stripPython(line);
    if (words === '') continue;
    const at = text.indexOf(words);
    if (at >= 0) return strippedSpan(text, 0, at + words.length);
    searches += 1;
    if (searches === MOST_SEARCHES) break;
  }
  return { from: 0, to: 0 };
}
