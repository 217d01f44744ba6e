import { withLineFeeds } from '../../core/index.ts';
import type { LinkState } from '../permalink/state.ts';

// The editor knows one kind of line end. A text with another kind would have other places in it than the page shows.

/** What is said of a reply whose line ends were others: some parsers find no call in it then. */
export const LINE_ENDS_CHANGED =
  'This reply came with line ends `\\r\\n`. The page reads them as `\\n`, and a parser may read them otherwise.';

/** A case in which every CRLF is LF. A recording counts characters of its text, so it goes where the text changes. */
export function caseWithLineFeeds<State extends Partial<LinkState>>(state: State): State {
  const { text, native, raw, tools, system, preamble, askedWords, compare, template } = state;
  const changed: Partial<LinkState> = {
    ...(text === undefined ? {} : { text: withLineFeeds(text) }),
    ...(text?.includes('\r\n') === true ? { recording: null } : {}),
    ...(native === undefined ? {} : { native: withLineFeeds(native) }),
    ...(raw === undefined ? {} : { raw: withLineFeeds(raw) }),
    ...(tools === undefined ? {} : { tools: withLineFeeds(tools) }),
    ...(system === undefined ? {} : { system: withLineFeeds(system) }),
    ...(preamble === undefined || preamble === null ? {} : { preamble: withLineFeeds(preamble) }),
    ...(askedWords === undefined || askedWords === null ? {} : { askedWords: withLineFeeds(askedWords) }),
    ...(template === undefined || template === null
      ? {}
      : { template: { ...template, text: withLineFeeds(template.text) } }),
    ...(typeof compare?.text !== 'string' ? {} : { compare: { ...compare, text: withLineFeeds(compare.text) } }),
  };
  return { ...state, ...changed };
}
