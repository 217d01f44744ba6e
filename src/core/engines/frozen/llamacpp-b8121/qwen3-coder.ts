import { b8121Format } from './format.ts';
import { readConstructed } from './kit/constructed-calls.ts';

export const qwen3Coder = b8121Format({
  slug: 'qwen3-coder',
  name: 'peg-constructed',
  variant: 'Qwen3-Coder',
  templates: ['Qwen3-Coder'],
  formats: ['qwen3-coder-xml'],
  reads: 'One call of a declared tool in <tool_call>, with <parameter=NAME> tags in the order of the schema.',
  read: readConstructed,
});
