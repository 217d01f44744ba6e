import { reasoningMarkers } from '../../formats/index.ts';

/** What a generation prompt may open, with what closes it: reasoning, a channel, a call. */
const openers: readonly (readonly [open: string, close: string])[] = [
  ...reasoningMarkers,
  ['<|channel|>', '<|end|>'],
  ['<tool_call>', '</tool_call>'],
  ['<|START_ACTION|>', '<|END_ACTION|>'],
];

/** The last opener in a text that has no closer after it; null where there is none. */
export function openerLeftOpen(
  text: string,
): { readonly open: string; readonly close: string; readonly at: number } | null {
  let last: { open: string; close: string; at: number } | null = null;
  for (const [open, close] of openers) {
    const at = text.lastIndexOf(open);
    if (at > (last?.at ?? -1) && !text.includes(close, at + open.length)) last = { open, close, at };
  }
  return last;
}

export function isReasoningOpener(text: string): boolean {
  return reasoningMarkers.some(([open]) => open === text);
}

/** Whether a text is only an empty block of reasoning, or only its opener. */
export function isReasoningOnly(text: string): boolean {
  const begun = text.trimStart();
  const markers = reasoningMarkers.find(([open]) => begun.startsWith(open));
  if (markers === undefined) return false;
  const close = begun.indexOf(markers[1]);
  return close < 0 || begun.slice(close + markers[1].length).trim() === '';
}
