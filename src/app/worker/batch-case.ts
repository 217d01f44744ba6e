import type { LoggedCall } from '../../core/index.ts';
import type { BatchCase, BatchReply } from './batch-protocol.ts';

/** Calls as a provider returns them; '' for none. */
export function nativeText(calls: readonly LoggedCall[]): string {
  if (calls.length === 0) return '';
  const native = calls.map((call, number) => ({
    type: 'function',
    id: `call_${String(number + 1)}`,
    function: { name: call.name, arguments: call.isBroken ? call.arguments : JSON.stringify(call.arguments ?? {}) },
  }));
  return JSON.stringify(native, null, 2);
}

export function withoutCalls({ calls: _calls, ...reply }: BatchCase): BatchReply {
  return reply;
}
