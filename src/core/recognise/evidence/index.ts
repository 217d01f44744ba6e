export type { Cause, Did, Evidence, EvidenceRow, Field, FoundCall, Weight, Writer } from './evidence.ts';
export { emulationDiffers, projectOf, runtimeOf } from './emulation.ts';
export { evidenceOf } from './evidence-of.ts';
export { isReadByProvider } from './judge.ts';
export { evidenceSentences, type EvidenceSentences } from './words/sentences.ts';
