import { inCode } from './fault-words.ts';
import { freeNames } from './free-names.ts';
import type { FaultRule, Found } from './rule.ts';

/** Other names for the same switch. */
const otherNames = ['thinking', 'think', 'reasoning', 'enable_reasoning', 'thinking_mode', 'reasoning_effort'];

/** `enable_thinking` changes nothing, though the request passes it or the template reads it. */
export const thinkingFlagIgnored: FaultRule = {
  code: 'thinking-flag-ignored',
  find(subject): readonly Found[] {
    const isPassed = subject.options.variables?.has('enable_thinking') ?? false;
    const place = subject.expressions.find(
      ({ expression }) => expression.kind === 'name' && expression.name === 'enable_thinking',
    );
    if (!isPassed && place === undefined) return [];
    const kinds = ['plain', 'tools', 'call'] as const;
    const changes = kinds.some((kind) => {
      const [on, off] = [true, false].map((value) => subject.rendered(kind, {}, { enable_thinking: value }).rendering);
      return on?.failure !== null || off?.failure !== null || on.prompt !== off.prompt;
    });
    if (changes) return [];
    const [other, others] = [...freeNames(subject)].find(([name]) => otherNames.includes(name)) ?? [];
    const isElsewhere = place === undefined && other !== undefined;
    return [
      {
        level: 'fault',
        message:
          place === undefined
            ? 'The template never reads `enable_thinking`, so it changes nothing.'
            : 'The template reads `enable_thinking` and prints the same for true and false.',
        at: subject.placeOf(place?.expression ?? others?.[0] ?? { from: 0, to: 0 }),
        shows: { conversation: 'plain', range: null },
        remedy: isElsewhere
          ? `Pass ${inCode(other)} instead: the template reads that name.`
          : 'Print an empty reasoning block at the end where it is false, if the model knows that.',
        edits: [],
      },
    ];
  },
};
