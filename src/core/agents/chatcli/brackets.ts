import { trimGo } from '../../text/languages/index.ts';
import type { Span } from '../../text/document/index.ts';
import { blanksTo, isNameCharacter } from './attributes.ts';
import { balancedObjects } from './quotes.ts';
import { scannedText, type ScannedText } from './scanned-text.ts';
import { noteSlip } from './tags.ts';
import type { CollectedCalls } from './collected-calls.ts';

export const BRACKET_OPENER = '[tool';
const SUFFIX = '_call';

/** Positions are those of the scanned text. */
interface Header {
  readonly name: string;
  readonly nameFrom: number;
  readonly nameTo: number;
  /** Where the arguments may begin. */
  readonly to: number;
}

interface Arguments {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The shorthand `[tool: @name {…}]`, with `[tool_call:` for the same; the closing bracket may be missing. */
export function readBrackets(collected: CollectedCalls, area: Span, tier: string): void {
  const { rec } = collected;
  const scanned = scannedText(rec.document, area);
  const { text } = scanned;
  let objects: ReturnType<typeof balancedObjects> | null = null;
  for (let search = scanned.from; search < scanned.to;) {
    const from = scanned.find(BRACKET_OPENER, search);
    if (from < 0) break;
    const opener = { from: scanned.place(from), to: scanned.place(from + BRACKET_OPENER.length) };
    const header = headerAt(scanned, from + BRACKET_OPENER.length);
    if (header === null) {
      noteSlip(collected, scanned, from, opener);
      rec.rejectOneOfMany('bracket-is-prose', opener.from, opener.to);
      search = from + 1;
      continue;
    }
    objects ??= balancedObjects(text, scanned.from, scanned.to);
    const args = argumentsAt(scanned, header.to, objects.endOf(header.to));
    const close = blanksTo(text, args.to, scanned.to);
    const isClosed = close < scanned.to && text.charAt(close) === ']';
    const to = isClosed ? close + 1 : close;
    search = to;
    const span = { from: opener.from, to: scanned.place(to) };
    rec.enter('block', tier, span);
    rec.marker(BRACKET_OPENER, 'open', opener.from, opener.to);
    noteSlip(collected, scanned, from, opener);
    const nameSpan = { from: scanned.place(header.nameFrom), to: scanned.place(header.nameTo) };
    if (!header.name.startsWith('@')) rec.quirk('at-sign-added', nameSpan);
    if (!isClosed) rec.quirk('bracket-unclosed', span);
    collected.mark('call', span);
    const found = {
      name: header.name.startsWith('@') ? header.name : `@${header.name}`,
      args: args.text,
      raw: scanned.cut(from, to),
      span,
      nameSpan,
      argumentsSpan: args.from === args.to ? null : { from: scanned.place(args.from), to: scanned.place(args.to) },
      format: 'chatcli-bracket',
    };
    collected.take(found, tier);
    rec.leave(span, 'matched');
  }
}

/** Null when no colon with a name after it follows: then the bracket is prose. */
function headerAt({ text, to }: ScannedText, from: number): Header | null {
  const hasSuffix = text.slice(from, Math.min(from + SUFFIX.length, to)).toLowerCase() === SUFFIX;
  const colon = blanksTo(text, hasSuffix ? from + SUFFIX.length : from, to);
  if (colon >= to || text.charAt(colon) !== ':') return null;
  const nameFrom = blanksTo(text, colon + 1, to);
  const lettersFrom = nameFrom < to && text.charAt(nameFrom) === '@' ? nameFrom + 1 : nameFrom;
  let nameTo = lettersFrom;
  while (nameTo < to && isNameCharacter(text.charCodeAt(nameTo))) nameTo += 1;
  if (nameTo === lettersFrom) return null;
  let next = nameTo;
  while (next < to && ' \t\n\r'.includes(text.charAt(next))) next += 1;
  return { name: text.slice(nameFrom, nameTo), nameFrom, nameTo, to: next };
}

/** A balanced object, or the text up to the next closing bracket, or all that is left. */
function argumentsAt(scanned: ScannedText, from: number, objectTo: number): Arguments {
  const { text } = scanned;
  if (from < scanned.to && text.charAt(from) === '{' && objectTo > 0)
    return { text: scanned.cut(from, objectTo), from, to: objectTo };
  const bracket = text.indexOf(']', from);
  const to = bracket < 0 || bracket >= scanned.to ? scanned.to : bracket;
  return { text: trimGo(scanned.cut(from, to)), from, to };
}
