import { endOfLine } from '../../text/document/index.ts';
import { ANSWERING, ASKING } from '../console/speakers.ts';
import { isCall } from '../markup.ts';
import { LONGEST, type Shown } from './quoted-blocks.ts';

/** Names that a line of other texts may begin with as well. */
const ASKS = `you|me|du|yo|tú|eu|io|ja|ty|jag|jij|나|${ASKING}`;
const ANSWERS = `home assistant|ha|assist|chat ?bot|bot|agent|model|llm|${ANSWERING}`;
const SPEAKER = new RegExp(
  String.raw`^[ \t]{0,3}(?:[-*] )?(?:\*\*|__)?(?:(?<asks>${ASKS})|(?<answers>${ANSWERS}))(?:\*\*|__)?[ \u00a0]?[:：](?:\*\*|__)?[ \t\u00a0]*`,
  'iu',
);

/** Whatever the assistant is called, right below who asks: a call in text follows its name. */
const NAMED =
  /^[ \t]{0,3}(?:\*\*)?\p{L}[\p{L}\d._-]{0,24}(?: \([^()\n]{1,40}\))?(?:\*\*)?[:：](?:\*\*)?[ \t]+(?=[^\n]*(?:\{\s?"name"|<tool_call>|\[TOOL_CALLS\]))/u;

/**
 * What answers in a talk that somebody copied out of a chat, where that is a call: `You: …` and `Assistant: {…}`, among words of
 * their own. It is the last turn, or one after
 * which somebody asked again: what a tool answers is a line of another name.
 * Null where nobody asked before it, and for any other text. Linear.
 */
export function spokenReply(content: string): Shown | null {
  const turns = turnsIn(content);
  const isAnswer = ({ text, isNextAsked }: Spoken, index: number): boolean =>
    (isNextAsked || index === turns.length - 1) && isCall(text);
  return turns.findLast((one, index) => isAnswer(one, index)) ?? null;
}

/** The same, whatever it is: the paragraph of who answers last. */
export function lastSpoken(content: string): Shown | null {
  return turnsIn(content).at(-1) ?? null;
}

interface Spoken extends Shown {
  /** Whoever asks speaks next; false while nobody does. */
  readonly isNextAsked: boolean;
}

/** The paragraphs of who answers, after the first question. */
function turnsIn(content: string): readonly Spoken[] {
  if (content.length > LONGEST) return [];
  const turns: Spoken[] = [];
  let isAsked = false;
  let isBelowAsked = false;
  let from = -1;
  let ended = -1;
  const end = (to: number): void => {
    if (from < 0) return;
    const text = content.slice(from, to).trimEnd();
    turns.push({ from, to: from + text.length, text, isNextAsked: false });
    from = -1;
    ended = turns.length - 1;
  };
  for (let at = 0; at < content.length; at = endOfLine(content, at) + 1) {
    const line = content.slice(at, Math.min(endOfLine(content, at), at + 200));
    const spoken: RegExpExecArray | null = SPEAKER.exec(line) ?? (isBelowAsked ? NAMED.exec(line) : null);
    const isAsking: boolean = spoken?.groups?.asks !== undefined;
    if (spoken !== null || line.trim() === '') end(at);
    const last = turns[ended];
    if (line.trim() !== '' && last !== undefined) {
      turns[ended] = { ...last, isNextAsked: isAsking };
      ended = -1;
    }
    if (isAsking) isAsked = true;
    else if (spoken !== null && isAsked) from = at + spoken[0].length;
    if (line.trim() !== '') isBelowAsked = isAsking;
  }
  end(content.length);
  return turns;
}
