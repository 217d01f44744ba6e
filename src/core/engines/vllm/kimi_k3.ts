import { Excerpt, KimiK3Stream, kimiK3Words, readKimiK3, unframed, wholeCalls } from '../kit/index.ts';
import { vllmRuntime } from './parser.ts';

const rules = { allowsSpace: true };

export const kimiK3 = vllmRuntime({
  flag: 'kimi_k3',
  file: 'vllm/tool_parsers/kimi_k3_tool_parser.py',
  formats: ['kimi-k3'],
  reads: 'Closed calls in the first section of tools. A value is JSON, unless its type is a string.',
  words: kimiK3Words,
  parse(text, _tools, steps) {
    const whole = { from: 0, to: text.length };
    const section = readKimiK3(text, rules, steps);
    steps.gate('has-section', section !== null, whole, section && { from: section.from, to: section.from + 1 });
    const response = closedResponse(text);
    const content = response ?? unframed(text, 0, section?.from ?? text.length);
    if (section !== null && section.to < text.length)
      steps.quirk('section-over', { from: section.to, to: text.length });
    const calls = section?.calls ?? [];
    return {
      called: calls.length > 0,
      calls,
      content: content.spans,
      text: content.text === '' ? null : content.text,
      markup: section === null ? [] : [{ from: section.from, to: section.to }],
    };
  },
  stream: () => ({ ...wholeCalls(new KimiK3Stream(rules)), isLinear: true }),
});

/** A response that is closed, anywhere in the text. */
function closedResponse(text: string): Excerpt | null {
  const match = /<\|open\|>\s*response\s*<\|sep\|>/.exec(text);
  if (match === null) return null;
  const from = match.index + match[0].length;
  const close = /<\|close\|>\s*response\s*<\|sep\|>/g;
  close.lastIndex = from;
  const end = close.exec(text);
  return end === null ? null : Excerpt.part(text, from, end.index);
}
