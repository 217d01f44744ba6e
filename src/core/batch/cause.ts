import type { Diagnosis } from '../trace/index.ts';

/**
 * What broke a call, in words that do not depend on where a parser noticed it: one cause is one group, however many messages a parser
 * has for it. Null where the parser's own message says more.
 */
export function causeOf({ code, message }: Pick<Diagnosis, 'code' | 'message'>): string | null {
  if (code === 'D27') return 'The text is cut off inside of a call.';
  const repairs = /^The JSON is invalid: .{1,2000}\. Callscope can repair it \(([a-z, -]{1,200})\)\.$/.exec(
    message,
  )?.[1];
  return repairs === undefined ? null : `The JSON is invalid: ${repairs}.`;
}

/** What a verdict says of characters that nobody gets. */
export function lostPart(reason: string): string {
  return /\d[\d,]{0,12} characters? (?:is|are) lost: .*$/.exec(reason)?.[0] ?? '';
}
