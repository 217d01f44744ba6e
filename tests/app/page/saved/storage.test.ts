import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyLinkState } from '../../../../src/app/permalink/state.ts';
import {
  emptySessionFields,
  learnSections,
  paneBorders,
  pickForBrowser,
  type SessionFields,
} from '../../../../src/app/page/fields.ts';
import { savedCap } from '../../../../src/app/page/saved/saved.ts';
import {
  damagedKey,
  keepReplaced,
  loadSaved,
  forgetReplaced,
  replacedCap,
  replacedWork,
  save,
  savedKey,
  toSave,
  type ReplacedWork,
  type SavedStorage,
  type StorageGetter,
} from '../../../../src/app/page/saved/storage.ts';
import { anyLinkState, anyText } from '../../permalink/states.ts';
import { FakeStorage } from '../fake-browser.ts';

const anySession: fc.Arbitrary<SessionFields> = fc
  .tuple(
    anyLinkState,
    fc.record({
      raw: anyText(100),
      theme: fc.constantFrom('system', 'light', 'dark'),
      layout: fc.record({
        tab: fc.constantFrom('reply', 'native', 'raw'),
        borders: fc.dictionary(fc.constantFrom(...paneBorders), fc.integer({ min: 0, max: 100 })),
        learn: fc.record({
          section: fc.constantFrom(...learnSections),
          lesson: fc.constantFrom('', 'a-call-is-text'),
          wanted: anyText(20),
          engine: fc.constantFrom('', 'vLLM'),
          kind: fc.constantFrom('', 'cut-off'),
          code: fc.constantFrom('', 'D08'),
        }),
      }),
      pinned: fc.subarray(['vllm:hermes', 'sglang:qwen25', 'vllm:glm45@2026-05']),
      ownRuntime: fc.constantFrom(null, 'auto', 'vllm:hermes'),
      finishReason: fc.constantFrom(null, 'stop', 'length'),
      server: fc.constantFrom(null, { kind: 'ollama', address: 'http://localhost:11434' } as const),
      apiKeys: fc.constant({ 'https://example.com': 'sk-secret' }),
      crlfText: fc.constantFrom(null, 'a\r\nb'),
      validTools: fc.constantFrom(null, '[{"name": "tide"}]'),
    }),
  )
  .map(([link, rest]) => ({ ...link, ...rest }));

const session: SessionFields = { ...emptySessionFields, text: 'my work', raw: 'data: {}' };

const broken: [name: string, getStorage: StorageGetter][] = [
  ['is null', () => null],
  ['is missing', () => undefined],
  [
    'throws when it is asked for',
    () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  ],
  ['throws when it is used', () => throwingStorage],
];

const throwingStorage: SavedStorage = {
  getItem: deny,
  setItem: deny,
  removeItem: deny,
};

function deny(): never {
  throw new DOMException('Access is denied.', 'SecurityError');
}

