import type { Span } from '../../../text/document/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { VALUE, VALUE_END } from './arg-pairs.ts';

// What is odd about a block from `<tool_call>` to the first `</tool_call>`.

export const OPEN = '<tool_call>';
export const CLOSE = '</tool_call>';

export const blockWords = {
  'opener-inside':
    'Another `<tool_call>` is inside this block. The detector only looks for the next `</tool_call>`, so it reads both as one block.',
  'closer-in-value':
    'The search for the end of the block stops at the first `</tool_call>`, although it is inside a value.',
} as const;

export type BlockCode = keyof typeof blockWords;

export function noteBlock(text: string, { from, to }: Span, steps: Recorder<BlockCode> | null): void {
  if (steps === null) return;
  const body = text.slice(from, to);
  const opener = body.indexOf(OPEN);
  if (opener >= 0) steps.quirk('opener-inside', { from: from + opener, to: from + opener + OPEN.length });
  const value = body.lastIndexOf(VALUE);
  if (value > body.lastIndexOf(VALUE_END)) steps.quirk('closer-in-value', { from: from + value, to });
}
