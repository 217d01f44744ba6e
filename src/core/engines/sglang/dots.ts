import { DOTS_OPEN, type DotsRules, DotsStream, dotsWords, readDots, wholeCalls } from '../kit/index.ts';
import { sglangRuntime } from './detector.ts';
import { toolPositions } from './kit/base-json.ts';
import { contentBefore } from './kit/content.ts';

const rules: DotsRules = { keys: ['parameters', 'arguments'], needsObject: false };

export const dots = sglangRuntime({
  flag: 'dots',
  file: 'dots_detector.py',
  formats: ['dots'],
  reads: 'Invokes with parameters, or one JSON object, in <dots_function_call>; only declared names.',
  words: dotsWords,
  openers: [DOTS_OPEN],
  detect(text, tools, steps) {
    const positions = toolPositions(tools);
    const { first, calls, blocks } = readDots(text, tools, rules, steps);
    const end = blocks.at(-1)?.to ?? first;
    if (text.slice(end).trim() !== '') steps.quirk('text-dropped', { from: end, to: text.length });
    return {
      calls: calls.map((call) => ({ ...call, toolIndex: positions.get(call.name) ?? 0 })),
      ...contentBefore(text, first),
      markup: blocks,
    };
  },
  stream: (tools) => wholeCalls(new DotsStream(tools, rules)),
});
