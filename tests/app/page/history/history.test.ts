import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyLinkState, type LinkState } from '../../../../src/app/permalink/state.ts';
import { continues } from '../../../../src/app/page/history/continues.ts';
import { HistoryRecorder, settledAfter } from '../../../../src/app/page/history/history-recorder.ts';
import {
  entryCap,
  firstLine,
  fits,
  historyCap,
  historyKey,
  historyLength,
  readHistory,
  sameEntryFor,
  withPin,
  without,
  withRestored,
  withState,
  writeHistory,
  type Entries,
} from '../../../../src/app/page/history/history.ts';
import { emptySessionFields, pickForHistory } from '../../../../src/app/page/fields.ts';
import type { SavedStorage } from '../../../../src/app/page/saved/storage.ts';
import { anyLinkState } from '../../permalink/states.ts';
import { FakeClock, FakeStorage } from '../fake-browser.ts';

const saying = (text: string, rest: Partial<LinkState> = {}): LinkState => ({ ...emptyLinkState, ...rest, text });
const texts = (entries: Entries): string[] => entries.map(({ state }) => state.text);

/** `count` states that have nothing in common, a quarter of an hour apart. */
function many(count: number, from = 0): Entries {
  let entries: Entries = [];
  for (let index = from; index < from + count; index += 1) {
    entries = withState(entries, saying(`${index}!`), index * 900_000);
  }
  return entries;
}

function entriesOf(storage: SavedStorage): Entries {
  const reading = readHistory(() => storage);
  if (!reading.ok) throw new Error(reading.message);
  return reading.entries;
}

describe('what becomes an entry', () => {
  test('the newest comes first, and the same again is not recorded', () => {
    const one = withState([], saying('first'), 0);
    const two = withState(one, saying('second work'), 100_000);
    expect(texts(two)).toEqual(['second work', 'first']);
    expect(withState(two, saying('second work', { step: 4, view: 'prompt' }), 200_000)).toBe(two);
  });

  test('what is only looked at is no other state', () => {
    const entries = withState([], saying('a'), 0);
    const side = { profile: 'vllm:hermes', nativeToolCalls: 'absent', selfContained: false } as const;
    const list = { show: 'all', wanted: '', sort: 'engine' } as const;
    expect(withState(entries, saying('a', { view: 'compare', matrix: list }), 1000)).toBe(entries);
    expect(withState(entries, saying('a', { view: 'compare', compare: { ...side, text: null } }), 2000)).toBe(entries);
    expect(withState(entries, saying('a', { compare: { ...side, text: 'b' } }), 99_000)).toHaveLength(2);
  });

  test('typing on within a minute changes the newest entry, later it adds one', () => {
    const one = withState([], saying('The oil'), 0);
    const on = withState(one, saying('The oil is hot'), sameEntryFor - 1);
    expect(texts(on)).toEqual(['The oil is hot']);
    expect(on[0]).toMatchObject({ time: sameEntryFor - 1, begun: 0 });
    expect(texts(withState(on, saying('The oil is hot.'), sameEntryFor))).toEqual([
      'The oil is hot.',
      'The oil is hot',
    ]);
  });

  test('another runtime, other work or a pinned newest entry make a new one', () => {
    const one = withState([], saying('The oil'), 0);
    expect(withState(one, saying('The oil', { profile: 'exathena-head' }), 1)).toHaveLength(2);
    expect(withState(one, saying('Something else'), 1)).toHaveLength(2);
    expect(withState(withPin(one, 1, true), saying('The oil!'), 1)).toHaveLength(2);
  });

  test('a state that comes back moves up with its pin', () => {
    let entries = withPin(many(3), 1, true);
    entries = withState(entries, saying('0!'), 9_000_000);
    expect(texts(entries)).toEqual(['0!', '2!', '1!']);
    expect(entries[0]).toMatchObject({ pinned: true, time: 9_000_000 });
    // Typing on in it does not overwrite it.
    expect(texts(withState(entries, saying('0!!'), 9_000_001))).toEqual(['0!!', '0!', '2!', '1!']);
  });

  test('what is typed continues, what is pasted over does not', () => {
    expect(continues(saying('abcdef'), saying('abcdefg'))).toBe(true);
    expect(continues(saying('abcdef'), saying('abcXdef'))).toBe(true);
    // A paste is the text until its reply is found in it.
    const pasted = '{"message": {"content": "The tide is high."}}';
    const found = saying('The tide is high.', { raw: pasted });
    for (const raw of ['', pasted]) expect(continues(saying(pasted, { raw }), found)).toBe(true);
    expect(continues(saying('Nobody moors a boat at the pier.'), found)).toBe(false);
    expect(continues(saying(''), saying('abc'))).toBe(true);
    expect(continues(saying('abcdef'), saying(''))).toBe(false);
    expect(continues(saying('abcdef'), saying('uvwxyz'))).toBe(false);
    expect(continues(saying('a', { tools: '[1, 2]' }), saying('a', { tools: '' }))).toBe(false);
    expect(continues(saying('x'.repeat(100_000)), saying('x'.repeat(60_000)))).toBe(true);
  });
});

