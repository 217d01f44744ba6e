import { describe, expect, it } from 'vitest';
import { compareExtractions, extract, verdictOf } from '../../../src/core/index.ts';
import { runtimeList } from '../../../src/core/reader/runtimes.ts';
import { emptyLinkState } from '../../../src/app/permalink/state.ts';
import {
  countText,
  differenceSaid,
  differencesIn,
  nextDifference,
} from '../../../src/app/views/compare/differences.ts';
import { excerptAround } from '../../../src/app/views/compare/excerpt.ts';
import { folded, itemsOf, ladderSteps, lineAt } from '../../../src/app/views/compare/items.ts';
import { namesOf, streamsText } from '../../../src/app/views/compare/side-names.ts';
import type { CompareAnswer } from '../../../src/app/worker/protocol.ts';

const call = '{"name": "read_gauge", "arguments": {"dial": "oil"}}';
const tagged = `<tool_call>\n${call}\n</tool_call>`;
const fences = (count: number): string => `~~~tool_call\n${call}\n~~~\n`.repeat(count);

function answerOf(left: [string, string], right: [string, string]): CompareAnswer {
  const [one, other] = [left, right].map(([text, runtime]) => {
    const extraction = extract({ text }, { runtime });
    return { ...extraction, diagnoses: [], verdict: verdictOf(extraction) };
  });
  return { left: one!, right: other!, comparison: compareExtractions(one!, other!), streamsOtherwise: [] };
}

describe('items', () => {
  const answer = answerOf([tagged, 'exathena'], [tagged, 'exathena-head']);
  const items = itemsOf(answer);

  it('has a head for every tier of either side', () => {
    const heads = items.flatMap((item) => (item.kind === 'tier' ? [[item.name, item.left, item.right]] : []));
    expect(heads).toEqual([
      ['native', 'empty', 'empty'],
      ['tagged', 'skipped', 'skipped'],
      ['tool-call-tag', null, 'matched'],
      ['raw', 'matched', 'skipped'],
    ]);
  });

  it('shows every step that the ladder of either side shows, once', () => {
    for (const side of ['left', 'right'] as const) {
      const shown = items.flatMap((item) => (item.kind === 'step' ? (item.compared[side] ?? []) : []));
      expect(shown).toEqual([...ladderSteps(answer[side].trace).keys()]);
    }
  });

  it('finds the line of any row', () => {
    for (const [index, item] of items.entries()) expect(lineAt(items, item.row)).toBe(index);
    expect(lineAt(items, -1)).toBe(-1);
    expect(lineAt(items, 100_000)).toBe(items.length - 1);
  });

  it('folds equal steps, but not where the reader is', () => {
    const equal = itemsOf(answerOf([fences(50), 'exathena'], [fences(50), 'exathena']));
    const lines = folded(equal, new Set(), null);
    expect(lines.length).toBeLessThan(20);
    const fold = lines.find((line) => line.kind === 'fold')!;
    const count = lines.reduce((sum, line) => sum + (line.kind === 'fold' ? line.count : 1), 0);
    expect(count).toBe(equal.length);
    expect(folded(equal, new Set([fold.row]), null)).toHaveLength(lines.length - 1 + fold.count);
    expect(folded(equal, new Set(), fold.row + 1)).toHaveLength(lines.length - 1 + fold.count);
  });
});

