import { describe, expect, it } from 'vitest';
import { scheduleTurn, systems } from '../../../src/core/index.ts';
import { endText, scheduleText, sizeText, stepTexts } from '../../../src/app/views/loop/loop-text.ts';
import { failed, halt, loopCall, ok, turnOf } from '../../core/agents/loop/turn.ts';
import { chatcli, exathena } from '../../systems.ts';

const alone = (id: string) => loopCall(id);
const safe = (id: string) => loopCall(id, { isSafe: true });

describe('how calls are run, in words', () => {
  it.each([
    [[[alone('a'), ok('')]], 'ExAthena runs 1 call.'],
    [
      [
        [safe('a'), ok('')],
        [alone('b'), ok('')],
        [safe('c'), ok('')],
      ],
      'ExAthena runs 1 call, then 2 calls together.',
    ],
    [
      ['a', 'b', 'c', 'd', 'e'].map((id) => [safe(id), ok('')] as const),
      'ExAthena runs 5 calls together, 4 at a time.',
    ],
    [
      [
        [alone('a'), halt()],
        [alone('b'), ok('')],
      ],
      'Call 1, read_gauge, halts. ExAthena ends the run at once and sends no result of this turn. 1 call never began.',
    ],
    [[], 'There is no call to run.'],
  ] as const)('%#', (pairs, text) => {
    const turn = turnOf('', pairs as Parameters<typeof turnOf>[1]);
    expect(scheduleText(exathena, scheduleTurn(exathena, turn), turn.calls)).toBe(text);
  });

  it('by ChatCLI', () => {
    const turn = turnOf('', [
      [alone('a'), failed('')],
      [alone('b'), ok('')],
    ]);
    expect(scheduleText(chatcli, scheduleTurn(chatcli, turn), turn.calls)).toBe(
      'ChatCLI stops at the first error. Call 1, read_gauge, fails. 1 call never began.',
    );
  });

  it('step by step', () => {
    const turn = turnOf('', [
      [safe('a'), ok('')],
      [alone('b'), failed('')],
      [safe('c'), halt()],
    ]);
    expect(stepTexts(scheduleTurn(exathena, turn), turn, 9)).toEqual([
      '2 read_gauge (error)',
      '1 read_gauge (done), 3 read_gauge (halts)',
    ]);
  });
});

it('every end of a loop has its words', () => {
  for (const system of systems) {
    expect(endText(system, null)).toBeNull();
    for (const end of ['answered', 'halted', 'unreadable'] as const) expect(endText(system, end)).toMatch(/\.$/);
    if (system.mistakes !== null) expect(endText(system, 'mistakes')).toMatch(/\.$/);
  }
});

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [20_480, '20.5 kB'],
  [1_048_576, '1.0 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
