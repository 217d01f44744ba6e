import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseCap, readCase, writeCase } from '../../../src/app/permalink/case.ts';
import { emptyLinkState } from '../../../src/app/permalink/state.ts';
import { emptySessionFields } from '../../../src/app/page/fields.ts';
import { anyLinkState, weatherReply } from './states.ts';

test('what is written is read back, whatever it holds', () => {
  fc.assert(
    fc.property(anyLinkState, (state) => {
      expect(readCase(writeCase(state))).toEqual({ ok: true, state });
    }),
  );
});

test('a case holds what links hold and nothing else', () => {
  const text = writeCase({
    ...emptySessionFields,
    ...weatherReply,
    apiKeys: { 'https://a.example': 'sk-secret' },
  } as never);
  expect(text).not.toContain('secret');
  expect(Object.keys((JSON.parse(text) as { state: object }).state)).toEqual(Object.keys(emptyLinkState));
});

test('a case holds texts that are too long for a link', () => {
  const raw = 'x'.repeat(2_000_001);
  const read = readCase(writeCase({ ...emptyLinkState, raw }));
  expect(read.ok && read.state.raw.length).toBe(raw.length);
});

test('a byte order mark and missing fields are no fault', () => {
  expect(readCase('\ufeff{"kind":"callscope case","version":1,"state":{"text":"hi"}}')).toEqual({
    ok: true,
    state: { ...emptyLinkState, text: 'hi' },
  });
});

describe('damaged and foreign files say what is wrong and where', () => {
  const whole = writeCase(weatherReply);
  test.each([
    ['', 'empty', 'It is empty.'],
    ['  \n', 'empty', 'It is empty.'],
    [whole.slice(0, 60), 'not-json', 'It is not a case: expected a double-quoted key, but the JSON ends ('],
    [whole.replace('"version": 1,', '"version": 1;'), 'not-json', 'line 3, column 15'],
    ['~~~tool_call\n{}\n~~~', 'not-json', 'found `~` (line 1, column 1)'],
    ['{"choices": []}', 'not-a-case', 'not a case: the field kind'],
    ['null', 'not-a-case', 'not a case'],
    ['[]', 'not-a-case', 'not a case'],
    [whole.replace('"version": 1', '"version": 99'), 'future-version', 'version 99'],
    [whole.replace('"version": 1', '"version": "1"'), 'bad-shape', 'version should be a whole number'],
    [whole.replace('"compact": false', '"compact": "no"'), 'bad-shape', 'state.compact should be true or false'],
    [whole.replace('"name": "get_weather"', '"name": 7'), 'bad-shape', 'state.expected[0].name should be a string'],
    ['{"kind":"callscope case","version":1}', 'bad-shape', 'Its field state should be'],
    [' '.repeat(caseCap) + 'x', 'too-large', '16 MiB'],
  ])('%#', (text, code, message) => {
    const result = readCase(text);
    expect(result).toMatchObject({ ok: false, error: { code } });
    expect(result.ok ? '' : result.error.message).toContain(message);
  });
});

test('no damage to a single character makes it throw', () => {
  const whole = writeCase(weatherReply);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.string({ maxLength: 3 }), (at, insert) => {
      expect(() => readCase(whole.slice(0, at) + insert + whole.slice(at + 1))).not.toThrow();
    }),
  );
});
