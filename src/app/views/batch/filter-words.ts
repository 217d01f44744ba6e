import { counted, numberText } from '../../../core/index.ts';
import type { RowOrder } from '../../worker/batch-order.ts';
import {
  type BatchFile,
  type BatchFilter,
  type BatchGroup,
  type BatchRow,
  type BatchServer,
  BY_FILE,
  type FilePair,
} from '../../worker/batch-protocol.ts';
import { moveWords, type outcomeWords } from './batch-words.ts';

interface Named {
  /** What outcomes are called. */
  readonly words: typeof outcomeWords;
  readonly files: readonly Pick<BatchFile, 'name'>[];
}

/** What narrows the counts of outcomes and groups: all but the outcome and the group themselves, which are chosen among them. */
export function scopeText({ search, file, move, fault, wrong }: BatchFilter, { files }: Pick<Named, 'files'>): string {
  return [
    search === '' ? '' : `search “${search}”`,
    file === null ? '' : `file ${files[file]?.name ?? ''}`,
    move === null ? '' : moveWords[move].toLowerCase(),
    fault === null ? '' : 'a fault in the calls of the log',
    wrong === null ? '' : wrong === 'marked' ? 'wrong by the score' : 'not as the log expects',
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

const orderWords: Readonly<Record<RowOrder, string>> = {
  file: 'as in the log',
  longest: 'longest first',
  shortest: 'shortest first',
  outcome: 'failures first',
  tool: 'by tool',
  model: 'by model',
};

/** The orders that rows can have: by tool and by model only where some name one. The chosen one stays. */
export function offeredOrders(
  groups: readonly Pick<BatchGroup, 'tools' | 'models'>[],
  chosen: RowOrder,
): readonly { readonly id: RowOrder; readonly label: string }[] {
  const ids = Object.keys(orderWords) as RowOrder[];
  const has = {
    tool: groups.some(({ tools }) => tools.length > 0),
    model: groups.some(({ models }) => models.length > 0),
  };
  return ids
    .filter((id) => id === chosen || (id !== 'tool' && id !== 'model') || has[id])
    .map((id) => ({ id, label: orderWords[id] }));
}

/** What a row is ordered by, where the row does not show that anyway. */
export function orderedBy(order: RowOrder, { length, model }: Pick<BatchRow, 'length' | 'model'>): string {
  if (order === 'longest' || order === 'shortest') return counted(length, 'character');
  return order === 'model' ? (model ?? 'no model') : '';
}

/** What is known of a log that is open, and who reads it. */
export interface OpenLog extends Named {
  readonly filter: BatchFilter;
  readonly runtime: string;
  readonly labelOf: (runtime: string) => string;
}

/** Both sides of what is compared, by their names: two servers, or two files. */
export function sideNames({
  found,
  pair,
  files,
  labelOf,
}: Pick<OpenLog, 'files' | 'labelOf'> & {
  readonly found: { readonly before: BatchServer | null; readonly readBy: string } | null;
  readonly pair: FilePair | null;
}): readonly [before: string, after: string] {
  const { before, readBy } = found ?? { before: null, readBy: '' };
  if (before === null) return [files[pair?.before ?? -1]?.name ?? '', files[pair?.after ?? -1]?.name ?? ''];
  const isOlderFile = before.runtime === BY_FILE && readBy === BY_FILE;
  return [isOlderFile ? 'the version before' : labelOf(before.runtime), labelOf(readBy)];
}

/** Longer parts of a file's name are cut. */
const MOST_OF_NAME = 60;
const FOLDER_OR_KIND = /^.*[/\\]|(?:\.(?:jsonl?|ndjson|csv|tsv|txt|log|eval|zip|gz|zst))+$/gi;

/** What a file is called that is saved of a log: after the log and who read it, and whether it is a part. */
export function savedName(log: OpenLog, form: 'csv' | 'jsonl' | 'md'): string {
  const [first = '', ...others] = log.files.map(({ name }) => name.replaceAll(FOLDER_OR_KIND, ''));
  const more = others.length > 1 ? `and-${String(others.length)}-more` : (others[0] ?? '');
  const part = filterText(log.filter, log) === '' ? '' : 'part';
  return [first, more, log.labelOf(log.runtime), part]
    .map((one) =>
      one
        .replaceAll(/[^\p{L}\p{N}._]+/gu, '-')
        .slice(0, MOST_OF_NAME)
        .replaceAll(/^[-.]+|[-.]+$/g, ''),
    )
    .filter((one) => one !== '')
    .concat(form)
    .join('.');
}

const FEWEST_TIMED = 200;

/**
 * How far the reading has come. Somebody who pauses it wants to know where it is, and not how fast it was.
 *
 * @param grouped of how many replies the numbers below are, which are counted now and then; null where there are none
 */
export function progressText(
  { judged, replies, rate }: { readonly judged: number; readonly replies: number; readonly rate: number },
  state: 'reading' | 'paused' | 'stopped',
  grouped: number | null,
): string {
  const of = `${numberText(judged)} of ${counted(replies, 'reply')}`;
  if (state === 'stopped') return `Stopped after ${of}.`;
  if (state === 'paused') return judged === 0 ? `Paused: ${counted(replies, 'reply')} so far.` : `Paused after ${of}.`;
  if (judged === 0) return `Opening: ${counted(replies, 'reply')} so far.`;
  // The first replies wait for the code that reads them: what they took tells nothing of the rest.
  const minutes = rate === 0 || judged < FEWEST_TIMED ? 0 : Math.round((replies - judged) / rate / 60);
  const left = minutes < 1 ? '' : `, about ${counted(minutes, 'minute')} left`;
  const below = grouped === null || grouped >= judged ? '' : ` Below: the first ${numberText(grouped)}.`;
  return `${of}, ${numberText(Math.round(rate))} a second${left}.${below}`;
}
