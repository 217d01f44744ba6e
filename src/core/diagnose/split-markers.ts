import { counted } from '../text/document/index.ts';
import type { Diagnosis, Extraction } from '../trace/index.ts';
import { diagnosis } from './rule.ts';

/**
 * Markers arrived in two chunks. `cuts` are the offsets of the borders between chunks, ascending. One diagnosis reports all
 * of them, because models split most markers, and only some parsers care.
 */
export function splitMarkers({ trace }: Pick<Extraction, 'trace'>, cuts: readonly number[]): Diagnosis[] {
  const markers = trace.filter((event) => event.kind === 'marker').toSorted((a, b) => a.from - b.from);
  let next = 0;
  let first: { readonly marker: (typeof markers)[number]; readonly cut: number; readonly chunk: number } | null = null;
  let count = 0;
  for (const marker of markers) {
    while (next < cuts.length && (cuts[next] ?? 0) <= marker.from) next += 1;
    const cut = cuts[next];
    if (cut === undefined || cut >= marker.to) continue;
    first ??= { marker, cut, chunk: next + 1 };
    count += 1;
  }
  if (first === null) return [];
  const { marker, cut, chunk } = first;
  const others =
    count === 1 ? '' : ` ${String(count - 1)} other ${count === 2 ? 'marker is' : 'markers are'} also split.`;
  return [
    diagnosis(
      'D24',
      `\`${marker.marker}\` arrived in two chunks, split after ${String(cut - marker.from)} of its ${counted(marker.to - marker.from, 'character')} (chunks ${String(chunk)} and ${String(chunk + 1)}). A parser that looks at each chunk on its own misses it.${others}`,
      marker,
    ),
  ];
}
