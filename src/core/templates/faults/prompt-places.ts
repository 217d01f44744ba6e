import type { Found } from './rule.ts';
import type { Rendered, Subject } from './subject.ts';

/** The part of the template that wrote a character of the prompt. */
export function stepPlace(subject: Subject, { rendering }: Rendered, at: number): Found['at'] {
  const piece = rendering.pieces.find(({ from, to }) => from <= at && at < to);
  const span = piece === undefined ? undefined : rendering.steps[piece.step]?.span;
  return subject.writtenPlace(span ?? { from: 0, to: 0 });
}

/** How many characters both begin with. */
export function sharedLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  return at;
}
