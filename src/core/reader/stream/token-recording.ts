import { tokenPieces } from '../../engines/kit/index.ts';
import { mostChunks, type Recording } from '../../log/index.ts';

/** A recording without times, in chunks like those of a model: special tokens and tags are whole, words are in pieces. */
export function tokenRecording(text: string): Recording {
  const cuts: number[] = [];
  let end = 0;
  for (const piece of tokenPieces(text)) {
    if (end > 0) cuts.push(end);
    end += piece.length;
    if (cuts.length === mostChunks - 1) break;
  }
  return { cuts, times: [] };
}
