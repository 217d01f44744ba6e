import {
  diagnose,
  extract,
  firstCustomFormat,
  joinDeltas,
  type Delta,
  type ExtractOptions,
  type Extraction,
  type Runtime,
} from '../../src/core/index.ts';
import { recognise } from '../../src/core/recognise/index.ts';
import { growthFault, growthOf } from '../linear/work.ts';
import { faultsOf } from '../soundness.ts';
import { clientFaults, placeFaults, showsLess, streamed } from '../streamed.ts';
import { chunked, type Chance, type FuzzCase } from './mutate.ts';

/** What went wrong with a text under a runtime. */
export interface Fault {
  readonly check: 'exception' | 'unsound' | 'streamed-differs' | 'growth' | 'slow';
  readonly runtime: string;
  readonly text: string;
  readonly what: string;
}

function optionsOf(runtime: string, runtimes: readonly Runtime[], { tools }: Pick<FuzzCase, 'tools'>): ExtractOptions {
  return { runtime, runtimes, tools, custom: firstCustomFormat };
}

/** Our readers of formats: how a reply is cut must not matter to them. */
function isOwn(runtime: string): boolean {
  return runtime === 'auto' || runtime === 'custom' || runtime.startsWith('format:');
}

/** Reads a text whole and streamed. Returns what is wrong with either; null when all is well. */
export function readingFault(
  one: FuzzCase,
  runtime: string,
  runtimes: readonly Runtime[],
  chance: Chance,
): Fault | null {
  const { text } = one;
  const fault = (check: Fault['check'], what: string): Fault => ({ check, runtime, text, what });
  const options = optionsOf(runtime, runtimes, one);
  try {
    const whole = extract({ text }, options);
    const unsound = faultsOf({ ...whole, diagnoses: diagnose(whole, options) });
    if (unsound.length > 0) return fault('unsound', unsound.join('; '));
    const stream = streamed(chunked(text, chance), options);
    const { extraction, deltas } = stream;
    const shown = showsLess.has(runtime) ? [] : clientFaults(stream);
    const broken = [...faultsOf(extraction), ...placeFaults(stream), ...shown];
    if (broken.length > 0) return fault('unsound', `streamed: ${broken.join('; ')}`);
    const difference = isOwn(runtime) ? differenceOf(whole, extraction, deltas) : null;
    return difference === null ? null : fault('streamed-differs', difference);
  } catch (error) {
    return fault('exception', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

function differenceOf(whole: Extraction, extraction: Extraction, deltas: readonly Delta[]): string | null {
  if (JSON.stringify(whole) !== JSON.stringify(extraction)) return 'The extraction of the stream is another one.';
  const { content, calls } = joinDeltas(deltas);
  const wanted = whole.calls.map(({ name, returnedText }) => ({ name, argumentsText: returnedText }));
  if (JSON.stringify(calls) !== JSON.stringify(wanted)) return 'The calls that were sent are others.';
  return content === (whole.content ?? '') ? null : 'The content that was sent is another one.';
}

/** So often a piece is repeated in the first third: more often than any limit of ours. */
const REPEATED = 130;
/** A text in which no allowance is left, in UTF-16 units. */
const LONG = 100_000;
/** Times the work for twice the text. */
const MOST_GROWTH = 2.3;
/** As servers send it. */
const CHUNK = 50;

/** Says what a text is, as the page does with a paste. */
export function recognitionFault({ text }: FuzzCase): Fault | null {
  try {
    recognise({ content: text, name: null });
    return null;
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { check: 'exception', runtime: 'recognise', text, what };
  }
}

/** What is faster is no matter, and a clock says little of it. */
const SLOW_MS = 400;
/** The shortest first: what is slow there is not tried longer. */
const SLOW_SIZES = [4000, 8000, 16_000, 32_000];
/** Times the processor time for twice the text: 2 is linear, 4 is quadratic. */
const SLOW_GROWTH = 3;

/**
 * Repeats a piece of a text. Returns whether reading it is slow, and takes more than its length does: work inside regular
 * expressions, which `growthFaultOf` cannot count. A clock may err, so the growth must show twice.
 */
export function slownessOf(one: FuzzCase, runtime: string, runtimes: readonly Runtime[]): Fault | null {
  const { text: piece } = one;
  const options = optionsOf(runtime, runtimes, one);
  const timeOf = (size: number): number => {
    const text = piece.repeat(Math.ceil(size / piece.length));
    const start = process.cpuUsage();
    if (runtime === 'recognise') recognise({ content: text, name: null });
    else extract({ text }, options);
    return process.cpuUsage(start).user / 1000;
  };
  const slow = SLOW_SIZES.find((size) => timeOf(size) >= SLOW_MS);
  if (slow === undefined) return null;
  const growths = [1, 2].map(() => timeOf(slow) / Math.max(1, timeOf(slow / 2)));
  if (growths.some((growth) => growth < SLOW_GROWTH)) return null;
  const what = `processor time for twice the text: ${growths.map((growth) => growth.toFixed(1)).join(' and ')} times`;
  return { check: 'slow', runtime, text: piece, what };
}

/** What is once before a piece that is repeated, and once after it: what opens a block, and what each piece looks for. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

/** Repeats a piece of a text. Returns whether the work of reading it grows faster than its length. */
export function growthFaultOf(
  one: FuzzCase,
  { before, after }: Around,
  runtime: string,
  runtimes: readonly Runtime[],
): Fault | null {
  const options = optionsOf(runtime, runtimes, one);
  const { text: piece } = one;
  const make = (size: number): string => before + piece.repeat(Math.ceil(size / piece.length)) + after;
  const where = before + after === '' ? '' : `\nbetween ${JSON.stringify(before)} and ${JSON.stringify(after)}`;
  const read = (text: string): unknown => {
    // A stream of an engine may be quadratic up to an allowance, as its original is.
    if (!isOwn(runtime)) return extract({ text }, options);
    const chunks = Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, at) =>
      text.slice(at * CHUNK, at * CHUNK + CHUNK),
    );
    return streamed(chunks, options);
  };
  try {
    const what = growthFault(Math.max(2000, REPEATED * piece.length), make, read);
    const long = Math.max(LONG, 3 * REPEATED * piece.length);
    // What is made once may weigh more than all the rest of a short text, and there allowances end; a stream that waits longer
    // each time works in leaps. Only what a long text shows in both ways grows, at sizes between which a leap of four ends.
    const isLasting =
      what !== null &&
      growthFault(long, make, read) !== null &&
      [long, 2 * long, 4 * long].every((size) => growthOf(size, make, read) > MOST_GROWTH);
    return isLasting ? { check: 'growth', runtime, text: piece, what: what + where } : null;
  } catch (error) {
    return { check: 'exception', runtime, text: piece, what: `repeated: ${String(error)}${where}` };
  }
}
