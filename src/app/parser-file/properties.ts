import { cutsOf, piecesOf } from './chunks.ts';
import { differenceOf, type Difference } from './same-answer.ts';
import type { Answer, CutAnswer, GivenTool, ParserJob, ParserJobs } from './protocol.ts';

/** Asks a parser; null where it cannot be asked any more. */
export type AskParser = <Kind extends keyof ParserJobs>(
  job: ParserJob<Kind>,
) => Promise<ParserJobs[Kind]['answers'] | null>;

/** What is asked of a parser: its id, the reply, the tools, and the markers of its tokenizer. */
export interface Asked {
  readonly parser: string;
  readonly text: string;
  readonly tools: readonly GivenTool[];
  readonly markers: readonly string[];
}

/** A cut that changes what the client gets. */
export interface FailingCut {
  /** Where the second piece begins, in UTF-16 units. */
  readonly at: number;
  /** `raised`: the parser raises with this cut. */
  readonly difference: Difference | 'raised';
  readonly answer: Answer | null;
}

export interface CutReport {
  readonly tried: number;
  readonly failing: readonly FailingCut[];
}

/** How many cuts go in one job: few enough that each job is short. */
const BATCH = 25;

/** Every way to cut a reply in two, against the whole. Null where the parser does not stream, or could not be asked. */
export async function tryCuts(
  ask: AskParser,
  { parser, text, tools }: Asked,
  whole: Answer | null,
  report: (done: number, total: number) => void = () => undefined,
): Promise<CutReport | null> {
  const cuts = cutsOf(text);
  const failing: FailingCut[] = [];
  for (let from = 0; from < cuts.length; from += BATCH) {
    const some = cuts.slice(from, from + BATCH);
    const pieces = some.map((at) => [text.slice(0, at), text.slice(at)]);
    const found = await ask({ ask: 'cuts', parser, tools, pieces });
    const cutAnswers = found?.cuts ?? null;
    if (cutAnswers === null) return null;
    for (const [place, cut] of cutAnswers.entries()) {
      const difference = differenceOfCut(cut, whole);
      if (difference !== null) failing.push({ at: some[place] ?? 0, difference, answer: cut.answer });
    }
    report(Math.min(cuts.length, from + BATCH), cuts.length);
  }
  return { tried: cuts.length, failing };
}

function differenceOfCut({ answer, problem }: CutAnswer, whole: Answer | null): FailingCut['difference'] | null {
  return problem === null ? differenceOf(answer, whole) : whole === null ? null : 'raised';
}

export type PropertyId = 'split' | 'nothing-lost' | 'quoted';

/** A property that every parser should have. `holds` is null where it says nothing about this parser or this reply. */
export interface Property {
  readonly id: PropertyId;
  readonly holds: boolean | null;
  /** What was tried, or how it failed. */
  readonly sentence: string;
}

/** Prose without a marker of any format. */
const prose = 'The ferry leaves at nine. It is quick, and it costs little.\n';

/** Tries the properties on a reply, which is also put into quotes. */
export async function tryProperties(
  ask: AskParser,
  asked: Asked,
  report: (done: number, total: number) => void = () => undefined,
): Promise<Property[]> {
  const { parser, text, tools } = asked;
  const read = async (reply: string, chunks: readonly string[] | null = null): Promise<Answer | null> =>
    (await ask({ ask: 'read', parser, text: reply, tools, chunks }))?.answer ?? null;
  const whole = await read(text);
  return [
    await splits(ask, asked, whole, report),
    await losesNothing(read, asked),
    whole === null || whole.calls.length === 0
      ? { id: 'quoted', holds: null, sentence: 'This reply gives no call: paste one that does.' }
      : await isQuiet(read, text),
  ];
}

async function splits(
  ask: AskParser,
  asked: Asked,
  whole: Answer | null,
  report: (done: number, total: number) => void,
): Promise<Property> {
  const found = await tryCuts(ask, asked, whole, report);
  if (found === null) return { id: 'split', holds: null, sentence: 'The parser does not stream.' };
  const [first] = found.failing;
  const cuts = `${found.tried.toLocaleString('en')} cuts`;
  if (first === undefined) return { id: 'split', holds: true, sentence: `${cuts} give what the whole reply gives.` };
  const before = JSON.stringify(asked.text.slice(Math.max(0, first.at - 20), first.at));
  const what =
    first.difference === 'raised'
      ? 'the parser raises'
      : first.difference === 'calls' || first.difference === 'arguments'
        ? `the ${first.difference} differ`
        : `the ${first.difference} differs`;
  const sentence = `${found.failing.length.toLocaleString('en')} of ${cuts} differ. The first is after ${before}: ${what}.`;
  return { id: 'split', holds: false, sentence };
}

async function losesNothing(
  read: (reply: string, chunks?: readonly string[] | null) => Promise<Answer | null>,
  { markers }: Asked,
): Promise<Property> {
  const whole = await read(prose);
  const reasoning = whole?.reasoning ?? null;
  if (reasoning !== null && reasoning + (whole?.content ?? '') === prose)
    return { id: 'nothing-lost', holds: true, sentence: 'A reply of plain text arrives whole, as reasoning.' };
  if (whole?.content !== prose || whole.calls.length > 0)
    return { id: 'nothing-lost', holds: false, sentence: `Plain text changes: ${JSON.stringify(prose)}.` };
  const streamed = await read(prose, piecesOf(prose, markers));
  if (streamed !== null && streamed.content !== prose)
    return {
      id: 'nothing-lost',
      holds: false,
      sentence: `Plain text changes when it is streamed: ${JSON.stringify(prose)}.`,
    };
  return { id: 'nothing-lost', holds: true, sentence: 'A reply of plain text arrives as it is.' };
}

async function isQuiet(read: (reply: string) => Promise<Answer | null>, text: string): Promise<Property> {
  const quoted = [
    ['a code fence', `Write it like this:\n~~~text\n${text}\n~~~\n`],
    ['a block quote', `Write it like this:\n${text.replaceAll(/^/gm, '> ')}\n`],
  ] as const;
  for (const [where, reply] of quoted) {
    const answer = await read(reply);
    if (answer !== null && answer.calls.length > 0)
      return { id: 'quoted', holds: false, sentence: `The same call quoted in ${where} is still a call.` };
  }
  return { id: 'quoted', holds: true, sentence: 'The same call quoted in a code fence or a block quote is no call.' };
}
