import { drawnControls, counted, numberText } from '../../../core/index.ts';
import { LINK_LIMIT } from '../../export/kind.ts';
import { markdownLink, markdownWords } from '../../export/markdown-text.ts';
import { privateFindings } from '../../export/private-findings.ts';
import { encodeLink } from '../../permalink/codec.ts';
import { emptyLinkState } from '../../permalink/state.ts';
import type { BatchTold } from '../../worker/batch-protocol.ts';
import { filterText, listedText, type OpenLog, sideNames } from './filter-words.ts';
import {
  cameCounts,
  cameHead,
  moveOrder,
  movePairs,
  movesText,
  moveWords,
  outcomeOrder,
  type outcomeWords,
  percent,
  percents,
  servedText,
} from './batch-words.ts';

type Told = Extract<BatchTold, { kind: 'summary' }>;

/** A group, and a link that opens one of its replies; or why there is none. */
export interface LinkedGroup {
  readonly group: Told['groups'][number]['group'];
  readonly link: string | null;
  readonly left: '' | 'private' | 'long';
}

interface Summary extends Pick<Told, 'runtime' | 'counters' | 'all' | 'left' | 'compared'> {
  /** What outcomes are called. */
  readonly words: typeof outcomeWords;
  /** Of the runtime. */
  readonly label: string;
  /** What both sides of the comparison are called. */
  readonly sides: readonly [before: string, after: string];
  readonly files: readonly string[];
  readonly groups: readonly LinkedGroup[];
  /** What the filter lets through; empty for all. */
  readonly filter: string;
  /** How many replies the files have; more than were read where the reading was stopped. */
  readonly replies: number;
}

/** A reply in which something looks private has no link: nobody looked at it. */
export function withLink(
  { group, reply }: Told['groups'][number],
  server: Partial<typeof emptyLinkState>,
  address: string,
): LinkedGroup {
  if (reply === null) return { group, link: null, left: '' };
  const { text, native, tools } = reply;
  const fields = { ...emptyLinkState, ...server, text, native, tools };
  if (privateFindings(fields).length > 0) return { group, link: null, left: 'private' };
  const link = `${address}#${encodeLink(fields)}`;
  return link.length > LINK_LIMIT ? { group, link: null, left: 'long' } : { group, link, left: '' };
}

const reasons = {
  '': '',
  private: ' No link: a reply of this group holds what looks private.',
  long: ' No link: the shortest reply is too long for one.',
} as const;

type Log = OpenLog & Parameters<typeof sideNames>[0] & { readonly progress: { readonly replies: number } | null };

/** What became of the replies that are listed, as a file. @param server that of the page: a link never names the reader's own file */
export function summaryFile(told: Told, log: Log, server: Parameters<typeof withLink>[1]): Blob {
  const address = location.href.replace(/#.*$/s, '');
  const text = summaryText({
    ...told,
    groups: told.groups.map((one) => withLink(one, server, address)),
    label: log.labelOf(told.runtime),
    words: log.words,
    sides: sideNames(log),
    files: log.files.map(({ name }) => name),
    filter: filterText(log.filter, log),
    replies: log.progress?.replies ?? 0,
  });
  return new Blob([text], { type: 'text/markdown;charset=utf-8' });
}

/**
 * What became of many replies, in Markdown: what came of them, the counters, what changed, and the groups, the worst first, with a link
 * each.
 *
 * @internal A test reads it.
 */
export function summaryText(summary: Summary): string {
  const { runtime, label, words, files, counters, groups, filter, all, replies } = summary;
  const rows = outcomeRows(counters, words).map(([name, count, share]) => `| ${name} | ${count} | ${share} |`);
  const listed = groups.map(({ group, link, left }, index) => {
    const { low, high, value } = group.share;
    const share = `${percent(value)} (95 %: ${percent(low)} to ${percent(high)})`;
    const why = group.why === '' ? '' : ` ${plain(saidOpenly(group))}`;
    const remedy = group.remedy === null ? '' : ` ${plain(group.remedy.text)}`;
    const opened = link === null ? reasons[left] : ` ${markdownLink('One of them', link)}`;
    const head = `${String(index + 1)}. **${words[group.outcome].label}: ${counted(group.count, 'reply')}**, ${share}.`;
    return `${head}${why}${remedy}${opened}`;
  });
  return [
    `# ${listedText(counters.all, all, '')} read with ${plain(label)}`,
    filter === '' ? '' : `Filter: ${plain(filter)}. Shares are of these ${counted(counters.all, 'reply')}.`,
    all < replies ? `${numberText(replies - all)} of ${counted(replies, 'reply')} were not read yet.` : '',
    files.length === 0 ? '' : `Files: ${files.map((name) => `\`${name.replaceAll(/[`\s]+/g, ' ')}\``).join(', ')}.`,
    servedText(counters),
    runtime === 'auto'
      ? `${plain(label)} is no server: it says what the replies hold.`
      : 'What follows is Callscope’s emulation of that server, not its own answer.',
    cameSentence(counters, runtime, plain(label)),
    ['| Outcome | Replies | Share |', '| --- | ---: | ---: |', ...rows].join('\n'),
    comparedText(summary),
    listed.length === 0 ? '' : `## The groups, worst first\n\n${listed.join('\n')}`,
    leftText(summary),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

