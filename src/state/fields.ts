import { emptyLinkState, type LinkState } from '../permalink/state.ts';

export { viewIds, type ViewId } from '../permalink/state.ts';

/** What the panes of the page show. */
interface LayoutFields {
  /** The tab of the left pane that is in front. */
  readonly tab: 'reply' | 'native' | 'raw';
}

/** The data of a session. How far each field may travel is said in `reach.ts`, for every one of them. */
export interface SessionFields extends LinkState {
  /** The raw response or log as pasted, before anything was read from it. */
  readonly raw: string;
  readonly theme: 'system' | 'light' | 'dark';
  readonly layout: LayoutFields;
  /** Ids of the runtimes that are always asked, in the order in which they were pinned. */
  readonly pinned: readonly string[];
  /** API keys by the origin they are sent to. */
  readonly apiKeys: Readonly<Record<string, string>>;
}

export const emptySessionFields: SessionFields = {
  ...emptyLinkState,
  raw: '',
  theme: 'system',
  layout: { tab: 'reply' },
  pinned: [],
  apiKeys: {},
};
