import type { Span } from '../../../text/document/index.ts';
import type { Block } from '../read/block.ts';
import { elementValues } from '../read/nested-elements.ts';
import { turnEnds } from '../read/turn-end.ts';

interface OpenTag {
  readonly name: string;
  readonly nameSpan: Span;
  /** The closing tag that is missing. */
  readonly close: string;
}

/** Makes the call whose closing tag is missing although the reply goes on after its arguments; null where it is none. */
export function unclosedCall(block: Block, { name, nameSpan, close }: OpenTag): number | null {
  const { source, rec, tools, at, from } = block;
  const body = source.slice(at, source.length);
  const length = block.startsLine ? endOfElements(body, tools.parameters(name)) : null;
  if (length === null) return null;
  const to = at + length;
  const { json: argumentsText } = elementValues(body.slice(0, length), tools.schema(name));
  rec.read('name', nameSpan);
  rec.repair('missing-marker', { from: to, to }, close);
  block.call({ name, nameSpan, argumentsText, argumentsSpan: { from: at, to } }, { from, to });
  return block.end(to);
}

/** What may follow a call that was not closed and shows that nothing cut it off: the end of a code block or of the turn, or words. */
const WENT_ON = /^\s*(?:```|~~~|\n\s*[^\s<])/;

const LONGEST_OPENER = 200;

/** Where the elements of declared parameters end; null where the text ends there, or something else is among them. */
function endOfElements(body: string, parameters: readonly string[]): number | null {
  let end = 0;
  for (;;) {
    const [opener, key = ''] = /^\s*<([\p{L}\p{N}_.:-]{1,80})>/u.exec(body.slice(end, end + LONGEST_OPENER)) ?? [];
    if (opener === undefined || !parameters.includes(key)) break;
    const close = `</${key}>`;
    const to = body.indexOf(close, end + opener.length);
    if (to < 0) return null;
    end = to + close.length;
  }
  const rest = body.slice(end, end + LONGEST_OPENER);
  const isEnded = turnEnds.some((token) => rest.trimStart().startsWith(token));
  return end > 0 && (isEnded || WENT_ON.test(rest)) ? end : null;
}
