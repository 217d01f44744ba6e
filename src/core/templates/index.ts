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
export { parseTemplate } from '../jinja/parse/parse-template.ts';
export { render } from '../jinja/render.ts';
export { unrunParts } from '../jinja/unrun.ts';
export type * from './conversations.ts';
export type * from './llamacpp-prompt.ts';
export type * from '../jinja/parse/parse-template.ts';
export type * from '../jinja/rendering.ts';
