import { glmCalls } from './glm-calls.ts';
import { hermesAgentParser } from './parser.ts';

export const glm45 = hermesAgentParser({
  flag: 'glm45',
  formats: ['glm-4.5'],
  reads: 'A name on the first line of <tool_call>, and <arg_key> pairs; without a line break there is no call.',
  find: (text, _tools, steps) =>
    glmCalls(
      text,
      (whole, from, to) => {
        const line = whole.slice(from, to).indexOf('\n');
        return line < 0 ? null : { nameTo: from + line, pairsFrom: from + line + 1 };
      },
      false,
      steps,
    ),
});