describe('what has to go', () => {
  test('the oldest beyond fifty, pinned ones not counted', () => {
    let entries = many(historyLength);
    entries = withPin(entries, 1, true);
    for (let index = 0; index < 10; index += 1) {
      entries = withState(entries, saying(`later ${'x'.repeat(index * 20)}${index}`), 1e9 + index * 100_000);
    }
    expect(entries).toHaveLength(historyLength + 1);
    expect(texts(entries).at(-1)).toBe('0!');
    expect(texts(entries)).not.toContain('1!');
  });

  test('the oldest that are too much for the storage, pinned ones never', () => {
    let entries: Entries = [];
    for (let index = 0; index < 12; index += 1) {
      entries = withState(entries, saying(String(index).repeat(100_000).slice(0, 100_000)), index * 900_000);
      if (index === 0) entries = withPin(entries, 1, true);
    }
    expect(entries.length).toBeLessThan(12);
    expect(entries.at(-1)).toMatchObject({ pinned: true, time: 0 });
    const storage = new FakeStorage();
    writeHistory(() => storage, entries);
    expect(storage.getItem(historyKey)!.length).toBeLessThanOrEqual(historyCap);
    expect(entriesOf(storage)).toEqual(entries);
  });

  test('one huge reply is refused', () => {
    expect(fits([], saying('x'.repeat(entryCap)))).toBe(false);
    expect(fits([], saying('x'.repeat(entryCap - 1000)))).toBe(true);
    const full = [1, 2, 3].map((id) => ({
      id,
      time: 0,
      begun: 0,
      pinned: true,
      tone: null,
      state: saying(String(id).repeat(330_000)),
    }));
    expect(fits(full, saying('x'.repeat(20_000)))).toBe(false);
  });

  test('removing and clearing can be taken back, also after something new', () => {
    const entries = many(4);
    const fewer = without(entries, 2);
    expect(texts(fewer)).toEqual(['3!', '2!', '0!']);
    expect(withRestored(fewer, [entries[2]!])).toEqual(entries);
    const since = withState([], saying('new'), 9e9);
    const back = withRestored(since, entries);
    expect(texts(back)).toEqual(['new', '3!', '2!', '1!', '0!']);
    expect(new Set(back.map(({ id }) => id)).size).toBe(5);
  });

  test('whatever happens: at most fifty that are not pinned, no pinned one lost, unique ids, within the cap', () => {
    const action = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({ do: fc.constant('state' as const), state: anyLinkState, wait: fc.nat(90_000) }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('pin' as const), at: fc.nat(60) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), at: fc.nat(60) }) },
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 150, size: 'max' }), (actions) => {
        let entries: Entries = [];
        let now = 0;
        const pinned = new Set<string>();
        for (const one of actions) {
          if (one.do === 'state') {
            now += one.wait;
            entries = withState(entries, one.state, now);
          } else {
            const entry = entries[one.at];
            if (entry === undefined) continue;
            const key = JSON.stringify(entry.state);
            if (one.do === 'pin') {
              entries = withPin(entries, entry.id, true);
              pinned.add(key);
            } else {
              entries = without(entries, entry.id);
              pinned.delete(key);
            }
          }
        }
        expect(entries.filter((entry) => !entry.pinned).length).toBeLessThanOrEqual(historyLength);
        const kept = new Set(entries.filter((entry) => entry.pinned).map(({ state }) => JSON.stringify(state)));
        expect(kept).toEqual(pinned);
        expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
        const storage = new FakeStorage();
        writeHistory(() => storage, entries);
        expect((storage.getItem(historyKey) ?? '').length).toBeLessThanOrEqual(historyCap);
        expect(readHistory(() => storage)).toEqual({ ok: true, entries, dropped: 0 });
      }),
      { numRuns: 40 },
    );
  });
});

