import type { Span } from '../../text/document/index.ts';
import { afterSpace, strippedSpan } from '../../text/languages/index.ts';

// What the regular expressions of the readers find, in time with the length of the text.

/** A match, and the parts that it captures. */
export interface Block extends Span {
  readonly name: Span | null;
  readonly body: Span;
}

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';

/** `<tool_call>\s*({.*?})\s*</tool_call>`, all of them. */
export function objectBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let at = text.indexOf(OPEN);
  while (at >= 0) {
    const from = afterSpace(text, at + OPEN.length);
    const body = text.charAt(from) === '{' ? objectTo(text, from) : null;
    if (text.charAt(from) === '{' && body === null) break;
    if (body !== null) blocks.push({ from: at, to: body.end, name: null, body: { from, to: body.to } });
    at = text.indexOf(OPEN, body?.end ?? at + 1);
  }
  return blocks;
}

/** The first `}` that only white space is between and a closing tag. */
function objectTo(text: string, from: number): { readonly to: number; readonly end: number } | null {
  for (let end = text.indexOf(CLOSE, from); end >= 0; end = text.indexOf(CLOSE, end + 1)) {
    const { to } = strippedSpan(text, from, end);
    if (to > from + 1 && text.charAt(to - 1) === '}') return { to, end: end + CLOSE.length };
  }
  return null;
}

/** `OPEN\s*(\w+)\(({.*?})\)\]`, all of them; the name follows the opener. */
export function bracketBlocks(text: string, open: string): Block[] {
  const blocks: Block[] = [];
  let at = text.indexOf(open);
  while (at >= 0) {
    const nameFrom = open === '[' ? at + 1 : afterSpace(text, at + open.length);
    let nameTo = nameFrom;
    while (/[\p{L}\p{N}_]/u.test(text.charAt(nameTo))) nameTo += 1;
    const isCall = nameTo > nameFrom && text.startsWith('({', nameTo);
    const to = isCall ? text.indexOf('})]', nameTo + 1) : -1;
    if (isCall && to < 0) break;
    const end = to + 3;
    if (isCall) {
      const body = { from: nameTo + 1, to: to + 1 };
      blocks.push({ from: at, to: end, name: { from: nameFrom, to: nameTo }, body });
    }
    at = text.indexOf(open, isCall ? end : Math.max(nameTo, at + 1));
  }
  return blocks;
}

const FUNCTION = '<function=';
const FUNCTION_END = '</function>';

/** `<function=([^>]+)>(.*?)</function>`, all of them, with `<tool_call>` and `</tool_call>` around where `isWrapped`. */
export function functionBlocks(text: string, isWrapped: boolean): Block[] {
  const open = isWrapped ? OPEN : FUNCTION;
  const blocks: Block[] = [];
  let at = text.indexOf(open);
  while (at >= 0) {
    const tag = isWrapped ? afterSpace(text, at + open.length) : at;
    const nameFrom = tag + FUNCTION.length;
    const isFunction = text.startsWith(FUNCTION, tag);
    const nameTo = isFunction ? text.indexOf('>', nameFrom) : -1;
    // No later one ends either.
    if (isFunction && nameTo < 0) break;
    const end = nameTo > nameFrom ? functionEnd(text, nameTo + 1, isWrapped) : null;
    if (nameTo > nameFrom && end === null) break;
    if (end !== null) {
      const body = { from: nameTo + 1, to: end.from };
      blocks.push({ from: at, to: end.to, name: { from: nameFrom, to: nameTo }, body });
    }
    at = text.indexOf(open, end?.to ?? at + 1);
  }
  return blocks;
}

function functionEnd(text: string, from: number, isWrapped: boolean): Span | null {
  for (let at = text.indexOf(FUNCTION_END, from); at >= 0; at = text.indexOf(FUNCTION_END, at + 1)) {
    const to = at + FUNCTION_END.length;
    if (!isWrapped) return { from: at, to };
    const closer = afterSpace(text, to);
    if (text.startsWith(CLOSE, closer)) return { from: at, to: closer + CLOSE.length };
  }
  return null;
}

/** `<parameter=([^>]+)>(.*?)</parameter>`, all of them. */
export function parametersIn(text: string): { readonly key: string; readonly text: string }[] {
  const found: { key: string; text: string }[] = [];
  let at = text.indexOf('<parameter=');
  while (at >= 0) {
    const keyFrom = at + '<parameter='.length;
    const keyTo = text.indexOf('>', keyFrom);
    const end = keyTo < 0 ? -1 : text.indexOf('</parameter>', keyTo);
    if (end < 0) break;
    if (keyTo > keyFrom) found.push({ key: text.slice(keyFrom, keyTo), text: text.slice(keyTo + 1, end) });
    at = text.indexOf('<parameter=', keyTo > keyFrom ? end + '</parameter>'.length : at + 1);
  }
  return found;
}
