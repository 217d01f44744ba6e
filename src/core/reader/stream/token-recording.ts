import { tokenPieces } from '../../engines/kit/index.ts';
import { mostChunks, type Recording } from '../../log/index.ts';

/** About the chunks in which a model sends a text, without times: special tokens and tags whole, words as pieces. */
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
