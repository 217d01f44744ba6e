import { JsonReader, type JsonSuccess, member } from '../../text/json/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { liesIn, type NativeItem, readNativeCalls } from '../../engines/kit/index.ts';
import { isAsciiSpace, type Span } from '../../text/document/index.ts';
import type { ExathenaCode } from './words.ts';

export const TAG_OPENER = '<tool_call>';
const TAG_CLOSER = '</tool_call>';

/**
 * The `<tool_call>` tier of ExAthena 0.19: `<tool_call>\s*(\{.*?\})\s*</tool_call>` from left to right. A body that is
 * not a JSON object with a `name` is passed over without a word; the others go the way of native calls, which repairs
 * trailing commas, drops exact duplicates and renames colliding ids.
 */
export function readTags(rec: Recorder<ExathenaCode>, text: Span, thoughts: readonly Span[]): void {
  const { document } = rec;
  const items: NativeItem[] = [];
  const reader = new JsonReader();
  const bodyEnds = bodyEndsIn(document, text);
  let nextEnd = 0;
  for (let open = document.indexOf(TAG_OPENER, text.from); open >= 0 && open < text.to;) {
    let bodyFrom = open + TAG_OPENER.length;
    while (isAsciiSpace(document.charCodeAt(bodyFrom))) bodyFrom += 1;
    while ((bodyEnds[nextEnd]?.bodyTo ?? Infinity) < bodyFrom + 2) nextEnd += 1;
    const end = bodyEnds[nextEnd];
    const beginsObject = bodyFrom < text.to && document.charAt(bodyFrom) === '{';
    if (!beginsObject || end === undefined) {
      rec.rejectOneOfMany(beginsObject ? 'tag-unclosed' : 'tag-body-not-json', open, open + TAG_OPENER.length);
      open = document.indexOf(TAG_OPENER, open + TAG_OPENER.length);
      continue;
    }
    const span = { from: open, to: end.closerTo };
    const body = readBody(rec, reader, span, { from: bodyFrom, to: end.bodyTo });
    if (liesIn(thoughts, open)) rec.quirk('inside-think', span);
    rec.mark('markup', open, bodyFrom);
    rec.mark(body === null ? 'malformed' : 'call', bodyFrom, end.bodyTo);
    rec.mark('markup', end.bodyTo, end.closerTo);
    if (body === null) rec.suppress(span, 'malformed', null);
    else items.push({ node: body.node, duplicateKeys: body.duplicateKeys, span });
    open = document.indexOf(TAG_OPENER, end.closerTo);
  }
  if (items.length > 0) readNativeCalls(rec, items, { tier: 'tool-call-tag', format: 'hermes', lenient: true });
}

function readBody(rec: Recorder<ExathenaCode>, reader: JsonReader, span: Span, body: Span): JsonSuccess | null {
  rec.marker(TAG_OPENER, 'open', span.from, span.from + TAG_OPENER.length);
  const reading = reader.outline(rec.document, body.from, body.to, 1);
  if (!reading.ok) {
    rec.reject('json-syntax', body, reading.error.at, reading.error);
    return null;
  }
  if (member(reading.node, 'name') === undefined) {
    rec.reject('missing-name', body);
    return null;
  }
  rec.marker(TAG_CLOSER, 'close', span.to - TAG_CLOSER.length, span.to);
  return reading;
}

/** Every `}` that only white space parts from a closing tag, from left to right. */
function bodyEndsIn(document: string, text: Span): { bodyTo: number; closerTo: number }[] {
  const ends: { bodyTo: number; closerTo: number }[] = [];
  for (let closer = document.indexOf(TAG_CLOSER, text.from); closer >= 0;) {
    const closerTo = closer + TAG_CLOSER.length;
    if (closerTo > text.to) break;
    let bodyTo = closer;
    while (bodyTo > text.from && isAsciiSpace(document.charCodeAt(bodyTo - 1))) bodyTo -= 1;
    if (document.charAt(bodyTo - 1) === '}') ends.push({ bodyTo, closerTo });
    closer = document.indexOf(TAG_CLOSER, closerTo);
  }
  return ends;
}