type CountRow = readonly [label: string, count: string, share: string];

/** Each outcome that came: what it is called, how often, and the share. */
function outcomeRows({ outcomes }: Summary['counters'], words: Summary['words']): CountRow[] {
  return rowsOf(
    outcomeOrder(words)
      .map((outcome) => ({ label: words[outcome].label, count: outcomes.get(outcome) ?? 0 }))
      .filter(({ count }) => count > 0),
  );
}

function cameRows(counters: Summary['counters'], runtime: string): CountRow[] {
  return rowsOf(cameCounts(counters, runtime));
}

function rowsOf(counts: readonly { readonly label: string; readonly count: number }[]): CountRow[] {
  const shares = percents(counts.map(({ count }) => count));
  return counts.map(({ label, count }, index) => [label, numberText(count), shares[index] ?? '']);
}

/** What one asks of a log first: how many calls came. */
function cameSentence(counters: Summary['counters'], runtime: string, label: string): string {
  const rows = cameRows(counters, runtime);
  if (rows.length === 0) return '';
  const came = rows.map(([name, count, share]) => `${name.toLowerCase()}: ${count} (${share})`);
  return `**${cameHead(counters, runtime, label)}: ${came.join('; ')}.**`;
}

/** Both sides of a comparison, and what went from where to where. */
function comparedText({ compared, sides, words, runtime, filter }: Summary): string {
  if (compared === null) return '';
  const { moves, before, after } = compared;
  const [left, right] = [before, after].map((counters) =>
    [...cameRows(counters, runtime), ...outcomeRows(counters, words)].map(
      ([name, count, share]) => [name, `${count} (${share})`] as const,
    ),
  );
  const [was, is] = [new Map(left), new Map(right)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  const cells = names.map((name) => `| ${name} | ${was.get(name) ?? '0'} | ${is.get(name) ?? '0'} |`);
  const shown = moveOrder.filter((move) => (moves.counts.get(move) ?? 0) > 0);
  const moved = shown.map((move) => {
    const count = numberText(moves.counts.get(move) ?? 0);
    return `| ${moveWords[move]} | ${count} | ${movePairs(moves, move, words).join('; ')} |`;
  });
  const [from, to] = sides.map(plain);
  return [
    `## From ${from ?? ''} to ${to ?? ''}`,
    filter === '' ? '' : 'Of all replies, whatever the filter.',
    movesText(moves, runtime),
    [`|  | ${from ?? ''} | ${to ?? ''} |`, '| --- | ---: | ---: |', ...cells].join('\n'),
    ['| What became of them | Replies | From → to |', '| --- | ---: | --- |', ...moved].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The groups that are not listed, by their outcomes. */
function leftText({ left, words }: Summary): string {
  if (left.length === 0) return '';
  const counts = new Map<string, number>();
  for (const { outcome, count } of left) {
    const name = words[outcome].label.toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const named = [...counts].map(([name, count]) => `${name}: ${numberText(count)}`);
  return `Not listed: ${counted(left.length, 'more group')}. Their replies: ${named.join('; ')}.`;
}

/** What a group’s sentence quotes may be private as well. */
function saidOpenly({ why, sentence }: LinkedGroup['group']): string {
  return privateFindings({ ...emptyLinkState, text: sentence }).length > 0 ? why : sentence;
}

/** A sentence of ours that quotes names of a model: nothing in it is markup but our own code quotes. */
function plain(sentence: string): string {
  return markdownWords(drawnControls(sentence));
}
