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
import { Next, places } from './kit/markers.ts';
import { vllmRuntime, type VllmCode } from './parser.ts';

const words = {
  ...deepseekWords,
  'no-end': `No \`${END}\` follows on the same line, but a call must be one line: the pattern does not match`,
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const deepseekV31 = vllmRuntime({
  flag: 'deepseek_v31',
  file: 'vllm/tool_parsers/deepseekv31_tool_parser.py',
  formats: ['deepseek-v3.1'],
  reads: `Calls between ${BEGIN} and ${END}, each on one line: a name, ${SEPARATOR}, and arguments.`,
  words,
  parse: (text, _tools, steps) => parseDeepseek(text, steps, () => findCalls(text, steps)),
  stream: () => new CountingStream(portionOf),
});

function findCalls(text: string, steps: Steps): EngineCall[] {
  const calls: EngineCall[] = [];
  const next = [new Next(text, '\n'), new Next(text, SEPARATOR), new Next(text, END)] as const;
  let to = 0;
  for (const { from, to: nameFrom } of places(text, BEGIN)) {
    if (from < to) continue;
    const lineTo = next[0].from(nameFrom);
    const separator = next[1].from(nameFrom);
    const argumentsFrom = separator + SEPARATOR.length;
    const end = next[2].from(argumentsFrom);
    if (separator >= lineTo || end >= lineTo) {
      steps.rejectOneOfMany(separator >= lineTo ? 'no-separator' : 'no-end', from, lineTo);
      continue;
    }
    to = end + END.length;
    const span = { from, to };
    const nameSpan = { from: nameFrom, to: separator };
    const argumentsSpan = { from: argumentsFrom, to: end };
    steps.enter('block', BEGIN, span);
    steps.marker(BEGIN, 'open', from, nameFrom);
    steps.read('name', nameSpan);
    steps.marker(SEPARATOR, 'open', separator, argumentsFrom);
    steps.read('arguments-unparsed', argumentsSpan);
    steps.marker(END, 'close', end, to);
    steps.leave(span, 'matched');
    calls.push({
      span,
      name: text.slice(nameFrom, separator),
      nameSpan,
      argumentsText: text.slice(argumentsFrom, end),
      argumentsSpan,
    });
  }
  return calls;
}

/** On the first line, up to the last separator. */
function portionOf(text: string): Portion | null {
  const newline = text.indexOf('\n');
  const line = newline < 0 ? text : text.slice(0, newline);
  const separator = line.lastIndexOf(SEPARATOR);
  if (separator < 0) return null;
  return { name: line.slice(0, separator), argumentsText: line.slice(separator + SEPARATOR.length) };
}
