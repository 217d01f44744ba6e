/** The only door to the core: everything outside `src/core` imports from here. */
export { extract, type ExtractOptions } from './extract.ts';
export { diagnose } from './diagnose/index.ts';
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
export { explain, gateWordsFor, jsonErrorText, originLabel, tierLabel, type Explanation } from './trace/explain.ts';
export { wordFor, type GateWords, type Words, type WordTable } from './trace/words.ts';
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
export { conversationMessages, familyFor, openingMessages, type Opening } from './loop/conversation.ts';
export { providerOf, providers, settingsFor, systemsDisagree, type Provider } from './loop/providers.ts';
export { LONG_RESULT, resultNotes, resultSize } from './loop/result-notes.ts';
export { loopEnd, presumedOutcome, scheduleTurn, type LoopEnd } from './loop/turn.ts';
export type { AgentSystem, MessageFamily, MessageShape } from './runtimes/agent-system.ts';
export { shownSystem, systemOf, systems } from './runtimes/systems.ts';
export {
  chainOutcomes,
  MOST_ENTRIES,
  type ChainEntry,
  type ChainOutcome,
  type ChainRun,
  type ChainStep,
  type FallbackChain,
} from './runtimes/kit/agents/fallback-chain.ts';
export type { Handling, ToolUse } from './runtimes/kit/agents/handling.ts';
export type { CallRun, Schedule } from './runtimes/kit/agents/schedule.ts';
export type { LoopCall, LoopTurn, ToolOutcome } from './runtimes/kit/agents/turn.ts';
export { wireText, type WireMessage } from './runtimes/kit/agents/wire-text.ts';
export { chatcliAnthropicMessages, chatcliOpenAiMessages } from './runtimes/chatcli/messages.ts';
export type { LoopMessage } from './runtimes/chatcli/tool-results.ts';
export { conversationText } from './runtimes/exathena/conversation-text.ts';
export { otherExathenaRelease } from './runtimes/exathena/releases.ts';
export { chatcliCalls, type ChatcliAnswer } from './runtimes/chatcli/cascade.ts';
export { normalizeToolArgs, type Normalized } from './runtimes/chatcli/normalize.ts';
export { projectInfos, runtimeList, type ProjectInfo } from './runtimes/index.ts';
export { joinDeltas, type Received } from './runtimes/kit/deltas.ts';
export { infoOf, type Capabilities, type Chunk, type Delta, type Runtime, type Withheld } from './runtimes/runtime.ts';
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
export { nativeTools, type PlacedTools } from './prompt/requests/native-tools.ts';
export { placeTools, type ToolPlacement } from './prompt/requests/place-tools.ts';
export { refusals, type Refusal } from './prompt/requests/refusals.ts';
export type { Breakpoint, RequestBody, RequestInput, RequestTool } from './prompt/requests/request.ts';
export { plainName, toolWarnings, type ToolWarning } from './prompt/tool-warnings.ts';
export { shimPrompt, shimSystemPrompt } from './runtimes/chatcli/shim-prompt.ts';
export { recogniseResponse } from './stream/log/recognise-response.ts';
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
export { openStream, type ExtractionStream, type StreamEnd } from './stream/extraction-stream.ts';
export { openFenceFilter, type FenceFilter } from './runtimes/exathena/fence-filter.ts';
export {
  assembleLog,
  logLimit,
  openAssembly,
  type AssemblyEvents,
  type AssemblyStream,
} from './stream/log/assemble.ts';
export { explainAssemblyStep, isFault } from './stream/log/explain-assembly.ts';
export { readHar, type HarEntry } from './stream/log/har.ts';
export { recogniseLog, takeApart, type LogRecognition, type Pasted, type PastedOptions } from './stream/log/pasted.ts';
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
  type ContentChunk,
  type PackedRecording,
  type Pace,
  type Recording,
} from './stream/recording.ts';
export { hiddenSpans } from './stream/hidden-spans.ts';
export { renderAssembly } from './stream/log/render-assembly.ts';
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
export { wireLabels, type Wire } from './runtimes/kit/agents/wire.ts';
export { verdictOf, type Verdict } from './trace/verdict.ts';
export type { ComparedRow, Comparison } from './trace/compare.ts';
export type * from './trace/extraction.ts';
export type * from './json/node.ts';
export type * from './stream/log/assembly.ts';
export type { SystemPrompt } from './runtimes/exathena/augment.ts';
export type { AugmentedPrompt, PromptPart } from './runtimes/kit/system-prompt.ts';
export type { RecognisedResponse, ResponseShape } from './stream/log/recognise-response.ts';
export type { ProviderResponse } from './document/response.ts';
export type { Span } from './document/span.ts';
export type { ReadTool, ToolsReading } from './tools/tool-definitions.ts';
export type { ToolForm } from './tools/tool-form.ts';
export type { ToolProblem } from './tools/tool-problem.ts';
export type * from './tools/tool.ts';
export type * from './trace/call.ts';
export type { Edit, Repair } from './document/edit.ts';
export type * from './trace/trace.ts';
