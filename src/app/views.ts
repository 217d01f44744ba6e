import type { ViewId } from './page/fields.ts';
import type { LazyViewId, viewCode } from './view-code.ts';

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

/** THE rows of the views, one for each of `viewIds`: header, page and commands read them. */
export const views: { readonly [Id in ViewId]: View } = {
  reply: { label: 'Text and steps', door: 'debug', key: 'g r', hasVerdict: true },
  stream: {
    label: 'Stream',
    door: 'debug',
    key: 'g s',
    hasVerdict: true,
  },
  prompt: {
    label: 'Prompt',
    door: 'prompt',
    key: 'g p',
    hasVerdict: false,
  },
  loop: {
    label: 'Loop',
    door: 'debug',
    key: 'g l',
    hasVerdict: true,
  },
  compare: {
    label: 'Compare',
    door: 'debug',
    key: 'g c',
    hasVerdict: false,
  },
  parser: {
    label: 'Your parser',
    door: 'debug',
    key: 'g y',
    hasVerdict: false,
  },
  batch: {
    label: 'Many replies',
    door: 'prompt',
    key: 'g b',
    hasVerdict: false,
  },
  // Its id is older than its other sections.
  formats: {
    label: 'Learn',
    door: 'learn',
    key: 'g f',
    hasVerdict: false,
  },
};

/** Whether a view is about the reply that is open. */
export function isBesideReply(id: ViewId): boolean {
  return views[id].door === 'debug';
}

/** Fetches the code of a view. */
export async function loadView(id: LazyViewId): ReturnType<(typeof viewCode)[LazyViewId]> {
  return (await import('./view-code.ts')).viewCode[id]();
}

/** Fetches a view before it is asked for; what fails now is asked for again then. */
export function fetchView(id: ViewId): void {
  if (id !== 'reply') loadView(id).catch(() => undefined);
}
