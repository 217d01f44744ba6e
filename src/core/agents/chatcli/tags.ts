import { trimGo } from '../../text/languages/index.ts';
import type { Span } from '../../text/document/index.ts';
import { readAttribute, type Attribute } from './attributes.ts';
import { tagEnds } from './quotes.ts';
import { scannedText, type ScannedText } from './scanned-text.ts';
import type { CollectedCalls } from './collected-calls.ts';

export const TAG_OPENER = '<tool';
const LONG_OPENER = '<tool_call';

/** A tag that was found to end; positions are those of the scanned text. */
interface Tag {
  readonly name: 'tool' | 'tool_call';
  readonly from: number;
  readonly attributesFrom: number;
  readonly attributesTo: number;
  /** After the opening tag. */
  readonly openerTo: number;
  /** After the closing tag, or the opening one where there is none. */
  readonly to: number;
}

/**
 * The tags `<tool_call name="…" args="…">`, with `<tool …>` as another name for the same, self-closing or up to the next
 * closing tag. Gives the spans of the tags that became calls; null where the original crashes.
 */
export function readTags(collected: CollectedCalls, area: Span, tier: string): readonly Span[] | null {
  const { rec } = collected;
  const scanned = scannedText(rec.document, area);
  const { text } = scanned;
  const spans: Span[] = [];
  let ends: ReturnType<typeof tagEnds> | null = null;
  for (let search = scanned.from; search < scanned.to;) {
    const from = scanned.find(TAG_OPENER, search);
    if (from < 0) break;
    const isLong = text.slice(from, Math.min(from + LONG_OPENER.length, scanned.to)).toLowerCase() === LONG_OPENER;
    const attributesFrom = from + (isLong ? LONG_OPENER.length : TAG_OPENER.length);
    const opener = { from: scanned.place(from), to: scanned.place(attributesFrom) };
    search = attributesFrom;
    if (attributesFrom < scanned.to && !' \t\n\r>/'.includes(text.charAt(attributesFrom))) {
      noteSlip(collected, scanned, from, opener);
      rec.rejectOneOfMany('tag-other-name', opener.from, opener.to);
      continue;
    }
    ends ??= tagEnds(text, scanned.from, scanned.to);
    const attributesTo = ends.endFrom(attributesFrom);
    if (attributesTo < 0) {
      rec.rejectOneOfMany('tag-never-ends', opener.from, opener.to);
      continue;
    }
    const tag = tagAt(scanned, from, isLong ? 'tool_call' : 'tool', attributesFrom, attributesTo);
    const span = { from: opener.from, to: scanned.place(tag.to) };
    search = tag.to;
    rec.enter('block', tier, span);
    rec.marker(isLong ? LONG_OPENER : TAG_OPENER, 'open', opener.from, opener.to);
    noteSlip(collected, scanned, from, opener);
    const isCall = readTag(collected, scanned, tag, span, tier);
    rec.leave(span, isCall === null || !isCall ? 'malformed' : 'matched');
    if (isCall === null) return null;
    if (isCall) spans.push(span);
  }
  return spans;
}

function tagAt(
  scanned: ScannedText,
  from: number,
  name: Tag['name'],
  attributesFrom: number,
  attributesTo: number,
): Tag {
  const isSelfClosing = scanned.text.charAt(attributesTo) === '/';
  const openerTo = attributesTo + (isSelfClosing ? 2 : 1);
  const closer = `</${name}>`;
  const closing = isSelfClosing ? -1 : scanned.find(closer, openerTo);
  const to = closing < 0 ? openerTo : closing + closer.length;
  return { name, from, attributesFrom, attributesTo, openerTo, to };
}

/** Null where the original crashes. */
function readTag(collected: CollectedCalls, scanned: ScannedText, tag: Tag, span: Span, tier: string): boolean | null {
  const { rec } = collected;
  const name = tag.to > scanned.to ? 'crash' : readAttribute(scanned, tag.attributesFrom, tag.attributesTo, 'name');
  const args = isAttribute(name) ? readAttribute(scanned, tag.attributesFrom, tag.attributesTo, 'args') : name;
  if (name === 'crash' || args === 'crash') {
    rec.reject('offset-beyond-text', span);
    rec.fail({ code: 'runtime_panic', served: 'crash', span, at: span.from });
    return null;
  }
  const opener = { from: span.from, to: scanned.place(tag.openerTo) };
  if (name === null) {
    rec.reject('tag-without-name', span);
    rec.addSuppressed(span, 'malformed', null);
    collected.mark('malformed', span);
    return false;
  }
  collected.mark('call', opener);
  collected.mark('markup', { from: opener.to, to: span.to });
  noteAttribute(collected, scanned, name);
  if (args !== null) noteAttribute(collected, scanned, args);
  const closer = `</${tag.name}>`;
  if (tag.to > tag.openerTo + closer.length) {
    const body = { from: opener.to, to: Math.max(opener.to, scanned.place(tag.to - closer.length)) };
    if (trimGo(rec.document.slice(body.from, body.to)) !== '') rec.quirk('body-ignored', body);
  }
  const found = {
    name: trimGo(name.value),
    args: args?.value ?? '',
    raw: scanned.cut(tag.from, tag.to),
    span,
    nameSpan: placed(scanned, name),
    argumentsSpan: args === null ? null : placed(scanned, args),
    format: 'chatcli-xml',
  };
  collected.take(found, tier);
  return true;
}

function isAttribute(answer: Attribute | 'crash' | null): answer is Attribute {
  return answer !== null && answer !== 'crash';
}

function noteAttribute(collected: CollectedCalls, scanned: ScannedText, attribute: Attribute): void {
  const place = placed(scanned, attribute);
  if (attribute.isInValue) collected.rec.quirk('attribute-in-value', place);
  if (attribute.isUnclosed) collected.rec.quirk('value-never-closed', place);
}

function placed(scanned: ScannedText, { from, to }: Span): Span {
  return { from: scanned.place(from), to: scanned.place(to) };
}

/** The search found the marker somewhere else than where the runtime then reads. */
export function noteSlip(collected: CollectedCalls, { text }: ScannedText, at: number, place: Span): void {
  const first = text.charAt(at);
  if (first !== '<' && first !== '[') collected.rec.quirk('offset-slip', place);
}