describe('the storage', () => {
  test('holds no API key, whatever it is handed', () => {
    const storage = new FakeStorage();
    const fields = { ...emptySessionFields, text: 'hi', apiKeys: { 'https://example.com': 'sk-secret' } };
    writeHistory(() => storage, withState([], fields, 0));
    expect(storage.getItem(historyKey)).toContain('hi');
    expect(storage.getItem(historyKey)).not.toMatch(/sk-secret|apiKeys/);
  });

  test('a damaged entry costs no other', () => {
    const storage = new FakeStorage();
    writeHistory(() => storage, many(5));
    const lines = storage.getItem(historyKey)!.split('\n');
    lines[1] = lines[1]!.slice(0, -4);
    lines[3] = lines[3]!.replace('"version":1', '"version":9');
    storage.setItem(historyKey, lines.join('\n'));
    const reading = readHistory(() => storage);
    expect(reading).toMatchObject({ ok: true, dropped: 2 });
    expect(texts(entriesOf(storage))).toEqual(['4!', '2!', '0!']);
  });

  test('a damaged list never throws and never holds more than fits', () => {
    const storage = new FakeStorage();
    writeHistory(() => storage, many(6));
    const good = storage.getItem(historyKey)!;
    const damage = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.json(),
      fc
        .tuple(fc.nat(good.length), fc.nat(good.length), fc.string({ maxLength: 5 }))
        .map(([from, to, text]) => good.slice(0, from) + text + good.slice(to)),
      fc.nat(20).map((times) => `${good}\n`.repeat(times)),
    );
    fc.assert(
      fc.property(damage, (text) => {
        storage.setItem(historyKey, text);
        const entries = entriesOf(storage);
        expect(entries.length).toBeLessThanOrEqual(historyLength);
        expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
        // What was read can be worked with.
        expect(texts(withState(entries, saying('go on'), 1e12))[0]).toBe('go on');
      }),
    );
  });

  test('none, denied or full: a sentence', () => {
    const deny = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const storage of [() => null, deny, () => ({ getItem: deny, setItem: deny, removeItem: deny })]) {
      expect(readHistory(storage)).toMatchObject({ ok: false });
      expect(writeHistory(storage, many(1))).toMatchObject({ ok: false });
    }
  });
});

