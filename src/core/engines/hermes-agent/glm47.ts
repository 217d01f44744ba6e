import { glmCalls } from './glm-calls.ts';
import { hermesAgentParser } from './parser.ts';

export const glm47 = hermesAgentParser({
  flag: 'glm47',
  formats: ['glm-4.5'],
  reads: 'A name up to the first <arg_key> in <tool_call>, and the pairs; each value is guessed.',
  find: (text, _tools, steps) =>
    glmCalls(
      text,
      (whole, from, to) => {
        const key = whole.indexOf('<arg_key>', from);
        const nameTo = key < 0 || key >= to ? to : key;
        return { nameTo, pairsFrom: nameTo };
      },
      true,
      steps,
    ),
});
