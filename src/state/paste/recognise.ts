/** Taking a pasted response or log apart, as a chunk of its own: the first answer needs no JSON reader on the page. */
import { withLineFeeds, type Pasted } from '../../core/index.ts';
import type { SessionFields } from '../fields.ts';
import type { NoticeBoard } from '../notices.ts';
import { asideAbove, type TakenApart } from './take-apart.ts';

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

/** Says so while a long text is read, and when that fails: then the answer is null. */
export async function readPaste(
  raw: string,
  board: NoticeBoard,
  takeApart: (source: string) => Promise<TakenApart>,
): Promise<ReadPaste | null> {
  const isLong = raw.length > asideAbove;
  if (isLong) board.say({ kind: 'recognised', tone: 'info', text: 'Taking this long text apart…' });
  const result = await takeApart(raw);
  if (!result.ok) {
    const text = `This long text could not be taken apart, so it stays as it is. ${result.message}`;
    board.say({ kind: 'recognised', tone: 'problem', text });
    return null;
  }
  if (isLong) board.dismiss('recognised');
  const { isText, label, notes } = result.answer;
  return { fields: { raw, ...replyOf(result.answer) }, isText, label, notes: notes.join(' ') };
}

/** The reply, the native calls and the chunks of what was taken apart, as the session holds them. */
export function replyOf({
  text,
  toolCallsText,
  recording,
}: Pasted): Pick<SessionFields, 'text' | 'native' | 'recording'> {
  return {
    text: withLineFeeds(text ?? ''),
    native: withLineFeeds(toolCallsText ?? ''),
    // Borders are places in the text as it came.
    recording: text?.includes('\r\n') === true ? null : recording,
  };
}
