/** The door to chat templates: a chunk of its own, so that the first load stays small. */
export {
  prepareContext,
  timeOf,
  type SettingProblem,
  type TemplateConversation,
  type TemplateSettings,
} from './context.ts';
export { conversationKinds, conversationOf } from './conversations.ts';
export { llamacppPrompt } from './llamacpp-prompt.ts';
export { parseTemplate } from './parse/parse-template.ts';
export { render } from './render.ts';
export { unrunParts } from './unrun.ts';
export type * from './conversations.ts';
export type * from './llamacpp-prompt.ts';
export type * from './parse/parse-template.ts';
export type * from './rendering.ts';
