import { nothingAround, nothingWritten, type Recognised, type RecognisedReply } from './recognised.ts';
import type { DeclaredTools } from './bodies/tools.ts';

/** What a text was recognised as, before its replies are counted. */
export type Found = Omit<Recognised, 'count'>;

export const plain = { layers: 0, error: null, ...nothingAround } as const;

/** What a conversation is, as messages or as the request that sends them. */
export function talk(
  kind: 'messages' | 'request',
  label: string,
  { replies, system, asked, messages }: Pick<Found, 'replies' | 'system' | 'asked' | 'messages'>,
  tools: DeclaredTools | null,
): Found {
  return withTools({ ...plain, kind, label, replies, system, asked, messages }, tools);
}

/** What tells of an error; where it has no reply, one that nobody wrote. */
export function failure(label: string, replies: readonly RecognisedReply[], error: string | null): Found {
  return { ...plain, kind: 'error', label, replies: replies.length === 0 ? [nothingWritten] : replies, error };
}

export function noSpan(reply: RecognisedReply): RecognisedReply {
  return { ...reply, span: null };
}

export function withoutSpans(found: Found | null): Found | null {
  return found === null ? null : { ...found, replies: found.replies.map(noSpan) };
}

export function withTools(found: Found, tools: DeclaredTools | null): Found {
  return tools === null ? found : { ...found, tools: tools.names, toolsText: tools.text };
}
