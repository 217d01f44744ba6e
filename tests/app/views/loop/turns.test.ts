import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyLinkState, type LinkState } from '../../../../src/app/permalink/state.ts';
import {
  askedIn,
  DEFAULT_QUESTION,
  emptyLoop,
  enteredFor,
  goToTurn,
  nextTurn,
  withOutcome,
  withoutTurn,
  type TurnChange,
} from '../../../../src/app/page/turns.ts';

const ok = { kind: 'ok', code: '', content: '4.2 bar' } as const;

/** The state after a change. */
function after(state: LinkState, change: TurnChange | null): LinkState {
  expect(change).not.toBeNull();
  return change === null ? state : { ...state, ...change.own, loop: change.loop };
}

/** The texts of all turns, the one on the page in brackets. */
function drawn({ text, loop }: LinkState): string {
  const texts = (turns: readonly { text: string }[] = []) => turns.map((turn) => turn.text);
  return [...texts(loop?.earlier), `[${text}]`, ...texts(loop?.later)].join(' ');
}

const one: LinkState = {
  ...emptyLinkState,
  text: 'a',
  native: '[]',
  recording: { lengths: [1], gaps: [] },
  loop: withOutcome({ ...emptyLoop, asked: 'Why?' }, 0, 'f', ok),
};

describe('a result', () => {
  it('belongs to the call of its name at its place', () => {
    const { results } = withOutcome(emptyLoop, 1, 'f', ok);
    expect(enteredFor(results, 1, 'f')).toMatchObject(ok);
    expect(enteredFor(results, 1, 'g')).toBeNull();
    expect(enteredFor(results, 0, 'f')).toBeNull();
  });

  it('takes the place of the one before, and can be taken back', () => {
    const twice = withOutcome(withOutcome(emptyLoop, 0, 'f', ok), 0, 'f', { ...ok, content: 'other' });
    expect(twice.results).toEqual([{ call: 0, name: 'f', ...ok, content: 'other' }]);
    expect(withOutcome(twice, 0, 'f', null)).toEqual(emptyLoop);
  });
});

describe('turns', () => {
  it('the next one takes the place of the reply, which is kept with its results', () => {
    const two = after(one, nextTurn(one, 'b', ''));
    expect(drawn(two)).toBe('a [b]');
    expect(two).toMatchObject({ native: '', recording: null, loop: { asked: 'Why?', results: [] } });
    expect(two.loop?.earlier[0]).toEqual({
      text: 'a',
      native: '[]',
      recording: { lengths: [1], gaps: [] },
      results: [{ call: 0, name: 'f', ...ok }],
      strays: [],
    });
  });

  it('can be gone back to as they were, and forth again', () => {
    const two = after(one, nextTurn(one, 'b', ''));
    const back = after(two, goToTurn(two, 0));
    expect(drawn(back)).toBe('[a] b');
    expect({ ...back, loop: { ...back.loop, later: [] } }).toEqual(one);
    expect(after(back, goToTurn(back, 1))).toEqual(two);
  });

  it('a next one drops what was after the page', () => {
    const three = after(one, nextTurn(after(one, nextTurn(one, 'b', '')), 'c', ''));
    const first = after(three, goToTurn(three, 0));
    expect(drawn(first)).toBe('[a] b c');
    expect(drawn(after(first, nextTurn(first, 'd', '')))).toBe('a [d]');
  });

  it('one can be removed, but for the only one', () => {
    const two = after(one, nextTurn(one, 'b', ''));
    expect(drawn(after(two, withoutTurn(two)))).toBe('[a]');
    const back = after(two, goToTurn(two, 0));
    expect(drawn(after(back, withoutTurn(back)))).toBe('[b]');
    expect(withoutTurn(one)).toBeNull();
    expect(withoutTurn(emptyLinkState)).toBeNull();
  });

  it('that do not exist cannot be gone to', () => {
    expect(goToTurn(one, 0)).toBeNull();
    expect(goToTurn(one, 1)).toBeNull();
    expect(goToTurn(one, -1)).toBeNull();
  });

  it('are never lost by going to and fro', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(6), { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (places, count) => {
        let state = one;
        for (let turn = 0; turn < count; turn += 1) state = after(state, nextTurn(state, String(turn), ''));
        const texts = drawn(state).replaceAll(/[[\]]/g, '');
        for (const place of places) {
          const change = goToTurn(state, place);
          if (change !== null) state = after(state, change);
        }
        expect(drawn(state).replaceAll(/[[\]]/g, '')).toBe(texts);
      }),
    );
  });
});

it('a question is there as long as nobody asks one', () => {
  expect(askedIn(emptyLoop)).toBe(DEFAULT_QUESTION);
  expect(askedIn({ ...emptyLoop, asked: 'Why?' })).toBe('Why?');
});
