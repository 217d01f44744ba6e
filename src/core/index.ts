/** The only door to the core: everything outside `src/core` imports from here. */
export { extract } from './extract.ts';
export { splitMarkers } from './diagnose/split-markers.ts';
export { notYetChecked } from './trace/extracted-call.ts';
export { argumentSpans, type CallArguments } from './trace/argument-spans.ts';
export { engines, type Engine } from './catalogue/engines.ts';
export { formatPages, type FormatPage, type Piece, type PieceRole } from './catalogue/format-page.ts';
export { readerTable, type ReaderRow, type ReaderTable, type ReaderVerdict } from './catalogue/reader-table.ts';
export { compareExtractions, differenceText } from './trace/compare.ts';
export { coercionPeers, type CoercionPeer } from './catalogue/coercion-peers.ts';
export { coercionRow, rawValues, type CoercedCell, type RawValue } from './catalogue/coercion-table.ts';
export { applyEdit, within } from './document/edit.ts';
export { addTools, mergeTools, moveTool, removeTool, replaceTool } from './tools/edit-tools.ts';
export {
  explain,
  gateQuestion,
  jsonErrorText,
  learnWording,
  originLabel,
  tierLabel,
  type Explanation,
} from './trace/explain.ts';
export {
  customFields,
  customFormatExample,
  customFormatProblem,
  firstCustomFormat,
  longestMarker,
  type CustomFormat,
} from './runtimes/own/custom-format.ts';
export { diffLines, type DiffLine } from './document/line-diff.ts';
export { ancestorsOf, stepAt } from './trace/locate.ts';
export { characterText, excerpt, placeOf, placeText } from './document/place.ts';
export { anthropicMessages, openAiMessages, type WireMessage } from './loop/messages.ts';
export {
  conversationMessages,
  conversationText,
  loopRuntimeOf,
  messageFamilies,
  openingMessages,
  type MessageFamily,
  type Opening,
} from './loop/families.ts';
export { LONG_RESULT, resultNotes, resultSize, type ResultNote } from './loop/result-notes.ts';
export {
  scheduleCalls,
  TOGETHER,
  type CallRun,
  type LoopRuntime,
  type PlannedCall,
  type Schedule,
} from './loop/schedule.ts';
export type { LoopMessage, LoopToolCall } from './loop/tool-results.ts';
export {
  chainOutcomes,
  MOST_ENTRIES,
  runChain,
  usualChain,
  type ChainEntry,
  type ChainOutcome,
  type ChainRun,
  type ChainStep,
} from './loop/fallback-chain.ts';
export {
  providerOf,
  providers,
  settingsFor,
  systemOf,
  systemsDisagree,
  type Handling,
  type Provider,
  type ProviderSettings,
  type System,
  type ToolUse,
} from './loop/providers.ts';
export {
  errorCodes,
  loopEnd,
  MOST_MISTAKES,
  mistakesInARow,
  presumedOutcome,
  scheduleTurn,
  type LoopCall,
  type LoopEnd,
  type LoopTurn,
  type ToolOutcome,
  type StrayResult,
} from './loop/turn.ts';
export { JsonText, wireText } from './loop/wire-text.ts';
export { chatcliCalls, type ChatcliAnswer } from './runtimes/chatcli/cascade.ts';
export { normalizeToolArgs, type Normalized } from './runtimes/chatcli/normalize.ts';
export { isKnownProfile, profiles } from './runtimes/info.ts';
export { augmentRaw, augmentSystemPrompt, defaultPreamble } from './runtimes/exathena/augment.ts';
export { formatPrompt } from './prompt/format-prompt.ts';
export {
  callConstraint,
  taggedCallConstraint,
  type CallMarking,
  type Constraint,
  type StructuralTag,
} from './prompt/constraint.ts';
export {
  DEEPEST_PARAMETER,
  MOST_PARAMETERS,
  parametersOf,
  type Parameter,
  type ParameterTable,
} from './tools/parameters.ts';
export { MOST_BREAKPOINTS } from './prompt/requests/anthropic.ts';
export { requestBody } from './prompt/requests/index.ts';
export type { RequestPart } from './prompt/requests/json.ts';
export { placeTools, type PlacedTools, type ToolPlacement } from './prompt/requests/place-tools.ts';
export { refusals, type Refusal } from './prompt/requests/refusals.ts';
export type { Breakpoint, RequestBody, RequestInput, RequestTool } from './prompt/requests/request.ts';
export { plainName, toolWarnings, type ToolWarning } from './prompt/tool-warnings.ts';
export { shimClosing, shimIntroduction, shimPrompt, type ShimPrompt } from './runtimes/chatcli/shim-prompt.ts';
export { recogniseResponse } from './stream/recognise-response.ts';
export { renderTrace } from './trace/render.ts';
export { member } from './json/node.ts';
export {
  codePointText,
  oddCharacters,
  oddName,
  ordinaryForm,
  type OddCharacter,
  type OddCharacters,
  type OddKind,
} from './document/odd-characters.ts';
export { prettyLines, prettyText, type PrettyLine } from './json/pretty.ts';
export { valueToText } from './json/writer.ts';
export { readJson } from './json/strict.ts';
export { contains, overlaps, touches } from './document/span.ts';
export { openStream, type ExtractionStream, type StreamEvents } from './stream/extraction-stream.ts';
export { openFenceFilter, type FenceFilter, type Withheld } from './runtimes/exathena/fence-filter.ts';
export { assembleLog, logLimit, openAssembly, type AssemblyEvents, type AssemblyStream } from './stream/assemble.ts';
export { explainAssemblyStep, isFault } from './stream/explain-assembly.ts';
export { readHar, type HarEntry } from './stream/har.ts';
export { recogniseLog, takeApart, type LogRecognition, type Pasted, type PastedOptions } from './stream/pasted.ts';
export {
  arrivedAt,
  characterRecording,
  chunksOf,
  evenRecording,
  lineRecording,
  mergeAt,
  mostChunks,
  moveBorder,
  packRecording,
  recordChunks,
  scheduleOf,
  splitAt,
  unpackRecording,
  type PackedRecording,
  type Pace,
  type Recording,
} from './stream/recording.ts';
export { hiddenSpans } from './runtimes/exathena/hidden-spans.ts';
export { renderAssembly } from './stream/render-assembly.ts';
export { openReplay, type Replay, type ReplayPosition } from './stream/replay.ts';
export {
  sweep,
  sweepBudget,
  sweepCuts,
  type CutOutcome,
  type Sweep,
  type SweepCut,
  type SweepProgress,
} from './stream/sweep.ts';
export { readTools, toolDefinitions } from './tools/tool-definitions.ts';
export { writeTools } from './tools/write-tools.ts';
export { depths } from './trace/trace.ts';
export { utf8Length } from './document/utf8.ts';
export { wireLabels, type Wire } from './prompt/requests/wire.ts';
export { verdictOf, type Verdict } from './trace/verdict.ts';
export type { ComparedRow, Comparison } from './trace/compare.ts';
export type * from './trace/extraction.ts';
export type * from './json/node.ts';
export type * from './stream/assembly.ts';
export type { ProfileInfo } from './runtimes/runtime.ts';
export type { AugmentedPrompt, PromptPart, SystemPrompt } from './runtimes/exathena/augment.ts';
export type { RecognisedResponse, ResponseShape } from './stream/recognise-response.ts';
export type { ProviderResponse } from './document/response.ts';
export type { Span } from './document/span.ts';
export type { ReadTool, ToolsReading } from './tools/tool-definitions.ts';
export type { ToolForm } from './tools/tool-form.ts';
export type { ToolProblem } from './tools/tool-problem.ts';
export type * from './tools/tool.ts';
export type * from './trace/call.ts';
export type { Edit, Repair } from './document/edit.ts';
export type * from './trace/trace.ts';
