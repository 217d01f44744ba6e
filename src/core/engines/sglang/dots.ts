import { PythonDict, truthy } from '../../text/languages/index.ts';
import { DOTS_OPEN, type DotsRules, DotsStream, dotsWords, readDots, wholeCalls } from '../kit/index.ts';
import { sglangRuntime } from './detector.ts';
import { toolPositions } from './kit/base-json.ts';
import { allContent, contentBefore } from './kit/content.ts';

const rules: DotsRules = {
  given(object) {
    const parameters = object.get('parameters') ?? null;
    if (truthy(parameters)) return { key: 'parameters', value: parameters };
    const value = object.get('arguments');
    return { key: 'arguments', value: value === undefined ? new PythonDict() : value };
  },
  late(object) {
    const key = object.has('arguments') ? 'arguments' : 'parameters';
    const value = object.get(key) ?? null;
    return { key, value: truthy(value) ? value : new PythonDict() };
  },
};

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
    if (first < 0) return allContent(text);
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
