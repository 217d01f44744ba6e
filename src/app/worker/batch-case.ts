import {
  isStillExpected,
  type LoggedCall,
  type LoggedReply,
  type ReplyResult,
  runtimesFor,
  shrunkReply,
  writeTools,
} from '../../core/index.ts';
import { type BatchCase, type BatchReply, type BatchServer, BY_FILE } from './batch-protocol.ts';

/** So much of a reply that is too long to be read is opened, in UTF-16 units. */
const MOST_OPENED = 200_000;

/** A reply as it is opened, or as the smallest text that does the same. */
export async function caseOf(
  reply: LoggedReply,
  result: ReplyResult | undefined,
  server: BatchServer,
  isShrunk: boolean,
): Promise<BatchCase> {
  const options = {
    ...server,
    runtimes: await runtimesFor(server.runtime),
    ...(reply.tools === null ? {} : { tools: reply.tools }),
  };
  const text = reply.text ?? '';
  const isLong = result?.outcome === 'long';
  // What a parser file makes of a shorter text, nobody has asked.
  const shrinks = isShrunk && !isLong && text !== '' && server.runtime !== BY_FILE;
  const smaller = shrinks ? shrunkReply(text, options) : text;
  return {
    id: reply.id,
    whole: isLong ? text.length : null,
    text: isLong ? text.slice(0, MOST_OPENED) : smaller,
    ...(shrinks ? { shrunkFrom: text.length } : {}),
    native: result !== undefined && areNative(reply, result) ? nativeText(reply.calls ?? []) : '',
    tools: reply.tools === null ? '' : writeTools(reply.tools, 'openai'),
    // A smaller text is no answer that came.
    raw: isShrunk || isLong ? '' : servedText(reply),
    expected: smaller === text || isStillExpected(smaller, reply) ? expectedCalls(reply) : null,
    calls: reply.calls,
  };
}

/** Calls as a provider returns them; '' for none. */
function nativeText(calls: readonly LoggedCall[]): string {
  return calls.length === 0 ? '' : JSON.stringify(nativeCalls(calls), null, 2);
}

/**
 * The answer of the log's own server, with the tools of its request, as JSON text: what it proves comes before what is emulated. '' where
 * the log does not have it.
 *
 * @internal Tests ask it.
 */
export function servedText({ text, calls, tools, model, finish, areFromText }: LoggedReply): string {
  if (finish === undefined || areFromText === true) return '';
  const native = calls === null || calls.length === 0 ? {} : { tool_calls: nativeCalls(calls) };
  const message = { role: 'assistant', content: text, ...native };
  const named = model === null ? {} : { model };
  const declared = tools === null ? {} : { tools: JSON.parse(writeTools(tools, 'openai')) as unknown };
  const request = { ...named, messages: [], ...declared };
  const choices = [{ index: 0, message, finish_reason: finish }];
  return JSON.stringify({ request, response: { object: 'chat.completion', ...named, choices } }, null, 2);
}

function nativeCalls(calls: readonly LoggedCall[]): readonly object[] {
  return calls.map((call, number) => ({
    type: 'function',
    id: `call_${String(number + 1)}`,
    function: { name: call.name, arguments: call.isBroken ? call.arguments : JSON.stringify(call.arguments ?? {}) },
  }));
}

/** Whether the calls of the log are the client's: there is no text to read, or a server had taken them out of it. @internal Tests ask it. */
export function areNative(reply: LoggedReply, result: Pick<ReplyResult, 'outcome' | 'format'>): boolean {
  if ((reply.calls ?? []).length === 0) return false;
  if ((reply.text ?? '').trim() === '') return true;
  const isJudgedByThem = !['text', 'lost', 'error'].includes(result.outcome) && result.format === null;
  return result.outcome === 'native' || (isJudgedByThem && reply.areFromText !== true);
}

/** The calls that a case can expect; null where nobody says, or where several values are right. @internal Tests ask it. */
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
