import type { HeardAnswer, HeardDelta } from './protocol.ts';

/** What comes with a chunk, as streams of the page have it. Places in the reply are not known. */
export type SentDelta =
  | { readonly kind: 'content' | 'reasoning'; readonly text: string; readonly from: null }
  | { readonly kind: 'call'; readonly index: number; readonly name: string }
  | { readonly kind: 'arguments'; readonly index: number; readonly text: string };

/** What came with each of `count` chunks, and after the last one. */
export function heardByChunk({ deltas }: Pick<HeardAnswer, 'deltas'>, count: number): SentDelta[][] {
  const chunks: SentDelta[][] = Array.from({ length: count + 1 }, () => []);
  for (const delta of deltas) chunks[Math.min(delta[0], count)]?.push(...sentBy(delta));
  return chunks;
}

function sentBy([, content, reasoning, calls]: HeardDelta): SentDelta[] {
  return [
    ...(reasoning === '' ? [] : [{ kind: 'reasoning', text: reasoning, from: null } as const]),
    ...(content === '' ? [] : [{ kind: 'content', text: content, from: null } as const]),
    ...calls.flatMap(([index, name, argumentsText]): SentDelta[] => [
      ...(name === null ? [] : [{ kind: 'call', index, name } as const]),
      ...(argumentsText === null ? [] : [{ kind: 'arguments', index, text: argumentsText } as const]),
    ]),
  ];
}
