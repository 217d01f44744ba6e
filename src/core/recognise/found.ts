import { nothingAround, type Recognised, type RecognisedReply } from './recognised.ts';
import type { DeclaredTools } from './bodies/tools.ts';

/** What a text was recognised as, before its replies are counted. */
export type Found = Omit<Recognised, 'count'>;

export const plain = { layers: 0, error: null, ...nothingAround } as const;

export function noSpan(reply: RecognisedReply): RecognisedReply {
  return { ...reply, span: null };
}

export function withoutSpans(found: Found | null): Found | null {
  return found === null ? null : { ...found, replies: found.replies.map(noSpan) };
}

export function withTools(found: Found, tools: DeclaredTools | null): Found {
  return tools === null ? found : { ...found, tools: tools.names, toolsText: tools.text };
}
