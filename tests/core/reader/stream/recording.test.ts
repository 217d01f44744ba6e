import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrivedAt,
  characterRecording,
  chunksOf,
  evenRecording,
  extract,
  lineRecording,
  mergeAt,
  moveBorder,
  openFenceFilter,
  openReplay,
  packRecording,
  recordChunks,
  scheduleOf,
  splitAt,
  unpackRecording,
  type Recording,
} from '../../../../src/core/index.ts';

const text = 'Gauge:\n~~~tool_call\n{"name": "f", "arguments": {}}\n~~~\nDone ~~';

const anyRecording = fc
  .record({
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: text.length - 1 }), { maxLength: 20 }),
    gaps: fc.array(fc.nat(500), { minLength: 21, maxLength: 21 }),
    isTimed: fc.boolean(),
  })
  .map(({ cuts, gaps, isTimed }): Recording => {
    let time = 0;
    const times = gaps.slice(0, cuts.length + 1).map((gap) => (time += gap));
    return { cuts: cuts.sort((a, b) => a - b), times: isTimed ? times : [] };
  });

function expectSound({ cuts, times }: Recording, length: number): void {
  const borders = [0, ...cuts, length];
  expect(borders.every((border, at) => at === 0 || border > (borders[at - 1] ?? 0))).toBe(true);
  expect([0, cuts.length + 1]).toContain(times.length);
  expect(times.every((time, at) => time >= (times[at - 1] ?? 0))).toBe(true);
}

describe('a recording', () => {
  it('keeps borders and arrivals, without empty chunks', () => {
    const recording = recordChunks([
      { text: 'ab', at: 0 },
      { text: '', at: 5 },
      { text: 'c', at: 40 },
      { text: 'de', at: 30 },
    ]);
    expect(recording).toEqual({ cuts: [2, 3], times: [0, 40, 40] });
    expect(chunksOf('abcde', recording)).toEqual([
      { text: 'ab', at: 0 },
      { text: 'c', at: 40 },
      { text: 'de', at: 40 },
    ]);
  });

  it('has no times when one is missing', () => {
    expect(
      recordChunks([
        { text: 'a', at: 0 },
        { text: 'b', at: null },
      ]),
    ).toEqual({ cuts: [1], times: [] });
  });

  it('of even chunks', () => {
    expect(evenRecording(9, 4)).toEqual({ cuts: [4, 8], times: [] });
    expect(evenRecording(8, 4).cuts).toEqual([4]);
    expect(evenRecording(3, 0).cuts).toEqual([1, 2]);
    expect(evenRecording(0, 1).cuts).toEqual([]);
  });

  it('of lines and of characters', () => {
    expect(lineRecording('a\n\nbc\n')).toEqual({ cuts: [2, 3], times: [] });
    expect(lineRecording('').cuts).toEqual([]);
    expect(characterRecording('a🔧b')).toEqual({ cuts: [1, 3], times: [] });
    expect(characterRecording('a').cuts).toEqual([]);
  });

  it('survives packing', () => {
    fc.assert(
      fc.property(anyRecording, (recording) => {
        expect(unpackRecording(packRecording(recording), text.length)).toEqual(recording);
      }),
    );
  });

  it('of any origin fits its text when it is unpacked', () => {
    const any = fc.oneof(fc.integer(), fc.double(), fc.nat(9));
    fc.assert(
      fc.property(fc.array(any), fc.array(any), fc.integer({ min: 1, max: 200 }), (lengths, gaps, length) => {
        expectSound(unpackRecording({ lengths, gaps }, length), length);
      }),
    );
  });

  it('loses its times with the borders that no longer fit', () => {
    expect(unpackRecording({ lengths: [2, 5], gaps: [0, 1, 2] }, 4)).toEqual({ cuts: [2], times: [] });
  });
});

