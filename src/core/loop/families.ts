import { chatcliNativeTurn, chatcliTextTurn } from '../runtimes/chatcli/history.ts';
import { exathenaAnthropicTurn, exathenaOpenAiTurn } from '../runtimes/exathena/messages.ts';
import { anthropicMessages, openAiMessages, type WireMessage } from '../runtimes/chatcli/messages.ts';
import type { LoopRuntime } from './schedule.ts';
import type { LoopTurn } from './turn.ts';

/** One way in which a conversation goes back to a model. */
export interface MessageFamily {
  readonly id: string;
  readonly runtime: LoopRuntime;
  readonly label: string;
  /** What is peculiar to it: a sentence or two. */
  readonly lesson: string;
  /** Where the system prompt travels: as the first message, or beside the messages. */
  readonly system: 'message' | 'beside';
  /** Whether the tools are described in the system prompt, because the provider has no field for them. */
  readonly isText: boolean;
  /** The messages of one turn: what the model said, then the results. */
  readonly turn: (turn: LoopTurn) => WireMessage[];
}

/** THE list of families, in the order of the page. */
export const messageFamilies: readonly MessageFamily[] = [
  {
    id: 'exathena-openai',
    runtime: 'exathena',
    label: 'OpenAI shape',
    lesson: 'One tool message per result. There is no field for failure: only the text says error.',
    system: 'message',
    isText: false,
    turn: exathenaOpenAiTurn,
  },
  {
    id: 'exathena-anthropic',
    runtime: 'exathena',
    label: 'Anthropic',
    lesson:
      'All results of a turn stand in one user message, in the order of the calls, with is_error where one failed.',
    system: 'beside',
    isText: false,
    turn: exathenaAnthropicTurn,
  },
  {
    id: 'exathena-text',
    runtime: 'exathena',
    label: 'Text fences',
    lesson:
      'The tools stand in the system prompt and the calls in the text. The results are tool messages all the same: ~~~tool_result is something models make up, never something ExAthena sends.',
    system: 'message',
    isText: true,
    turn: exathenaOpenAiTurn,
  },
  {
    id: 'chatcli-openai',
    runtime: 'chatcli',
    label: 'OpenAI shape',
    lesson:
      'There is no field for failure, so the text of a failed result begins with [ERROR:CODE], or [ERROR] without one.',
    system: 'message',
    isText: false,
    turn: (turn) => openAiMessages(chatcliNativeTurn(turn), ''),
  },
  {
    id: 'chatcli-anthropic',
    runtime: 'chatcli',
    label: 'Anthropic',
    lesson:
      'A user message per result, never joined. is_error says that it failed; a code stands in the text before it.',
    system: 'beside',
    isText: false,
    turn: (turn) => anthropicMessages(chatcliNativeTurn(turn), ''),
  },
  {
    id: 'chatcli-text',
    runtime: 'chatcli',
    label: 'Text',
    lesson:
      'Calls in the text are answered by one user message. It ends at the first error, and no code is in it. A sentence of the locale stands before it, which is left out here.',
    system: 'message',
    isText: true,
    turn: chatcliTextTurn,
  },
];

/** What a conversation begins with. */
export interface Opening {
  readonly system: string;
  readonly user: string;
}

/** The messages before the first reply; a blank system prompt or question makes none. */
export function openingMessages({ system: place }: MessageFamily, { system, user }: Opening): WireMessage[] {
  return [
    ...(place === 'message' && system.trim() !== '' ? [{ role: 'system', content: system }] : []),
    ...(user.trim() === '' ? [] : [{ role: 'user', content: user }]),
  ];
}

/** All messages of a conversation, as this family gets them. */
export function conversationMessages(
  family: MessageFamily,
  opening: Opening,
  turns: readonly LoopTurn[],
): WireMessage[] {
  return [...openingMessages(family, opening), ...turns.flatMap(family.turn)];
}

/**
 * The conversation as one text, for models that take no list of messages: roles as labels, as ExAthena's provider for the
 * Claude SDK does it.
 */
export function conversationText(user: string, turns: readonly LoopTurn[]): string {
  const parts = turns.flatMap((turn) => exathenaOpenAiTurn(turn).map(({ role, content }) => ({ role, content })));
  const labels = new Map<unknown, string>([
    ['assistant', 'Assistant'],
    ['tool', 'Tool result'],
  ]);
  return [
    `User: ${user}`,
    ...parts.map(({ role, content }) => `${labels.get(role) ?? 'User'}: ${String(content)}`),
  ].join('\n\n');
}

/** The runtime whose loop fits a profile. Profiles that stand for no runtime of their own run like ExAthena. */
export function loopRuntimeOf(profile: string): LoopRuntime {
  return profile.startsWith('chatcli') ? 'chatcli' : 'exathena';
}
