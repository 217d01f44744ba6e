import { batchOutcomes, isFailure, type ReplyResult, type Results } from '../../core/index.ts';

/** What rows are listed and saved by. What has no tool or model is last. */
const keys = {
  longest: ({ length }: ReplyResult) => -length,
  shortest: ({ length }: ReplyResult) => length,
  // An answer without a call is a failure where a question expects one.
  outcome: (result: ReplyResult) =>
    (isFailure(result) ? 0 : batchOutcomes.length) + batchOutcomes.indexOf(result.outcome),
  tool: ({ names }: ReplyResult) => names.join(', '),
  model: ({ model }: ReplyResult) => model ?? '',
} as const;

/** `file`: as they came. */
export type RowOrder = 'file' | keyof typeof keys;

/** The places in an order. What is equal in it stays as it came. */
export function inOrder(order: RowOrder, places: readonly number[], results: Results): readonly number[] {
  if (order === 'file') return places;
  const groups = new Map<string | number, number[]>();
  for (const place of places) {
    const result = results.at(place);
    if (result === undefined) continue;
    const key = keys[order](result);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [place]);
    else group.push(place);
  }
  // Few keys are compared, however many rows there are.
  return [...groups].toSorted(([one], [other]) => compareKeys(one, other)).flatMap(([, group]) => group);
}

function compareKeys(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (one === '' || other === '') return Number(one === '') - Number(other === '');
  return one < other ? -1 : 1;
}
