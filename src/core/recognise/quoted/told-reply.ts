import { saidInstead } from '../../trace/index.ts';
import { hasCallSigns } from '../markup.ts';
import { beginOf, hasFence, type Shown } from './quoted-blocks.ts';
import { CAME, GIVEN, hasIntent, isAside, speakerAbove, speaksOfModels } from './report-words.ts';
import { lastSpoken } from './spoken-reply.ts';

/** Nobody tells a longer one. In UTF-16 units. */
const LONGEST = 6000;
/** So many lines of words lead to what the model said, at most. */
const MOST_LEADING = 8;

/**
 * What a model said in words, among those of a person: after a line that announces it with a colon, after the prompt of `ollama run`,
 * below the name of who speaks, or above a note of what somebody runs. Only words that are a model's in the place of a call: null
 * for any other text, and where nobody's words are around it. Linear.
 */
export function toldReply(content: string): Shown | null {
  if (content.length > LONGEST || hasFence(content) || hasCallSigns(content)) return null;
  const lines = content.trimEnd().split('\n');
  const end = lines.findLastIndex((line) => line.trim() !== '' && !isAside(line)) + 1;
  const begin = beginIn(lines.slice(0, end));
  const isWhole = begin === null && end === lines.length;
  if (isWhole && !isTalkAmongWords(content)) return null;
  const from = beginOf(lines, begin ?? 0);
  const to = lines.slice(0, end).join('\n').length;
  const spoken = lastSpoken(content.slice(from, to));
  const [head, tail] = spoken === null ? [from, to] : [from + spoken.from, from + spoken.to];
  const text = content.slice(head, tail).trim();
  const said = saidInstead(text);
  if (said === null || said.json !== undefined) return null;
  const at = content.indexOf(text, head);
  return { from: at, to: at + text.length, text };
}

/** Whether somebody tells of a model, and copies lines of a talk with it: `You: …` and `Agent: …`. */
function isTalkAmongWords(content: string): boolean {
  const spoken = lastSpoken(content);
  if (spoken === null) return false;
  const [words = ''] = content.slice(0, spoken.from).split(/\n[ \t]*\n/, 1);
  return /\n[ \t]*\n/.test(content.slice(0, spoken.from)) && speaksOfModels(words) && isAfterParagraph(content, spoken);
}

function isAfterParagraph(content: string, { to }: Shown): boolean {
  return /^[ \t]*\n[ \t]*\n\s*\S/.test(content.slice(to));
}

/** The line in which what the model said begins; null where no words lead to it. */
function beginIn(lines: readonly string[]): number | null {
  const typed = lines.findLastIndex((line) => TYPED.test(line));
  if (typed >= 0) return typed + 1;
  const named = lines.findLastIndex((line, index) => line.trim() !== '' && isTurn(lines, index));
  const isTalk = named >= 0 && lines.slice(0, named).some((_, index) => isTurn(lines, index));
  if (isTalk) return named;
  const led = lines.slice(0, MOST_LEADING).findLastIndex((line) => /[:：][*_ \t]*$/.test(line) && !hasIntent(line));
  const words = lines.slice(0, led + 1).join('\n');
  return led >= 0 && (speaksOfModels(words) || CAME.test(words) || GIVEN.test(words) || SAYS.test(words))
    ? led + 1
    : null;
}

/** What is typed after the prompt of `ollama run`, and no code. */
const TYPED = /^>>> (?=[^()=[\]{}]*$)\p{L}[^\n]* \p{L}/u;

/** Who says something, before it: `it only says this:`. */
const SAYS =
  /\b(?:it|he|she|er|sie|es|il|elle)\b[^\n]{0,60}\b(?:says?|tells?|answers?|writes?|repl(?:y|ies)|sagt|schreibt|antwortet|dit|répond|dice|responde)\b/i;

/** Whether a turn of a talk begins in a line: the name of who speaks is right above it, after a blank line or none at all. */
function isTurn(lines: readonly string[], index: number): boolean {
  const name = index - 1 === speakerAbove(lines, index) ? index - 1 : -1;
  return name >= 0 && (name === 0 || lines[name - 1]?.trim() === '');
}
