import { taggedValues } from '../scan/tagged-values.ts';
import type { ToolFormat } from './format.ts';

/** The body of Qwen3-Coder in a wrapper of its own. */
export const seedOss: ToolFormat = {
  id: 'seed-oss',
  lineage: 'ByteDance Seed',
  models: 'Seed-OSS 36B, Seed-Coder',
  dialects: ['budget-note'],
  readers: { vllm: ['seed_oss'], llamacpp: ['Seed-OSS'] },
  tier: 'tagged',
  example: '<seed:tool_call>\n<function=pour_wax>\n<parameter=grams>90</parameter>\n</function>\n</seed:tool_call>',
  openers: [{ text: '<seed:tool_call>' }],
  read: taggedValues({
    close: ['</seed:tool_call>'],
    call: { open: ['<function=', '<function '], close: ['</function>'], nameFrom: ['', 'name'] },
    value: { open: ['<parameter=', '<parameter '], close: ['</parameter>'], keyFrom: ['', 'name'] },
  }),
  closers: ['</seed:tool_call>'],
};
