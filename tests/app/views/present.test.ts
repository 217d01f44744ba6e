import { describe, expect, test } from 'vitest';
import { type Ask, diagnose, extract, outcomeChoices, runtimesFor } from '../../../src/core/index.ts';
import { closingOf } from '../../../src/app/views/present/closing.ts';
import { actionOf, lessonKeys, type PresentKey, stepKeys } from '../../../src/app/views/present/keys.ts';
import { choicesOf, partedWords, tallied } from '../../../src/app/views/present/room.ts';
import {
  back,
  forward,
  goTo,
  isOver,
  questionOf,
  switched,
  type Place,
  type Walk,
} from '../../../src/app/views/present/walk.ts';
import { ladderOf, shownSteps } from '../../../src/app/views/reply/trace/ladder.ts';
import { twice } from '../../twice.ts';

const { trace } = extract({ text: '~~~tool_call\n{"name": "read_gauge", "arguments": {}}\n~~~' });
const shown = shownSteps(ladderOf(trace));
const start: Place = { step: null, hidden: false, closed: false };

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
  test('forward shows every step once, then the closing card, and stops there', () => {
    const places = wayThrough({ trace, shown, predicting: false });
    expect(places.map(({ step }) => step)).toEqual([null, ...shown, shown.at(-1)]);
    expect(places.map(({ closed }) => closed)).toEqual([...places.slice(1).map(() => false), true]);
    expect(places.some(({ hidden }) => hidden)).toBe(false);
    expect(back({ trace, shown, predicting: false }, places.at(-1)!)).toEqual(places.at(-2));
  });

  test('when predicting, every step that decides is shown twice: without its answer and with it', () => {
    const places = wayThrough({ trace, shown, predicting: true });
    const deciding = shown.filter((step) => {
      const kind = trace[step]!.kind;
      return kind === 'gate' || questionOf(kind) !== null;
    });
    const kinds = new Set(deciding.map((step) => trace[step]!.kind));
    expect([...kinds].sort()).toEqual(['call', 'gate', 'skip']);
    expect(places.filter(({ hidden }) => hidden).map(({ step }) => step)).toEqual(deciding);
    expect(places.filter(({ hidden, closed }) => !hidden && !closed).map(({ step }) => step)).toEqual([null, ...shown]);
    for (const step of deciding) {
      const at = places.findIndex((place) => place.step === step);
      expect(places.slice(at, at + 2)).toEqual([
        { step, hidden: true, closed: false },
        { step, hidden: false, closed: false },
      ]);
    }
  });

  test('what became of a parser is kept back with the answer of its last step', () => {
    expect([2, 3, 4].map((done) => isOver({ to: 3 }, done, false))).toEqual([false, true, true]);
    expect([2, 3, 4].map((done) => isOver({ to: 3 }, done, true))).toEqual([false, false, true]);
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

  test('a jump to a step that decides asks for a prediction, a jump to another step does not', () => {
    const walk: Walk = { trace, shown, predicting: true };
    expect(goTo(walk, shown[0]!)).toEqual({ step: shown[0], hidden: true, closed: false });
    const marker = trace.findIndex(({ kind }) => kind === 'marker');
    expect(goTo(walk, marker)).toEqual({ step: marker, hidden: false, closed: false });
    expect(goTo(walk, null)).toEqual(start);
  });

  test('predicting begins and ends at the step that is shown', () => {
    const here: Place = { step: shown[0]!, hidden: false, closed: false };
    const hidden = { ...here, hidden: true };
    expect(switched({ trace, shown, predicting: true }, here)).toEqual(hidden);
    expect(switched({ trace, shown, predicting: false }, hidden)).toEqual(here);
    const closed = { ...here, closed: true };
    expect(switched({ trace, shown, predicting: true }, closed)).toEqual(closed);
    expect(switched({ trace, shown, predicting: true }, start)).toEqual(start);
  });

  test('without steps there is nowhere to go', () => {
    const walk: Walk = { trace: [], shown: [], predicting: true };
    expect(forward(walk, start)).toBe(start);
    expect(back(walk, start)).toEqual(start);
  });
});

