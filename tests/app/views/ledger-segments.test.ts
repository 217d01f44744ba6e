import { expect, it } from 'vitest';
import { extract } from '../../../src/core/index.ts';
import { drawnSegments, ledgerSegments } from '../../../src/app/views/reply/calls/ledger-segments.ts';

const block = 'Text ~~~tool_call\n{"name": "f"}\n~~~ and\n';

it('is the ledger while there is room', () => {
  const { ledger } = extract({ text: block });
  expect(ledgerSegments(ledger, 100)).toEqual(
    ledger.map((entry) => ({ ...entry, worst: entry.kind, worstSize: entry.to - entry.from, entries: 1 })),
  );
});

it('covers the same text in few pieces, and shows what must not be missed', () => {
  const { ledger, document } = extract({ text: block.repeat(500) + '~~~tool_call\n{\n~~~\n' });
  const segments = ledgerSegments(ledger, 50);
  expect(segments.length).toBeLessThanOrEqual(50);
  expect(segments[0]?.from).toBe(0);
  expect(segments.at(-1)).toMatchObject({ to: document.length, worst: 'malformed' });
  for (const [index, segment] of segments.slice(1).entries()) expect(segment.from).toBe(segments[index]?.to);
  expect(segments.reduce((sum, { entries }) => sum + entries, 0)).toBe(ledger.length);
});

it('shows a column by most of its text, and what is worse by its share', () => {
  // Half of each column is called, a tenth is lost.
  const kinds = ['call', 'content', 'lost'] as const;
  const sizes = { call: 5, content: 4, lost: 1 };
  let to = 0;
  const ledger = Array.from({ length: 300 }, (_, index) => {
    const kind = kinds[index % 3] ?? 'call';
    return { kind, from: to, to: (to += sizes[kind]) };
  });
  for (const { kind, worst, worstSize, from, to: end } of ledgerSegments(ledger, 10)) {
    expect({ kind, worst, share: worstSize / (end - from) }).toEqual({ kind: 'call', worst: 'lost', share: 0.1 });
  }
});

it('draws nothing again that has only moved', () => {
  const drawnOf = (text: string) => ledgerSegments(extract({ text }).ledger, 100);
  const before = drawnSegments(drawnOf(block.repeat(3)), []);
  const moved = drawnSegments(drawnOf(`k${block.repeat(3)}`), before);
  const changed = moved.filter((one, index) => one !== before[index]);
  expect(changed).toEqual([
    { kind: 'content', worst: 'content', worstSize: 'kText '.length, size: 'kText '.length, entries: 1 },
  ]);
  expect(drawnSegments(drawnOf(block), moved)).toHaveLength(drawnOf(block).length);
});

it('is empty for nothing', () => {
  expect(ledgerSegments([], 10)).toEqual([]);
});
