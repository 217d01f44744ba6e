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
 * What answers last in a talk that somebody copied out of a chat, where that is a call: `You: …` and `Assistant: {…}`, among words of
 * their own. Null where nobody asked before it, and for any other text. Linear.
 */
export function spokenReply(content: string): Shown | null {
  const spoken = lastSpoken(content);
  return spoken !== null && isCall(spoken.text) ? spoken : null;
}

/** The same, whatever it is: the paragraph of who answers last. */
export function lastSpoken(content: string): Shown | null {
  if (content.length > LONGEST) return null;
  let isAsked = false;
  let from = -1;
  let to = -1;
  let isBelowAsked = false;
  for (let at = 0; at < content.length; at = endOfLine(content, at) + 1) {
    const line = content.slice(at, Math.min(endOfLine(content, at), at + 200));
    const spoken: RegExpExecArray | null = SPEAKER.exec(line) ?? (isBelowAsked ? NAMED.exec(line) : null);
    if (from >= 0 && to < 0 && (spoken !== null || line.trim() === '')) to = at;
    if (spoken?.groups?.asks !== undefined) isAsked = true;
    else if (spoken !== null && isAsked) [from, to] = [at + spoken[0].length, -1];
    if (line.trim() !== '') isBelowAsked = spoken?.groups?.asks !== undefined;
  }
  if (from < 0) return null;
  const text = content.slice(from, to < 0 ? content.length : to).trimEnd();
  return { from, to: from + text.length, text };
}
