import type { Span } from '../../text/document/index.ts';

/** What llama-cli writes after a reply (llama.cpp tools/main/main.cpp, and tools/cli/cli.cpp since December 2025). */
const ENDS = /\s{0,4}(?:\[end of text\]|\[ Prompt: [\d.]{1,9} t\/s \| Generation: [\d.]{1,9} t\/s \])/g;
/** What is before one: the prompt that was typed, the end of the thinking, or how a template begins the turn, with or without its markers. */
const BEGINS =
  /^> [^\n]{0,600}\n|\[End thinking\]|assistant(?:<\|end_header_id\|>)?\n|<start_of_turn>model\n|\[\/INST\]|<\|assistant\|>/gm;

/** Longer replies are not typed at a console. In UTF-16 units. */
const LONGEST = 20_000;

/** The last reply that llama-cli shows in a terminal; null for any other text. Linear. */
export function terminalReply(text: string): Span | null {
  const end = [...text.matchAll(ENDS)].at(-1)?.index;
  if (end === undefined) return null;
  const before = Math.max(0, end - LONGEST);
  const begin = [...text.slice(before, end).matchAll(BEGINS)].at(-1);
  if (begin === undefined) return null;
  const from = before + begin.index + begin[0].length;
  const blank = /^\s*/.exec(text.slice(from, end))?.[0].length ?? 0;
  return from + blank < end ? { from: from + blank, to: end } : null;
}
