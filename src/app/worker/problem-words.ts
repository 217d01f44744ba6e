import { type LogProblem, numberText } from '../../core/index.ts';

/** What is said of one place, and of several. */
const problemWords: Readonly<Record<LogProblem['code'], readonly [one: string, several: string]>> = {
  broken: ['is no JSON', 'are no JSON'],
  value: ['is JSON, but no record', 'are JSON, but no records'],
  long: ['is too long for one reply, and was not read', 'are too long for one reply, and were not read'],
  cut: ['is cut off', 'are cut off'],
  characters: ['has bytes that are no UTF-8', 'have bytes that are no UTF-8'],
  binary: same('is not text in UTF-8, and was not read. Save it as UTF-8, or open the log itself'),
  packed: same('could not be unpacked'),
  bomb: same('becomes far larger than a log when it is unpacked, and was not read further'),
  words: same('begins with words that are no JSON, and they were left out'),
};

function same(words: string): readonly [string, string] {
  return [words, words];
}

const list = new Intl.ListFormat('en-GB');

/** So many lines are named. */
const MOST_LINES = 10;

/** What was wrong with a file: a sentence for each kind of problem in each file of an archive. @param troubles how many there were */
export function problemTexts(problems: readonly LogProblem[], troubles: number): string[] {
  const kinds = new Map<string, LogProblem[]>();
  for (const problem of problems) {
    const key = `${problem.code} ${problem.line === null ? '' : 'line'} ${problem.file ?? ''}`;
    kinds.set(key, [...(kinds.get(key) ?? []), problem]);
  }
  const sentences = [...kinds.values()].map((ofKind) => sentenceFor(ofKind));
  const unlisted = troubles - problems.length;
  return unlisted > 0 ? [...sentences, `${numberText(unlisted)} more of these are not listed.`] : sentences;
}

function sentenceFor(problems: readonly LogProblem[]): string {
  const [first] = problems;
  if (first === undefined) return '';
  const { code, file, size } = first;
  const lines = problems.flatMap(({ line }) => (line === null ? [] : [numberText(line)]));
  const [one, several] = problemWords[code];
  const place = size === undefined ? '' : ` (${numberText(size)} bytes by its header)`;
  const words = `${lines.length > 1 ? several : one}${place}.`;
  if (lines.length === 0) return `${file === undefined ? 'The file' : `\`${file}\``} ${words}`;
  const rest = lines.length - MOST_LINES;
  const named = rest > 1 ? [...lines.slice(0, MOST_LINES), `${numberText(rest)} more`] : lines;
  return `Line${lines.length > 1 ? 's' : ''} ${list.format(named)}${file === undefined ? '' : ` of \`${file}\``} ${words}`;
}
