export type { Cause, Did, Evidence, EvidenceRow, Field, FoundCall, Weight, Writer } from './evidence.ts';
export { emulationDiffers, namesReader, projectOf, type ReadPart, standIn, withReader } from './emulation.ts';
export { evidenceOf } from './evidence-of.ts';
export { finishKind } from './paste/finish.ts';
export { evidenceSentences, type EvidenceSentences } from './words/sentences.ts';
