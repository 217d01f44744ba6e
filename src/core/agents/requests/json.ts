import { layOut, valueToText, withoutSpace } from '../../text/json/index.ts';
import type { Span } from '../../text/document/index.ts';

/** A part of a request that a reader may look for. */
type RequestPart =
  | { readonly kind: 'tool'; readonly toolIndex: number; readonly span: Span }
  /** The mark of the place up to which Anthropic's server may keep the request; `index` counts from 0. */
  | { readonly kind: 'breakpoint'; readonly index: number; readonly span: Span };

/**
 * JSON under construction: compact text, and the parts in it. Texts and not values, so that a schema keeps its digits, its
 * escapes and the order of its keys.
 */
export interface Json {
  readonly text: string;
  readonly parts: readonly RequestPart[];
}

/** Text of a prompt in a row of pieces; some describe a tool. */
export interface TextPiece {
  readonly text: string;
  readonly toolIndex: number | null;
}

export function scalar(value: string | number | boolean): Json {
  return { text: valueToText(value), parts: [] };
}

/** JSON that was written by others. */
export function verbatim(text: string): Json {
  return { text: withoutSpace(text, 0, text.length), parts: [] };
}

/** Members that are null are left out. */
export function object(members: readonly (readonly [string, Json | null])[]): Json {
  const given = members.flatMap(([key, value]) => (value === null ? [] : [{ before: `${valueToText(key)}:`, value }]));
  return joined('{', given, '}');
}

export function array(items: readonly Json[]): Json {
  return joined(
    '[',
    items.map((value) => ({ before: '', value })),
    ']',
  );
}

/** The pieces as one string. */
export function string(pieces: readonly TextPiece[]): Json {
  const parts: RequestPart[] = [];
  const texts: string[] = ['"'];
  let at = 1;
  for (const { text, toolIndex } of pieces) {
    const escaped = valueToText(text).slice(1, -1);
    if (toolIndex !== null) parts.push({ kind: 'tool', toolIndex, span: { from: at, to: at + escaped.length } });
    texts.push(escaped);
    at += escaped.length;
  }
  texts.push('"');
  return { text: texts.join(''), parts };
}

/** The same JSON as a part of its own. */
export function asTool(json: Json, toolIndex: number): Json {
  return { ...json, parts: [{ kind: 'tool', toolIndex, span: { from: 0, to: json.text.length } }, ...json.parts] };
}

export function asBreakpoint(json: Json, index: number): Json {
  return { ...json, parts: [...json.parts, { kind: 'breakpoint', index, span: { from: 0, to: json.text.length } }] };
}

/** The JSON over lines, with its parts at their places. */
export function overLines(json: Json): Json {
  const laidOut = layOut(json.text);
  const start = (from: number): number => laidOut.placeOf(from);
  // The end lies after the last character, which may be the last of a line.
  const end = (to: number): number => laidOut.placeOf(to - 1) + 1;
  return { text: laidOut.text, parts: json.parts.map((part) => moved(part, start, end)) };
}

function joined(
  open: string,
  entries: readonly { readonly before: string; readonly value: Json }[],
  close: string,
): Json {
  const texts: string[] = [open];
  const parts: RequestPart[] = [];
  let at = open.length;
  entries.forEach(({ before, value }, index) => {
    const lead = index === 0 ? before : `,${before}`;
    const shift = at + lead.length;
    for (const part of value.parts) {
      parts.push(
        moved(
          part,
          (from) => from + shift,
          (to) => to + shift,
        ),
      );
    }
    texts.push(lead, value.text);
    at = shift + value.text.length;
  });
  texts.push(close);
  return { text: texts.join(''), parts };
}

function moved(part: RequestPart, start: (from: number) => number, end: (to: number) => number): RequestPart {
  return { ...part, span: { from: start(part.span.from), to: end(part.span.to) } };
}
