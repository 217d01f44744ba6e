import {
  type BatchOutcome,
  batchOutcomes,
  type Came,
  cameOf,
  cameOutcomes,
  counted,
  type Counters,
  type Group,
  type MappedPart,
  type Move,
  type Moves,
  numberText,
  rate,
  type RuntimeInfo,
  type Served,
  servedOutcomes,
} from '../../../core/index.ts';
import type { BatchReply } from '../../worker/batch-protocol.ts';

/** What an outcome is called, its sign, and how it is shown. */
interface Words {
  readonly label: string;
  readonly sign: string;
  readonly tone: 'bad' | 'warn' | 'good' | 'plain';
}

/** THE words of outcomes. */
export const outcomeWords: Readonly<Record<BatchOutcome, Words>> = {
  error: { label: 'Error of the server', sign: '✕', tone: 'bad' },
  lost: { label: 'Call lost', sign: '✕', tone: 'bad' },
  text: { label: 'Call stayed text', sign: '✕', tone: 'bad' },
  other: { label: 'Other calls than the log has', sign: '≠', tone: 'warn' },
  phantom: { label: 'Call where the log has none', sign: '+', tone: 'warn' },
  unfit: { label: 'Call that no declared tool takes', sign: '≠', tone: 'warn' },
  perhaps: { label: 'Perhaps a call, tools unknown', sign: '?', tone: 'warn' },
  empty: { label: 'Empty reply', sign: '∅', tone: 'warn' },
  long: { label: 'Too long to read here', sign: '…', tone: 'warn' },
  expected: { label: 'As the log has it', sign: '✓', tone: 'good' },
  calls: { label: 'Calls', sign: '✓', tone: 'good' },
  native: { label: 'Calls apart in the log', sign: '✓', tone: 'good' },
  answer: { label: 'Answer without a call', sign: '○', tone: 'plain' },
};

/** What the log's own server returned: this is no emulation. */
export const servedWords: Readonly<Record<Served, Words>> = {
  calls: { label: 'Calls returned', sign: '✓', tone: 'good' },
  text: { label: 'Call lost: it stayed text', sign: '✕', tone: 'bad' },
  answer: { label: 'No call, text alone', sign: '○', tone: 'plain' },
  nothing: { label: 'Neither a call nor text', sign: '∅', tone: 'bad' },
};

/** One count of what came first of all: how many calls came, how many were lost, how many replies had none. */
export interface CameCount extends Words {
  readonly id: Came | Served;
  readonly count: number;
}

/** By the log itself. */
export function returnedCounts({ served }: Pick<Counters, 'served'>): CameCount[] {
  return servedOutcomes.flatMap((one) => {
    const count = served.get(one) ?? 0;
    return count === 0 ? [] : [{ id: one, ...servedWords[one], count }];
  });
}

const cameWords: Readonly<Record<Exclude<Came, 'apart'>, Words>> = {
  calls: { label: 'Calls came', sign: '✓', tone: 'good' },
  unfit: { label: 'Calls that no declared tool takes', sign: '≠', tone: 'warn' },
  lost: { label: 'Calls lost or stayed text', sign: '✕', tone: 'bad' },
  none: { label: 'No call', sign: '○', tone: 'plain' },
  open: { label: 'Not known', sign: '?', tone: 'warn' },
};

/** By a reader that is no server. */
const foundWords: Words = { label: 'Calls found', sign: '●', tone: 'plain' };

/**
 * By the runtime that reads here. Any format is no server: what it finds came to nobody, and is in the log wherever it is. What the log
 * has apart from its texts no server read here.
 */
export function cameCounts({ came }: Pick<Counters, 'came'>, runtime: string): CameCount[] {
  const isServer = runtime !== 'auto';
  return cameOutcomes.flatMap((one) => {
    if (one === 'apart') return [];
    const apart = one === 'calls' && !isServer ? (came.get('apart') ?? 0) : 0;
    const count = (came.get(one) ?? 0) + apart;
    if (count === 0) return [];
    const isFound = !isServer && one === 'calls';
    return [{ id: one, ...(isFound ? foundWords : cameWords[one]), count }];
  });
}

