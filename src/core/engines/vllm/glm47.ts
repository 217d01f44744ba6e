import { argumentPairs } from './table/argument-pairs.ts';
import { vllmRuntime } from './parser.ts';
import { tableParser } from './table/parser.ts';

export const glm47 = vllmRuntime(
  tableParser(
    {
      flag: 'glm47',
      file: 'vllm/parser/glm47_moe.py',
      formats: ['glm-4.5'],
      reads: 'The same format as glm45.',
    },
    argumentPairs,
  ),
);
