import { KimiK3Stream, kimiK3Words, readKimiK3, unframed, wholeCalls } from '../kit/index.ts';
import { sglangRuntime } from './detector.ts';

const rules = { allowsSpace: false };

export const kimi_k3 = sglangRuntime({
  flag: 'kimi_k3',
  file: 'kimi_k3_detector.py',
  formats: ['kimi-k3'],
  reads: 'Closed calls in the first section of tools. A value is JSON, unless its type is a string.',
  words: kimiK3Words,
  openers: ['<|open|>tools<|sep|>'],
  detect(text, _tools, steps) {
    const section = readKimiK3(text, rules, steps);
    const content = unframed(text, 0, section?.from ?? text.length);
    if (section !== null && section.to < text.length)
      steps.quirk('section-over', { from: section.to, to: text.length });
    return {
      calls: (section?.calls ?? []).map((call, toolIndex) => ({ ...call, toolIndex })),
      content: content.spans,
      text: content.text,
      markup: section === null ? [] : [{ from: section.from, to: section.to }],
    };
  },
  stream: () => ({ ...wholeCalls(new KimiK3Stream(rules)), isLinear: true }),
});