describe.each([
  ['steps', stepKeys as readonly PresentKey<string>[]],
  ['a lesson', lessonKeys as readonly PresentKey<string>[]],
])('the keys of a presentation of %s', (_, keys) => {
  test('each means one thing', () => {
    const all = keys.flatMap((one) => one.keys);
    expect(twice(all)).toEqual([]);
    for (const { action, keys: own } of keys) for (const key of own) expect(actionOf(keys, key)).toBe(action);
  });

  test('Escape belongs to the dialog, and other keys to nobody', () => {
    for (const key of ['Escape', 'Tab', 'x', 'F5', '__proto__']) expect(actionOf(keys, key)).toBeNull();
  });

  test('a remote control works: it sends these', () => {
    expect(['PageDown', 'PageUp', '.'].map((key) => actionOf(keys, key))).toEqual(['next', 'previous', 'blank']);
  });
});

describe('the words of a question for a room', () => {
  test.each([
    ['Two things. Which text is that here? Type it.', 'Two things.', 'Which text is that here?'],
    ['Which calls? Type their names in order.', '', 'Which calls?'],
    ['It is read. Which value is it? Write it as JSON.', 'It is read.', 'Which value is it?'],
    [
      'It looks. Select that tag in the text, exactly, and check.',
      'It looks.',
      'Select that tag in the text, exactly.',
    ],
    ['Write `a` with `b` set to `c`.', '', 'Write `a` with `b` set to `c`.'],
    ['It is **text**. How many?', 'It is **text**.', 'How many?'],
  ])('%s', (say, lead, asked) => {
    expect(partedWords(say)).toEqual({ lead, asked });
  });
});

describe('the guesses of a room', () => {
  const count: Ask = { kind: 'predict', what: { of: 'count' } };

  test('are of what a question lets one choose; what is typed or edited is said aloud', () => {
    expect(choicesOf(count, []).map(({ key, label }) => [key, label])).toEqual([
      ['0', 'No call'],
      ['1', '1 call'],
      ['2', '2 calls'],
      ['3', '3 calls'],
      ['4', '4 calls'],
    ]);
    expect(choicesOf({ kind: 'predict', what: { of: 'outcome' } }, []).map(({ answer }) => answer)).toEqual(
      outcomeChoices.map(({ id }) => ({ kind: 'words', text: id })),
    );
    const among = [{ id: 'a', label: 'A', change: {} }];
    expect(choicesOf({ kind: 'tell', among, conditions: [] }, [])).toEqual([
      { key: '1', label: 'A', answer: { kind: 'option', id: 'a' } },
    ]);
    expect(choicesOf({ kind: 'predict', what: { of: 'content' } }, [])).toEqual([]);
    expect(choicesOf({ kind: 'cut', shows: 'leak' }, [])).toEqual([]);
  });

  test('are counted, and the last one can be taken back', () => {
    expect(tallied([0, 2, 2], 3)).toEqual([1, 0, 2]);
    expect(tallied([], 2)).toEqual([0, 0]);
  });
});

describe('the end of a presentation', () => {
  const closing = async (text: string) => {
    const options = { runtime: 'vllm:qwen3_coder', runtimes: await runtimesFor('vllm:qwen3_coder'), tools: [] };
    const extraction = extract({ text }, options);
    return closingOf({ ...extraction, diagnoses: diagnose(extraction, options) });
  };
  const flight = (to: string): string =>
    `<tool_call>\n<function=search_flights>\n${to}\nLisbon\n</parameter>\n<parameter=seats>\n2\n</parameter>\n</function>\n</tool_call>`;

  test('shows a room the arguments, and no green for a call with wrong ones', async () => {
    const { tone, calls, reason } = await closing(flight('<parameter=to'));
    expect(tone).toBe('flawed');
    expect(calls).toEqual([
      { name: 'search_flights', argumentsText: expect.stringContaining('"to\\nLisbon') as unknown },
    ]);
    expect(reason).toContain('with other arguments');
  });

  test('counts the calls for which there is no room', async () => {
    const { tone, calls, others } = await closing(`${flight('<parameter=to>')}\n`.repeat(5));
    expect([tone, calls.length, others]).toEqual(['good', 3, 2]);
  });
});
