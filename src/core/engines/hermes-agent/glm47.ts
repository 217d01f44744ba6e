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
        const key = whole.slice(from, to).indexOf('<arg_key>');
        const nameTo = key < 0 ? to : from + key;
        return { nameTo, pairsFrom: nameTo };
      },
      true,
      steps,
    ),
});
