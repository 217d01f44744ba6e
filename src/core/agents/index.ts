export type { AgentSystem, MessageFamily, MessageShape } from './agent-system.ts';
export { chatcliCalls } from './chatcli/cascade.ts';
export { chatcliRuntimes } from './chatcli/index.ts';
export { chatcliAnthropicMessages, chatcliOpenAiMessages } from './chatcli/messages.ts';
export { normalizeToolArgs } from './chatcli/normalize.ts';
export { shimPrompt, shimSystemPrompt } from './chatcli/shim-prompt.ts';
export type { LoopMessage } from './chatcli/tool-results.ts';
export type { ChatcliCode } from './chatcli/words.ts';
export {
  augmentRaw,
  augmentSystemPrompt,
  defaultFormat,
  defaultPreamble,
  type SystemPrompt,
} from './exathena/augment.ts';
export { conversationText } from './exathena/conversation-text.ts';
export { openFenceFilter } from './exathena/fence-filter.ts';
export { exathenaRuntimes } from './exathena/index.ts';
export { otherExathenaRelease } from './exathena/releases.ts';
export type { ExathenaCode } from './exathena/words.ts';
export { asFence } from './exathena/write-fence.ts';
export {
  type ChainEntry,
  type ChainOutcome,
  chainOutcomes,
  type ChainRun,
  type ChainStep,
  type FallbackChain,
  MOST_ENTRIES,
} from './kit/fallback-chain.ts';
export type { Handling, ToolUse } from './kit/handling.ts';
export type { CallRun, Schedule } from './kit/schedule.ts';
export type { AugmentedPrompt, PromptPart } from './kit/system-prompt.ts';
export type { LoopCall, LoopTurn, ToolOutcome } from './kit/turn.ts';
export { JsonText, type WireMessage, wireText } from './kit/wire-text.ts';
export { type Wire, wireLabels } from './kit/wire.ts';
export { conversationMessages, familyFor, type Opening, openingMessages } from './loop/conversation.ts';
export { type Provider, providerOf, providers, settingsFor, systemsDisagree } from './loop/providers.ts';
export { LONG_RESULT, resultNotes, resultSize } from './loop/result-notes.ts';
export { loopEnd, type LoopEnd, presumedOutcome, scheduleTurn } from './loop/turn.ts';
export { callConstraint, type Constraint, taggedCallConstraint } from './prompt/constraint.ts';
export { formatPrompt } from './prompt/format-prompt.ts';
export { plainName, type ToolWarning, toolWarnings } from './prompt/tool-warnings.ts';
export { MOST_BREAKPOINTS } from './requests/anthropic.ts';
export { requestBody } from './requests/index.ts';
export { nativeTools, type PlacedTools } from './requests/native-tools.ts';
export { placeTools, type ToolPlacement } from './requests/place-tools.ts';
export { type Refusal, refusals } from './requests/refusals.ts';
export type { Breakpoint, RequestBody } from './requests/request.ts';
export { shownSystem, systemOf, systems } from './systems.ts';
