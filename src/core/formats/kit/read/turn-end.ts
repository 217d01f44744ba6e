import type { TextSource } from './source.ts';
import { codeAt, oneOf, type Resumable } from './resumable.ts';

const LESS = 0x3c;

/** The tokens with which models end their turn. */
export const turnEnds: readonly string[] = [
  ...['<|im_end|>', '<|eot_id|>', '<|eom_id|>', '<|end_of_text|>', '<|endoftext|>', '</s>', '<end_of_turn>'],
  ...['<｜end▁of▁sentence｜>', '<|END_OF_TURN_TOKEN|>', '<end_of_utterance>', '<|eot|>', '<|eom|>', '<turn|>'],
];

/** The tokens with which models end an answer or a message. What begins it may be in the prompt. */
export const messageEnds: readonly string[] = [
  ...['<|END_RESPONSE|>', '<|END_TEXT|>', '<|end_of_msg|>', '<|message_sep|>', '<bot_end>'],
  ...['<|close|>response<|sep|>', '<|close|>message<|sep|>'],
];

/** The offset of the first token that ends a turn; -1 if there is none. */
export function turnEndIn(text: string): number {
  const found = turnEnds.map((end) => text.indexOf(end)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** Whether a text is nothing but the end of a turn, or blank. */
export function isTurnEnd(text: string): boolean {
  const rest = text.trim();
  return rest === '' || turnEnds.includes(rest);
}

/** Whether the turn ends at an offset. An end token ends an open body just as the end of the text does. */
export function* endsTurn(source: TextSource, at: number): Resumable<boolean> {
  const code = yield* codeAt(source, at);
  return code < 0 || (code === LESS && (yield* oneOf(source, at, turnEnds)) !== null);
}
