import type { TextPiece } from './json.ts';
import { textOf } from './request.ts';

/**
 * The system prompt in blocks, one per section: a block begins at a Markdown heading outside code fences, but never inside
 * the description of a tool. Joined, the blocks are the prompt; none is blank, because Anthropic refuses blank ones. No blocks for a blank prompt.
 */
export function systemBlocks(pieces: readonly TextPiece[]): TextPiece[][] {
  const text = textOf(pieces);
  if (text.trim() === '') return [];
  // Only what is before the first heading can be blank; it goes with the first section.
  const borders = sectionStarts(text).filter((at, index) => index > 0 || text.slice(0, at).trim() !== '');
  const blocks: TextPiece[][] = [[]];
  let at = 0;
  let next = 0;
  for (const piece of pieces) {
    const end = at + piece.text.length;
    let from = at;
    for (; next < borders.length && (borders[next] as number) < end; next += 1) {
      const border = borders[next] as number;
      if (piece.toolIndex !== null) continue;
      add(blocks, piece, from - at, border - at);
      blocks.push([]);
      from = border;
    }
    add(blocks, piece, from - at, piece.text.length);
    at = end;
  }
  return blocks;
}

function add(blocks: TextPiece[][], { text, toolIndex }: TextPiece, from: number, to: number): void {
  const part = text.slice(from, to);
  if (part !== '') blocks.at(-1)?.push({ text: part, toolIndex });
}

/** Where lines begin that are headings, the very beginning aside. */
function sectionStarts(text: string): number[] {
  const starts: number[] = [];
  let fence: string | null = null;
  for (let at = 0; at < text.length;) {
    const lineEnd = text.indexOf('\n', at);
    const line = text.slice(at, lineEnd === -1 ? text.length : lineEnd);
    const marker = /^ {0,3}(`{3}|~{3})/.exec(line)?.[1] ?? null;
    if (marker !== null) fence = fence === null ? marker : fence === marker ? null : fence;
    else if (fence === null && at > 0 && /^#{1,6}[ \t]/.test(line)) starts.push(at);
    if (lineEnd === -1) break;
    at = lineEnd + 1;
  }
  return starts;
}
