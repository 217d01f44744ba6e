import { expect, it } from 'vitest';
import { popularFirst } from '../../../../src/app/views/formats/popular-first.ts';
import { formatList } from '../../../../src/core/formats/list.ts';

it('begins with what most people meet, and loses nothing', () => {
  const sorted = popularFirst(formatList.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
  expect(sorted.slice(0, 3).map(({ id }) => id)).toEqual(['hermes', 'qwen3-coder-xml', 'llama3-json']);
  expect(sorted.map(({ id }) => id).toSorted()).toEqual(formatList.map(({ id }) => id).toSorted());
  // All of its twelve are formats that there are: the alphabet begins after them.
  const rest = sorted.slice(12).map(({ id }) => id);
  expect(rest).toEqual(rest.toSorted());
});
