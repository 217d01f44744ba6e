import type { SessionFields } from './fields.ts';
import { caseWithLineFeeds } from './line-feeds.ts';

/** What decides how a server reads. */
const otherTrace = { nativeToolCalls: true, selfContained: true, thinking: true, reasoningParser: true } as const;

/** Fields that say nothing of others. */
type PlainField =
  | keyof typeof otherTrace
  | 'native'
  | 'raw'
  | 'recording'
  | 'step'
  | 'note'
  | 'chain'
  | 'parserFiles'
  | 'appLayer'
  | 'theme'
  | 'server'
  | 'finishReason'
  // The door Prompt.
  | 'tools'
  | 'system'
  | 'preamble'
  | 'askedFormat'
  | 'askedWords'
  | 'compact'
  | 'template'
  | 'experiment';

export type PlainChange = Partial<Pick<SessionFields, PlainField>>;

/** The whole of a change: with what decides how a server reads, the step is of another trace; words ask for one format. */
export function plainChange(change: PlainChange): Partial<SessionFields> {
  const isReadOtherwise = Object.keys(change).some((key) => key in otherTrace);
  return {
    ...('askedFormat' in change && { askedWords: null }),
    ...caseWithLineFeeds(change),
    ...(isReadOtherwise && { step: null }),
  };
}
