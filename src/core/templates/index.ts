/** The door to chat templates: a chunk of its own, so that the first load stays small. */
export type * from './rendering.ts';
