export { type AtemCode, atemWords, readAtem } from './atem.ts';
export { begunMarker } from './begun-marker.ts';
export {
  type AppLayer,
  appLayerRuntime,
  type CallItem,
  type LayerItem,
  type LayerRuntime,
  memberOf,
  parsedCall,
  type RawToolCall,
  type Refusal,
  untilRaised,
} from './app-layer.ts';
export { CallListPattern, matchEnd, noteStop, type PatternStop, patternWords } from './call-list-pattern.ts';
export { type PayloadResult, readPayload, spanOf } from './call-payload.ts';
export { closedThoughts, liesIn } from './closed-thoughts.ts';
export { callDeltas, contentDelta, joinDeltas, nothing, type Received, textDeltas } from './deltas.ts';
export { DOTS_OPEN, type DotsRules, DotsStream, dotsWords, readDots } from './dots.ts';
export { type Edit, EditedText } from './edited-text.ts';
export { openString } from './open-string.ts';
export { namedTag, namelessParam, PARAM, PARAM_END, withoutCdata } from './param-patterns.ts';
export { readXmlElement, type XmlElement } from './xml-element.ts';
export { divide, type Division, type EngineCall, outside, payloadOf } from './engine-calls.ts';
export { type Engine, type EngineOutcome, engineRuntime, formatOf } from './engine-runtime.ts';
export {
  type EngineStream,
  type Message,
  type MessageCall,
  messageDeltas,
  type Raised,
  type StreamNote,
  streamWords,
} from './engine-stream.ts';
export { Excerpt } from './excerpt.ts';
export { heldBack, overlapLength } from './hold-back.ts';
export { firstMatch, KimiK3Calls, type KimiK3Delta, KimiK3Markers, kimiK3Words, readKimiK3 } from './kimi-k3.ts';
export { isValueError, loads } from './loads.ts';
export { nativeEntries, type NativeItem, readNativeCalls } from './native-calls.ts';
export { type NativeErrorCode, nativeWords } from './native-words.ts';
export { droppedPieces, gapsIn, joinedPieces, strippedPieces } from './pieces.ts';
export {
  argumentsOf,
  calledName,
  type CallRules,
  firstValue,
  jsonWords,
  pythonLiteralWords,
  pythonSyntaxWords,
  readCall,
  type ReadCall,
  reject,
} from './python-calls.ts';
export { pythonJsonWords, raisedBy, raisedWords, uncaught } from './raised.ts';
export { concludeReading, type Exception, type Reading } from './reading.ts';
export { lastTag, type ReasoningParser, type ReasoningStream, type Split, type SplitDelta } from './reasoning.ts';
export { reasoningChoices, type ReasoningPreset } from './reasoning-choices.ts';
export { replaySteps } from './replayed-steps.ts';
export { inReply, type Mark } from './read-part.ts';
export { chainRuntime } from './chain-runtime.ts';
export { type TextAgent, textAgentRuntime, type TextAgentRuntime } from './text-agent.ts';
export { tokenPieces } from './token-pieces.ts';
export { writtenOpener } from './written-opener.ts';
export { wholeCalls } from './whole-calls.ts';
export {
  callOfTool,
  definitionsOf,
  readToolTags,
  type TaggedReply,
  type TaggedTool,
  type ToolTags,
} from './tool-tags.ts';
export { familyOf, typeOf } from './type-names.ts';
export {
  allIndices,
  commonPrefixLength,
  extractIntermediateDiff,
  isCompleteJson,
  isInPair,
  partialOverlap,
} from './unfinished.ts';
export { readByZod, unchecked, type ZodReading } from './zod.ts';
