import { describe, expect, it } from 'vitest';
import { extract } from '../../src/core/index.ts';
import { ladderOf, shownSteps, stepBy } from '../../src/ui/trace/ladder.ts';

const call = '{"name": "f", "arguments": {}}';
const { trace } = extract({ text: `~~~tool_call\n${call}\n~~~` });
const rungs = ladderOf(trace);

describe('ladderOf', () => {
  it('makes a rung of every tier, with how it ended', () => {
    expect(rungs.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['native', 'empty'],
      ['tagged', 'matched'],
      ['raw', 'skipped'],
    ]);
  });

  it('puts the gates that lead to a tier on its rung', () => {
    const gates = rungs[1]?.steps.flatMap(({ step }) => {
      const event = trace[step];
      return event?.kind === 'gate' ? event.gate : [];
    });
    expect(gates).toEqual(['native-denied', 'contains-fence']);
  });

  it('indents the steps of a block', () => {
    expect(rungs[1]?.steps.map(({ depth }) => depth)).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
  });

  it('shows every step but beginnings of tiers and endings', () => {
    const hidden = trace.filter(
      (event) => event.kind === 'leave' || (event.kind === 'enter' && event.part !== 'block'),
    );
    expect(shownSteps(rungs)).toHaveLength(trace.length - hidden.length);
  });
});

describe('stepBy', () => {
  const shown = [2, 3, 7];
  it.each([
    [null, 1, 2],
    [null, -1, 7],
    [2, 1, 3],
    [7, 1, 7],
    [2, -1, 2],
    [7, -1, 3],
    [5, 1, 7],
    [5, -1, 3],
    [9, -1, 7],
    [3, 10, 7],
  ])('from %s by %s comes to %s', (current, by, to) => {
    expect(stepBy(shown, current, by)).toBe(to);
  });

  it('goes nowhere where nothing is', () => {
    expect(stepBy([], null, 1)).toBeNull();
  });
});
