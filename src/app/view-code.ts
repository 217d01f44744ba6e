import type { Component } from 'svelte';
import type { ViewId } from './page/fields.ts';

/** Reply is there from the start: the page itself shows it. */
export type LazyViewId = Exclude<ViewId, 'reply'>;

type ViewCode = Promise<{ default: Component<Record<string, never>> }>;

/**
 * Where the code of each view is. A file of its own, fetched before the first view: the names of all the files that the views
 * are made of would be a thirtieth of the first load.
 */
export const viewCode: { readonly [Id in LazyViewId]: () => ViewCode } = {
  stream: () => import('./views/stream/StreamView.svelte'),
  prompt: () => import('./views/prompt/PromptView.svelte'),
  loop: () => import('./views/loop/LoopView.svelte'),
  compare: () => import('./views/compare/CompareView.svelte'),
  parser: () => import('./views/parser/ParserView.svelte'),
  batch: () => import('./views/batch/BatchView.svelte'),
  // Its id is older than its other sections.
  formats: () => import('./views/learn/LearnView.svelte'),
};
