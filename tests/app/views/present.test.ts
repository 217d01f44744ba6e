import { describe, expect, test } from 'vitest';
import { extract } from '../../../src/core/index.ts';
import { actionOf, presentKeys } from '../../../src/app/views/present/keys.ts';
import { back, forward, goTo, type Place, type Walk } from '../../../src/app/views/present/walk.ts';
import { ladderOf, shownSteps } from '../../../src/app/views/reply/trace/ladder.ts';

const { trace } = extract({ text: '~~~tool_call\n{"name": "read_gauge", "arguments": {}}\n~~~' });
const shown = shownSteps(ladderOf(trace));
const start: Place = { step: null, hidden: false };

/** Every place on the way from the beginning to where nothing changes any more. */
function wayThrough(walk: Walk): Place[] {
  const places = [start];
  for (;;) {
    const here = places.at(-1)!;
    const next = forward(walk, here);
    if (next === here) return places;
    places.push(next);
    expect(places.length).toBeLessThan(3 * trace.length + 3);
  }
}

describe('going through a presentation', () => {
  test('forward shows every step once, and stops at the last', () => {
    const places = wayThrough({ trace, shown, predicting: false });
    expect(places.map(({ step }) => step)).toEqual([null, ...shown]);
    expect(places.some(({ hidden }) => hidden)).toBe(false);
  });

  test('when predicting, every gate is shown twice: without its answer and with it', () => {
    const places = wayThrough({ trace, shown, predicting: true });
    const gates = shown.filter((step) => trace[step]?.kind === 'gate');
    expect(gates.length).toBeGreaterThan(2);
    expect(places.filter(({ hidden }) => hidden).map(({ step }) => step)).toEqual(gates);
    expect(places.filter(({ hidden }) => !hidden).map(({ step }) => step)).toEqual([null, ...shown]);
    for (const gate of gates) {
      const at = places.findIndex(({ step }) => step === gate);
      expect(places.slice(at, at + 2)).toEqual([
        { step: gate, hidden: true },
        { step: gate, hidden: false },
      ]);
    }
  });

  test('back never hides what was seen, and ends before the first step', () => {
    const walk: Walk = { trace, shown, predicting: true };
    let place = goTo(walk, shown.at(-1)!);
    const seen: Place[] = [];
    while (place.step !== null) {
      place = back(walk, place);
      seen.push(place);
    }
    expect(seen.map(({ step }) => step)).toEqual([...shown.slice(0, -1).reverse(), null]);
    expect(seen.every(({ hidden }) => !hidden)).toBe(true);
    expect(back(walk, start)).toEqual(start);
  });

  test('a jump to a gate asks for a prediction, a jump to another step does not', () => {
    const walk: Walk = { trace, shown, predicting: true };
    expect(goTo(walk, shown[0]!)).toEqual({ step: shown[0], hidden: true });
    const call = trace.findIndex(({ kind }) => kind === 'call');
    expect(goTo(walk, call)).toEqual({ step: call, hidden: false });
    expect(goTo(walk, null)).toEqual(start);
  });

  test('without steps there is nowhere to go', () => {
    const walk: Walk = { trace: [], shown: [], predicting: true };
    expect(forward(walk, start)).toBe(start);
    expect(back(walk, start)).toEqual(start);
  });
});

describe('the keys', () => {
  test('each key means one thing', () => {
    const keys = presentKeys.flatMap((one) => one.keys);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { action, keys: own } of presentKeys) for (const key of own) expect(actionOf(key)).toBe(action);
  });

  test('Escape belongs to the dialog, and other keys to nobody', () => {
    for (const key of ['Escape', 'Tab', 'x', 'F5', '__proto__']) expect(actionOf(key)).toBeNull();
  });

  test('a remote control works: it sends these', () => {
    expect(['PageDown', 'PageUp', '.'].map(actionOf)).toEqual(['next', 'previous', 'blank']);
  });
});
