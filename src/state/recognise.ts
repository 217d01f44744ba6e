/** Taking a pasted response or log apart, as a chunk of its own: the first answer needs no JSON reader on the page. */
import { takeApart } from '../core/index.ts';
import type { SessionFields } from './fields.ts';

/** What a pasted text makes of the session, and what to say about it. */
export interface ReadPaste {
  readonly fields: Pick<SessionFields, 'raw' | 'text' | 'native' | 'recording'>;
  /** Whether the text is no more than a reply. */
  readonly isText: boolean;
  /** To be read after "This was": `an OpenAI message`. */
  readonly label: string;
  /** Sentences; '' for none. */
  readonly notes: string;
}

export function readPaste(raw: string): ReadPaste {
  const { text, toolCallsText, recording, isText, label, notes } = takeApart(raw);
  const withLineFeeds = (given: string | null): string => (given ?? '').replaceAll('\r\n', '\n');
  const fields = {
    raw,
    text: withLineFeeds(text),
    native: withLineFeeds(toolCallsText),
    // Borders are places in the text as it came.
    recording: text?.includes('\r\n') === true ? null : recording,
  };
  return { fields, isText, label, notes: notes.join(' ') };
}
