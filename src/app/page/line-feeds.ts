import { withLineFeeds } from '../../core/index.ts';
import type { LinkState } from '../permalink/state.ts';

// The editor knows one kind of line end. A text with another kind would have other places in it than the page shows.

/** What is said of a reply whose line ends were others: some parsers find no call in it then. */
export const LINE_ENDS_CHANGED =
  'This reply came with line ends `\\r\\n`. The page reads them as `\\n`, and a parser may read them otherwise.';

/** The fields that hold a text as it is shown. */
const texts = ['text', 'native', 'raw', 'tools', 'system', 'preamble', 'askedWords'] as const;

/** A case in which every CRLF is LF. A recording counts characters of its text, so it goes where the text changes. */
export function caseWithLineFeeds<State extends Partial<LinkState>>(state: State): State {
  const { text, compare, template } = state;
  const written = texts.flatMap((key) => {
    const value = state[key];
    return typeof value === 'string' ? [[key, withLineFeeds(value)]] : [];
  });
  const changed: Partial<LinkState> = {
    ...(Object.fromEntries(written) as Partial<LinkState>),
    ...(text?.includes('\r\n') && { recording: null }),
    ...(template && { template: { ...template, text: withLineFeeds(template.text) } }),
    ...(typeof compare?.text === 'string' && { compare: { ...compare, text: withLineFeeds(compare.text) } }),
  };
  return { ...state, ...changed };
}
