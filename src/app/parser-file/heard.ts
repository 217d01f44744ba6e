import type { AnswerPlaces, HeardAnswer, HeardDelta } from './protocol.ts';

/** What comes with a chunk, as streams of the page have it. `from`: where in the reply it came from; null where nobody knows. */
export type SentDelta =
  | { readonly kind: 'content' | 'reasoning'; readonly text: string; readonly from: number | null }
  | { readonly kind: 'call'; readonly index: number; readonly name: string }
  | { readonly kind: 'arguments'; readonly index: number; readonly text: string };

/** What came with each of `count` chunks, and after the last one. */
export function heardByChunk(
  { deltas }: Pick<HeardAnswer, 'deltas'>,
  count: number,
  places: AnswerPlaces | null = null,
): SentDelta[][] {
  const chunks: SentDelta[][] = Array.from({ length: count + 1 }, () => []);
  for (const [at, delta] of deltas.entries())
    chunks[Math.min(delta[0], count)]?.push(...sentBy(delta, places?.deltas[at] ?? [null, null]));
  return chunks;
}

function sentBy(
  [, content, reasoning, calls]: HeardDelta,
  [ofContent, ofReasoning]: AnswerPlaces['deltas'][number],
): SentDelta[] {
  return [
    ...(reasoning === '' ? [] : [{ kind: 'reasoning', text: reasoning, from: ofReasoning?.[0] ?? null } as const]),
    ...(content === '' ? [] : [{ kind: 'content', text: content, from: ofContent?.[0] ?? null } as const]),
    ...calls.flatMap(([index, name, argumentsText]): SentDelta[] => [
      ...(name === null ? [] : [{ kind: 'call', index, name } as const]),
      ...(argumentsText === null ? [] : [{ kind: 'arguments', index, text: argumentsText } as const]),
    ]),
  ];
}
