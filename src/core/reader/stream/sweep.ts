import { extract, withTools, type ExtractOptions } from '../extract.ts';
import { sendsCalls } from '../runtimes.ts';
import { joinDeltas } from '../../engines/kit/index.ts';
import { streamsOf, type ExtractionStream } from './extraction-stream.ts';
import { streamsOtherwise } from './stream-difference.ts';

/** What a cut changes, against the text in one piece. */
export type CutOutcome = 'same' | 'visible-differs' | 'calls-differ';

export interface SweepCut {
  /** UTF-16 offset of the cut: the first chunk ends here. */
  readonly at: number;
  readonly outcome: CutOutcome;
  /** What differs, whole and cut, around the first difference; null when nothing does. */
  readonly difference: { readonly whole: string; readonly cut: string } | null;
}

/** Every two-way cut of a reply, or as many as the budget allows, put through the streaming path of a runtime. */
export interface Sweep {
  /** Ascending. */
  readonly cuts: readonly SweepCut[];
  /** How many cuts there are: the length of the text less one. */
  readonly possible: number;
  /** Whether only some were tried, evenly spread. */
  readonly isSampled: boolean;
  /** Whether the stream in one piece, with which the cuts are compared, gives something else than the reply as a whole. */
  readonly differsUncut: boolean;
}

export interface SweepProgress {
  readonly done: number;
  readonly total: number;
}

/** How many characters all runs together may read: every cut of a text of 2,800 characters. */
const BUDGET = 8 * 1024 * 1024;

/** How many characters are read between two reports. */
const REPORT_AFTER = 1024 * 1024;

/**
 * Cuts a reply in two at every place and compares what comes out with the stream in one piece: the text a user sees, and
 * the calls, of an engine as its deltas join. Yields its progress and returns the result. `open` makes the streaming path, one stream per cut.
 */
export function* sweepCuts(
  text: string,
  given: ExtractOptions = {},
  open: (options: ExtractOptions) => ExtractionStream = streamsFor(text, given),
): Generator<SweepProgress, Sweep> {
  const options = withTools(given, { text });
  const isEngine = sendsCalls(options.runtime);
  const run = (chunks: readonly string[]): CutResult => resultOf(open(options), chunks, isEngine);
  const whole = run([text]);
  const places = placesOf(text.length);
  const reportEvery = Math.max(1, Math.floor(REPORT_AFTER / text.length));
  const cuts: SweepCut[] = [];
  for (const at of places) {
    if (cuts.length % reportEvery === 0) yield { done: cuts.length, total: places.length };
    cuts.push(comparedCut(at, whole, run([text.slice(0, at), text.slice(at)])));
  }
  const possible = Math.max(0, text.length - 1);
  return {
    cuts,
    possible,
    isSampled: places.length < possible,
    differsUncut: isEngine && streamsOtherwise([text], options),
  };
}

function streamsFor(text: string, given: ExtractOptions): () => ExtractionStream {
  const options = withTools(given, { text });
  return streamsOf(options, extract({ text }, options));
}

/** The cuts to try: all of them, or as many as the budget allows, evenly spread. */
function placesOf(length: number): number[] {
  const possible = Math.max(0, length - 1);
  const count = Math.min(possible, Math.max(1, Math.floor(BUDGET / Math.max(1, length))));
  return Array.from({ length: count }, (_, index) => 1 + Math.floor((index * possible) / count));
}

/** What a client has at the end of a stream. */
export interface CutResult {
  readonly visible: string;
  /** Names and arguments as text, one call per line. */
  readonly calls: string;
}

function resultOf(stream: ExtractionStream, chunks: readonly string[], isEngine: boolean): CutResult {
  const deltas = chunks.flatMap((chunk) => stream.push(chunk));
  const end = stream.end();
  const { content, calls } = joinDeltas([...deltas, ...end.deltas]);
  return { visible: content, calls: callsText(isEngine ? calls : end.extraction.calls) };
}

/** Calls as they are compared. */
export function callsText(calls: readonly { readonly name: string | null; readonly argumentsText: string }[]): string {
  return calls.map(({ name, argumentsText }) => `${name ?? ''} ${argumentsText}`).join('\n');
}

/** What one cut changes. */
export function comparedCut(at: number, whole: CutResult, cut: CutResult): SweepCut {
  if (cut.calls !== whole.calls) return { at, outcome: 'calls-differ', difference: around(whole.calls, cut.calls) };
  if (cut.visible !== whole.visible)
    return { at, outcome: 'visible-differs', difference: around(whole.visible, cut.visible) };
  return { at, outcome: 'same', difference: null };
}

const BEFORE = 16;
const AFTER = 48;

/** Both texts around the first place where they differ. */
function around(whole: string, cut: string): { whole: string; cut: string } {
  let at = 0;
  while (at < whole.length && whole.charCodeAt(at) === cut.charCodeAt(at)) at += 1;
  const from = Math.max(0, at - BEFORE);
  return { whole: whole.slice(from, at + AFTER), cut: cut.slice(from, at + AFTER) };
}
