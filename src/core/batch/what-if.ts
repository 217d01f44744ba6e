import type { ToolDefinition } from '../tools/index.ts';
import type { Judge } from './judge.ts';
import type { LoggedReply } from './reply.ts';

/** What could have been otherwise: the edit of each reply's first diagnosis, other tools, or nothing but the server. */
export type ReplyChange =
  | { readonly kind: 'edit' }
  | { readonly kind: 'tools'; readonly tools: readonly ToolDefinition[] }
  | { readonly kind: 'server' };

/** The reply as it would have been. @param judge says what the edit of a reply is */
export function changedReply(reply: LoggedReply, change: ReplyChange, judge: Pick<Judge, 'edited'>): LoggedReply {
  switch (change.kind) {
    case 'edit':
      return judge.edited(reply) ?? reply;
    case 'tools':
      return { ...reply, tools: change.tools };
    case 'server':
      return reply;
  }
}
