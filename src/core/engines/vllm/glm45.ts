import { argumentPairs } from './table/argument-pairs.ts';
import { sameClass, vllmRuntime } from './parser.ts';
import { tableParser } from './table/parser.ts';

export const glm45 = vllmRuntime(
  tableParser(
    {
      flag: 'glm45',
      onePassWith: 'glm45',
      file: 'vllm/parser/glm47_moe.py',
      formats: ['glm-4.5'],
      reads: 'A name and <arg_key> with <arg_value>, in <tool_call>.',
    },
    argumentPairs,
  ),
);

export const glm47 = sameClass(glm45, 'glm47');
/** The engine of glm45 under another name. */
export const ling3 = vllmRuntime({
  ...glm45.parser,
  flag: 'ling3',
  file: 'vllm/parser/ling3.py',
  onePassWith: 'ling3',
  reads: 'A name and <arg_key> with <arg_value>, in <tool_call>.',
});
