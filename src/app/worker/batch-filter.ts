import type { ReplyResult, ResultColumns } from '../../core/index.ts';
import type { Comparison } from './batch-moves.ts';
import type { BatchFile, BatchFilter } from './batch-protocol.ts';
import { type TextHits, wordsOf } from './batch-search.ts';

/** What results are filtered by beside themselves. */
interface Scope {
  readonly results: ResultColumns;
  readonly files: readonly BatchFile[];
  readonly compared: Comparison | null;
  /** What was found in the texts, which are not in the results. */
  readonly hits: TextHits;
}

/** The places of the results that a filter lets through, in order. */
export function placesThrough(filter: BatchFilter, { results, files, compared, hits }: Scope): readonly number[] {
  const file = filter.file === null ? null : files[filter.file];
  if (file === undefined) return [];
  const words = wordsOf(filter.search);
  const places: number[] = [];
  let place = -1;
  for (const result of results) {
    place += 1;
    if (file !== null && (place < file.from || place >= file.from + file.replies)) continue;
    if (filter.fault !== null && !result.ownFaults.includes(filter.fault)) continue;
    if (filter.wrong !== null && wrongBy(result) !== filter.wrong) continue;
    if (filter.outcome !== null && result.outcome !== filter.outcome) continue;
    if (filter.move !== null && compared?.byPlace.get(place)?.move !== filter.move) continue;
    if (words.length === 0 || holds(result, words, (word) => hits.has(word, place))) places.push(place);
  }
  return places;
}

/** As they are counted: the score of the log goes before what the log expects. */
function wrongBy({ isWrong, isMarkedWrong }: ReplyResult): BatchFilter['wrong'] {
  if (isMarkedWrong) return 'marked';
  return isWrong ? 'held' : null;
}

function holds(
  { id, names, model, prompt, outline, format, diagnosis }: ReplyResult,
  words: readonly string[],
  isInText: (word: string) => boolean,
): boolean {
  const text = [id, names.join(' '), model, prompt, format, diagnosis, outline].join('\n').toLowerCase();
  return words.every((word) => text.includes(word) || isInText(word));
}
