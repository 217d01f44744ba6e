import type { Span } from '../../../text/document/index.ts';
import type { Frame } from '../../index.ts';
import { finishKind } from './finish.ts';

/** So near is what a loop prints of the last chunk. In UTF-16 units. */
const NEAR = 200;
const ABSENT = '(?:None|null|undefined|nil|finish(?:_reason)?)';
/** A reason for the end alone on its line, or after fields that are absent: `None None tool_calls`. */
const PRINTED = new RegExp(
  String.raw`^[ \t]{0,8}[\])}]{0,4}(?:[ \t,|:=]{0,4}\b${ABSENT}\b){0,4}[ \t,|:='"]{0,4}\b([a-z]{4,8}(?:[_-][a-z]{4,6}){0,2})['"]?\)?[ \t]{0,8}$`,
  'gm',
);

/** The reason for the end that a program prints after the last delta, beside it and not in it; null for none. */
export function printedFinish(frame: Frame, last: Span): { readonly text: string; readonly span: Span | null } | null {
  const [after = ''] = frame.text.slice(last.to, last.to + NEAR).split('```', 1);
  const found = [...after.matchAll(PRINTED)].find(([, word = '']) => isReason(word));
  const [, text] = found ?? [];
  if (found === undefined || text === undefined) return null;
  const from = last.to + found.index + found[0].lastIndexOf(text);
  return { text, span: frame.place({ from, to: from + text.length }) };
}

function isReason(word: string): boolean {
  const kind = finishKind(word);
  return kind === 'calls' || kind === 'cut' || word === 'stop';
}
