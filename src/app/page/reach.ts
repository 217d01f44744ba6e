import type { LinkState } from '../permalink/state.ts';
import type { SessionFields } from './fields.ts';

/** How far a field may travel. 'link' may also stay in this browser; 'memory' is gone when the page is closed. */
type Reach = 'link' | 'browser' | 'memory';

/**
 * Every session field and its reach. This is the only list: what is shared and what is saved follow from it.
 *
 * @internal A test holds that API keys reach no further than memory.
 */
export const reach = {
  text: 'link',
  native: 'link',
  profile: 'link',
  nativeToolCalls: 'link',
  selfContained: 'link',
  tools: 'link',
  system: 'link',
  preamble: 'link',
  compact: 'link',
  view: 'link',
  step: 'link',
  expected: 'link',
  note: 'link',
  compare: 'link',
  recording: 'link',
  formatPage: 'link',
  custom: 'link',
  loop: 'link',
  provider: 'link',
  chain: 'link',
  matrix: 'link',
  thinking: 'link',
  appLayer: 'link',
  template: 'link',
  raw: 'browser',
  theme: 'browser',
  layout: 'browser',
  pinned: 'browser',
  ownRuntime: 'browser',
  apiKeys: 'memory',
} as const satisfies Record<keyof SessionFields, Reach>;

/** The fields whose reach is one of `Allowed`. */
type FieldsReaching<Allowed extends Reach> = {
  readonly [Key in keyof SessionFields as (typeof reach)[Key] extends Allowed ? Key : never]: SessionFields[Key];
};

/** What may be kept in this browser. */
export type BrowserFields = FieldsReaching<'link' | 'browser'>;

export function pickForLink(fields: SessionFields): LinkState {
  return pick(fields, ['link']);
}

export function pickForBrowser(fields: SessionFields): BrowserFields {
  return pick(fields, ['link', 'browser']);
}

function pick<Allowed extends Reach>(fields: SessionFields, allowed: readonly Allowed[]): FieldsReaching<Allowed> {
  const kept = Object.keys(reach).filter((key): key is keyof SessionFields =>
    allowed.some((one) => one === reach[key as keyof SessionFields]),
  );
  // The compiler cannot follow a filter over keys; the type above says the same as the line above.
  return Object.fromEntries(kept.map((key) => [key, fields[key]])) as FieldsReaching<Allowed>;
}
