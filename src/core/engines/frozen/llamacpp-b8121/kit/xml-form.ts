import type { FoundMarker, MessageParser } from './message.ts';

/** The markers of calls in XML style: `xml_tool_call_format`. Between them spaces are free. */
export interface XmlForm {
  /** Around all calls; empty where there is nothing. */
  readonly scopeStart: string;
  readonly toolStart: string;
  /** After the name; where it is empty, the first key or the end of the call ends the name. */
  readonly toolSep: string;
  readonly keyStart: string;
  readonly keyEnd: string;
  /** Before a value, after the end of its key. */
  readonly valueStart?: string;
  readonly valueEnd: string;
  readonly toolEnd: string;
  readonly scopeEnd: string;
  /** Values are JSON; else they are JSON where they can be, and text otherwise. */
  readonly hasJsonValues?: true;
  /** After the last value, where it is something else than after the others. */
  readonly lastValueEnd?: string;
  readonly lastToolEnd?: string;
  /** A call counts although the reasoning around it is not closed. */
  readonly allowsCallsInThinking?: true;
  /** The name in what is written for it. */
  readonly nameIn?: (written: string) => string;
}

/** All markers, in any order. */
export function markersOf(form: XmlForm): string[] {
  return [
    form.scopeStart,
    form.toolStart,
    form.toolSep,
    form.keyStart,
    form.keyEnd,
    form.valueStart ?? '',
    form.valueEnd,
    form.lastValueEnd ?? '',
    form.toolEnd,
    form.lastToolEnd ?? '',
    form.scopeEnd,
  ];
}

/** Finds two markers with only spaces between them, or what there is of them at the end of the text. The parser continues after it. */
export function findPair(parser: MessageParser, first: string, second: string): FoundMarker | null {
  if (first === '') return parser.tryFindLiteral(second);
  const { text, at: saved } = parser;
  for (let found = parser.tryFindLiteral(first); found !== null; found = parser.tryFindLiteral(first)) {
    parser.consumeSpaces();
    const rest = text.slice(parser.at, parser.at + second.length);
    if (second.startsWith(rest)) {
      parser.at += rest.length;
      const { from } = found.marker;
      return { prelude: { from: saved, to: from }, marker: { from, to: parser.at } };
    }
    parser.at = found.marker.from + 1;
  }
  parser.at = saved;
  return null;
}

/**
 * Finds the closing marker, or `other` where one of `next` follows it: whichever comes first. The parser continues after the
 * marker.
 */
export function findCloser(
  parser: MessageParser,
  closer: string,
  other: string | undefined,
  ...next: readonly string[]
): (FoundMarker & { readonly isWhole: boolean }) | null {
  const saved = parser.at;
  const own = parser.tryFindLiteral(closer);
  const found = own && { ...own, isWhole: own.marker.to - own.marker.from === closer.length };
  if (other === undefined) return found;
  const after = parser.at;
  let before: FoundMarker | null = null;
  for (const marker of next) {
    parser.at = saved;
    const pair = findPair(parser, other, marker);
    if (pair !== null && (before === null || pair.prelude.to < before.prelude.to)) before = pair;
  }
  if (before === null || (found !== null && found.prelude.to <= before.prelude.to)) {
    parser.at = after;
    return found;
  }
  const { from } = before.marker;
  const to = Math.min(parser.text.length, from + other.length);
  parser.at = to;
  return { prelude: before.prelude, marker: { from, to }, isWhole: to - from === other.length };
}
