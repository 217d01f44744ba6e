import type { FaultyPrompt } from './prompt-fault.ts';

const names: Readonly<Record<FaultyPrompt['conversation'], string>> = {
  plain: 'the conversation without tools',
  tools: 'the conversation with tools',
  call: 'the conversation with a call and its result',
  calls: 'the conversation with two calls',
  case: 'the conversation of this case',
  'case-after': 'the conversation of this case with its reply',
};

export function conversationName(conversation: FaultyPrompt['conversation']): string {
  return names[conversation];
}

/** In UTF-16 units. */
const LONGEST_CODE = 80;

/** A piece of text as code in a sentence: on one line, short, without the signs that mark code. */
export function inCode(text: string): string {
  const line = text
    .slice(0, LONGEST_CODE + 1)
    .replaceAll('\n', '⏎')
    .replaceAll('\t', '⇥')
    .replaceAll('`', '');
  return `\`${line.length > LONGEST_CODE ? `${line.slice(0, LONGEST_CODE - 1)}…` : line}\``;
}
