import { inCode } from './fault-words.ts';
import type { FaultRule, Found } from './rule.ts';
import { mishaps, type Subject } from './subject.ts';

/** The template reads the name of a result; OpenAI's API sends `tool_call_id` alone. */
export const resultWithoutName: FaultRule = {
  code: 'result-without-name',
  find(subject: Subject): readonly Found[] {
    const named = subject.rendered('call');
    if (named.rendering.failure !== null) return [];
    const nameless = subject.rendered('call', { results: 'id' });
    const known = new Set(named.rendering.warnings.map(({ span }) => span.from));
    const problem = nameless.rendering.failure ?? mishaps(nameless).find(({ span }) => !known.has(span.from));
    if (problem === undefined) return [];
    return [
      {
        level: 'fault',
        message: `The template needs \`name\` in the result of a tool: ${inCode(problem.message)}.`,
        at: problem.span,
        shows: { conversation: 'call', range: null },
        remedy: 'Pass `name` with each result, or look it up by `tool_call_id`.',
        edits: [],
      },
    ];
  },
};
