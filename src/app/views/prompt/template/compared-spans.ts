import { diffLines, type Rendering, type Span } from '../../../../core/index.ts';

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

/**
 * The parts of a prompt that another one lacks, in order: whole lines, and of a line that was changed its words from the
 * first to the last that differ.
 */
export function partsOnlyIn(prompt: string, other: string): Span[] {
  const lines = linesToCompare(prompt);
  const spans: Span[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  /** Where the added lines begin, and where the next line does. */
  let from = 0;
  let at = 0;
  const close = (): void => {
    if (added.length > 0) {
      const { start, end } = changedPart(added.join('\n'), removed.join('\n'));
      if (end > start) spans.push({ from: from + start, to: from + end });
    }
    removed = [];
    added = [];
  };
  for (const { kind, text } of diffLines(linesToCompare(other), lines)) {
    if (kind === 'removed') {
      removed.push(text);
      continue;
    }
    if (kind === 'same') close();
    else {
      if (added.length === 0) from = at;
      added.push(text);
    }
    at += text.length + 1;
  }
  close();
  return inPrompt(spans, lines, prompt);
}

/** What of a text is left between what it begins and ends with as the other one does, in whole words. */
function changedPart(text: string, other: string): { readonly start: number; readonly end: number } {
  const most = Math.min(text.length, other.length);
  let start = 0;
  while (start < most && text[start] === other[start]) start += 1;
  let shared = 0;
  while (shared < most - start && text.at(-1 - shared) === other.at(-1 - shared)) shared += 1;
  let end = text.length - shared;
  if (start === end) return { start, end };
  while (start > 0 && isWord(text[start - 1]) && isWord(text[start])) start -= 1;
  while (end < text.length && isWord(text[end - 1]) && isWord(text[end])) end += 1;
  return { start, end };
}

/** Letters, digits and the halves of characters that take two. */
function isWord(character = ''): boolean {
  return /[\p{L}\p{N}_\uD800-\uDFFF]/u.test(character);
}

/** Spans of the lines to compare as spans of the prompt, which lacks the line breaks that were put in. */
function inPrompt(spans: readonly Span[], lines: string, prompt: string): Span[] {
  let at = 0;
  let inserted = 0;
  const offsetOf = (offset: number): number => {
    for (; at < offset; at += 1) if (lines[at] !== prompt[at - inserted]) inserted += 1;
    return offset - inserted;
  };
  return spans.flatMap(({ from, to }) => {
    const span = { from: offsetOf(from), to: offsetOf(to) };
    return span.to > span.from ? [span] : [];
  });
}

function writing({ steps }: Rendering): Span[] {
  return steps.flatMap(({ kind, range, span }) =>
    range !== null && (kind === 'data' || kind === 'print') ? [{ from: span.from, to: span.to }] : [],
  );
}

function keyOf({ from, to }: Span): string {
  return `${String(from)} ${String(to)}`;
}
