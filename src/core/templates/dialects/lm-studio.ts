import type { Dialect } from './dialect.ts';
import { huggingfaceJinja } from './huggingface-jinja.ts';

function without<Key, Entry>(all: ReadonlyMap<Key, Entry>, key: Key): ReadonlyMap<Key, Entry> {
  return new Map([...all].filter(([one]) => one !== key));
}

/**
 * LM Studio. Its messages ("Unknown StringValue filter: safe", "Unknown test: sequence") are those of `@huggingface/jinja`,
 * of a version that lacks both.
 */
export const lmStudio: Dialect = {
  ...huggingfaceJinja,
  id: 'lm-studio',
  name: 'LM Studio',
  version: '0.4.20',
  basis: 'documented',
  sources: [
    'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/2233',
    'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1342',
  ],
  filters: without(huggingfaceJinja.filters, 'safe'),
  tests: new Set([...huggingfaceJinja.tests].filter((name) => name !== 'sequence')),
};
