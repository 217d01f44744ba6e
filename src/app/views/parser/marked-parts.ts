import type { Place } from '../../parser-file/protocol.ts';

/** A stretch of a text that is marked throughout or not at all. */
export interface MarkedPart {
  readonly from: number;
  readonly text: string;
  readonly mark: 'none' | 'weak' | 'strong';
}

/** A text in stretches: `strong` where it is pointed at, `weak` where a value came from. None of it is left out. */
export function markedParts(text: string, places: readonly Place[], pointed: readonly Place[]): MarkedPart[] {
  const borders = new Set([0, ...[...places, ...pointed].flat().filter((at) => at > 0 && at < text.length)]);
  const ordered = [...borders].sort((one, other) => one - other);
  return ordered.map((from, at) => {
    const holds = ([begin, end]: Place): boolean => begin <= from && from < end;
    const mark = pointed.some(holds) ? 'strong' : places.some(holds) ? 'weak' : 'none';
    return { from, text: text.slice(from, ordered[at + 1] ?? text.length), mark };
  });
}
