import { drawnControls, counted, numberText } from '../../../core/index.ts';
import { LINK_LIMIT } from '../../export/kind.ts';
import { markdownLink, markdownWords } from '../../export/markdown-text.ts';
import { privateFindings } from '../../export/private-findings.ts';
import { encodeLink } from '../../permalink/codec.ts';
import { emptyLinkState } from '../../permalink/state.ts';
import type { BatchTold } from '../../worker/batch-protocol.ts';
import { saveFile } from '../../kit/save-file.ts';
import { listedText } from './filter-words.ts';
import { outcomeOrder, type outcomeWords, percent, percents, servedText } from './batch-words.ts';

type Told = Extract<BatchTold, { kind: 'summary' }>;

/** A group, and a link that opens one of its replies; or why there is none. */
export interface LinkedGroup {
  readonly group: Told['groups'][number]['group'];
  readonly link: string | null;
  readonly left: '' | 'private' | 'long';
}

interface Summary extends Pick<Told, 'counters' | 'all'> {
  /** What outcomes are called. */
  readonly words: typeof outcomeWords;
  /** Of the runtime. */
  readonly label: string;
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

/** Saves what became of the replies that are listed. */
export function saveSummary(
  { counters, all, groups }: Told,
  {
    server,
    ...given
  }: Omit<Summary, 'counters' | 'all' | 'groups'> & { readonly server: Parameters<typeof withLink>[1] },
): void {
  const address = location.href.replace(/#.*$/s, '');
  const linked = groups.map((one) => withLink(one, server, address));
  const text = summaryText({ ...given, counters, all, groups: linked });
  saveFile(new Blob([text], { type: 'text/markdown;charset=utf-8' }), 'replies.md');
}

/**
 * What became of many replies, in Markdown: the counters, and the groups, the worst first, with a link each.
 *
 * @internal A test reads it.
 */
export function summaryText({ label, words, files, counters, groups, filter, all, replies }: Summary): string {
  const came = outcomeOrder(words)
    .map((outcome) => ({ label: words[outcome].label, count: counters.outcomes.get(outcome) ?? 0 }))
    .filter(({ count }) => count > 0);
  const shares = percents(came.map(({ count }) => count));
  const rows = came.map(({ label, count }, index) => `| ${label} | ${numberText(count)} | ${shares[index] ?? ''} |`);
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
    `What follows is Callscope’s emulation of that server, not its own answer.`,
    ['| Outcome | Replies | Share |', '| --- | ---: | ---: |', ...rows].join('\n'),
    listed.length === 0 ? '' : `## The groups, worst first\n\n${listed.join('\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** What a group’s sentence quotes may be private as well. */
function saidOpenly({ why, sentence }: LinkedGroup['group']): string {
  return privateFindings({ ...emptyLinkState, text: sentence }).length > 0 ? why : sentence;
}

/** A sentence of ours that quotes names of a model: nothing in it is markup but our own code quotes. */
function plain(sentence: string): string {
  return markdownWords(drawnControls(sentence));
}
