import type { Rendering } from '../../jinja/index.ts';
import { isReasoningOpener } from './open-reasoning.ts';
import { openedAtEnd } from './reply-begins-inside.ts';

/** What a prompt ends inside of, so that a reply begins in the middle of it. */
export interface PromptEnd {
  readonly open: string;
  readonly close: string;
  readonly inside: 'thinking' | 'channel' | 'call';
}

/** What the last characters of a prompt open; null where they open nothing. A text that explains the markers opens nothing. */
export function promptEnd(rendering: Rendering): PromptEnd | null {
  const opened = openedAtEnd({ rendering });
  if (opened === null) return null;
  const { open, close, from } = opened;
  const rest = rendering.prompt.slice(from + open.length).trim();
  if (open === '<|channel|>') return /^\w*(?:<\|message\|>)?$/.test(rest) ? { open, close, inside: 'channel' } : null;
  return rest === '' ? { open, close, inside: isReasoningOpener(open) ? 'thinking' : 'call' } : null;
}
