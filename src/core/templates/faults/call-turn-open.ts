import type { ConversationShape } from '../conversations.ts';
import { inCode } from './fault-words.ts';
import { stepPlace } from './prompt-places.ts';
import type { FaultRule, Found } from './rule.ts';
import { piecesOf, shownAt, type Rendered, type Subject } from './subject.ts';

const ANSWER = 'Zebra crossing.';

/** Shapes of the message in which templates expect calls. */
const shapes: readonly ConversationShape[] = [
  {},
  { callContent: null, textArguments: true },
  { callContent: null },
  { textArguments: true },
];

/** Other tokens with which models were taught to end a turn with calls. */
const otherEnds: readonly string[] = [
  '<|call|>',
  '<|eom_id|>',
  '<|eom|>',
  '<end_function_call>',
  '</s>',
  '<|endoftext|>',
];

/** What comes between the last call of a message and its first result. */
interface AfterCalls {
  readonly rendered: Rendered;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * A message with calls lacks the token that ends every other turn of the assistant, so a model may learn to go on after a
 * call. DeepSeek's templates of V2.5 and V3 print it after two calls, and not after one.
 */
export const callTurnOpen: FaultRule = {
  code: 'call-turn-open',
  find(subject): readonly Found[] {
    const token = endToken(subject);
    if (token === null) return [];
    const one = afterCalls(subject, 'call');
    if (one === null || one.text.includes(token)) return [];
    const two = afterCalls(subject, 'calls');
    const endsTwo = two?.text.includes(token) === true;
    if (!endsTwo && otherEnds.some((end) => one.text.includes(end))) return [];
    const end = inCode(token);
    return [
      {
        level: endsTwo ? 'fault' : 'caution',
        message: endsTwo
          ? `The turn with one call never ends: the template prints ${end} after two calls, and not after one.`
          : `The turn with calls never ends: ${end} ends every other turn of the assistant.`,
        at: stepPlace(subject, one.rendered, one.from),
        shows: { conversation: 'call', range: { from: one.from, to: one.to } },
        remedy: endsTwo
          ? `Print ${end} after the last call of a message, however many there are.`
          : `Print ${end} after the calls, unless the model was trained without it.`,
        edits: [],
      },
    ];
  },
};

/** The first token after an answer in text; null where that is none, or belongs to the next turn. */
function endToken(subject: Subject): string | null {
  const { prompt } = subject.changed(
    'plain',
    'answered',
    ({ messages }) => ({ messages: [...messages, { role: 'assistant', content: ANSWER }] }),
    { add_generation_prompt: false },
  ).rendering;
  const at = prompt.lastIndexOf(ANSWER);
  const closer = at < 0 ? '' : prompt.slice(at + ANSWER.length).trim();
  return /^<[^<>\s]+>/.exec(closer)?.[0] ?? null;
}

function afterCalls(subject: Subject, kind: 'call' | 'calls'): AfterCalls | null {
  for (const shape of shapes) {
    const rendered = subject.rendered(kind, shape);
    if (rendered.rendering.failure !== null) continue;
    const at = rendered.messages.findIndex((message) => Array.isArray(message['tool_calls']));
    const result = shownAt(rendered, ['messages', at + 1, 'content']);
    const path = ['messages', at, 'tool_calls', kind === 'call' ? 0 : 1, 'function'];
    // A result may name its call again.
    const last =
      piecesOf(rendered, [...path, 'arguments']).findLast(({ to }) => result !== null && to <= result.from) ??
      piecesOf(rendered, [...path, 'name'])[0];
    if (result === null || last === undefined || last.to > result.from) continue;
    const { to: from } = last;
    return { rendered, from, to: result.from, text: rendered.rendering.prompt.slice(from, result.from) };
  }
  return null;
}
