/** The door to chat templates: a chunk of its own, so that the first load stays small. */
export { prepareContext, timeOf } from './context.ts';
export { conversationKinds, conversationOf } from './conversations.ts';
export { llamacppPrompt } from './llamacpp-prompt.ts';
export { parseTemplate, render, unrunParts } from '../jinja/index.ts';
export type {
  ParsedTemplate,
  Piece,
  Rendering,
  RenderStep,
  TemplateFailure,
  TemplateSpan,
  TemplateTime,
  TemplateWarning,
} from '../jinja/index.ts';

export type { SettingProblem, TemplateConversation, TemplateSettings } from './context.ts';
export type { Conversation, ConversationKind, ConversationMaterial } from './conversations.ts';
export type { PromptEnd } from './faults/prompt-end.ts';
export type { FaultCode, FaultOptions, PromptFault } from './faults/prompt-fault.ts';
export type { LlamacppChat, LlamacppModel, LlamacppPrompt } from './llamacpp-prompt.ts';
export type { GgufModel, SourceProblem, SourceReading, TemplateSource } from './sources/index.ts';
export type { Shown, TaughtFormat, Teaching } from './taught.ts';
