import type { Component } from 'svelte';
import type { ViewId } from './page/fields.ts';

/** What somebody comes for. */
export type DoorId = 'debug' | 'prompt' | 'learn';

interface Door {
  readonly id: DoorId;
  readonly label: string;
  /** Where it leads. */
  readonly view: ViewId;
}

/** THE list of doors, in the order of the header. */
export const doors: readonly Door[] = [
  { id: 'debug', label: 'Debug', view: 'reply' },
  { id: 'prompt', label: 'Prompt', view: 'prompt' },
  { id: 'learn', label: 'Learn', view: 'formats' },
];

/** What the page has to know of a view. */
interface View {
  readonly label: string;
  readonly door: DoorId;
  /** The keys that lead to it, pressed one after the other. */
  readonly key: string;
  /** False where it shows something else than the result of the reply under the chosen runtime. */
  readonly hasVerdict: boolean;
}

interface LazyView extends View {
  /** Fetched when its button is neared or it is first shown. */
  readonly load: () => Promise<{ default: Component<Record<string, never>> }>;
}

/** Reply is there from the start: the page itself shows it. */
interface FirstView extends View {
  readonly load: null;
}

/** THE rows of the views, one for each of `viewIds`: header, page and commands read them. */
export const views: { readonly reply: FirstView } & { readonly [Id in Exclude<ViewId, 'reply'>]: LazyView } = {
  reply: { label: 'Text and steps', door: 'debug', key: 'g r', hasVerdict: true, load: null },
  stream: {
    label: 'Stream',
    door: 'debug',
    key: 'g s',
    hasVerdict: true,
    load: () => import('./views/stream/StreamView.svelte'),
  },
  prompt: {
    label: 'Prompt',
    door: 'prompt',
    key: 'g p',
    hasVerdict: false,
    load: () => import('./views/prompt/PromptView.svelte'),
  },
  loop: {
    label: 'Loop',
    door: 'debug',
    key: 'g l',
    hasVerdict: true,
    load: () => import('./views/loop/LoopView.svelte'),
  },
  compare: {
    label: 'Compare',
    door: 'debug',
    key: 'g c',
    hasVerdict: false,
    load: () => import('./views/compare/CompareView.svelte'),
  },
  parser: {
    label: 'Your parser',
    door: 'debug',
    key: 'g y',
    hasVerdict: false,
    load: () => import('./views/parser/ParserView.svelte'),
  },
  batch: {
    label: 'Many replies',
    door: 'prompt',
    key: 'g b',
    hasVerdict: false,
    load: () => import('./views/batch/BatchView.svelte'),
  },
  // Its id is older than its other sections.
  formats: {
    label: 'Learn',
    door: 'learn',
    key: 'g f',
    hasVerdict: false,
    load: () => import('./views/learn/LearnView.svelte'),
  },
};

/** Fetches a view before it is asked for; what fails now is asked for again then. */
export function fetchView(id: ViewId): void {
  views[id].load?.().catch(() => undefined);
}
