import type { Answer, AnsweredCall } from './protocol.ts';

/** What differs between two answers, as the first word of a sentence; null where the client gets the same. */
export type Difference = 'calls' | 'arguments' | 'content' | 'reasoning';

/**
 * What differs between two answers. Arguments count as JSON where both are: how they are written does not matter. No text and
 * empty text are the same.
 */
export function differenceOf(one: Answer | null, other: Answer | null): Difference | null {
  if (one === null || other === null) return one === other ? null : 'calls';
  if (one.calls.length !== other.calls.length) return 'calls';
  if (one.calls.some(({ name }, at) => name !== other.calls[at]?.name)) return 'calls';
  if (one.calls.some((call, at) => valueOf(call) !== valueOf(other.calls[at]))) return 'arguments';
  if ((one.content ?? '') !== (other.content ?? '')) return 'content';
  return (one.reasoning ?? '') === (other.reasoning ?? '') ? null : 'reasoning';
}

function valueOf(call: AnsweredCall | undefined): string {
  const text = call?.argumentsText ?? '';
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
