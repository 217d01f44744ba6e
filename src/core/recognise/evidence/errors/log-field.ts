import { decodeText } from '../../../text/languages/index.ts';
import { isLogLine } from '../../index.ts';
import type { Said } from '../evidence.ts';
import { lineAt, LONGEST_SAID } from './line-at.ts';
import type { Scene } from '../paste/scene.ts';

/** A key with a string, in logfmt and in JSON. */
const FIELD = /(?<![\w.])[A-Za-z][\w.]{0,40}(?:=|"\s{0,2}:\s{0,2})"((?:[^"\\]|\\.){1,4000})"/g;

/** What a field of a log says, `msg="…"` or `"msg":"…"`, where a part of its line is inside of it; null for any other part. Linear. */
function fieldAround(
  line: string,
  from: number,
  to: number,
): { readonly text: string; readonly from: number; readonly to: number } | null {
  for (const { index, 0: field, 1: body = '' } of line.matchAll(FIELD)) {
    const end = index + field.length - 1;
    const begin = end - body.length;
    if (from < begin || to > end) continue;
    const decoded = decodeText(body, false);
    return { text: decoded.ok ? decoded.value : body, from: begin, to: end };
  }
  return null;
}

/** So much of a line may be before a sentence. In UTF-16 units. */
const LONGEST_LEAD = 200;

/** A sentence of a log: its field, where it is in one, or to the end of its line; where the line is none of a log, all of it but for the signs before it. */
export function saidFrom({ frame, around }: Scene, pattern: RegExp): Said | null {
  const found = pattern.exec(around);
  if (found === null) return null;
  const { index: at } = found;
  const begin = around.lastIndexOf('\n', at - 1) + 1;
  const lead = around.slice(begin, at);
  const [line = ''] = frame.text.slice(begin, at + LONGEST_SAID).split('\n', 1);
  const field = fieldAround(line, at - begin, at - begin + found[0].length);
  if (field !== null)
    return { text: field.text, span: frame.place({ from: begin + field.from, to: begin + field.to }) };
  const isPlain = lead.length < LONGEST_LEAD && !isLogLine(lead);
  return lineAt(frame, isPlain ? begin : at);
}
