export { callIds, type CallIds } from './call-id.ts';
export { argumentSpans, type CallArguments } from './argument-spans.ts';
export { meaning, valueMeaning } from './call-meaning.ts';
export {
  type Coercion,
  repairsText,
  returnsJson,
  type ToolCall,
  type Validation,
  type ValidationProblem,
} from './call.ts';
export { type ComparedRow, compareExtractions, type Comparison, differenceText, haveSameResult } from './compare.ts';
export { catalogue, diagnosisCatalogue, type DiagnosisCode } from './diagnosis-catalogue.ts';
export { codesWhere } from './diagnosis-traits.ts';
export {
  explain,
  type Explanation,
  gateMissText,
  gateWordsFor,
  generatedIdText,
  jsonErrorText,
  originLabel,
  stepText,
  tierLabel,
} from './explain.ts';
export { notYetChecked, type Payload } from './extracted-call.ts';
export type {
  Diagnosis,
  Extraction,
  ExtractionError,
  LedgerEntry,
  LedgerKind,
  Outcome,
  RuntimeInfo,
  RuntimeWithWords,
  SuppressedReason,
} from './extraction.ts';
export { stepAt } from './locate.ts';
export { lostCharacters } from './lost.ts';
export { type OpenPart, Recorder, type WholeReading } from './recorder.ts';
export { renderTrace } from './render.ts';
export { openDocument, type OpenedDocument, type ProviderResponse } from './response.ts';
export type {
  Ending,
  EnterEvent,
  GateCode,
  GateEvent,
  QuirkCode,
  ReadCode,
  RejectCode,
  RejectEvent,
  RepairAttempt,
  SkipCode,
  TraceEvent,
} from './trace.ts';
export { areReturned } from './returned.ts';
export { saidInstead } from './said-instead.ts';
export { type Tone, type Verdict, verdictOf } from './verdict.ts';
export { repairWord, wordFor, type Words, type WordTable } from './words.ts';
export { writtenId } from './written-id.ts';
