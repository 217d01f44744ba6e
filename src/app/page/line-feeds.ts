import { withLineFeeds } from '../../core/index.ts';
import type { LinkState } from '../permalink/state.ts';

// The editor knows one kind of line end. A text with another kind would have other places in it than the page shows.

/** What is said of a reply whose line ends are others. */
export const LINE_ENDS_CHANGED =
  'This reply has the line ends `\\r\\n`. The answer is for them, and the panes show `\\n`.';

/** The text of a reply as the page shows it, and as it came where that is not the same. */
export function shownText(text: string): { readonly text: string; readonly crlfText: string | null } {
  const shown = withLineFeeds(text);
  return { text: shown, crlfText: shown === text ? null : text };
}

/** The same fields with the reply as it came. */
export function asItCame<Fields extends { readonly text: string; readonly crlfText: string | null }>(
  fields: Fields,
): Fields {
  return fields.crlfText === null ? fields : { ...fields, text: fields.crlfText };
}

/** The fields that hold a text as it is shown. */
const texts = ['text', 'native', 'raw', 'tools', 'system', 'preamble', 'askedWords'] as const;

/** A case in which every CRLF is LF. A recording counts characters of its text, so it goes where the text changes. */
export function caseWithLineFeeds<State extends Partial<LinkState>>(state: State): State {
  const { text, compare, template } = state;
  const written = texts.flatMap((key) => {
    const value = state[key];
    return typeof value === 'string' ? [[key, withLineFeeds(value)]] : [];
  });
  const changed: Partial<LinkState & { readonly crlfText: string }> = {
    ...(Object.fromEntries(written) as Partial<LinkState>),
    ...(text?.includes('\r\n') && { crlfText: text, recording: null }),
    ...(template && { template: { ...template, text: withLineFeeds(template.text) } }),
    ...(typeof compare?.text === 'string' && { compare: { ...compare, text: withLineFeeds(compare.text) } }),
  };
  return { ...state, ...changed };
}
