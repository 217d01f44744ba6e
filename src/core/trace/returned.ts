import type { ToolCall } from './call.ts';
import type { Extraction, RuntimeInfo } from './extraction.ts';

/** As much of an extraction as tells where its calls are from. */
export interface WithCalls extends Pick<Extraction, 'outcome'> {
  readonly runtime: Pick<RuntimeInfo, 'lenient' | 'tiers'>;
  readonly calls: readonly Pick<ToolCall, 'tier'>[];
}

/**
 * Whether the calls are those that a server returned as such, and no parser had to find them in a text. A runtime that reads such
 * calls in a way of its own, as agents and app layers do, is one more reader of them.
 */
export function areReturned({ outcome, runtime: { lenient, tiers }, calls }: WithCalls): boolean {
  return outcome === 'calls' && (lenient || !tiers.includes('native')) && calls.every(({ tier }) => tier === 'native');
}
