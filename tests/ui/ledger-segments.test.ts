import { expect, it } from 'vitest';
import { extract } from '../../src/core/index.ts';
import { ledgerSegments } from '../../src/ui/calls/ledger-segments.ts';

const block = 'Text ~~~tool_call\n{"name": "f"}\n~~~ and\n';

it('is the ledger while there is room', () => {
  const { ledger } = extract({ text: block });
  expect(ledgerSegments(ledger, 100)).toEqual(ledger.map((entry) => ({ ...entry, entries: 1 })));
});

it('covers the same text in few pieces, and shows what must not be missed', () => {
  const { ledger, document } = extract({ text: block.repeat(500) + '~~~tool_call\n{\n~~~\n' });
  const segments = ledgerSegments(ledger, 50);
  expect(segments.length).toBeLessThanOrEqual(50);
  expect(segments[0]?.from).toBe(0);
  expect(segments.at(-1)).toMatchObject({ to: document.length, kind: 'malformed' });
  for (const [index, segment] of segments.slice(1).entries()) expect(segment.from).toBe(segments[index]?.to);
  expect(segments.reduce((sum, { entries }) => sum + entries, 0)).toBe(ledger.length);
});

it('is empty for nothing', () => {
  expect(ledgerSegments([], 10)).toEqual([]);
});
