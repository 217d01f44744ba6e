import { at, isObject, itemsOf, jsonSource, stringAt, type Source } from '../sources.ts';

/**
 * The messages of a chat that VS Code exported, `{requests: [{message: {text}, response: [{value}]}]}`; null for others. What the
 * model called is in the metadata of the result, round by round. Source: microsoft/vscode src/vs/workbench/contrib/chat/common,
 * and vscode-copilot-chat src/extension/prompt/common, `toolCallRounds`.
 */
export function exchangesOf(source: Source): Source | null {
  const requests = itemsOf(at(source, 'requests'));
  const exchanges = requests.filter((one) => textIn(one) !== null && at(one, 'response')?.node.kind === 'array');
  if (exchanges.length === 0 || exchanges.length < requests.length) return null;
  return jsonSource(JSON.stringify(exchanges.flatMap(messagesOf)));
}

function textIn(request: Source): string | null {
  return stringAt(at(request, 'message'), 'text');
}

interface Written {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly tool_calls?: readonly object[];
}

function messagesOf(request: Source): readonly Written[] {
  const user = { role: 'user', content: textIn(request) ?? '' } as const;
  const rounds = roundsOf(request);
  if (rounds.length > 0) return [user, ...rounds];
  const shown = itemsOf(at(request, 'response')).flatMap((one) => stringAt(one, 'value') ?? []);
  return [user, { role: 'assistant', content: shown.join('') }];
}

function roundsOf(request: Source): readonly Written[] {
  const rounds = itemsOf(at(at(at(request, 'result'), 'metadata'), 'toolCallRounds'));
  return rounds.filter(isObject).map((round) => {
    const calls = itemsOf(at(round, 'toolCalls'))
      .filter(isObject)
      .map((call) => ({
        id: stringAt(call, 'id') ?? 'call_1',
        type: 'function',
        function: { name: stringAt(call, 'name') ?? '', arguments: stringAt(call, 'arguments') ?? '' },
      }));
    const content = stringAt(round, 'response') ?? '';
    return { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
  });
}
