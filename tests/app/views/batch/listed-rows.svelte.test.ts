import { expect, test } from 'vitest';
import { ListedRows } from '../../../../src/app/views/batch/listed-rows.svelte.ts';
import type { BatchRow } from '../../../../src/app/worker/batch-protocol.ts';

const ALL = 100_000;

function rowAt(index: number): BatchRow {
  const id = `r${String(index)}`;
  return {
    index,
    id,
    outcome: 'calls',
    why: '',
    served: null,
    isMarkedWrong: false,
    names: [],
    model: null,
    length: 0,
    outline: '',
    was: null,
  };
}

function answer(rows: ListedRows, [from, to]: readonly [number, number]): void {
  rows.take(
    from,
    Array.from({ length: Math.min(to, ALL) - from }, (_, index) => rowAt(from + index)),
  );
}

test('who scrolls through a hundred thousand rows holds a few of them, and what is in sight is always there', () => {
  const asked: [number, number][] = [];
  const rows = new ListedRows((ask) => ask.kind === 'rows' && asked.push([ask.from, ask.to]));
  for (let at = 0; at < ALL; at += 30) {
    rows.need(at, at + 45);
    for (const piece of asked.splice(0)) answer(rows, piece);
    expect(rows.at(at)?.id).toBe(`r${String(at)}`);
    expect(rows.at(Math.min(ALL - 1, at + 44))?.index).toBe(Math.min(ALL - 1, at + 44));
  }
  const held = Array.from({ length: ALL }, (_, place) => rows.at(place)).filter((row) => row !== undefined);
  expect(held.length).toBeLessThanOrEqual(2000);
  // Back at the top they are asked for again.
  expect(rows.at(0)).toBeUndefined();
  rows.need(0, 20);
  expect(asked).toEqual([[0, 100]]);
});

test('what was asked for is not asked for again before it comes', () => {
  const asked: [number, number][] = [];
  const rows = new ListedRows((ask) => ask.kind === 'rows' && asked.push([ask.from, ask.to]));
  for (let at = 0; at < 50; at += 1) rows.need(at + 80, at + 125);
  expect(asked).toEqual([
    [0, 100],
    [100, 200],
  ]);
  // Another list has other rows in the same places.
  rows.empty();
  rows.need(90, 99);
  expect(asked).toHaveLength(3);
});

test('another order: what was here is asked for again, after the order', () => {
  const asked: unknown[] = [];
  const rows = new ListedRows((ask) => asked.push(ask));
  answer(rows, [0, 100]);
  rows.orderBy('longest');
  expect(rows.at(0)).toBeUndefined();
  rows.need(0, 20);
  expect(asked).toEqual([
    { kind: 'order', order: 'longest' },
    { kind: 'rows', from: 0, to: 100 },
  ]);
});
