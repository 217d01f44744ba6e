import type { FileAnswer, FileReading, Span, SweepProgress } from '../../../core/index.ts';
import type { FileCuts, FileParser, FileQuestion } from '../../page/own-file.svelte.ts';
import { cutsOf, piecesOf } from '../../parser-file/chunks.ts';
import type { AskParser } from '../../parser-file/properties.ts';
import { heardByChunk } from '../../parser-file/heard.ts';
import type { ParserResult } from '../../parser-file/client.ts';
import type {
  Answer,
  AnswerPlaces,
  FoundParser,
  GivenTool,
  Loaded,
  ParserJob,
  ParserJobs,
  Place,
  Reading,
  ReplyAnswer,
} from '../../parser-file/protocol.ts';
import { verdictWords } from './parser-words.ts';

/** Does a job on Python, and says why it cannot. */
export type RunJob = <Kind extends keyof ParserJobs>(job: ParserJob<Kind>) => Promise<ParserResult<Kind>>;

interface Opened {
  readonly parser: FoundParser;
  /** The path of its file. */
  readonly path: string;
  /** Texts that its tokenizer takes for one token each. */
  readonly markers: readonly string[];
  readonly run: RunJob;
  /** Whether the file is still the one that is open. */
  readonly isOpen: () => boolean;
  readonly stop: () => void;
}

/** Few enough that each job is short. */
const CUTS = 25;

/** A parser file as the views beside "Your parser" ask it. */
export function fileParser({ parser, path, markers, run, isOpen, stop }: Opened): FileParser {
  const name = `${parser.name} (${path.split('/').at(-1) ?? path})`;
  const label = `Your ${name}`;
  const known = { parser: parser.id };

  /** Null where the file is another one by now, or was stopped. */
  async function ask<Kind extends keyof ParserJobs>(
    job: ParserJob<Kind>,
  ): Promise<ParserJobs[Kind]['answers'] | 'hung' | null> {
    if (!isOpen()) return null;
    const result = await run(job);
    if (!isOpen()) return null;
    return result.ok ? result.answer : result.reason === 'hung' ? 'hung' : null;
  }

  async function readOne(asked: FileQuestion, pieces: readonly string[] | null): Promise<FileReading | null> {
    const reply = { text: asked.text, tools: asked.tools.map(givenTool) };
    const found = await ask({ ask: 'replies', ...known, replies: [reply], placed: true });
    if (found === null) return null;
    const [whole] = found === 'hung' ? [] : found.answers;
    if (whole === undefined) return ended(label);
    const chunks = pieces ?? piecesOf(asked.text, markers);
    const streamed = await ask({ ask: 'read', ...known, ...reply, chunks, traced: false });
    if (streamed === null) return null;
    const isStreamed = streamed === 'hung' || streamed.streams;
    return { ...readingOf(whole, parser, label), stream: isStreamed ? streamOf(streamed, chunks.length) : null };
  }

  let last: { readonly key: string; readonly reading: Promise<FileReading | null> } | null = null;
  return {
    name,
    label,
    stop,
    // Several views ask the same about a reply.
    read(asked, pieces = null) {
      const key = JSON.stringify([asked, pieces]);
      if (last?.key === key) return last.reading;
      const reading = readOne(asked, pieces);
      last = { key, reading };
      // What could not be asked may be asked again.
      void reading.then((found) => {
        if (found === null && last?.reading === reading) last = null;
      });
      return reading;
    },
    async readMany(questions) {
      const replies = questions.map(({ text, tools }) => ({ text, tools: tools.map(givenTool) }));
      const found = await ask({ ask: 'replies', ...known, replies });
      if (found === null) return null;
      if (found !== 'hung') return found.answers.map((one) => readingOf(one, parser, label));
      // One of them does not end: each for itself tells which.
      if (replies.length === 1) return [ended(label)];
      const each: FileReading[] = [];
      for (const question of questions) {
        const [reading] = (await this.readMany([question])) ?? [];
        if (reading === undefined) return null;
        each.push(reading);
      }
      return each;
    },
    async cuts(asked, report) {
      return everyCut(
        asked.text,
        async (pieces) => {
          const found = await ask({ ask: 'cuts', ...known, tools: asked.tools.map(givenTool), pieces });
          return found === null || found === 'hung' ? null : found.cuts;
        },
        report,
      );
    },
  };
}

