import type { Dialect, DialectId } from './dialect.ts';
import { huggingfaceJinja } from './huggingface-jinja.ts';
import { llamacpp } from './llamacpp.ts';
import { lmStudio } from './lm-studio.ts';
import { minja } from './minja.ts';

/** The door to what other engines lack of a template: a chunk of its own, for who has read a template already. */
export type { Dialect, DialectFault, DialectFaultCode, DialectId } from './dialect.ts';
export { dialectFaults } from './dialect-faults.ts';
export { dialectSentence, type DialectSentence } from './sentences.ts';

export const dialects: ReadonlyMap<DialectId, Dialect> = new Map(
  [huggingfaceJinja, llamacpp, minja, lmStudio].map((dialect) => [dialect.id, dialect]),
);
