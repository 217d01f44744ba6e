import { marshal, trimGo } from '../../text/languages/index.ts';
import { readJson, valueToText } from '../../text/json/index.ts';
import type { WireMessage } from '../kit/wire-text.ts';
import { fullyMarkedResult, markedResult, type LoopMessage, type LoopToolCall } from './tool-results.ts';

/*
 * How ChatCLI 1.188, and nobody else, writes its history for a provider. What it puts into that history is in `history.ts`.
 */

/**
 * The `messages` that it sends to Anthropic's endpoint: system messages travel elsewhere, results are user messages with a
 * block each, and are never joined.
 */
export function chatcliAnthropicMessages(history: readonly LoopMessage[], prompt: string): WireMessage[] {
  const messages = history.flatMap((message): WireMessage[] => {
    switch (roleOf(message)) {
      case 'system':
        return [];
      case 'tool':
        return [{ role: 'user', content: [resultBlock(message)] }];
      case 'assistant':
        return [{ role: 'assistant', content: assistantContent(message) }];
      default:
        return [{ role: 'user', content: message.content }];
    }
  });
  return withPrompt(messages, history, prompt);
}

/** The `messages` that it sends to endpoints in the OpenAI shape. */
export function chatcliOpenAiMessages(history: readonly LoopMessage[], prompt: string): WireMessage[] {
  const messages = history.map((message): WireMessage => {
    const role = roleOf(message);
    if (role === 'tool') return { role, tool_call_id: message.tool_call_id ?? '', content: fullyMarkedResult(message) };
    const calls = role === 'assistant' ? (message.tool_calls ?? []) : [];
    if (calls.length === 0) return { role, content: message.content };
    const content = message.content === '' ? {} : { content: message.content };
    return { role, ...content, tool_calls: calls.map(openAiCall) };
  });
  return withPrompt(messages, history, prompt);
}

type Role = 'system' | 'user' | 'assistant' | 'tool';

function roleOf({ role }: LoopMessage): Role {
  const known = trimGo(role).toLowerCase();
  return known === 'system' || known === 'assistant' || known === 'tool' ? known : 'user';
}

function resultBlock(message: LoopMessage): WireMessage {
  return {
    type: 'tool_result',
    tool_use_id: message.tool_call_id ?? '',
    content: markedResult(message),
    ...(message.is_error === true ? { is_error: true } : {}),
  };
}

function assistantContent({ content, tool_calls: calls = [] }: LoopMessage): string | WireMessage[] {
  if (calls.length === 0) return content;
  const text = content === '' ? [] : [{ type: 'text', text: content }];
  return [
    ...text,
    ...calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input: input ?? null })),
  ];
}

function openAiCall({ id, name, arguments: input }: LoopToolCall): WireMessage {
  return { id, type: 'function', function: { name, arguments: argumentsText(input) } };
}

/** Keys sorted and characters of HTML escaped, as Go writes JSON; `{}` for no arguments. */
function argumentsText(input: unknown): string {
  const reading = readJson(valueToText(input ?? {}));
  return reading.ok && reading.node.kind === 'object' ? marshal(reading.node) : '{}';
}

/** The new prompt goes last, unless it is blank or the history ends with it already. */
function withPrompt(messages: WireMessage[], history: readonly LoopMessage[], prompt: string): WireMessage[] {
  const last = history.at(-1);
  const isThere = last?.role === 'user' && last.content === prompt;
  return isThere || trimGo(prompt) === '' ? messages : [...messages, { role: 'user', content: prompt }];
}
