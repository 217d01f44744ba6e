import type { LoggedReply } from '../../core/index.ts';
import type { ReplyStore } from './reply-store.ts';

/** So many replies are taken from the store at once. */
const SHARE = 500;

/** The words that somebody looks for. */
export function wordsOf(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Which replies hold a word in what was said or called. */
export interface TextHits {
  readonly search: string;
  readonly has: (word: string, place: number) => boolean;
}

export const noHits: TextHits = { search: '', has: () => false };

/** Reads all replies once more. Null where nobody waits for it any more. */
export async function searchTexts(
  search: string,
  replies: Pick<ReplyStore, 'length' | 'read'>,
  isOver: () => boolean,
): Promise<TextHits | null> {
  const found = new Map(wordsOf(search).map((word) => [word, new Uint8Array(replies.length)]));
  for (let from = 0; found.size > 0 && from < replies.length; from += SHARE) {
    const share = await replies.read(from, from + SHARE);
    if (isOver()) return null;
    for (const [index, reply] of share.entries()) {
      const text = saidIn(reply);
      for (const [word, places] of found) if (text.includes(word)) places[from + index] = 1;
    }
  }
  return { search, has: (word, place) => found.get(word)?.[place] === 1 };
}

/** The text, and the calls that a server had taken out of it. */
function saidIn({ text, calls }: LoggedReply): string {
  const called = (calls ?? []).map(({ name, arguments: given }) => `${name} ${JSON.stringify(given)}`);
  return [text ?? '', ...called].join('\n').toLowerCase();
}