describe('saving and loading', () => {
  test('what was saved comes back, without what may not leave memory', async () => {
    await fc.assert(
      fc.asyncProperty(anySession, async (fields) => {
        const storage = new FakeStorage();
        expect(save(() => storage, toSave(fields))).toEqual({ ok: true });
        expect(storage.getItem(savedKey)).not.toContain('sk-secret');
        expect(await loadSaved(() => storage)).toEqual({ ok: true, fields: pickForBrowser(fields) });
      }),
    );
  });

  test('nothing saved yet', async () => {
    expect(await loadSaved(() => new FakeStorage())).toEqual({ ok: true, fields: null });
  });

  test('fields that an older page did not save take their defaults', async () => {
    const storage = new FakeStorage();
    storage.setItem(savedKey, '{"version":1,"fields":{"text":"old","gone":true}}');
    expect(await loadSaved(() => storage)).toEqual({
      ok: true,
      fields: pickForBrowser({ ...emptySessionFields, ...emptyLinkState, text: 'old' }),
    });
  });

  test('widths of panes that an older page saved are left out', async () => {
    const storage = new FakeStorage();
    const layout = '{"tab":"raw","leftShare":0.2,"rightShare":7}';
    storage.setItem(savedKey, `{"version":1,"fields":{"text":"t","layout":${layout}}}`);
    const loaded = await loadSaved(() => storage);
    expect(loaded.ok && loaded.fields?.layout).toEqual({ ...emptySessionFields.layout, tab: 'raw' });
  });

  test('a damaged filter of the failures does not cost the layout', async () => {
    const storage = new FakeStorage();
    const layout = '{"tab":"raw","borders":{"left":40,"reply":41},"learn":{"section":"gone","wanted":7}}';
    storage.setItem(savedKey, `{"version":1,"fields":{"text":"t","layout":${layout}}}`);
    const loaded = await loadSaved(() => storage);
    const { learn } = emptySessionFields.layout;
    expect(loaded.ok && loaded.fields?.layout).toEqual({ tab: 'raw', borders: { reply: 41 }, learn });
  });

  test('a damaged look of the page does not cost the text', async () => {
    const storage = new FakeStorage();
    storage.setItem(savedKey, '{"version":1,"fields":{"text":"t","theme":"pink","layout":{"tab":"gone"}}}');
    expect(await loadSaved(() => storage)).toMatchObject({
      ok: true,
      fields: { text: 't', theme: 'system', layout: emptySessionFields.layout },
    });
  });

  test.each([
    ['"vllm:hermes"', 'vllm:hermes'],
    ['"auto"', 'auto'],
    ['"No such <id>"', null],
    ['7', null],
    ['null', null],
  ])('the runtime of the reader, saved as %s', async (ownRuntime, expected) => {
    const storage = new FakeStorage();
    storage.setItem(savedKey, `{"version":1,"fields":{"text":"t","ownRuntime":${ownRuntime}}}`);
    expect(await loadSaved(() => storage)).toMatchObject({ ok: true, fields: { text: 't', ownRuntime: expected } });
  });

  test('a text that is too long for a link is still saved', async () => {
    const storage = new FakeStorage();
    const text = 'x'.repeat(3_000_000);
    expect(save(() => storage, toSave({ ...session, text }))).toEqual({ ok: true });
    const loaded = await loadSaved(() => storage);
    expect(loaded.ok && loaded.fields?.text === text).toBe(true);
  });
});

describe('storage that does not work', () => {
  test.each(broken)('it %s', async (_, getStorage) => {
    expect(await loadSaved(getStorage)).toMatchObject({ ok: false, code: 'no-storage' });
    expect(save(getStorage, toSave(session))).toMatchObject({ ok: false, code: 'no-storage' });
  });

  test('it is full: the last version that fitted is kept', () => {
    const storage = new FakeStorage(2_000);
    expect(save(() => storage, toSave(session)).ok).toBe(true);
    const before = storage.getItem(savedKey);
    expect(save(() => storage, toSave({ ...session, text: 'x'.repeat(2_000) }))).toMatchObject({
      ok: false,
      code: 'full',
    });
    expect(storage.getItem(savedKey)).toBe(before);
  });

  test('it was full from the first time: nothing is said to be kept', () => {
    const full = save(() => new FakeStorage(0), toSave(session));
    expect(!full.ok && full.message).toBe(
      'The browser’s storage for this page is full. This work is not saved. Download the case in Share to keep it.',
    );
    const large = save(() => new FakeStorage(), null);
    expect(!large.ok && large.message).toContain('This work is not saved.');
  });

  test('the work is over the cap: the last version that fitted is kept', () => {
    const storage = new FakeStorage(Infinity);
    expect(save(() => storage, toSave(session)).ok).toBe(true);
    const before = storage.getItem(savedKey);
    const result = save(() => storage, toSave({ ...session, text: 'x'.repeat(savedCap) }));
    expect(result).toMatchObject({ ok: false, code: 'too-large' });
    expect(!result.ok && result.message).toContain('4 MB');
    expect(storage.getItem(savedKey)).toBe(before);
  });
});

