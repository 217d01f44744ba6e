import type { ServerKind } from '../sources/endpoint-request.ts';
import { holdsReply } from './work.ts';
import { emptyLinkState, typed, type LinkState } from '../permalink/state.ts';

export { viewIds, type ViewId } from '../permalink/state.ts';

/** THE list of sections of the view Learn, in the order of its tabs. */
export const learnSections = ['lessons', 'examples', 'failures', 'formats', 'diagnoses', 'engines', 'words'] as const;

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
  /** Id of the lesson that is open beside the work; '' for none. */
  readonly lesson: string;
}

/** What the panes of the page show. */
interface LayoutFields {
  /** What is in front: a tab of the left pane, or `raw` beside the text. */
  readonly tab: 'reply' | 'native' | 'raw';
  /** Where borders between panes were moved to, in percent of the width that the panes share. */
  readonly borders: Readonly<Partial<Record<PaneBorder, number>>>;
  readonly learn: LearnFields;
}

/** THE list of borders that can be moved, each named by what is before it. */
export const paneBorders = ['reply', 'stream', 'system', 'tools', 'formats', 'turn', 'compare'] as const;

export type PaneBorder = (typeof paneBorders)[number];

// What a session holds beside what a link holds, one row for each field: the table that it is in says how far it may travel.

/** What this browser keeps. */
const browserFields = {
  theme: typed<'system' | 'light' | 'dark'>('system'),
  layout: typed<LayoutFields>({
    tab: 'reply',
    borders: {},
    learn: { section: 'lessons', wanted: '', engine: '', kind: '', code: '', lesson: '' },
  }),
  /** Ids of the runtimes that are always asked, in the order in which they were pinned. */
  pinned: typed<readonly string[]>([]),
  /** Id of the runtime that runs the reader's model, `auto` where they do not know; null for one who was not asked. */
  ownRuntime: typed<string | null>(null),
  /** Why the reply ended, as the source of a run said; null where nobody knows. */
  finishReason: typed<string | null>(null),
  /** The server that the reader's runs ask, without a key; null until one was named. */
  server: typed<{ readonly kind: ServerKind; readonly address: string } | null>(null),
  /** The last tools that were valid JSON, while those that are typed are not; null where these are, and where none were. */
  validTools: typed<string | null>(null),
};

/** What is gone when the page is closed. */
const memoryFields = {
  /** API keys by the origin they are sent to. */
  apiKeys: typed<Readonly<Record<string, string>>>({}),
  /** The reply with its line ends, where these are CRLF; null where `text` is all of it. Links and the browser keep it as the text. */
  crlfText: typed<string | null>(null),
};

/** The runtime for readers who have not answered what runs their model. */
export const defaultRuntime = 'auto';

/** What may be kept in this browser. */
export type BrowserFields = LinkState & Readonly<typeof browserFields>;

export type SessionFields = BrowserFields & Readonly<typeof memoryFields>;

export const emptySessionFields: SessionFields = {
  ...emptyLinkState,
  profile: defaultRuntime,
  ...browserFields,
  ...memoryFields,
};

/** A longer paste stays out of links: nobody could send them. In UTF-16 units. */
const LONGEST_RAW = 64_000;

/** How much of the case a link holds: without the paste where that is too long, and nothing where no reply is beside it. */
export function linkHolds({ raw, text, native }: LinkState): 'all' | 'no-paste' | 'nothing' {
  if (raw.length <= LONGEST_RAW) return 'all';
  return !holdsReply({ text, native }) ? 'nothing' : 'no-paste';
}

export function pickForLink(fields: SessionFields): LinkState {
  const picked = pickForCase(fields);
  return linkHolds(picked) === 'all' ? picked : { ...picked, raw: '' };
}

/** A longer paste would push other work out of the history. In UTF-16 units. */
const LONGEST_RECORDED = 200_000;

/** What the history holds: with the paste, which proves something of the server, as far as there is room for it. */
export function pickForHistory(fields: SessionFields): RecordedState {
  const picked = pickForCase(fields);
  const isBeside = holdsReply(picked);
  return picked.raw.length <= LONGEST_RECORDED || !isBeside ? picked : { ...picked, raw: '', isCut: true };
}

/** A state of the history. `isCut`: its paste was too long, and is left out. */
export type RecordedState = LinkState & { readonly isCut?: boolean };

/** The same for a file, which may be of any length. */
export function pickForCase(fields: SessionFields): LinkState {
  const all = pick(fields, emptyLinkState);
  // It goes where it is shown: who shares a reply shares no experiment.
  return all.view === 'prompt' ? all : { ...all, experiment: '' };
}

export function pickForBrowser(fields: SessionFields): BrowserFields {
  return pick(fields, { ...emptyLinkState, ...browserFields });
}

/** The fields that `table` has, in its order. */
function pick<Table extends Partial<SessionFields>>(
  fields: SessionFields,
  table: Table,
): Pick<SessionFields, keyof Table & keyof SessionFields> {
  const entries = Object.keys(table).map((key) => [key, fields[key as keyof SessionFields]]);
  // The compiler cannot follow the entries; the type says the same as the line above.
  return Object.fromEntries(entries) as Pick<SessionFields, keyof Table & keyof SessionFields>;
}

/** The tab that has something of the case. */
export function tabOf({ text, native, raw }: Pick<LinkState, 'text' | 'native' | 'raw'>): LayoutFields['tab'] {
  if (text !== '') return 'reply';
  return native !== '' ? 'native' : raw === '' ? 'reply' : 'raw';
}
