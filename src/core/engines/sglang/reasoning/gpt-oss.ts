import { Excerpt, type Split, type SplitDelta } from '../../kit/index.ts';
import { HarmonyReader } from '../kit/harmony.ts';
import type { HarmonyEvent } from '../kit/harmony-events.ts';
import type { SglangReasoningParser } from './base.ts';
import { reasoningWords } from './words.ts';

export const gptOss: SglangReasoningParser = {
  flag: 'gpt-oss',
  file: 'python/sglang/srt/parser/reasoning_parser.py',
  reads: 'The analysis channel. Calls are passed on with their markers, other markers are taken out.',
  words: reasoningWords,
  tags: [],
  toggle: 'always',
  split(text, _request, steps): Split {
    const reader = new HarmonyReader();
    const events = [...reader.parse(Excerpt.part(text, 0)), ...reader.parse(Excerpt.empty)];
    const { reasoning = Excerpt.empty, content = Excerpt.empty } = partsOf(events, text);
    for (const span of reasoning.spans) steps.read('reasoning', span);
    const markup = events.filter(({ kind }) => kind !== 'call').map(({ span: { from, to } }) => ({ from, to }));
    return { reasoning: reasoning.text === '' ? null : reasoning, content, markup };
  },
  stream() {
    const reader = new HarmonyReader();
    return {
      push: (delta, current) => partsOf(reader.parse(Excerpt.end(current, delta)), current),
      finish: (current) => partsOf(reader.parse(Excerpt.empty), current),
    };
  },
};

function partsOf(events: readonly HarmonyEvent[], text: string): SplitDelta {
  const of = (isReasoning: boolean): Excerpt =>
    Excerpt.join(
      events
        .filter(({ kind, isFiller }) => isFiller !== true && (kind === 'reasoning') === isReasoning)
        .map(({ kind, span, raw, text: own, excerpt = Excerpt.empty }) =>
          kind === 'call' ? Excerpt.written(text, span, raw ?? own) : excerpt,
        ),
    );
  return { reasoning: of(true), content: of(false) };
}