describe('a saved text that cannot be read', () => {
  const damaged: [text: string, code: string, words: string][] = [
    ['', 'damaged', 'is not JSON'],
    ['{"version":1,"fields":{"te', 'damaged', 'is not JSON'],
    ['[]', 'damaged', 'what it holds should be an object'],
    ['{"fields":{}}', 'damaged', 'its field version should be a number'],
    ['{"version":1}', 'damaged', 'its field fields should be present'],
    ['{"version":1,"fields":{"expected":[{}]}}', 'damaged', 'its field expected[0].name should be a string'],
    ['{"version":2,"fields":{}}', 'future-version', 'version 2'],
  ];
  test.each(damaged)('%j', async (text, code, words) => {
    const storage = new FakeStorage();
    storage.setItem(savedKey, text);
    const result = await loadSaved(() => storage);
    expect(result).toMatchObject({ ok: false, code });
    expect(!result.ok && result.message).toContain(words);
    expect(!result.ok && result.message).toContain(damagedKey);
    expect([...storage.items]).toEqual([[damagedKey, text]]);

    // The next save does not touch it, and the page starts clean the next time.
    expect(save(() => storage, toSave(session)).ok).toBe(true);
    expect(storage.getItem(damagedKey)).toBe(text);
    expect(await loadSaved(() => storage)).toEqual({ ok: true, fields: pickForBrowser(session) });
  });

  const text = JSON.stringify({
    version: 1,
    fields: { text: 'A long reply.', view: 'elsewhere', step: 'x', profile: '!' },
  });
  test('costs no text where a view or another choice is damaged', async () => {
    const storage = new FakeStorage();
    storage.setItem(savedKey, text);
    const result = await loadSaved(() => storage);
    expect(result).toMatchObject({ ok: true, fields: { text: 'A long reply.', view: 'reply', step: null } });
    expect(result).not.toHaveProperty('problem');
    expect([...storage.items]).toEqual([[savedKey, text]]);
  });

  test('costs only what is damaged, and says so, where somebody wrote it', async () => {
    const storage = new FakeStorage();
    const torn = JSON.stringify({ version: 1, fields: { text: 'A long reply.', view: 'elsewhere', expected: [{}] } });
    storage.setItem(savedKey, torn);
    const result = await loadSaved(() => storage);
    expect(result).toMatchObject({ ok: true, fields: { text: 'A long reply.', view: 'reply', expected: null } });
    expect(result.ok && result.problem).toContain('Part of the work');
    expect(result.ok && result.problem).toContain(damagedKey);
    expect(storage.getItem(damagedKey)).toBe(torn);
    // The next visit has what was restored, and nothing to complain of.
    expect(await loadSaved(() => storage)).toMatchObject({ ok: true, fields: { text: 'A long reply.' } });
    expect(storage.getItem(damagedKey)).toBe(torn);
  });

  test('is kept in a storage that is full', async () => {
    const text = '{'.repeat(1_000);
    const storage = new FakeStorage(savedKey.length + text.length);
    storage.setItem(savedKey, text);
    await loadSaved(() => storage);
    expect([...storage.items]).toEqual([[damagedKey, text]]);
  });

  test('stays where it is when it cannot be moved, and the message says so', async () => {
    const storage = new FakeStorage();
    storage.setItem(savedKey, '{');
    const stuck: SavedStorage = {
      getItem: (key) => storage.getItem(key),
      removeItem: (key) => storage.removeItem(key),
      setItem(key, value) {
        if (key === damagedKey) deny();
        storage.setItem(key, value);
      },
    };
    const result = await loadSaved(() => stuck);
    expect(!result.ok && result.message).toContain('could not be set aside');
    expect([...storage.items]).toEqual([[savedKey, '{']]);
  });
});

describe('replaced work that waits for the history', () => {
  const whose = fc.constantFrom<ReplacedWork['whose'][]>('own', 'other-tab');
  const anyWork = fc.record({ whose, text: anySession.map((fields) => toSave(fields)!) });

  test('comes out as it went in, until it is forgotten', () => {
    fc.assert(
      fc.property(fc.array(anyWork, { maxLength: 4 }), (works) => {
        const storage = new FakeStorage();
        for (const work of works) expect(keepReplaced(() => storage, work)).toBe(true);
        expect(replacedWork(() => storage)).toEqual(works);
        forgetReplaced(() => storage);
        expect([...storage.items]).toEqual([]);
        expect(replacedWork(() => storage)).toEqual([]);
      }),
    );
  });

  test('the oldest goes when room runs out, and what is too large costs nothing else', () => {
    const storage = new FakeStorage();
    const works = ['a', 'b', 'c'].map((letter) => ({ whose: 'own' as const, text: letter.repeat(replacedCap / 2.5) }));
    for (const work of works) expect(keepReplaced(() => storage, work)).toBe(true);
    expect(keepReplaced(() => storage, { whose: 'own', text: 'x'.repeat(replacedCap) })).toBe(false);
    expect(replacedWork(() => storage)).toEqual(works.slice(1));
  });

  test('a full storage keeps what it has', () => {
    const storage = new FakeStorage(100);
    expect(keepReplaced(() => storage, { whose: 'own', text: '{}' })).toBe(true);
    expect(keepReplaced(() => storage, { whose: 'own', text: 'x'.repeat(100) })).toBe(false);
    expect(replacedWork(() => storage)).toEqual([{ whose: 'own', text: '{}' }]);
  });

  test.each(broken)('the storage %s', (_, getStorage) => {
    expect(keepReplaced(getStorage, { whose: 'own', text: '{}' })).toBe(false);
    expect(replacedWork(getStorage)).toEqual([]);
    expect(() => forgetReplaced(getStorage)).not.toThrow();
  });
});
