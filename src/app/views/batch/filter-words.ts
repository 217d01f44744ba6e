import { counted, numberText } from '../../../core/index.ts';
import type { BatchFile, BatchFilter } from '../../worker/batch-protocol.ts';
import { moveWords, type outcomeWords } from './batch-words.ts';

interface Named {
  /** What outcomes are called. */
  readonly words: typeof outcomeWords;
  readonly files: readonly Pick<BatchFile, 'name'>[];
}

/** What narrows the counts of outcomes and groups: all but the outcome and the group themselves, which are chosen among them. */
export function scopeText({ search, file, move, fault }: BatchFilter, { files }: Pick<Named, 'files'>): string {
  return [
    search === '' ? '' : `search “${search}”`,
    file === null ? '' : `file ${files[file]?.name ?? ''}`,
    move === null ? '' : moveWords[move].toLowerCase(),
    fault === null ? '' : 'a fault in the calls of the log',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** All that a filter says: what is listed and saved. Empty where it lets all through. */
export function filterText(filter: BatchFilter, { words, files }: Named): string {
  const { outcome, group, tried } = filter;
  return [
    outcome === null ? '' : words[outcome].label.toLowerCase(),
    group === null ? '' : 'one group',
    tried === null ? '' : `${moveWords[tried].toLowerCase()} in what was tried`,
    scopeText(filter, { files }),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** How many replies are listed: "17 of 60 replies, filter: call stayed text". @param all how many were read */
export function listedText(listed: number, all: number, filter: string): string {
  if (filter === '' && listed === all) return counted(listed, 'reply');
  const some = `${numberText(listed)} of ${counted(all, 'reply')}`;
  return filter === '' ? some : `${some}, filter: ${filter}`;
}

const FEWEST_TIMED = 200;

/** How far the reading has come. Somebody who pauses it wants to know where it is, and not how fast it was. */
export function progressText(
  { judged, replies, rate }: { readonly judged: number; readonly replies: number; readonly rate: number },
  state: 'reading' | 'paused' | 'stopped',
): string {
  const of = `${numberText(judged)} of ${counted(replies, 'reply')}`;
  if (state === 'stopped') return `Stopped after ${of}.`;
  if (state === 'paused') return judged === 0 ? `Paused: ${counted(replies, 'reply')} so far.` : `Paused after ${of}.`;
  if (judged === 0) return `Opening: ${counted(replies, 'reply')} so far.`;
  // The first replies wait for the code that reads them: what they took tells nothing of the rest.
  const minutes = rate === 0 || judged < FEWEST_TIMED ? 0 : Math.round((replies - judged) / rate / 60);
  const left = minutes < 1 ? '' : `, about ${counted(minutes, 'minute')} left`;
  return `${of}, ${numberText(Math.round(rate))} a second${left}.`;
}
