import { isDict, PythonDict, strippedSpan, truthy } from '../../text/languages/index.ts';
import { DOTS_OPEN, type DotsRules, DotsStream, dotsWords, readDots, wholeCalls } from '../kit/index.ts';
import { contentOnly } from './kit/json-calls.ts';
import { vllmRuntime } from './parser.ts';

const rules: DotsRules = {
  given(object) {
    const key = object.has('arguments') ? 'arguments' : 'parameters';
    const value = object.get(key) ?? null;
    if (!truthy(value)) return { key, value: new PythonDict() };
    return isDict(value) ? { key, value } : null;
  },
};

export const dots = vllmRuntime({
  flag: 'dots',
  file: 'vllm/tool_parsers/dots_tool_parser.py',
  formats: ['dots'],
  reads: 'Invokes with parameters, or one JSON object, in <dots_function_call>; only declared names.',
  words: dotsWords,
  parse(text, tools, steps) {
    const { first, calls, blocks } = readDots(text, tools, rules, steps);
    const found = first < 0 ? null : { from: first, to: first + DOTS_OPEN.length };
    steps.gate('has-block', first >= 0, { from: 0, to: text.length }, found);
    if (calls.length === 0) return contentOnly(text);
    const content = strippedSpan(text, 0, first);
    const shown = text.slice(content.from, content.to);
    const end = blocks.at(-1)?.to ?? text.length;
    if (text.slice(end).trim() !== '') steps.quirk('text-dropped', { from: end, to: text.length });
    return { called: true, calls, content: [content], text: shown === '' ? null : shown, markup: blocks };
  },
  stream(tools) {
    const reader = new DotsStream(tools, rules);
    // What is held back at the end is lost.
    return wholeCalls({ push: (delta, current) => reader.push(delta, current) });
  },
});