describe('differences', () => {
  it('begins where rows begin to differ, and goes round', () => {
    const answer = answerOf([tagged, 'exathena'], [tagged, 'exathena-head']);
    const starts = differencesIn(answer);
    expect(starts.length).toBeGreaterThan(1);
    for (const start of starts) expect(answer.comparison.rows[start]!.kind).not.toBe('same');
    expect(nextDifference(starts, null, 1)).toBe(starts[0]);
    expect(nextDifference(starts, null, -1)).toBe(starts.at(-1));
    expect(nextDifference(starts, starts[0]!, 1)).toBe(starts[1]);
    expect(nextDifference(starts, starts.at(-1)!, 1)).toBe(starts[0]);
    expect(nextDifference(starts, starts[0]!, -1)).toBe(starts.at(-1));
    expect(nextDifference([], 3, 1)).toBeNull();
  });

  it('says which one is shown, and both sides of it', () => {
    const answer = answerOf([tagged, 'exathena'], [tagged, 'exathena-head']);
    const starts = differencesIn(answer);
    const said = differenceSaid(answer, starts, starts[0]!);
    expect(said).toMatch(new RegExp(`^Difference 1 of ${String(starts.length)}\\. Left: .+ Right: .+`));
    expect(differenceSaid(answer, starts, null)).toBe('');
  });

  it('are counted as they are marked', () => {
    const answer = answerOf([tagged, 'exathena'], [tagged, 'exathena-head']);
    const starts = differencesIn(answer);
    const marked = itemsOf(answer).filter(({ row }) => answer.comparison.rows[row]!.kind !== 'same').length;
    expect(marked).toBeGreaterThan(1);
    expect(countText(answer, 1)).toBe(`${String(marked)} steps differ`);
    expect(countText(answer, starts.length)).toContain(`${String(marked)} steps differ`);
    const equal = answerOf([tagged, 'exathena'], [tagged, 'exathena']);
    expect(countText(equal, 0)).toBe('0 steps differ');
  });

  it('has none between equals', () => {
    expect(differencesIn(answerOf([tagged, 'exathena'], [tagged, 'exathena']))).toEqual([]);
  });
});

describe('names of the sides', () => {
  const labelOf = (id: string): string => runtimeList.find((runtime) => runtime.id === id)?.label ?? id;
  const right = { text: null, profile: 'exathena-head', nativeToolCalls: 'absent', selfContained: false } as const;

  it('says what tells them apart', () => {
    expect(namesOf(emptyLinkState, right, labelOf)).toEqual({ left: 'ExAthena 0.4.6', right: 'ExAthena 0.19' });
    expect(namesOf(emptyLinkState, { ...right, profile: 'exathena', nativeToolCalls: 'false' }, labelOf)).toEqual({
      left: '`native_tool_calls` absent',
      right: '`native_tool_calls` false',
    });
    expect(namesOf(emptyLinkState, { ...right, profile: 'exathena' }, labelOf).left).toBe('The left');
    const parsed = { ...right, profile: 'exathena', reasoningParser: 'qwen3' };
    expect(namesOf(emptyLinkState, parsed, labelOf)).toEqual({
      left: 'ExAthena 0.4.6',
      right: 'ExAthena 0.4.6 with the reasoning parser `qwen3`',
    });
    expect(namesOf(emptyLinkState, { ...right, text: '' }, labelOf).right).toBe('The right text');
  });
});

describe('an excerpt', () => {
  it('is the document where nothing is left out', () => {
    expect(excerptAround('abc', { from: 1, to: 2 })).toEqual({ before: 'a', found: 'b', after: 'c' });
    expect(excerptAround('\n\t', { from: 0, to: 1 })).toEqual({ before: '', found: '⏎', after: '⇥' });
    expect(excerptAround('', { from: 0, to: 0 })).toEqual({ before: '', found: '', after: '' });
  });

  it('is short, whatever the document', () => {
    const { before, found, after } = excerptAround('x'.repeat(100_000), { from: 1000, to: 90_000 });
    expect((before + found + after).length).toBeLessThan(400);
    expect(before.startsWith('…') && after.endsWith('…') && found.includes('…')).toBe(true);
  });
});

it('names the sides whose stream gives something else', () => {
  const names = { left: 'vLLM hermes', right: 'The right text' };
  expect(streamsText([], names)).toBe('');
  expect(streamsText(['left'], names)).toBe(' vLLM hermes returns another result when it streams.');
  expect(streamsText(['right'], names)).toBe(' The right text returns another result when it streams.');
  expect(streamsText(['left', 'right'], names)).toBe(' Both sides return another result when they stream.');
});
