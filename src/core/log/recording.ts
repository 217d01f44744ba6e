import { partitionPoint } from '../text/document/index.ts';

/** A piece of the reply text, with its arrival in milliseconds from the start where that is known. */
export interface ContentChunk {
  readonly text: string;
  readonly at: number | null;
}

/**
 * How a text came: where its chunks end, and when each arrived. `cuts` are the borders inside the text, in UTF-16
 * units, ascending and strictly between 0 and its length: n cuts make n + 1 chunks. `times` has one arrival per chunk,
 * in milliseconds from the start and never descending; it is empty when no times are known. The text itself is
 * elsewhere and is never repeated.
 */
export interface Recording {
  readonly cuts: readonly number[];
  readonly times: readonly number[];
}

/** How fast a recording is replayed. */
export type Pace =
  /** As it came, `speed` times as fast. Without known times it is replayed as if it came every 40 ms. */
  { readonly kind: 'real'; readonly speed: number } | { readonly kind: 'fixed'; readonly interval: number };

/** A frame of 25 a second: what a fast model takes for a token or two. */
const DEFAULT_INTERVAL = 40;

/** The recording of chunks as they came. Empty chunks are left out; times are kept only when every chunk has one. */
export function recordChunks(chunks: readonly ContentChunk[]): Recording {
  const filled = chunks.filter(({ text }) => text !== '');
  const cuts: number[] = [];
  const times: number[] = [];
  let end = 0;
  for (const { text, at } of filled) {
    if (end > 0) cuts.push(end);
    end += text.length;
    // A clock that was set back while it ran does not run backwards here.
    if (at !== null) times.push(Math.max(at, times.at(-1) ?? 0));
  }
  return { cuts, times: times.length === filled.length ? times : [] };
}

/** Chunks of `size` characters each, without times. */
export function evenRecording(length: number, size: number): Recording {
  const step = Math.max(1, Math.floor(size));
  const cuts: number[] = [];
  for (let at = step; at < length; at += step) cuts.push(at);
  return { cuts, times: [] };
}

/** The most chunks that a recording may have: links carry no more. */
export const mostChunks = 100_000;

/** One chunk per line, each with its line break, without times. */
export function lineRecording(text: string): Recording {
  const cuts: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) cuts.push(at + 1);
  return { cuts, times: [] };
}

/** One chunk per code point, without times. */
export function characterRecording(text: string): Recording {
  const cuts: number[] = [];
  let at = 0;
  for (const character of text) {
    if (at > 0) cuts.push(at);
    at += character.length;
  }
  return { cuts, times: [] };
}

/**
 * A recording as links carry it: the length of every chunk but the last, and the milliseconds before each arrival, as
 * whole numbers. Small numbers that repeat take a quarter of the room that offsets take.
 */
export interface PackedRecording {
  readonly lengths: readonly number[];
  /** One per chunk; empty when no times are known. */
  readonly gaps: readonly number[];
}

export function packRecording({ cuts, times }: Recording): PackedRecording {
  const rounded = times.map(Math.round);
  return {
    lengths: cuts.map((cut, chunk) => cut - (cuts[chunk - 1] ?? 0)),
    gaps: rounded.map((time, chunk) => time - (rounded[chunk - 1] ?? 0)),
  };
}

/**
 * The recording of a text of `length`. What does not fit is left out: it may come from a link, or the text may have
 * been edited since.
 */
export function unpackRecording({ lengths, gaps }: PackedRecording, length: number): Recording {
  const cuts: number[] = [];
  for (const size of lengths) {
    const cut = (cuts.at(-1) ?? 0) + size;
    if (!Number.isInteger(size) || size < 1 || cut >= length) break;
    cuts.push(cut);
  }
  const isWhole = cuts.length === lengths.length && gaps.length === cuts.length + 1;
  if (!isWhole || !gaps.every((gap) => gap >= 0 && Number.isFinite(gap))) return { cuts, times: [] };
  let time = 0;
  return { cuts, times: gaps.map((gap) => (time += gap)) };
}

/** The chunks of a text by its recording. */
export function chunksOf(text: string, { cuts, times }: Recording): ContentChunk[] {
  return [...cuts, text.length].map((to, chunk) => ({
    text: text.slice(cuts[chunk - 1] ?? 0, to),
    at: times[chunk] ?? null,
  }));
}

/** When each chunk is shown, in milliseconds from the start of a replay. */
export function scheduleOf({ cuts, times }: Recording, pace: Pace): number[] {
  const chunks = Array.from({ length: cuts.length + 1 }, (_, chunk) => chunk);
  if (pace.kind === 'fixed') return chunks.map((chunk) => chunk * pace.interval);
  return chunks.map((chunk) => (times[chunk] ?? chunk * DEFAULT_INTERVAL) / pace.speed);
}

/** How many chunks have come at `time` of a schedule. */
export function arrivedAt(schedule: readonly number[], time: number): number {
  return partitionPoint(schedule, (arrival) => arrival <= time);
}

/** Cuts the chunk around `offset` there; both halves arrive when it did. No change at a border or outside the text. */
export function splitAt(recording: Recording, offset: number, length: number): Recording {
  const { cuts, times } = recording;
  if (!Number.isInteger(offset) || offset <= 0 || offset >= length || cuts.includes(offset)) return recording;
  const chunk = arrivedAt(cuts, offset);
  return {
    cuts: cuts.toSpliced(chunk, 0, offset),
    times: times.length === 0 ? [] : times.toSpliced(chunk, 0, times[chunk] as number),
  };
}

/** Takes a border away; the joined chunk arrives when its second half did. `border` counts the cuts from 0. */
export function mergeAt(recording: Recording, border: number): Recording {
  const { cuts, times } = recording;
  if (!(border in cuts)) return recording;
  return { cuts: cuts.toSpliced(border, 1), times: times.length === 0 ? [] : times.toSpliced(border, 1) };
}

/** Moves a border, at most to where one character is left on either side. */
export function moveBorder(recording: Recording, border: number, to: number, length: number): Recording {
  const { cuts, times } = recording;
  if (!(border in cuts)) return recording;
  const least = (cuts[border - 1] ?? 0) + 1;
  const most = (cuts[border + 1] ?? length) - 1;
  return { cuts: cuts.with(border, Math.min(Math.max(Math.round(to), least), most)), times };
}