/** Whether the number of an outcome is that of what came, which is said above it. */
export function isSaid(counters: Pick<Counters, 'came' | 'outcomes'>, runtime: string, outcome: BatchOutcome): boolean {
  const said = cameCounts(counters, runtime);
  // As a log has it may be without a call.
  return [[], ['a name']].some((names) => {
    const came = cameOf({ outcome, names, isApart: false });
    return said.some(({ id, count }) => id === came && count === counters.outcomes.get(outcome));
  });
}

/** Who says what came, and of which replies. @param label of what reads */
export function cameHead({ came }: Pick<Counters, 'came'>, runtime: string, label: string): string {
  if (runtime === 'auto') return `By ${label}, in the log or its texts`;
  const apart = came.get('apart') ?? 0;
  const rest = apart === 0 ? '' : `, without ${counted(apart, 'reply')} whose calls are apart in the log`;
  return `By ${label}, emulated here${rest}`;
}

/** What became of the calls, in a sentence for who hears the page: "Calls came: 25. Calls lost or stayed text: 5." */
export function cameText(counters: Pick<Counters, 'came'>, runtime: string): string {
  return cameCounts(counters, runtime)
    .map(({ label, count }) => `${label}: ${numberText(count)}.`)
    .join(' ');
}

/** Of how many replies the log has the answer of its own server; empty where it has none. */
export function servedHead({ served, all }: Pick<Counters, 'served' | 'all'>): string {
  const known = [...served.values()].reduce((sum, count) => sum + count, 0);
  if (known === 0) return '';
  return known === all
    ? 'By the log, its own server answered so'
    : `By the log, its own server answered so for ${numberText(known)} of ${counted(all, 'reply')}`;
}

/** Both in words. */
export function servedText(counters: Pick<Counters, 'served' | 'all'>): string {
  const head = servedHead(counters);
  if (head === '') return '';
  const counts = returnedCounts(counters).map(({ label, count }) => `${label.toLowerCase()}: ${numberText(count)}`);
  return `${head}: ${counts.join('; ')}.`;
}

/** Outcomes against what is expected, and not against a log. */
export const expectedWords: typeof outcomeWords = {
  ...outcomeWords,
  other: { ...outcomeWords.other, label: 'Other call than expected' },
  phantom: { ...outcomeWords.phantom, label: 'Needless call' },
  expected: { ...outcomeWords.expected, label: 'As expected' },
  answer: { ...outcomeWords.answer, label: 'No call', sign: '✕', tone: 'bad' },
};

/**
 * Any format is no server: that it finds calls proves nothing good.
 *
 * @param expected of how many replies their questions say which calls they expect
 */
export function wordsFor(runtime: string, expected: number, replies: number): typeof outcomeWords {
  const { answer } = expected < replies ? outcomeWords : expectedWords;
  const words = expected === 0 ? outcomeWords : { ...expectedWords, answer };
  return runtime === 'auto' ? { ...words, calls: foundWords } : words;
}

/** What one came for is above what went well. Within a tone the order of outcomes stays. */
const toneOrder: readonly Words['tone'][] = ['bad', 'warn', 'good', 'plain'];

/** Which of two is shown first, by what they are called: the same outcome is bad under one set of words, and not under another. */
function worseFirst(one: Pick<Words, 'tone'>, other: Pick<Words, 'tone'>): number {
  return toneOrder.indexOf(one.tone) - toneOrder.indexOf(other.tone);
}

/** What the outcomes are about, where calls are compared; '' where they are only counted. */
export function outcomesHead({ outcomes }: Pick<Counters, 'outcomes'>, words: typeof outcomeWords): string {
  const isCompared = (['expected', 'other', 'phantom'] as const).some((one) => (outcomes.get(one) ?? 0) > 0);
  if (!isCompared) return '';
  return words.expected === outcomeWords.expected
    ? 'Compared with the calls of the log'
    : 'Compared with what is expected';
}

/** What a group and each of its replies are called. Calls of which something is said came, and not as they should. */
export function groupWords(named: typeof outcomeWords, { outcome, why }: NamedGroup): Words {
  const words = named[outcome];
  const areCalls = outcome === 'calls' || outcome === 'expected';
  return areCalls && why !== '' ? { ...words, sign: '!', tone: 'warn' } : words;
}

