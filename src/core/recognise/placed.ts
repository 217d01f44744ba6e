import type { Span } from '../text/document/index.ts';

/** So many replies are looked for, in so long a paste, by so much of their beginning, at so many places. */
const MOST_REPLIES = 8;
const LONGEST = 400_000;
const HEAD = 64;
const MOST_PLACES = 40;

/** The replies with the place of those that were read another way and are in the paste as they are, exactly once. Bounded. */
export function placed<T extends { readonly text: string | null; readonly span: Span | null }>(
  content: string,
  replies: readonly T[],
): readonly T[] {
  if (replies.length > MOST_REPLIES || content.length > LONGEST) return replies;
  return replies.map((reply) =>
    reply.span === null && reply.text !== null ? { ...reply, span: onlyPlace(content, reply.text) } : reply,
  );
}

function onlyPlace(content: string, text: string): Span | null {
  const head = text.slice(0, HEAD);
  let found: Span | null = null;
  let places = 0;
  for (let at = head === '' ? -1 : content.indexOf(head); at >= 0; at = content.indexOf(head, at + 1)) {
    places += 1;
    if (places > MOST_PLACES) return null;
    if (!content.startsWith(text, at)) continue;
    if (found !== null) return null;
    found = { from: at, to: at + text.length };
  }
  return found;
}