describe('the recorder', () => {
  function watch() {
    const storage = new FakeStorage();
    const clock = new FakeClock();
    const said: string[] = [];
    const recorder = new HistoryRecorder({
      storage: () => storage,
      clock,
      tone: () => 'flawed',
      say: (text) => said.push(text),
    });
    return { storage, clock, said, recorder };
  }

  test('records what stayed for three seconds, not every key', () => {
    const { storage, clock, recorder } = watch();
    for (const text of ['T', 'Th', 'The', 'The oil']) {
      recorder.see(saying(text));
      clock.pass(settledAfter - 1);
      expect(storage.items.size).toBe(0);
    }
    clock.pass(1);
    expect(entriesOf(storage)).toMatchObject([{ tone: 'flawed', state: { text: 'The oil' } }]);
  });

  test('records at once what other work replaces', () => {
    const { storage, clock, recorder } = watch();
    recorder.see(saying('my own work'));
    clock.pass(10);
    recorder.see(saying('~~~tool_call'));
    expect(texts(entriesOf(storage))).toEqual(['my own work']);
    recorder.see(null);
    expect(texts(entriesOf(storage))).toEqual(['~~~tool_call', 'my own work']);
    clock.pass(60_000);
    expect(entriesOf(storage)).toHaveLength(2);
  });

  test('a settled state is not recorded again when it is replaced, so what was deleted stays deleted', () => {
    const { storage, clock, recorder } = watch();
    recorder.see(saying('my own work'));
    clock.pass(settledAfter);
    storage.items.clear();
    recorder.see(saying('~~~tool_call'));
    expect(storage.items.size).toBe(0);
  });

  test('a step that is looked at does not put off the recording', () => {
    const { storage, clock, recorder } = watch();
    recorder.see(saying('work'));
    clock.pass(settledAfter - 1);
    recorder.see(saying('work', { step: 3 }));
    clock.pass(1);
    expect(entriesOf(storage)).toMatchObject([{ state: { step: 3 } }]);
  });

  test('a full storage is said once and costs nothing that was there', () => {
    const { storage, clock, said, recorder } = watch();
    recorder.see(saying('kept'));
    clock.pass(settledAfter);
    storage.quota = 0;
    for (const text of ['uvw', 'xyz 123']) {
      recorder.see(saying(text));
      clock.pass(settledAfter);
    }
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('full or turned off');
    expect(texts(entriesOf(storage))).toEqual(['kept']);
  });

  test('dropped entries are said, and gone after the next recording', () => {
    const { storage, clock, said, recorder } = watch();
    storage.setItem(historyKey, 'nonsense\n{}');
    recorder.see(saying('a'));
    clock.pass(settledAfter);
    expect(said).toEqual(['2 entries of the history could not be read and were dropped.']);
    expect(texts(entriesOf(storage))).toEqual(['a']);
  });

  test('nothing is recorded after the stop', () => {
    const { storage, clock, recorder } = watch();
    recorder.see(saying('a'));
    recorder.stop();
    clock.pass(settledAfter);
    expect(storage.items.size).toBe(0);
  });
});

test('the first line that says something', () => {
  expect(firstLine(saying('\n  \n  Checking.  \nMore'))).toBe('Checking.');
  // JSON that is laid out has next to nothing in its first line.
  expect(firstLine(saying(' ', { native: '[\n  { "id": 1 }\n]' }))).toBe('[ { "id": 1 } ]');
  expect(firstLine(emptyLinkState)).toBe('No reply, only tools or a prompt');
  expect(firstLine(saying('', { experiment: '{"messages":[]}' }))).toBe('An experiment');
  expect(firstLine(saying('x'.repeat(1e6)))).toHaveLength(160);
});

test('the pasted response is kept with its reply, because it proves something; a huge one is said to be left out', () => {
  const fields = { ...emptySessionFields, text: 'Hi', raw: 'r'.repeat(70_000) };
  expect(pickForHistory(fields)).toMatchObject({ text: 'Hi', raw: fields.raw });
  const cut = pickForHistory({ ...fields, raw: 'r'.repeat(250_000) });
  expect(cut).toMatchObject({ text: 'Hi', raw: '', isCut: true });
  const storage = new FakeStorage();
  writeHistory(() => storage, withState([], cut, 1000));
  expect(entriesOf(storage)[0]?.state.isCut).toBe(true);
  // Nothing else of it is there.
  expect(pickForHistory({ ...fields, text: '', raw: 'r'.repeat(250_000) }).raw).toHaveLength(250_000);
});