type NamedGroup = Pick<Group, 'outcome' | 'why'>;

/** The groups as they are listed: the worst first. Within a tone their order stays. */
export function worstFirst<One extends NamedGroup>(groups: readonly One[], named: typeof outcomeWords): One[] {
  return groups.toSorted((one, other) => worseFirst(groupWords(named, one), groupWords(named, other)));
}

/** What is said before the outline of a group: of how many it is true. */
export function looksWords({ count, alike }: Pick<Group, 'count' | 'alike'>): string {
  if (count === 1) return 'It looks like';
  if (alike === count) return 'All look like';
  return 2 * alike > count ? 'Most look like' : 'For example:';
}

/** On how many replies of a group an edit was tried, and what of the rest. */
export function editWords(count: number, { tried, mended }: NonNullable<Group['remedy']>): string {
  const done = `Callscope tried an edit on ${counted(tried, 'reply')}: calls came in ${numberText(mended)}.`;
  const rest = count - tried;
  return rest === 0
    ? done
    : `${done} For ${rest === 1 ? 'the other one' : `the other ${numberText(rest)}`} no edit is known.`;
}

/**
 * Which replies are wrong, and who says so: a score of the log, or an emulation that is held to what the log expects.
 *
 * @param label of what reads, and that it is emulated
 * @param isAsked whether questions say which calls they expect
 * @param holdsConversations a score may be of all that was said
 */
export function wrongClaims(
  { wrong, marked }: Pick<Counters, 'wrong' | 'marked'>,
  label: string,
  isAsked: boolean,
  holdsConversations: boolean,
): readonly { readonly by: 'marked' | 'held'; readonly text: string }[] {
  const part = holdsConversations ? ', or part of a conversation that went wrong' : '';
  const text = `By its score, the log says that ${counted(marked, 'reply')} ${marked === 1 ? 'is' : 'are'} wrong${part}.`;
  const rest = wrong - marked;
  const scored = marked === 0 ? [] : [{ by: 'marked', text } as const];
  if (rest === 0) return scored;
  const held = isAsked ? 'not as the questions of the log expect' : 'not as the log has them';
  const more = marked === 0 ? counted(rest, 'reply') : `${numberText(rest)} more`;
  return [...scored, { by: 'held', text: `${label}: ${more} ${rest === 1 ? 'is' : 'are'} ${held}.` }];
}

/** All outcomes as they are listed. */
export function outcomeOrder(words: typeof outcomeWords): BatchOutcome[] {
  return batchOutcomes.toSorted((one, other) => worseFirst(words[one], words[other]));
}

/** What each part of a mapping is called. */
export const partWords: Readonly<Record<MappedPart, string>> = {
  reply: 'Reply',
  calls: 'Calls of the log',
  tools: 'Tools',
  id: 'Id',
  right: 'Score',
  model: 'Model',
  prompt: 'Prompt',
};

/** What each move is called, in this order. */
export const moveWords: Readonly<Record<Move, string>> = {
  fixed: 'Fixed',
  broken: 'Broken',
  'stream-fixed': 'Only the stream is fixed',
  'stream-broken': 'Only the stream is broken',
  gone: 'A call before, none now',
  come: 'No call before, one now',
  changed: 'Another outcome',
  other: 'Same outcome, other reason',
  same: 'The same',
  unmatched: 'On one side only',
};
export const moveOrder = Object.keys(moveWords) as readonly Move[];

/** From which outcomes to which ones replies went in one move, commonest first. */
export function movePairs(
  { outcomes }: Pick<Moves, 'outcomes'>,
  move: Move,
  words: typeof outcomeWords,
): readonly string[] {
  const label = (outcome: BatchOutcome | null): string => (outcome === null ? 'not there' : words[outcome].label);
  return outcomes
    .filter((one) => one.move === move)
    .map(({ before, after, count }) => {
      const pair = before === after ? label(before) : `${label(before)} → ${label(after)}`;
      return `${pair} ${numberText(count)}`;
    });
}

/** What changed in all: how many calls came, whether what changed may be chance, and by how much. */
export function movesText(
  { sentence, counts, difference, came }: Pick<Moves, 'sentence' | 'counts' | 'difference' | 'came'>,
  runtime: string,
): string {
  const changed = (counts.get('fixed') ?? 0) + (counts.get('broken') ?? 0);
  const said = `${bothSides(came, runtime)} ${sentence}`;
  return changed > 0 ? `${said} ${pointsText(difference)}` : said;
}

