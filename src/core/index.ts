/** The only door to the core: everything outside `src/core` imports from here. */
export { extract, type ExtractOptions } from './reader/extract.ts';
export { applyEdit, doneText, within, type Edit } from './text/document/edit.ts';
export { diffLines, type DiffLine } from './text/document/line-diff.ts';
export {
  codePointText,
  oddName,
  ordinaryForm,
  strayCharacters,
  type OddCharacter,
} from './text/document/odd-characters.ts';
export { partitionPoint } from './text/document/partition-point.ts';
export { characterText, excerpt, placeText } from './text/document/place.ts';
export { sharedEnd, sharedStart } from './text/document/shared-ends.ts';
export { contains, overlaps, type Span } from './text/document/span.ts';
export { utf8Length } from './text/document/utf8.ts';
export { argumentSpans, type CallArguments } from './trace/argument-spans.ts';
export { repairsText, returnsJson, type ToolCall, type Validation, type ValidationProblem } from './trace/call.ts';
export { meaning, valueMeaning } from './trace/call-meaning.ts';
export {
  compareExtractions,
  differenceText,
  haveSameResult,
  type ComparedRow,
  type Comparison,
} from './trace/compare.ts';
export { explain, gateWordsFor, jsonErrorText, originLabel, tierLabel, type Explanation } from './trace/explain.ts';
export { notYetChecked } from './trace/extracted-call.ts';
export type {
  Diagnosis,
  Extraction,
  ExtractionError,
  LedgerEntry,
  LedgerKind,
  RuntimeInfo,
  RuntimeWithWords,
  SuppressedReason,
} from './trace/extraction.ts';
export { stepAt } from './trace/locate.ts';
export { renderTrace } from './trace/render.ts';
export type { Ending, GateEvent, TraceEvent } from './trace/trace.ts';
export { verdictOf, type Verdict } from './trace/verdict.ts';
export { wordFor, type WordTable } from './trace/words.ts';
export type { JsonObject, JsonPath, JsonValue } from './text/json/node.ts';
export { prettyLines, prettyText } from './text/json/pretty.ts';
export { readJson } from './text/json/strict.ts';
export { valueToText } from './text/json/writer.ts';
export { addTools, mergeTools, moveTool, removeTool, replaceTool } from './tools/edit-tools.ts';
export { DEEPEST_PARAMETER, MOST_PARAMETERS, parametersOf, type ParameterTable } from './tools/parameters.ts';
export { toolsOfCalls } from './tools/tools-of-calls.ts';
export { readTools, toolDefinitions, type ReadTool } from './tools/tool-definitions.ts';
export type { ToolForm } from './tools/tool-form.ts';
export type { ToolProblem } from './tools/tool-problem.ts';
export type { ToolDefinition } from './tools/tool.ts';
export { writeTools } from './tools/write-tools.ts';
export type { AgentSystem, MessageFamily, MessageShape } from './agents/agent-system.ts';
export { chatcliCalls } from './agents/chatcli/cascade.ts';
export { chatcliAnthropicMessages, chatcliOpenAiMessages } from './agents/chatcli/messages.ts';
export { normalizeToolArgs } from './agents/chatcli/normalize.ts';
export { shimPrompt, shimSystemPrompt } from './agents/chatcli/shim-prompt.ts';
export type { LoopMessage } from './agents/chatcli/tool-results.ts';
export { augmentRaw, augmentSystemPrompt, defaultPreamble, type SystemPrompt } from './agents/exathena/augment.ts';
export { conversationText } from './agents/exathena/conversation-text.ts';
export { openFenceFilter } from './agents/exathena/fence-filter.ts';
export { otherExathenaRelease } from './agents/exathena/releases.ts';
export {
  engineOf,
  loadProject,
  loadProjects,
  projectInfos,
  runtimeList,
  runtimesFor,
  type ProjectInfo,
} from './reader/runtimes.ts';
export {
  chainOutcomes,
  MOST_ENTRIES,
  type ChainEntry,
  type ChainOutcome,
  type ChainRun,
  type ChainStep,
  type FallbackChain,
} from './agents/kit/fallback-chain.ts';
export type { Handling, ToolUse } from './agents/kit/handling.ts';
export type { CallRun, Schedule } from './agents/kit/schedule.ts';
export type { LoopCall, LoopTurn, ToolOutcome } from './agents/kit/turn.ts';
export { wireText, type WireMessage } from './agents/kit/wire-text.ts';
export { wireLabels, type Wire } from './agents/kit/wire.ts';
export { joinDeltas } from './engines/kit/deltas.ts';
export type { AugmentedPrompt, PromptPart } from './agents/kit/system-prompt.ts';
export { clientResponse, entryOutcomes, type EntryOutcome } from './reader/layered.ts';
export {
  customFields,
  customFormatExample,
  customFormatProblem,
  firstCustomFormat,
  longestMarker,
  type CustomFormat,
} from './reader/own/custom-format.ts';
export type { Delta, Runtime, Withheld } from './engines/runtime.ts';
export { shownSystem, systemOf, systems } from './agents/systems.ts';
export { diagnosisCatalogue } from './diagnose/catalogue.ts';
export { diagnose } from './diagnose/diagnose.ts';
export { splitMarkers } from './diagnose/split-markers.ts';
export { callConstraint, taggedCallConstraint, type Constraint } from './agents/prompt/constraint.ts';
export { formatPrompt } from './agents/prompt/format-prompt.ts';
export { MOST_BREAKPOINTS } from './agents/requests/anthropic.ts';
export { requestBody } from './agents/requests/index.ts';
export { nativeTools, type PlacedTools } from './agents/requests/native-tools.ts';
export { placeTools, type ToolPlacement } from './agents/requests/place-tools.ts';
export { refusals, type Refusal } from './agents/requests/refusals.ts';
export type { Breakpoint, RequestBody } from './agents/requests/request.ts';
export { plainName, toolWarnings, type ToolWarning } from './agents/prompt/tool-warnings.ts';
export { conversationMessages, familyFor, openingMessages, type Opening } from './agents/loop/conversation.ts';
export { providerOf, providers, settingsFor, systemsDisagree, type Provider } from './agents/loop/providers.ts';
export { LONG_RESULT, resultNotes, resultSize } from './agents/loop/result-notes.ts';
export { loopEnd, presumedOutcome, scheduleTurn, type LoopEnd } from './agents/loop/turn.ts';
export {
  loadOwnTemplates,
  loadTeaches,
  loadTemplateDialects,
  loadTemplateFaults,
  loadTemplates,
  loadTemplateSources,
} from './templates/load.ts';
export type { SettingProblem, TemplateConversation, TemplateSettings } from './templates/context.ts';
export type { Conversation, ConversationKind, ConversationMaterial } from './templates/conversations.ts';
export type { PromptEnd } from './templates/faults/prompt-end.ts';
export type { FaultCode, FaultOptions, PromptFault } from './templates/faults/prompt-fault.ts';
export type { LlamacppChat, LlamacppModel, LlamacppPrompt } from './templates/llamacpp-prompt.ts';
export type * from './jinja/rendering.ts';
export type { GgufModel, SourceProblem, SourceReading, TemplateSource } from './templates/sources/index.ts';
export type { Shown, TaughtFormat, Teaching } from './templates/taught.ts';
export { openStream } from './reader/stream/extraction-stream.ts';
export { hiddenSpans } from './reader/stream/hidden-spans.ts';
export { assembleLog, logLimit, openAssembly } from './log/assemble.ts';
export type { Assembly, AssemblyStep, LogKind, TokenUsage } from './log/assembly.ts';
export { explainAssemblyStep, isFault } from './log/explain-assembly.ts';
export { LineFeeds, withLineFeeds } from './text/document/line-feeds.ts';
export { takeApart, type Pasted, type PastedOptions } from './recognise/pasted.ts';
export { recognise, type PastedContent } from './recognise/recognise.ts';
export type { GivenAway, Recognised, RecognisedKind, RecognisedReply } from './recognise/recognised.ts';
export { recogniseResponse } from './recognise/response.ts';
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
  type Pace,
  type PackedRecording,
  type Recording,
} from './log/recording.ts';
export { openReplay, type CallSoFar, type Replay, type ReplayPosition } from './reader/stream/replay.ts';
export { streamDifference, type ClientHas, type StreamDifference } from './reader/stream/stream-difference.ts';
export { sweepCuts, type CutOutcome, type Sweep, type SweepCut, type SweepProgress } from './reader/stream/sweep.ts';
export { tokenRecording } from './reader/stream/token-recording.ts';
export { waysOut, type WayOut, type WaysOut, type WaysOutOptions } from './ways-out/ways-out.ts';
export { toolsFor } from './reader/called-tools.ts';
export { coercionPeers } from './catalogue/coercion-peers.ts';
export { coercionRow, rawValues } from './catalogue/coercion-table.ts';
export { engines } from './catalogue/engines.ts';
export { formatPages, type FormatPage, type PieceRole } from './catalogue/format-page.ts';
export { readerTable, type ReaderRow, type ReaderTable, type ReaderVerdict } from './catalogue/reader-table.ts';
export { glance, type Glance, type GlanceOptions } from './reader/ask-all/glance.ts';
export type { AnswerOptions, RuntimeAnswer, RuntimeAnswers } from './reader/ask-all/runtime-answers.ts';
