import type { Span } from '../text/document/index.ts';
import { joinDeltas, nothing, payloadOf } from '../engines/kit/index.ts';
import type { Delta, Runtime, RuntimeStream } from '../engines/runtime.ts';
import type { Extraction, Outcome, Recorder } from '../trace/index.ts';
import type { ExtractOptions } from './extract.ts';
import { FILE_RUNTIME } from './runtimes.ts';
import { readBothWays } from './stream/extraction-stream.ts';
import { clientOf, type ClientHas, differenceFrom, type FirstDifference } from './stream/stream-difference.ts';
import { callsText, comparedCut, type CutResult, type Sweep } from './stream/sweep.ts';

/** What the client of a parser file gets. Where in the reply it came from is known as far as its strings carried it. */
export interface FileAnswer {
  readonly calls: readonly {
    readonly name: string;
    /** Exactly as the file returns it, perhaps no JSON. */
    readonly argumentsText: string;
    readonly nameSpan?: Span | null;
    readonly argumentsSpan?: Span | null;
  }[];
  readonly content: string | null;
  readonly reasoning: string | null;
}

/** What the client gets of a reply that comes in pieces. */
export interface FileStream {
  /** What comes with each piece, and one more: what comes after the last. Where it raises, what came before. */
  readonly deltas: readonly (readonly Delta[])[];
  /** Why it breaks off, as a sentence; null where it does not. */
  readonly problem: string | null;
}

/**
 * What a parser file that somebody brought made of one reply, as plain data. The file ran elsewhere, later and under a deadline;
 * the core sees only what came out.
 */
export interface FileReading {
  /** The parser and its file, as sentences name it. */
  readonly label: string;
  /** Null where it raised. */
  readonly whole: FileAnswer | null;
  /** What it raised, as a sentence; null where it answered. */
  readonly problem: string | null;
  /** Null where it reads no streams, or was not asked. */
  readonly stream: FileStream | null;
  /** What it returned and which line settled that, in a sentence. */
  readonly why: string;
  /** The line of the file that settled it, from 1; null where nobody looked. */
  readonly line: number | null;
}

type Code = 'file' | 'raised';

/**
 * A parser file as a runtime that knows one reply: `whole` gives what the file gave, and a stream gives what it sent with each
 * piece. Whoever asks about another text or other pieces gets this answer all the same, so it is never asked for an edit.
 */
export function fileRuntime({ label, whole, problem, stream }: FileReading): Runtime {
  return {
    id: FILE_RUNTIME,
    project: FILE_RUNTIME,
    flag: '',
    label,
    emulates: `${label} itself, run in this browser.`,
    source: { version: '' },
    formats: [],
    lenient: false,
    tiers: ['file'],
    asks: [],
    words: { file: label, raised: problem ?? stream?.problem ?? '' } satisfies Record<Code, string>,
    whole: ({ document }, _tools, _options, steps) =>
      record(steps, document, whole ?? { calls: [], content: null, reasoning: null }, whole === null ? 'crash' : null),
    ...(stream === null ? {} : { stream: (_tools, _options, steps) => openFileStream(stream, steps) }),
  };
}

/** Enters what the file gave. Of a call as a whole, and of what has no place, is known only that it was in this reply. */
function record(
  steps: Recorder<string>,
  document: string,
  { calls, content, reasoning }: FileAnswer,
  failed: 'crash' | 'broken-stream' | null,
): Outcome {
  const all = { from: 0, to: document.length };
  steps.enter('tier', 'file', all);
  for (const { name, argumentsText, nameSpan, argumentsSpan } of calls) {
    const payload = payloadOf({
      name,
      nameSpan: nameSpan ?? all,
      argumentsText,
      argumentsSpan: argumentsSpan ?? null,
      span: all,
    });
    steps.call(payload, { format: 'file', tier: 'file', span: all });
  }
  if (failed !== null) {
    steps.reject('raised', all);
    steps.fail({ code: 'raised', served: failed, span: all, at: 0 });
  }
  // Of a reply that reaches nobody in any form it is known that all of it is lost.
  const gets = `${content ?? ''}${reasoning ?? ''}`;
  if (failed === null && calls.length === 0 && gets.trim() === '' && document.trim() !== '')
    steps.mark('lost', 0, document.length);
  steps.leave(all, failed !== null ? 'malformed' : calls.length > 0 ? 'matched' : 'empty');
  return { content, ...(reasoning === null ? {} : { reasoning }) };
}

function openFileStream({ deltas, problem }: FileStream, steps: Recorder<string>): RuntimeStream {
  let came = 0;
  return {
    push() {
      came += 1;
      return deltas[came - 1] ?? nothing;
    },
    end() {
      const rest = deltas.slice(came).flat();
      const { calls, content, reasoning } = joinDeltas(deltas.flat());
      const answer = {
        calls: calls.map(({ name, argumentsText }) => ({ name: name ?? '', argumentsText })),
        content,
        reasoning: reasoning === '' ? null : reasoning,
      };
      const outcome = record(steps, steps.opened.document, answer, problem === null ? null : 'broken-stream');
      return { deltas: rest, ...outcome };
    },
    // What it keeps, and for what, only the file knows.
    withheld: () => null,
    hidden: () => [],
  };
}

/** What the clients of a server and of a parser file have of the same reply, and what differs first. */
export interface BesideFile {
  readonly server: ClientHas;
  readonly file: ClientHas;
  readonly first: FirstDifference | null;
}

/**
 * A parser file beside a runtime on one reply: whole, and in the pieces in which the file was asked. `streamed` is null where the
 * file reads no streams.
 */
export function besideFile(
  pieces: readonly string[],
  options: ExtractOptions,
  reading: FileReading,
): { readonly whole: BesideFile; readonly streamed: BesideFile | null } {
  const server = readBothWays(pieces, options);
  const file = readBothWays(pieces, { runtime: FILE_RUNTIME, runtimes: [fileRuntime(reading)], tools: [] });
  return {
    whole: beside(server.whole, file.whole),
    streamed: reading.stream === null ? null : beside(server.streamed, file.streamed),
  };
}

function beside(ofServer: Extraction, ofFile: Extraction): BesideFile {
  const [server, file] = [clientOf(ofServer), clientOf(ofFile)];
  return { server, file, first: differenceFrom(server, file).first };
}

/** What the client has of one way to cut the reply. */
export interface FileCut {
  /** UTF-16 offset of the second piece. */
  readonly at: number;
  /** Null where the file raises. */
  readonly answer: FileAnswer | null;
  readonly problem: string | null;
}

/** Every way to cut a reply in two against the reply in one piece, as a parser file streams them. */
export function fileSweep(whole: Omit<FileCut, 'at'>, cuts: readonly FileCut[]): Sweep {
  const inOnePiece = resultOf(whole);
  return {
    cuts: cuts.map((cut) => comparedCut(cut.at, inOnePiece, resultOf(cut))),
    possible: cuts.length,
    isSampled: false,
    differsUncut: false,
  };
}

function resultOf({ answer, problem }: Omit<FileCut, 'at'>): CutResult {
  if (answer === null) return { visible: '', calls: problem ?? '' };
  return { visible: answer.content ?? '', calls: callsText(answer.calls) };
}
