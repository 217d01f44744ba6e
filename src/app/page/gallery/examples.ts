import { writtenExamples } from '../../../data/examples/index.ts';
import { exampleOf, type Example } from './example.ts';

/** The examples of `data/examples`, in the order of the gallery. */
export const examples: readonly Example[] = writtenExamples.map(exampleOf);
