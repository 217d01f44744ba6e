export type { RuntimeAnswer } from './ask-all/answer.ts';
export {
  AskedReply,
  type IntendedCall,
  type ReplyAnswers,
  type ReplyQuestion,
  type RuntimeAnswers,
} from './ask-all/asked-reply.ts';
export { glance, type GlanceOptions } from './ask-all/glance.ts';
export { isWrittenFor, readersOf } from './ask-all/readers.ts';
export { promptOpened, type PromptOpened, type PromptQuestion } from './chain/prompt-opened.ts';
export { isChain, type Station, stationsOf } from './chain/stations.ts';
export { extract, type ExtractOptions, withTools } from './extract.ts';
export { clientResponse, type EntryOutcome, entryOutcomes } from './layered.ts';
export {
  customFields,
  type CustomFormat,
  customFormatExample,
  customFormatProblem,
  customFormatWarning,
  firstCustomFormat,
  longestMarker,
} from './own/custom-format.ts';
export {
  type BesideFile,
  besideFile,
  type FileAnswer,
  type FileCut,
  type FileReading,
  fileRuntime,
  fileSweep,
} from './parser-file.ts';
export {
  engineOf,
  FILE_RUNTIME,
  loadProject,
  loadProjects,
  type Project,
  type ProjectInfo,
  projectInfos,
  runtimeList,
  runtimeOf,
  runtimesFor,
} from './runtimes.ts';
export { correctForm, type CorrectForm, promptedForm } from './safety/correct-form.ts';
export { exactCalls, writersOf } from './safety/exact-calls.ts';
export { isMadeFor, type Safety, safetyOf, type Trial, trialOf, trialOfForm } from './safety/safety.ts';
export { openStream, readBothWays } from './stream/extraction-stream.ts';
export { hiddenSpans } from './stream/hidden-spans.ts';
export { type CallSoFar, openReplay, type Replay, type ReplayPosition } from './stream/replay.ts';
export {
  type ClientHas,
  clientOf,
  differenceFrom,
  streamsOtherwise,
  type FirstDifference,
  streamDifference,
  type StreamDifference,
} from './stream/stream-difference.ts';
export { type CutOutcome, type Sweep, type SweepCut, sweepCuts, type SweepProgress } from './stream/sweep.ts';
export { tokenRecording } from './stream/token-recording.ts';
