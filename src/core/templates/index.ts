/** The door to chat templates: a chunk of its own, so that the first load stays small. */
export { prepareContext, type SettingProblem, type TemplateConversation, type TemplateSettings } from './context.ts';
export { parseTemplate, type ParsedTemplate, type Parsing } from './parse/parse-template.ts';
export { render } from './render.ts';
export type * from './rendering.ts';
export * from './conversations.ts';
export type * from './taught.ts';
export { unrunParts } from './unrun.ts';
