import { emptyLinkState, type LinkState } from '../permalink/state.ts';

export { viewIds, type ViewId } from '../permalink/state.ts';

/** THE list of sections of the view Learn, in the order of its tabs. */
export const learnSections = ['formats', 'examples', 'failures', 'diagnoses', 'engines'] as const;

export type LearnSection = (typeof learnSections)[number];

/** What the view Learn shows. */
export interface LearnFields {
  readonly section: LearnSection;
  /** What the failures are searched for. */
  readonly wanted: string;
  /** The engine and the kind of failures that are listed; '' for all. */
  readonly engine: string;
  readonly kind: string;
  /** The code that somebody asked to see; '' for none. */
  readonly code: string;
}

/** What the panes of the page show. */
interface LayoutFields {
  /** The tab of the left pane that is in front. */
  readonly tab: 'reply' | 'native' | 'raw';
  /** Where borders between panes were moved to, in percent of the width that the panes share. */
  readonly borders: Readonly<Partial<Record<PaneBorder, number>>>;
  readonly learn: LearnFields;
}

/** THE list of borders that can be moved, each named by what is before it. */
export const paneBorders = [
  'reply',
  'steps',
  'left',
  'stream',
  'system',
  'tools',
  'formats',
  'turn',
  'compare',
] as const;

export type PaneBorder = (typeof paneBorders)[number];

/** The data of a session. How far each field may travel is said in `reach.ts`, for every one of them. */
export interface SessionFields extends LinkState {
  /** The raw response or log as pasted, before anything was read from it. */
  readonly raw: string;
  readonly theme: 'system' | 'light' | 'dark';
  readonly layout: LayoutFields;
  /** Ids of the runtimes that are always asked, in the order in which they were pinned. */
  readonly pinned: readonly string[];
  /** Id of the runtime that runs the reader's model, `auto` where they do not know; null for one who was not asked. */
  readonly ownRuntime: string | null;
  /** API keys by the origin they are sent to. */
  readonly apiKeys: Readonly<Record<string, string>>;
}

/** The runtime for readers who have not answered what runs their model. */
export const defaultRuntime = 'auto';

export const emptySessionFields: SessionFields = {
  ...emptyLinkState,
  profile: defaultRuntime,
  raw: '',
  theme: 'system',
  layout: { tab: 'reply', borders: {}, learn: { section: 'formats', wanted: '', engine: '', kind: '', code: '' } },
  pinned: [],
  ownRuntime: null,
  apiKeys: {},
};
