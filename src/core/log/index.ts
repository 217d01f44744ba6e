export { assembleLog, logLimit, openAssembly } from './assemble.ts';
export type { Assembly, AssemblyStep, LogKind, TokenUsage } from './assembly.ts';
export { isFault, logLabel, recognitionText } from './explain-assembly.ts';
export { assemblyStepText } from './assembly-step-text.ts';
export { decodeBase64, defaultHarEntry, type HarEntry, harBody, isStreamBody, readHar } from './har.ts';
export { textFromLogprobs } from './logprobs.ts';
export {
  arrivedAt,
  characterRecording,
  chunksOf,
  type ContentChunk,
  evenRecording,
  lineRecording,
  mergeAt,
  mostChunks,
  moveBorder,
  type Pace,
  type PackedRecording,
  packRecording,
  recordChunks,
  type Recording,
  scheduleOf,
  splitAt,
  unpackRecording,
} from './recording.ts';
export { isProgress } from './log-framing.ts';
export { itemsAt, objectAt, textAt } from './wire-json.ts';
