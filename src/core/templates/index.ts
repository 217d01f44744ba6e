/** The door to chat templates: a chunk of its own, so that the first load stays small. */
export { conversationKinds, conversationOf } from './conversations.ts';
export { findFaults } from './faults/index.ts';
export { parseTemplate } from './parse/parse-template.ts';
export { render } from './render.ts';
export { againstReply, teaches } from './teaches.ts';
export type * from './conversations.ts';
export type * from './faults/prompt-fault.ts';
export type * from './parse/parse-template.ts';
export type * from './rendering.ts';
export type * from './taught.ts';
