import { partitionPoint, type Recording } from '../../../core/index.ts';

/** How much of the line lies before the first chunk, so that the start can be pointed at. */
const LEAD = 0.02;

/**
 * Where each moment of a recording is on a line from 0 to 1: at index 0 the start, at n the moment when n chunks
 * have come. By arrival where times are known, else evenly. Never descending.
 */
export function placesOf({ cuts, times }: Recording): number[] {
  const total = cuts.length + 1;
  const last = times.at(-1) ?? 0;
  if (last <= 0) return Array.from({ length: total + 1 }, (_, come) => come / total);
  return [0, ...times.map((time) => LEAD + (1 - LEAD) * (time / last))];
}

/** The moment nearest to a place; the later one of several at one place. */
export function nearestMoment(places: readonly number[], place: number): number {
  const at = Math.max(partitionPoint(places, (moment) => moment <= place) - 1, 0);
  const [here, next] = [places[at] as number, places[at + 1]];
  return next !== undefined && next - place < place - here ? at + 1 : at;
}

export interface ChunkBlock {
  /** Pixels from the left. */
  readonly x: number;
  readonly width: number;
  /** 0 to 1, by the number of characters. */
  readonly height: number;
  /** How many chunks have come with it. */
  readonly come: number;
}

/** The widest block where chunks are at their times, in pixels. */
const WIDEST = 10;

/**
 * The chunks as blocks on a line of `width` pixels: as wide as their share where they are spaced evenly, from their arrival on
 * where times are known. Chunks that share a pixel are one block, as high as the highest.
 */
export function blocksOf(recording: Recording, length: number, places: readonly number[], width: number): ChunkBlock[] {
  const isTimed = recording.times.length > 0 && (recording.times.at(-1) ?? 0) > 0;
  const { cuts } = recording;
  const sizes = [...cuts, length].map((to, chunk) => to - (cuts[chunk - 1] ?? 0));
  const largest = sizes.reduce((most, size) => Math.max(most, size), 1);
  const blocks: ChunkBlock[] = [];
  sizes.forEach((size, chunk) => {
    const from = Math.round((places[isTimed ? chunk + 1 : chunk] as number) * width);
    const to = Math.round((places[isTimed ? chunk + 2 : chunk + 1] ?? 1) * width);
    const widest = isTimed ? WIDEST : width;
    // A block of a text that arrives last still needs room.
    const x = isTimed ? Math.min(from, width - 2) : from;
    const block = {
      x,
      width: Math.max(1, Math.min(widest, (to > x ? to : x + widest) - x - 1, width - x)),
      height: Math.log2(size + 1) / Math.log2(largest + 1),
      come: chunk + 1,
    };
    const last = blocks.at(-1);
    if (last !== undefined && last.x === block.x) {
      blocks[blocks.length - 1] = { ...block, height: Math.max(last.height, block.height) };
    } else {
      blocks.push(block);
    }
  });
  return blocks;
}
