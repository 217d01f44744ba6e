import {
  comparedRows,
  csvCell,
  differenceOf,
  measures,
  numberText,
  sentenceOf,
  type Experiment,
  type Group,
  type JudgedRun,
  type VariantRow,
} from '../../../core/index.ts';
import { markdownWords } from '../../export/markdown-text.ts';
import { expectedWords, groupWords, percent, points, wholePoints } from '../batch/batch-words.ts';
import { comparedMarkdown } from './compared-text.ts';
import { boundsText, measureWords, setupText } from './lab-words.ts';

/** What the results of an experiment are made of, as the page shows them. */
export interface ShownResults {
  readonly experiment: Experiment;
  readonly table: readonly VariantRow[];
  readonly groups: readonly Group[];
  readonly judged: readonly JudgedRun[];
  readonly baseline: string | null;
}

/** Which of two variants is right more often, in a sentence. */
export function verdictText(
  first: Pick<VariantRow, 'name'>,
  other: Pick<VariantRow, 'name'>,
  { side }: Pick<ReturnType<typeof differenceOf>, 'side'>,
): string {
  if (side === null) return `${first.name} and ${other.name} cannot be told apart yet.`;
  const [better, worse] = side === 'better' ? [other, first] : [first, other];
  return `${better.name} is right more often than ${worse.name}.`;
}

interface Fact {
  readonly part: 'variant' | 'rate' | 'comparison' | 'failure';
  readonly variant: string;
  readonly what: string;
  readonly hits: string;
  readonly runs: string;
  readonly percent: string;
  readonly low: string;
  readonly high: string;
}

const columns = ['part', 'variant', 'what', 'hits', 'runs', 'percent', 'low', 'high'] as const satisfies (keyof Fact)[];

const share = (value: number): string => (100 * value).toFixed(1);

/** Those that have runs. */
export function rowsOf({ table }: Pick<ShownResults, 'table'>): readonly VariantRow[] {
  return table.filter(({ read, failed }) => read + failed > 0);
}

/** Which variants are compared, and by how much one of two is right more often. */
export function comparisonsOf({ table, baseline }: Pick<ShownResults, 'table' | 'baseline'>) {
  const rows = table.filter(({ rates }) => rates.right.runs > 0);
  return comparedRows(rows, baseline).map(([first, other]) => ({ first, other, of: differenceOf(first, other) }));
}

/** How many failures of a group each variant has. */
function countsOf(
  { members }: Pick<Group, 'members'>,
  rows: readonly VariantRow[],
  judged: readonly JudgedRun[],
): number[] {
  return rows.map(({ key }) => members.filter((place) => judged[place]?.run.variant === key).length);
}

/** How many of some runs each variant has, of all that could be among them; '' where there is one variant. */
export function variantCounts(
  rows: readonly VariantRow[],
  runs: readonly JudgedRun[],
  all: (row: VariantRow) => number,
): string {
  if (rows.length < 2) return '';
  const counts = rows.map((row) => {
    const own = runs.filter(({ run }) => run.variant === row.key).length;
    return `${row.name} ${numberText(own)} of ${numberText(all(row))}`;
  });
  return counts.join(', ');
}

/** How many of its runs are right or wrong: each counts, also where they repeat a reply. */
export function decided({ cells }: Pick<VariantRow, 'cells'>): number {
  return cells.reduce((sum, { right }) => sum + right.runs, 0);
}

function failureText(group: Group): string {
  const { label } = groupWords(expectedWords, group);
  return `${label}. ${sentenceOf({ ...group, slots: [] })}`.trim();
}

function factsOf(results: ShownResults): Fact[] {
  const rows = rowsOf(results);
  const none = { hits: '', runs: '', percent: '', low: '', high: '' };
  return [
    ...results.experiment.variants.map(({ name, setup }): Fact => ({
      part: 'variant',
      variant: name,
      what: [setupText(setup), setup.system.trim()].filter((text) => text !== '').join('\n'),
      ...none,
    })),
    ...rows.flatMap(({ name, rates }) =>
      measures.flatMap((measure): Fact[] => {
        const { hits, runs, value, low, high } = rates[measure];
        if (runs === 0) return [];
        const [percents, from, to] = [value, low, high].map(share);
        const counts = { hits: String(hits), runs: String(runs) };
        const bounds = { percent: percents ?? '', low: from ?? '', high: to ?? '' };
        return [{ part: 'rate', variant: name, what: measureWords[measure].label, ...counts, ...bounds }];
      }),
    ),
    ...comparisonsOf(results).map(({ first, other, of }): Fact => {
      const { value, low, high } = of.difference;
      const what = `${verdictText(first, other, of)} ${of.sentence}`;
      const counts = { hits: String(of.better - of.worse), runs: String(of.pairs) };
      const bounds = { percent: share(value), low: share(low), high: share(high) };
      return { part: 'comparison', variant: `${first.name} to ${other.name}`, what, ...counts, ...bounds };
    }),
    ...results.groups.flatMap((group) =>
      countsOf(group, rows, results.judged).flatMap((count, index): Fact[] => {
        const row = rows[index];
        if (row === undefined || count === 0) return [];
        const counts = { hits: String(count), runs: String(row.read) };
        const percents = share(count / Math.max(1, row.read));
        return [
          { ...none, part: 'failure', variant: row.name, what: failureText(group), ...counts, percent: percents },
        ];
      }),
    ),
  ];
}

/** One line for each variant, and for each rate, comparison and failure of one. */
export function resultsCsv(results: ShownResults): string {
  const lines = [columns, ...factsOf(results).map((fact) => columns.map((key) => fact[key]))];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** What is compared, then the tables and verdicts as the page shows them. @param reader the label of who read the replies */
export function resultsMarkdown(results: ShownResults, reader: string): string {
  const rows = rowsOf(results);
  const names = rows.map(({ name, read }) => `${name} (${numberText(read)})`);
  const rates = measures.map((measure) => [
    measureWords[measure].label,
    ...rows.map(({ rates: { [measure]: rate }, read }) =>
      rate.runs === 0 ? '–' : `${percent(rate.value)} (${boundsText(rate, read)})`,
    ),
  ]);
  const verdicts = comparisonsOf(results).map(({ first, other, of }) => {
    const { value, low, high } = of.difference;
    const bounds = `${wholePoints(low)} to ${wholePoints(high)} with 95 % certainty`;
    return `- ${markdownWords(verdictText(first, other, of))} ${points(value)} points right (${bounds}). ${of.sentence}\n`;
  });
  const failures = results.groups.map((group) => [
    failureText(group),
    ...countsOf(group, rows, results.judged).map((count) => (count === 0 ? '' : numberText(count))),
  ]);
  return [
    comparedMarkdown(results.experiment, reader),
    tableText(['Of the runs', ...names], rates),
    verdicts.join(''),
    failures.length === 0 ? '' : tableText(['Failures', ...rows.map(({ name }) => name)], failures),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => (cell === '---' ? cell : markdownWords(cell))).join(' | ')} |\n`)
    .join('');
}
