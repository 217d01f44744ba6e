import type { Span, Rendering } from '../../../core/index.ts';

/** The parts of a template that wrote something in the first rendering and never ran in the second, in order. */
export function onlyRunIn(first: Rendering, second: Rendering): Span[] {
  const ran = new Set(writing(second).map(keyOf));
  const only = new Map(
    writing(first)
      .filter((span) => !ran.has(keyOf(span)))
      .map((span) => [keyOf(span), span]),
  );
  return [...only.values()].toSorted((one, other) => one.from - other.from);
}

/**
 * A prompt cut for a comparison by lines: a special token begins a line as well, because many templates write no line breaks
 * at all.
 */
export function linesToCompare(prompt: string): string {
  return prompt.replaceAll(/([^\n])(?=<[|｜]|\[(?:INST|TOOL|AVAIL|\/AVAIL|gMASK)|<\/?(?:tool|s|start|end))/g, '$1\n');
}

function writing({ steps }: Rendering): Span[] {
  return steps.flatMap(({ kind, range, span }) =>
    range !== null && (kind === 'data' || kind === 'print') ? [{ from: span.from, to: span.to }] : [],
  );
}

function keyOf({ from, to }: Span): string {
  return `${String(from)} ${String(to)}`;
}
