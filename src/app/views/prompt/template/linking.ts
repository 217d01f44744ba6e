/** What belongs together in a template, the values that it was given, and the prompt that it wrote. */
import { partitionPoint, type JsonPath, type Span, type Piece, type Rendering } from '../../../../core/index.ts';
import type { RenderedConversation, TemplateState, Templating } from './templating.svelte.ts';

/** A range of a value's text; the whole of it where `from` and `to` are equal. */
export interface ValuePlace extends Span {
  readonly path: JsonPath;
}

export interface Linked {
  readonly template: readonly Span[];
  readonly prompt: readonly Span[];
  readonly values: readonly ValuePlace[];
  /** A sentence about it; null where several things are linked. */
  readonly piece: Piece | null;
}

export const nothingLinked: Linked = { template: [], prompt: [], values: [], piece: null };

/** So many places are marked at once. */
const MOST_PLACES = 300;

/** Where a character of the prompt came from. */
export function linkedToPrompt(rendering: Rendering, offset: number): Linked {
  const piece = pieceAt(rendering.pieces, offset);
  if (piece === null) return nothingLinked;
  return {
    template: templateSpansOf(rendering, piece),
    prompt: [{ from: piece.from, to: piece.to }],
    values: valuesOf([piece]),
    piece,
  };
}

/** What a character of the template wrote: the innermost part of it that wrote anything. */
export function linkedToTemplate(rendering: Rendering, offset: number): Linked {
  let best: Span | null = null;
  const consider = (span: Span): void => {
    const isIn = span.from <= offset && offset < span.to;
    if (isIn && (best === null || span.to - span.from < best.to - best.from)) best = span;
  };
  for (const { kind, span, range } of rendering.steps) if (kind === 'print' && range !== null) consider(span);
  for (const { origin } of rendering.pieces) if (origin.kind !== 'value') consider(origin);
  const found = best as Span | null;
  if (found === null) return nothingLinked;
  const pieces = rendering.pieces
    .filter((piece) => templateSpansOf(rendering, piece).some(({ from, to }) => from >= found.from && to <= found.to))
    .slice(0, MOST_PLACES);
  return { template: [found], prompt: pieces.map(spanOf), values: valuesOf(pieces), piece: onlyOne(pieces) };
}

/** Where a value, or a part of it, was printed. `offset`: only what prints this character of its text. */
export function linkedToValue(rendering: Rendering, path: JsonPath, offset: number | null = null): Linked {
  const pieces = rendering.pieces
    .filter(({ origin }) => {
      if (origin.kind !== 'value' || !path.every((step, index) => origin.path[index] === step)) return false;
      if (offset === null || origin.path.length > path.length || origin.part !== 'text') return offset === null;
      return origin.from <= offset && offset < origin.to;
    })
    .slice(0, MOST_PLACES);
  const spans = new Map(pieces.flatMap((piece) => templateSpansOf(rendering, piece)).map((span) => [span.from, span]));
  return {
    template: [...spans.values()],
    prompt: pieces.map(spanOf),
    values: [{ path, from: 0, to: 0 }],
    piece: onlyOne(pieces),
  };
}

/** The keys of all values that a prompt holds something of, with those that they are parts of. */
export function printedPaths(pieces: readonly Piece[]): ReadonlySet<string> {
  const printed = new Set<string>();
  for (const { origin } of pieces) {
    if (origin.kind !== 'value') continue;
    for (let length = origin.path.length; length > 0; length -= 1) {
      const key = pathKey(origin.path.slice(0, length));
      if (printed.has(key)) break;
      printed.add(key);
    }
  }
  return printed;
}

export function pathKey(path: JsonPath): string {
  return JSON.stringify(path);
}

/** A path as Jinja and Python write it: `messages[0].content`. */
export function pathText(path: JsonPath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${String(step)}]`;
      if (!/^[A-Za-z_]\w*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

/** The part of the template that wrote a piece. */
function templateSpansOf({ steps }: Rendering, { origin, step }: Piece): readonly Span[] {
  if (origin.kind !== 'value') return [{ from: origin.from, to: origin.to }];
  const by = steps[step];
  return by === undefined ? [] : [by.span];
}

function pieceAt(pieces: readonly Piece[], offset: number): Piece | null {
  const piece = pieces[partitionPoint(pieces, ({ to }) => to <= offset)];
  return piece !== undefined && piece.from <= offset ? piece : null;
}

function valuesOf(pieces: readonly Piece[]): ValuePlace[] {
  return pieces.flatMap(({ origin }) => {
    if (origin.kind !== 'value') return [];
    const isText = origin.part === 'text';
    return [{ path: origin.path, from: isText ? origin.from : 0, to: isText ? origin.to : 0 }];
  });
}

function spanOf({ from, to }: Span): Span {
  return { from, to };
}

function onlyOne(pieces: readonly Piece[]): Piece | null {
  return pieces.length === 1 ? (pieces[0] ?? null) : null;
}

/** What the two texts that are linked, the template and its prompt, are shown with. */
export interface LinkedPane {
  readonly templating: Templating;
  readonly template: TemplateState;
  readonly shown: RenderedConversation | undefined;
  /** What it is compared with. */
  readonly against: RenderedConversation | undefined;
  readonly hover: Linked;
  readonly chosen: Linked;
  /** What is brought into view. */
  readonly reveal: Span | null;
  readonly oncaret: (offset: number) => void;
  readonly onhover: (offset: number | null) => void;
}
