import { describe, expect, it } from 'vitest';
import { extract, type TraceEvent } from '../../../src/core/index.ts';
import { runtimeList } from '../../../src/core/reader/runtimes.ts';
import {
  headOf,
  ladderOf,
  lookedAt,
  outcomeOf,
  partAt,
  partsAround,
  rowAt,
  shownSteps,
  stepBy,
  stepInto,
  stepOut,
  stepOver,
  unfolded,
  without,
} from '../../../src/app/views/reply/trace/ladder.ts';
import { bandsOf, markPath, markKinds, marksOf } from '../../../src/app/views/reply/trace/timeline.ts';

const call = '{"name": "f", "arguments": {}}';
const { trace } = extract({ text: `~~~tool_call\n${call}\n~~~` });
const rungs = ladderOf(trace);

it('a reasoning parser finds thinking, and no calls', () => {
  expect(outcomeOf('reasoning:qwen3', 'matched').text).toBe('thinking found');
  expect(outcomeOf('reasoning:qwen3', 'empty').text).toBe('no thinking found');
  expect(outcomeOf('reasoning:qwen3', 'skipped').text).toBe('not run');
  expect(outcomeOf('hermes', 'matched')).toEqual({ sign: '✓', text: 'calls found' });
});

describe('ladderOf', () => {
  it('makes a rung of every tier, with how it ended', () => {
    expect(rungs.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['native', 'empty'],
      ['tagged', 'matched'],
      ['raw', 'skipped'],
    ]);
  });

  it.each(['chatcli', 'chatcli-shim'])('shows all tiers of %s, and every step on one of them', (runtime) => {
    const text = '<tool name="@x" args="{a: 1}"/> {"tool_call": "@y"} [tool: z]';
    for (const reply of [text, '[tool: z] ```', '', 'text', null]) {
      const { trace: steps } = extract({ text: reply, tool_calls: [] }, { runtime });
      const ladder = ladderOf(steps);
      expect(ladder.map(({ name }) => name)).toEqual(['attribute-tag', 'json-object', 'code-block', 'bracket']);
      const hidden = steps.filter(
        (event) => event.kind === 'leave' || (event.kind === 'enter' && event.part !== 'block'),
      );
      expect(shownSteps(ladder)).toHaveLength(steps.length - hidden.length);
    }
  });

  it('has a rung for what is decided before the only tier, and says of a block that it could not be parsed', () => {
    const span = { from: 0, to: 9 };
    const gate = { kind: 'gate', gate: 'looks-like', answer: false, found: null, ...span } as const;
    const nothing = { kind: 'leave', outcome: 'empty', ...span } as const;
    const cascade = { kind: 'enter', part: 'cascade', name: 'flag', ...span } as const;
    expect(ladderOf([cascade, gate, nothing])).toMatchObject([
      { name: 'flag', enter: 0, leave: 2, steps: [{ step: 1 }] },
    ]);
    const block = { kind: 'enter', part: 'block', name: '<a>', ...span } as const;
    const broken = { kind: 'leave', outcome: 'malformed', ...span } as const;
    const tier = { kind: 'enter', part: 'tier', name: 'flag', ...span } as const;
    expect(ladderOf([cascade, tier, block, broken, nothing, nothing])).toMatchObject([{ outcome: 'malformed' }]);
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

describe('stepping over, into and out', () => {
  const shown = shownSteps(rungs);
  const tagged = rungs[1];
  const block = tagged?.steps.find(({ end }) => end !== null);
  const enter = tagged?.enter ?? -1;
  const head = block?.step ?? -1;

  it('goes over a block to what follows its end', () => {
    const next = stepOver(rungs, shown, head);
    expect(next).toBeGreaterThan(block?.end?.leave ?? Infinity);
    expect(shown).toContain(next);
  });

  it('goes over a tier to the next one', () => {
    expect(stepOver(rungs, shown, enter)).toBe(rungs[2]?.steps[0]?.step);
  });

  it('goes over a plain step to the next, and nowhere from the last', () => {
    expect(stepOver(rungs, shown, shown[0] ?? -1)).toBe(shown[1]);
    expect(stepOver(rungs, shown, shown.at(-1) ?? -1)).toBeNull();
  });

  it('goes into blocks and tiers only', () => {
    expect(stepInto(rungs, shown, head)).toBe(head + 1);
    expect(stepInto(rungs, shown, enter)).toBe(head);
    expect(stepInto(rungs, shown, head + 1)).toBeNull();
  });

  it('goes out to the block, then to the tier, then no further', () => {
    expect(stepOut(rungs, head + 2)).toBe(head);
    expect(stepOut(rungs, head)).toBe(enter);
    expect(stepOut(rungs, enter)).toBeNull();
  });

  it('begins at the first step', () => {
    expect([stepOver(rungs, shown, null), stepInto(rungs, shown, null)]).toEqual([shown[0], shown[0]]);
    expect(stepOut(rungs, null)).toBeNull();
  });

  it('knows what must be open for a step, and what folds there', () => {
    expect(partsAround(rungs, head + 1)).toEqual(['tagged', head]);
    expect(partsAround(rungs, head)).toEqual(['tagged']);
    expect(partsAround(rungs, enter)).toEqual([]);
    expect([partAt(rungs, head + 1), partAt(rungs, head), partAt(rungs, enter)]).toEqual([head, head, 'tagged']);
    expect([headOf(rungs, head), headOf(rungs, 'tagged')]).toEqual([head, enter]);
  });

  it('hides the inside of a folded block and nothing else', () => {
    if (tagged === undefined) throw new Error('The tagged tier is missing.');
    expect(unfolded(tagged, new Set([head])).map(({ step }) => step)).toEqual(
      tagged.steps.map(({ step }) => step).filter((step) => step <= head),
    );
    expect(block?.end).toMatchObject({ outcome: 'matched', count: 5 });
  });

  it('keeps a set that loses nothing', () => {
    const parts = new Set(['raw']);
    expect(without(parts, ['tagged'])).toBe(parts);
    expect([...without(parts, ['raw'])]).toEqual([]);
  });
});

describe('lookedAt', () => {
  const document = 'Here it comes: ~~~tool_call and a lot of text behind it';
  const whole = { kind: 'gate', from: 0, to: document.length, answer: true } as const;
  const words = runtimeList[0]?.words ?? {};

  it('shows what was found between what is around it', () => {
    expect(lookedAt({ ...whole, gate: 'contains-fence', found: { from: 15, to: 27 } }, document, words)).toEqual({
      before: '… comes: ',
      found: '~~~tool_call',
      after: ' and a lot of text…',
    });
  });

  it('shows the text, cut, where nothing was found', () => {
    const looked = lookedAt({ ...whole, gate: 'contains-fence', answer: false, found: null }, document, words);
    expect(looked?.before).toMatch(/^Here it comes: .*…ehind it$/);
  });

  it('shows nothing for a question about the provider, or about no text', () => {
    expect(lookedAt({ ...whole, gate: 'native-denied', found: null }, document, words)).toBeNull();
    expect(lookedAt({ ...whole, to: 0, gate: 'native-list', found: null }, document, words)).toBeNull();
  });
});

describe('the timeline', () => {
  const shown = shownSteps(rungs);

  it('has one mark for every step where there is room', () => {
    const marks = marksOf(trace, shown, 400);
    expect(marks.map(({ at }) => at)).toEqual(shown.map((_, index) => index));
    const kindOf = (event: TraceEvent | undefined): string | undefined =>
      event?.kind === 'gate' ? (event.answer ? 'yes' : 'no') : event?.kind.replace(/^(enter|leave)$/, 'block');
    expect(marks.map(({ kind }) => kind)).toEqual(shown.map((step) => kindOf(trace[step])));
  });

  it('keeps what matters most in every column where there is not', () => {
    const marks = marksOf(trace, shown, 1);
    expect(marks.map(({ kind }) => kind)).toEqual(['call']);
    expect(marksOf(trace, shown, 3)).toHaveLength(3);
    expect(marksOf(trace, shown, 0)).toEqual([]);
    expect(marksOf([], [], 100)).toEqual([]);
  });

  it('gives every step to one tier', () => {
    const bands = bandsOf(rungs, shown);
    expect(bands.map(({ from }) => from)).toEqual([0, ...bands.slice(0, -1).map(({ to }) => to)]);
    expect(bands.at(-1)?.to).toBe(shown.length);
  });

  it('draws every kind in a shape of its own', () => {
    const shapes = markKinds.map((kind) => markPath(kind, 50, 8));
    // Yes and no differ by their filling.
    expect(new Set(shapes).size).toBe(markKinds.length - 1);
  });
});

it('finds the row of a step, or the one before it', () => {
  const rows = [2, 3, 7, 9].map((step) => ({ step }));
  for (let step = 0; step < 12; step += 1) {
    expect(rowAt(rows, step)).toBe(rows.findLastIndex((row) => row.step <= step));
  }
  expect(rowAt([], 3)).toBe(-1);
});
