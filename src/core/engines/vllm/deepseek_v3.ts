import type { Recorder } from '../../trace/index.ts';
import type { EngineCall } from '../kit/index.ts';
import {
  BEGIN,
  CountingStream,
  deepseekWords,
  END,
  parseDeepseek,
  SEPARATOR,
  type Portion,
} from './kit/deepseek-calls.ts';
import { places } from './kit/markers.ts';
import { vllmRuntime, type VllmCode } from './parser.ts';

const FENCE = '\n```json\n';
const CLOSE = `\n\`\`\`${END}`;

const words = {
  ...deepseekWords,
  'no-fence':
    'The line after the name is not exactly three backticks and `json`, so the pattern of a call does not match',
  'no-close': `The arguments must be one line, and the next line must start with three backticks and \`${END}\`: this does not match`,
  'type-not-function': 'The type is not `function`: creating the call raises ValidationError, which the parser catches',
  'type-function': 'The type of the call, which must be `function`',
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const deepseekV3 = vllmRuntime({
  flag: 'deepseek_v3',
  file: 'vllm/tool_parsers/deepseekv3_tool_parser.py',
  formats: ['deepseek-v3'],
  reads: `Calls between ${BEGIN} and ${END}: a type, a name, and arguments on one line of a code block.`,
  words,
  parse: (text, _tools, steps) => parseDeepseek(text, steps, () => findCalls(text, steps)),
  stream: () => new CountingStream(portionOf),
});

/** Null where a type is refused. */
function findCalls(text: string, steps: Steps): EngineCall[] | null {
  const calls: EngineCall[] = [];
  let isRefused = false;
  let to = 0;
  /** The last line that was looked at. */
  let line = { to: -1, separator: -1, problem: null as keyof typeof words | null };
  for (const { from, to: typeFrom } of places(text, BEGIN)) {
    if (from < to) continue;
    if (from >= line.to) line = lineFrom(text, typeFrom);
    const { separator } = line;
    const problem = separator < typeFrom ? 'no-separator' : line.problem;
    if (problem !== null) {
      steps.rejectOneOfMany(problem, from, line.to);
      continue;
    }
    const nameFrom = separator + SEPARATOR.length;
    const argumentsFrom = line.to + FENCE.length;
    const argumentsTo = text.indexOf('\n', argumentsFrom);
    const type = { from: typeFrom, to: separator };
    const nameSpan = { from: nameFrom, to: line.to };
    const argumentsSpan = { from: argumentsFrom, to: argumentsTo };
    to = argumentsTo + CLOSE.length;
    const span = { from, to };
    const isFunction = text.slice(type.from, type.to) === 'function';
    steps.enter('block', BEGIN, span);
    steps.marker(BEGIN, 'open', from, typeFrom);
    if (isFunction) steps.read('type-function', type);
    else steps.reject('type-not-function', type);
    steps.marker(SEPARATOR, 'open', separator, nameFrom);
    steps.read('name', nameSpan);
    steps.read('arguments-unparsed', argumentsSpan);
    steps.marker(END, 'close', to - END.length, to);
    steps.leave(span, isFunction ? 'matched' : 'malformed');
    isRefused ||= !isFunction;
    calls.push({
      span,
      name: text.slice(nameSpan.from, nameSpan.to),
      nameSpan,
      argumentsText: text.slice(argumentsSpan.from, argumentsSpan.to),
      argumentsSpan,
    });
  }
  return isRefused ? null : calls;
}

/** The rest of a line, its last separator, and what is wrong with the lines after it. */
function lineFrom(
  text: string,
  from: number,
): { readonly to: number; readonly separator: number; readonly problem: 'no-fence' | 'no-close' | null } {
  const newline = text.indexOf('\n', from);
  const to = newline < 0 ? text.length : newline;
  const inLine = text.slice(from, to).lastIndexOf(SEPARATOR);
  const separator = inLine < 0 ? -1 : from + inLine;
  if (!text.startsWith(FENCE, to)) return { to, separator, problem: 'no-fence' };
  const argumentsTo = text.indexOf('\n', to + FENCE.length);
  const isClosed = argumentsTo >= 0 && text.startsWith(CLOSE, argumentsTo);
  return { to, separator, problem: isClosed ? null : 'no-close' };
}

/** Of arguments that are still coming in, what ends with something else than a backtick. */
function portionOf(text: string): Portion | null {
  const newline = text.indexOf('\n');
  const separator = newline < 0 ? -1 : text.lastIndexOf(SEPARATOR, newline - SEPARATOR.length);
  if (separator < 0) return null;
  const name = text.slice(separator + SEPARATOR.length, newline);
  if (!text.startsWith(FENCE, newline)) return { name, argumentsText: '' };
  const from = newline + FENCE.length;
  const end = text.indexOf('\n', from);
  let to = end < 0 ? text.length : end;
  while (to > from && text.charAt(to - 1) === '`') to -= 1;
  return { name, argumentsText: text.slice(from, to) };
}
