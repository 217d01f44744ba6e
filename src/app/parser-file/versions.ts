import { piecesOf } from './chunks.ts';
import type { AskParser } from './properties.ts';
import type { Answer, CutAnswer, GivenTool } from './protocol.ts';
import { differenceOf, type Difference } from './same-answer.ts';

/** A version of a parser that is loaded: whom to ask, its id, and the markers of its tokenizer. */
export interface LoadedVersion {
  readonly ask: AskParser;
  readonly parser: string;
  readonly markers: readonly string[];
}

/** A text on which two versions are compared. */
export interface VersionText {
  readonly id: string;
  readonly text: string;
  readonly tools: readonly GivenTool[];
}

/** What one version makes of a text; `streamed` is null where it reads no streams. */
export interface VersionAnswer {
  readonly whole: CutAnswer;
  readonly streamed: CutAnswer | null;
}

/**
 * What another version changes, worst first. `raises`: it raises now. `loses`: there is no call any more. `answers`: it raised
 * before. `gains`: there was no call. `streamed`: only a stream gives something else.
 */
export const changes = [
  'raises',
  'loses',
  'answers',
  'gains',
  'calls',
  'arguments',
  'content',
  'reasoning',
  'streamed',
] as const;
export type Change = (typeof changes)[number];

/** A text that another version reads otherwise. */
export interface ChangedText {
  readonly id: string;
  readonly change: Change;
  readonly before: Answer | null;
  readonly after: Answer | null;
}

export interface VersionReport {
  readonly tried: number;
  /** By what changed, worst first. */
  readonly groups: readonly { readonly change: Change; readonly texts: readonly ChangedText[] }[];
}

/** So many texts go in one job. */
const AT_ONCE = 10;

/** What changes from one version to the other on many texts. Null where one could not be asked any more. */
export async function compareVersions(
  before: LoadedVersion,
  after: LoadedVersion,
  texts: readonly VersionText[],
  report: (done: number, total: number) => void = () => undefined,
): Promise<VersionReport | null> {
  const changed: ChangedText[] = [];
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    report(from, texts.length);
    const some = texts.slice(from, from + AT_ONCE);
    const [ofBefore, ofAfter] = await Promise.all([read(before, some), read(after, some)]);
    if (ofBefore === null || ofAfter === null) return null;
    for (const [place, { id }] of some.entries()) {
      const [one, other] = [ofBefore[place], ofAfter[place]];
      const found = one === undefined || other === undefined ? null : changeBetween(one, other);
      if (found !== null) changed.push({ id, ...found });
    }
  }
  const groups = changes.map((change) => ({ change, texts: changed.filter((text) => text.change === change) }));
  return { tried: texts.length, groups: groups.filter((group) => group.texts.length > 0) };
}

async function read(
  { ask, parser, markers }: LoadedVersion,
  texts: readonly VersionText[],
): Promise<VersionAnswer[] | null> {
  const whole = await ask({ ask: 'replies', parser, replies: texts.map(({ text, tools }) => ({ text, tools })) });
  if (whole === null) return null;
  const answers: VersionAnswer[] = [];
  for (const [place, { text, tools }] of texts.entries()) {
    const streamed = await ask({ ask: 'cuts', parser, tools, pieces: [piecesOf(text, markers)] });
    const one = whole.answers[place];
    if (streamed === null || one === undefined) return null;
    answers.push({ whole: one, streamed: streamed.cuts?.[0] ?? null });
  }
  return answers;
}

/**
 * What changed, and what the client had and has: of the whole reply, else of its stream.
 *
 * @internal Tests give it answers of their own.
 */
export function changeBetween(before: VersionAnswer, after: VersionAnswer): Omit<ChangedText, 'id'> | null {
  const ofWhole = changeOf(before.whole, after.whole);
  if (ofWhole !== null) return { change: ofWhole, before: before.whole.answer, after: after.whole.answer };
  const [one, other] = [before.streamed, after.streamed];
  const isSame = one === null || other === null ? one === other : changeOf(one, other) === null;
  return isSame ? null : { change: 'streamed', before: one?.answer ?? null, after: other?.answer ?? null };
}

function changeOf(before: CutAnswer, after: CutAnswer): Exclude<Change, 'streamed'> | null {
  if (after.problem !== null) return before.problem === null ? 'raises' : null;
  if (before.problem !== null) return 'answers';
  const counts = [before, after].map(({ answer }) => answer?.calls.length ?? 0);
  if (counts[0] === 0 && counts[1] !== 0) return 'gains';
  if (counts[0] !== 0 && counts[1] === 0) return 'loses';
  const difference: Difference | null = differenceOf(before.answer, after.answer);
  return difference;
}
