import type { ToolDefinition } from '../../../tools/index.ts';
import { objectCallAt } from './object-call.ts';
import { noCall, readText, type TextReading } from './text-reading.ts';

/**
 * Reads what a server sent as text: a call may end the line on which the model announces it, and is no example there.
 *
 * @param takesLists whether the parser, or the model, is one of lists of Python calls
 */
export function readAnswer(text: string, tools: readonly ToolDefinition[] | null, takesLists: boolean): TextReading {
  const whole = readText(text, tools);
  if (whole.state !== 'none' && whole.state !== 'quoted') return whole;
  const at = (takesLists && whole.state === 'none' ? trailingList(text) : null) ?? trailingObject(text);
  const call = at === null ? noCall : readText(text.slice(at), tools?.length === 0 ? null : tools);
  if (at === null || call.state !== 'sound' || call.span === null) return whole;
  return { ...call, span: { from: call.span.from + at, to: call.span.to + at } };
}

function trailingList(text: string): number | null {
  const at = /\)\s{0,8}\]\s*$/.test(text.slice(-80))
    ? text.search(/(?<=[.!?:]\s{1,4}|[。！？：]\s{0,4})\[[A-Za-z_]\w{0,80}\(/)
    : -1;
  return at < 0 ? null : at;
}

/** So many objects are read at most, the last ones. */
const MOST = 4;
/** Who explains the form of a call shows one, and makes none. */
const SHOWN =
  /`\s*$|\b(?:examples?|for instance|e\.g|formats?|forms?|like (?:this|so)|such as|would|could|should|syntax|schema|written|looks|returned|output)\b[^\n.]{0,80}$/i;

/** Where the object of a call begins that ends a text after words on the same line; null for none. */
function trailingObject(text: string): number | null {
  const end = text.trimEnd().length;
  const begins = [...text.matchAll(/[^\s{[,][ \t]{1,4}(?=\{\s{0,8}"name"\s{0,4}:)/g)].slice(-MOST);
  for (const { index, 0: before } of begins) {
    const at = index + before.length;
    const call = objectCallAt(text, at);
    if (call !== null && call.end === end && call.name !== '')
      return SHOWN.test(text.slice(Math.max(0, at - 200), at)) ? null : at;
  }
  return null;
}