describe('editing the borders', () => {
  const recording: Recording = { cuts: [3, 6], times: [10, 20, 30] };

  it('splits a chunk; both halves arrive when it did', () => {
    expect(splitAt(recording, 4, 9)).toEqual({ cuts: [3, 4, 6], times: [10, 20, 20, 30] });
    for (const place of [0, 3, 9, 1.5]) expect(splitAt(recording, place, 9)).toBe(recording);
  });

  it('merges two chunks; they arrive when the second did', () => {
    expect(mergeAt(recording, 0)).toEqual({ cuts: [6], times: [20, 30] });
    expect(mergeAt(recording, 2)).toBe(recording);
  });

  it('moves a border between its neighbours', () => {
    expect(moveBorder(recording, 0, 5, 9).cuts).toEqual([5, 6]);
    expect(moveBorder(recording, 0, 99, 9).cuts).toEqual([5, 6]);
    expect(moveBorder(recording, 1, -1, 9).cuts).toEqual([3, 4]);
    expect(moveBorder(recording, 7, 1, 9)).toBe(recording);
  });

  it('gives a recording, whatever is done', () => {
    const edits = fc.array(
      fc.record({ what: fc.constantFrom('split', 'merge', 'move'), a: fc.nat(70), b: fc.integer() }),
    );
    fc.assert(
      fc.property(anyRecording, edits, (start, all) => {
        let now = start;
        for (const { what, a, b } of all) {
          if (what === 'split') now = splitAt(now, a, text.length);
          else now = what === 'merge' ? mergeAt(now, a % 20) : moveBorder(now, a % 20, b, text.length);
          expectSound(now, text.length);
        }
      }),
    );
  });
});

describe('pace', () => {
  it('is real, quicker, or fixed', () => {
    const recording = { cuts: [1, 2], times: [0, 50, 200] };
    expect(scheduleOf(recording, { kind: 'real', speed: 1 })).toEqual([0, 50, 200]);
    expect(scheduleOf(recording, { kind: 'real', speed: 2 })).toEqual([0, 25, 100]);
    expect(scheduleOf(recording, { kind: 'fixed', interval: 10 })).toEqual([0, 10, 20]);
    expect(scheduleOf({ cuts: [1], times: [] }, { kind: 'real', speed: 1 })).toEqual([0, 40]);
  });

  it('says how many chunks have come at a time', () => {
    expect([-1, 0, 49, 50, 999].map((time) => arrivedAt([0, 50, 50], time))).toEqual([0, 1, 1, 3, 3]);
  });
});

describe('a replay', () => {
  it('shows what is held back and what it may become', () => {
    const opener = text.indexOf('~~~');
    const replay = openReplay(text, { cuts: [opener + 2, opener + 12, opener + 20, text.length - 1], times: [] });
    expect(replay.positionAt(1)).toMatchObject({
      offset: opener + 2,
      visible: 'Gauge:\n',
      withheld: { from: opener, why: 'may-open', mayBecome: ['~~~tool_call', '~~~tool_result'] },
      calls: [],
    });
    expect(replay.positionAt(2).withheld).toEqual({
      from: opener,
      why: 'needs-line-break',
      mayBecome: ['~~~tool_call\n'],
    });
    expect(replay.positionAt(3).withheld).toEqual({ from: opener, why: 'in-fence', mayBecome: ['\n~~~'] });
    expect(replay.positionAt(4)).toMatchObject({ withheld: { from: text.length - 2, why: 'may-open' } });
    expect(replay.positionAt(5)).toMatchObject({
      visible: 'Gauge:\n\nDone ~~',
      withheld: null,
      calls: [{ name: 'f' }],
    });
    // Going back begins anew.
    expect(replay.positionAt(0)).toMatchObject({ offset: 0, visible: '', withheld: null, calls: [] });
    expect(replay.positionAt(1).visible).toBe('Gauge:\n');
  });

  it('keeps an open fence hidden to the end', () => {
    expect(openReplay('a\n~~~tool_call\n{', { cuts: [], times: [] }).positionAt(1)).toMatchObject({
      visible: 'a\n',
      withheld: { from: 2, why: 'in-fence' },
    });
  });

  it('is at every position what a filter and the runtime say of the text so far', () => {
    fc.assert(
      fc.property(anyRecording, fc.array(fc.nat(22), { maxLength: 8 }), (recording, positions) => {
        const replay = openReplay(text, recording);
        const chunks = chunksOf(text, recording);
        for (const count of positions) {
          const position = replay.positionAt(count);
          const come = chunks.slice(0, count);
          const filter = openFenceFilter();
          const visible = come.map((chunk) => filter.push(chunk.text)).join('');
          const soFar = come.map((chunk) => chunk.text).join('');
          expect(position.offset).toBe(soFar.length);
          expect(position.visible).toBe(count < chunks.length ? visible : visible + filter.flush());
          expect(position.calls.map(({ name }) => name)).toEqual(
            extract({ text: soFar }).calls.map(({ name }) => name),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('says of withheld text that nothing of it is shown and nothing else is hidden outside fences', () => {
    const prose = 'a ~ b ~~ c ~~~ d ~~~tool e ~~~tool_call f ~~~tool_result\t ';
    for (let end = 0; end <= prose.length; end += 1) {
      const filter = openFenceFilter();
      const visible = filter.push(prose.slice(0, end));
      expect(visible).toBe(prose.slice(0, filter.withheld()?.from ?? end));
    }
  });
});
