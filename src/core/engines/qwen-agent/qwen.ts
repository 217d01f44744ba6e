import type { Span } from '../../text/document/index.ts';
import { rstrip, stripPython, strippedSpan } from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type EngineCall, textAgentRuntime } from '../kit/index.ts';
import { type QwenReading, source } from './reading.ts';

const NAME = '✿FUNCTION✿';
const ARGUMENTS = '✿ARGS✿';
const STOPS = ['✿RESULT✿', '✿RETURN✿'];
const MARKS = [NAME, ARGUMENTS, ...STOPS];

/** `fncall_prompt_type: qwen`: names and arguments after marks with flowers. */
export const qwen = textAgentRuntime<QwenReading>({
  name: 'qwen',
  project: 'qwen-agent',
  flag: 'fncall_prompt_type: qwen',
  label: 'Qwen-Agent qwen',
  source: { ...source, file: 'qwen_agent/llm/fncall_prompts/qwen_fncall_prompt.py' },
  formats: ['qwen-agent-legacy'],
  reads: 'A name after ✿FUNCTION✿: and its arguments after each ✿ARGS✿:, which are text that nobody checks.',
  words: {
    'finds-call': {
      question: 'Does the text contain `✿FUNCTION✿:`?',
      yes: 'What is before it is content, and all that follows belongs to the calls.',
      no: 'The text is content, without a mark that is cut off at its end.',
    },
    'stop-word': 'The text contains a mark at which the server should have stopped',
    'colon-removed': 'A colon at the beginning is removed: it belongs to a mark in the prompt',
    'tail-cut': 'What follows the last brace or fence of the arguments is cut off',
  },
  parse: (text, _tools, steps) => readQwen(text, steps),
});

/**
 * @param isParallel whether more than the first call counts
 *
 * @internal The golden data ask it for serial calls.
 */
export function readQwen(text: string, steps: Recorder<string>, isParallel = true): QwenReading {
  const begin = text.startsWith(': ') ? 2 : text.startsWith(':') ? 1 : 0;
  if (begin > 0) steps.quirk('colon-removed', { from: 0, to: begin });
  const [stop] = STOPS.map((mark) => ({ from: text.indexOf(mark), to: text.indexOf(mark) + mark.length }))
    .filter(({ from }) => from >= 0)
    .toSorted((one, other) => one.from - other.from);
  if (stop !== undefined) {
    const at = stop.from;
    steps.quirk('stop-word', stop);
    const message = 'Something wrong, stop words are expected to be excluded.';
    return { calls: [], content: [], text: null, order: '', raises: { raises: 'AssertionError', message, at } };
  }
  const first = text.indexOf(`${NAME}:`, begin);
  const said = whole(text, begin, first < 0 ? text.length : first);
  const content = said.from < said.to ? [said] : [];
  const found = first < 0 ? [] : callsIn(text, first, steps);
  const calls = isParallel ? found : found.slice(0, 1);
  return {
    calls,
    content,
    text: content.length === 0 ? null : text.slice(said.from, said.to),
    order: `${content.length === 0 ? '' : 't'}${'c'.repeat(calls.length)}`,
  };
}

/** Without an incomplete mark at the end, line breaks at the beginning and blanks at the end. */
function whole(text: string, from: number, to: number): Span {
  const part = rstrip(text.slice(from, to));
  const kept = rstrip(withoutMark(part)).length;
  let begin = from;
  while (begin < from + kept && text.charAt(begin) === '\n') begin += 1;
  return { from: begin, to: Math.max(begin, from + kept) };
}

function withoutMark(text: string): string {
  const ending = MARKS.find((mark) => text.endsWith(mark));
  if (ending !== undefined) return text.slice(0, -ending.length);
  const trail = text.lastIndexOf('✿');
  const isBegun = trail >= 0 && MARKS.some((mark) => mark.startsWith(text.slice(trail)));
  return isBegun ? text.slice(0, trail) : text;
}

function callsIn(text: string, first: number, steps: Recorder<string>): EngineCall[] {
  const calls: EngineCall[] = [];
  const open = `${NAME}:`;
  const separator = `${ARGUMENTS}:`;
  let known = -1;
  /** The next mark of arguments; the end of the text for none. */
  const separatorFrom = (from: number): number => {
    if (known < from) {
      const found = text.indexOf(separator, from);
      known = found < 0 ? text.length : found;
    }
    return known;
  };
  let at = first;
  while (at >= 0) {
    const next = text.indexOf(open, at + open.length);
    const end = next < 0 ? text.length : next;
    const to = text.charAt(end - 1) === '\n' ? end - 1 : end;
    const from = at + open.length;
    const nameTo = Math.min(separatorFrom(from), to);
    const nameSpan = strippedSpan(text, from, Math.max(from, nameTo));
    const name = stripPython(withoutMark(text.slice(nameSpan.from, nameSpan.to)));
    const span = { from: at, to: end };
    at = next;
    if (from === end) continue;
    if (nameTo === to) calls.push({ span, name, nameSpan, argumentsText: '', argumentsSpan: null });
    let begin = nameTo;
    for (let index = 0; begin < to; index += 1) {
      const stop = Math.min(separatorFrom(begin + separator.length), to);
      const place = strippedSpan(text, Math.min(begin + separator.length, stop), stop);
      const given = rstrip(withoutMark(text.slice(place.from, place.to)));
      const argumentsText = withoutTail(given);
      if (argumentsText !== given) steps.quirk('tail-cut', place);
      const part = { from: index === 0 ? span.from : begin, to: stop };
      calls.push({ span: part, name, nameSpan: index === 0 ? nameSpan : part, argumentsText, argumentsSpan: place });
      begin = stop;
    }
  }
  return calls;
}

/** An object ends with its last brace, a code block with its last fence. */
function withoutTail(text: string): string {
  const stripped = stripPython(text);
  if (stripped.startsWith('{')) {
    const last = stripped.lastIndexOf('}');
    return last > 0 ? stripped.slice(0, last + 1) : stripped;
  }
  if (!stripped.startsWith('```')) return stripped;
  const last = stripped.lastIndexOf('\n```');
  return last > 0 ? stripped.slice(0, last + 4) : stripped;
}
