import type { Span } from '../../text/document/index.ts';
import {
  isDict,
  isList,
  pythonDumps,
  pythonRepr,
  type PythonValue,
  readJson5,
  stripPython,
  strippedSpan,
  truthy,
  typeName,
} from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type EngineCall, type Exception, textAgentRuntime } from '../kit/index.ts';
import { type QwenReading, source } from './reading.ts';

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';
const THINK_END = '</think>';

/** `fncall_prompt_type: nous`, the default: JSON5 between the tags of Hermes. */
export const nous = textAgentRuntime<QwenReading>({
  name: 'nous',
  project: 'qwen-agent',
  flag: 'fncall_prompt_type: nous',
  label: 'Qwen-Agent nous',
  source: { ...source, file: 'qwen_agent/llm/fncall_prompts/nous_fncall_prompt.py' },
  formats: ['hermes'],
  reads: 'JSON5 in <tool_call> tags after the thinking; broken JSON is cut roughly, and becomes a call all the same.',
  words: {
    'finds-call': {
      question: 'Does the text after the thinking contain a call?',
      yes: 'Text between the calls and after them is dropped.',
      no: 'The text is content.',
    },
    'no-thought-end': 'Thinking is expected and does not end: all of the text is content, and no call is read.',
    'json5-syntax': 'The JSON5 reader refuses this',
    'rough-cut':
      'The name is cut out between `"name": "` and `", "`, and the arguments after `"arguments": ` but for the last character',
    'lost-silently': 'The object lacks a name or arguments: it is dropped without a word',
  },
  telling: { first: ['lost-silently', 'no-thought-end'] },
  parse: (text, _tools, steps) => readNous(text, steps),
});

/**
 * @param expectsThought `thought_in_content`: also without a `<think>` a thought is expected
 *
 * @internal The golden data ask it with a thought expected.
 */
export function readNous(text: string, steps: Recorder<string>, expectsThought = false): QwenReading {
  const content: Span[] = [];
  let order = '';
  const say = (span: Span): void => {
    content.push(span);
    order += 't';
  };
  let begin = 0;
  if (expectsThought || text.includes('<think>')) {
    const end = text.lastIndexOf(THINK_END);
    if (end < 0) {
      steps.quirk('no-thought-end', { from: 0, to: text.length });
      return finished(text, [], [{ from: 0, to: text.length }], 't');
    }
    begin = end + THINK_END.length;
    say({ from: 0, to: begin });
  }
  const first = text.indexOf(OPEN, begin);
  const before = { from: begin, to: first < 0 ? text.length : first };
  if (first < 0 ? before.from < before.to : stripPython(text.slice(before.from, before.to)) !== '') say(before);
  const calls: EngineCall[] = [];
  let at = first;
  while (at >= 0) {
    const next = text.indexOf(OPEN, at + OPEN.length);
    const part = { from: at + OPEN.length, to: next < 0 ? text.length : next };
    const made = callIn(text, at, part, String(calls.length + 1), steps);
    if (made !== null && 'raises' in made)
      return { ...finished(text, [], [], ''), text: null, raises: { ...made, at } };
    if (made !== null) {
      calls.push(made);
      order += 'c';
    }
    at = next;
  }
  return finished(text, calls, content, order);
}

function finished(text: string, calls: readonly EngineCall[], content: readonly Span[], order: string): QwenReading {
  const said = content.filter(({ from, to }) => from < to);
  const joined = said.map(({ from, to }) => text.slice(from, to)).join('');
  return { calls, content: said, text: said.length === 0 ? null : joined, order: text === '' ? '' : order };
}

/** The call of what is between two openers; null where it gives none. */
function callIn(
  text: string,
  at: number,
  part: Span,
  id: string,
  steps: Recorder<string>,
): EngineCall | Exception | null {
  const source = text.slice(part.from, part.to);
  if (stripPython(source) === '') return null;
  const close = source.indexOf(CLOSE);
  const isClosed = close >= 0;
  const span = { from: at, to: isClosed ? part.from + close + CLOSE.length : part.to };
  const body = isClosed ? strippedSpan(text, part.from, part.from + close) : part;
  const bodyText = text.slice(body.from, body.to);
  const made = (name: string, argumentsText: string): EngineCall => ({
    span,
    name,
    nameSpan: body,
    argumentsText,
    argumentsSpan: body,
    id,
  });
  const rough = (): EngineCall => {
    steps.quirk('rough-cut', body);
    const cut = roughCut(bodyText);
    return made(cut.name, cut.given);
  };
  if (!isClosed) {
    const call = rough();
    return call.name === '' ? null : call;
  }
  const reading = readJson5(bodyText);
  if (reading === null) {
    steps.reject('json5-syntax', body);
    return rough();
  }
  const { value } = reading;
  if (!truthy(value)) {
    steps.quirk('lost-silently', span);
    return null;
  }
  if (isDict(value)) {
    const name = value.get('name');
    const given = value.get('arguments') ?? null;
    if (name === undefined || !value.has('arguments')) {
      steps.quirk('lost-silently', span);
      return null;
    }
    if (typeof name !== 'string') return validationError(name);
    return made(name, pythonDumps(given) ?? 'null');
  }
  const raised = asksIn(value);
  if (raised === null) steps.quirk('lost-silently', span);
  return raised;
}

/** `'name' in value`, and then `value['name']`. */
function asksIn(value: PythonValue): Exception | null {
  const isText = typeof value === 'string';
  if (!isText && !isList(value))
    return { raises: 'TypeError', message: `argument of type '${typeName(value)}' is not iterable` };
  if (!value.includes('name') || !value.includes('arguments')) return null;
  const message = isText
    ? "string indices must be integers, not 'str'"
    : 'list indices must be integers or slices, not str';
  return { raises: 'TypeError', message };
}

function validationError(name: PythonValue): Exception {
  const kind = `[type=string_type, input_value=${pythonRepr(name)}, input_type=${typeName(name)}]`;
  const more = 'For further information visit https://errors.pydantic.dev/2.13/v/string_type';
  return {
    raises: 'ValidationError',
    message: `1 validation error for FunctionCall\nname\n  Input should be a valid string ${kind}\n    ${more}`,
  };
}

/** Arguments of so many characters are taken for none. */
const SHORTEST = 2;

function roughCut(text: string): { readonly name: string; readonly given: string } {
  const nameBegin = '"name": "';
  const nameAt = text.indexOf(nameBegin);
  const rest = nameAt > 0 ? text.slice(nameAt + nameBegin.length) : '';
  const nameTo = rest.indexOf('", "');
  const argumentsBegin = '"arguments": ';
  const argumentsAt = text.indexOf(argumentsBegin);
  const given = argumentsAt > 0 ? stripPython(text.slice(argumentsAt + argumentsBegin.length)) : '';
  const characters = Array.from(given);
  const kept = characters.length > SHORTEST ? characters.slice(0, -1).join('') : '';
  return { name: nameTo < 0 ? '' : rest.slice(0, nameTo), given: kept };
}