async function everyCut(
  text: string,
  ask: (pieces: readonly (readonly string[])[]) => Promise<ParserJobs['cuts']['answers']['cuts']>,
  report: (progress: SweepProgress) => void,
): Promise<FileCuts | null> {
  const places = cutsOf(text);
  const [whole] = (await ask([[text]])) ?? [];
  if (whole === undefined) return null;
  const cuts = [];
  for (let from = 0; from < places.length; from += CUTS) {
    report({ done: from, total: places.length });
    const some = places.slice(from, from + CUTS);
    const found = await ask(some.map((at) => [text.slice(0, at), text.slice(at)]));
    if (found === null) return null;
    cuts.push(
      ...found.map(({ answer, problem }, place) => ({
        at: some[place] ?? 0,
        answer,
        problem: problem?.sentence ?? null,
      })),
    );
  }
  return { whole: { answer: whole.answer, problem: whole.problem?.sentence ?? null }, cuts };
}

export function givenTool({ name, description, schema }: FileQuestion['tools'][number]): GivenTool {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { parameters: schema }),
  };
}

function answerOf(answer: Answer | null, places: AnswerPlaces | null): FileAnswer | null {
  if (answer === null) return null;
  const calls = answer.calls.map((call, at) => {
    const [name, argumentsText] = places?.calls[at] ?? [null, null];
    return { ...call, nameSpan: spanOf(name), argumentsSpan: spanOf(argumentsText) };
  });
  return { calls, content: answer.content, reasoning: answer.reasoning };
}

function spanOf(place: Place | null): Span | null {
  return place === null ? null : { from: place[0], to: place[1] };
}

function streamOf(streamed: Reading | 'hung', count: number): FileReading['stream'] {
  if (streamed === 'hung') return { deltas: [], problem: didNotEnd };
  const { answer, broken, problem, places } = streamed;
  const deltas = heardByChunk(answer ?? broken ?? { deltas: [] }, count, places);
  return { deltas, problem: problem?.sentence ?? null };
}

const didNotEnd = 'The parser did not end on this reply.';

function ended(label: string): FileReading {
  return { label, whole: null, problem: didNotEnd, stream: null, why: didNotEnd, line: null };
}

function readingOf({ answer, problem, decided, places }: ReplyAnswer, parser: FoundParser, label: string): FileReading {
  const why = verdictWords({ ...parser, name: label }, { answer, problem, decided }).text;
  const line = decided?.line ?? problem?.line ?? null;
  return { label, whole: answerOf(answer, places), problem: problem?.sentence ?? null, stream: null, why, line };
}

/** The file that is open, and who is asked about it. */
interface Asking {
  readonly parser: FoundParser | null;
  readonly loaded: Pick<Loaded, 'markers'> | null;
  readonly ask: AskParser;
}

/** Asks the chosen parser about a text, whole and in pieces; null where it cannot be asked. */
export async function readBoth(
  { parser, loaded, ask }: Asking,
  text: string,
  tools: readonly GivenTool[],
): Promise<readonly [Reading, Reading | null] | null> {
  if (parser === null) return null;
  const whole = await ask({ ask: 'read', parser: parser.id, text, tools, chunks: null, served: false });
  if (whole === null) return null;
  const chunks = piecesOf(text, loaded?.markers ?? []);
  const stream = whole.streams ? await ask({ ask: 'read', parser: parser.id, text, tools, chunks }) : null;
  return [whole, stream];
}
