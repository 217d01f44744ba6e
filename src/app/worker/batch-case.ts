import type { LoggedCall, LoggedReply, ReplyResult } from '../../core/index.ts';
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

/** Whether the calls of the log are the client's: there is no text to read, or a server had taken them out of it. */
export function areNative(reply: LoggedReply, result: Pick<ReplyResult, 'outcome' | 'format'>): boolean {
  if ((reply.calls ?? []).length === 0) return false;
  if ((reply.text ?? '').trim() === '') return true;
  const isJudgedByThem = !['text', 'lost', 'error'].includes(result.outcome) && result.format === null;
  return result.outcome === 'native' || (isJudgedByThem && reply.areFromText !== true);
}

/** The calls that a case can expect; null where nobody says, or where several values are right. */
export function expectedCalls({ expected }: LoggedReply): BatchReply['expected'] {
  const calls = (expected ?? []).flatMap(({ name, values, isLoose }) =>
    values === null || isLoose
      ? []
      : [
          {
            name,
            argumentsText: JSON.stringify(
              Object.fromEntries(Object.entries(values).map(([key, [value]]) => [key, value])),
            ),
          },
        ],
  );
  return expected === undefined || calls.length < expected.length ? null : calls;
}

export function withoutCalls({ calls: _calls, ...reply }: BatchCase): BatchReply {
  return reply;
}
