export { withoutTurnEnd } from './align.ts';
export { type Came, cameOf, cameOutcomes } from './came.ts';
export { isFailure, type Move, type Moves, movesBetween, type OutcomeMove } from './compare.ts';
export { calledInVain, differenceBetween, otherNumber, withoutCall } from './expected.ts';
export { expectedExactly } from './shapes/expected-calls.ts';
export { add, commonest, type Counts } from './counts.ts';
export { type Common, countersOf, type Counters, type Group, groupsOf } from './groups.ts';
export { DeclaredTools } from './join.ts';
export { Judge, type JudgeOptions, type ReplyResult } from './judge.ts';
export { sentenceOf } from './normalise.ts';
export { type BatchOutcome, outcomes } from './outcome.ts';
export { type OwnFault, ownFaultWords } from './own-calls.ts';
export { type LogOptions, LogReader } from './read/log-reader.ts';
export type { OpenZstd } from './read/unpack.ts';
export {
  type LoggedCall,
  type LoggedReply,
  type LogMember,
  type LogProblem,
  type LogSummary,
  type MappedPart,
  mappedParts,
  type Mapping,
  type ShapeId,
} from './reply.ts';
export { picked, ResultColumns, type Results } from './results.ts';
export { type Served, servedOutcomes } from './served.ts';
export { isStillExpected, shrunkReply } from './shrink.ts';
export { clearSide, difference, type Estimate, mean, pairedDifference, rate, signSentence } from './statistics.ts';
export { at, type Fields, fieldsOf, listOf, objectsOf, textAt } from './values.ts';
export { changedReply, type ReplyChange } from './what-if.ts';
export { zipOf } from './zip.ts';