/** How many calls came on each side, of all its replies that were read here. */
function bothSides([before, after]: Moves['came'], runtime: string): string {
  const side = (came: Counters['came']): string => {
    const counts = cameCounts({ came }, runtime);
    const all = counts.reduce((sum, { count }) => sum + count, 0);
    const hits = counts.find(({ id }) => id === 'calls')?.count ?? 0;
    const { value, low, high } = rate(hits, all);
    const share = all === 0 ? '' : ` (${percent(value)}, 95 %: ${percent(low)} to ${percent(high)})`;
    return `${numberText(hits)} of ${counted(all, 'reply')}${share}`;
  };
  const { label } = runtime === 'auto' ? foundWords : cameWords.calls;
  return `${label} before: ${side(before)}. After: ${side(after)}.`;
}

export const NO_SERVER = 'Any format is no server, so nothing can have got better or worse.';

/** What became of replies that were tried, commonest first. */
export function outcomesAfter({ outcomes }: Pick<Moves, 'outcomes'>, words: typeof outcomeWords): string {
  const counts = new Map<BatchOutcome, number>();
  for (const { after, count } of outcomes) if (after !== null) counts.set(after, (counts.get(after) ?? 0) + count);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([outcome, count]) => `${words[outcome].label} ${numberText(count)}`)
    .join(', ');
}

/** The servers that were written for a format, in their newest releases. Our own readers know every format. */
export function readersOfFormat(runtimes: readonly RuntimeInfo[], format: string | null): RuntimeInfo[] {
  if (format === null) return [];
  return runtimes.filter(
    ({ id, lenient, isAppLayer, formats }) =>
      !lenient && isAppLayer !== true && !id.includes('@') && formats.includes(format),
  );
}

/** How many more got better than worse, in points of all that are joined, with their bounds. */
function pointsText({ value, low, high }: Moves['difference']): string {
  return `Better minus worse: ${points(value)} points (with 95 % certainty ${points(low)} to ${points(high)}).`;
}

/** A difference of two shares, with its sign. */
export function points(share: number): string {
  const tenths = tenthsOf(share);
  return tenths === 0 ? '0.0' : `${tenths < 0 ? '−' : '+'}${(Math.abs(tenths) / 10).toFixed(1)}`;
}

/** The same without a decimal; with one where it would be 0 and is not. */
export function wholePoints(share: number): string {
  const whole = Math.round(Math.abs(100 * share));
  if (whole === 0) return tenthsOf(share) === 0 ? '0' : points(share);
  return `${share < 0 ? '−' : '+'}${String(whole)}`;
}

/** A share with a decimal; 0 and 100 only where they are exact. */
export function percent(share: number): string {
  const tenths = tenthsOf(share);
  if (share > 0 && tenths === 0) return 'under 0.1 %';
  if (share < 1 && tenths === 1000) return 'over 99.9 %';
  // Of one length, so that columns of them are aligned.
  return `${tenths % 1000 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1)} %`;
}

/** Rounded once, a half away from 0: what a division of counts has lost below the half comes back. */
function tenthsOf(share: number): number {
  return Math.sign(share) * Math.floor(1000 * Math.abs(share) + 0.5 + 1e-9);
}

/** The parts of one whole. Each is its own share, so that equal counts look equal; they may add up to 99.9 or 100.1. */
export function percents(counts: readonly number[]): string[] {
  const all = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
  return counts.map((count) => percent(count / all));
}

/** What a reply of a log is called that is opened alone. */
export function openedTitle({
  id,
  text,
  whole,
  shrunkFrom,
}: Pick<BatchReply, 'id' | 'text' | 'whole' | 'shrunkFrom'>): string {
  const title = `${whole === null ? 'Reply' : 'The beginning of reply'} ${id} of the log`;
  if (shrunkFrom === undefined) return title;
  return shrunkFrom === text.length
    ? `${title}, which cannot be shorter,`
    : `${title}, shrunk from ${numberText(shrunkFrom)} to ${counted(text.length, 'character')},`;
}
