import { expect, it } from 'vitest';
import { Judge, ResultColumns, runtimesFor } from '../../../src/core/index.ts';
import { inOrder, type RowOrder } from '../../../src/app/worker/batch-order.ts';

const call = (name: string, end = '}}'): string =>
  `<tool_call>\n{"name": "${name}", "arguments": {"pot": 3${end}\n</tool_call>`;
const rows: readonly (readonly [text: string, model: string | null])[] = [
  ['Nothing to do today.', 'b'],
  [call('water'), null],
  [call('turn'), 'a'],
  ['All is well.', 'b'],
  [call('water', '},}'), 'a'],
];
const judge = new Judge({
  runtime: 'vllm:hermes',
  runtimes: await runtimesFor('vllm:hermes'),
  isAligning: true,
});
const results = new ResultColumns();
for (const [index, [text, model]] of rows.entries()) {
  const id = `row${String(index)}`;
  results.push(
    judge.judge({ id, record: id, number: index + 1, text, calls: null, tools: null, model, isRight: null }),
  );
}
const all = rows.map((_, place) => place);

it.each<[RowOrder, readonly number[], readonly number[]]>([
  ['file', all, all],
  ['longest', all, [4, 1, 2, 0, 3]],
  ['shortest', all, [3, 0, 2, 1, 4]],
  // The call that stayed text, those that came, and no call; each as they came.
  ['outcome', all, [4, 1, 2, 0, 3]],
  ['tool', all, [2, 1, 4, 0, 3]],
  ['model', all, [2, 4, 0, 3, 1]],
  ['longest', [0, 2], [2, 0]],
  ['model', [3, 0], [3, 0]],
])('%s: %j', (order, places, ordered) => {
  expect(inOrder(order, places, results)).toEqual(ordered);
});
