import type { Span } from '../../../../text/document/index.ts';
import { CLOSE, OPEN, type Head } from '../../../vllm/kit/arg-tags.ts';

/** `<tool_call>([^\n]*)\n(.*)</tool_call>`: the name is the first line. */
export function headByLine(text: string, { from, to }: Span): Head | null {
  const nameFrom = from + OPEN.length;
  const end = to - CLOSE.length;
  const line = text.slice(nameFrom, end).indexOf('\n');
  if (line < 0) return null;
  return { name: { from: nameFrom, to: nameFrom + line }, rest: { from: nameFrom + line + 1, to: end } };
}
