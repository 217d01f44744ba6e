import { describe, expect, it } from 'vitest';
import { extract, openStream, type Extraction, type ExtractOptions } from '../src/core/index.ts';
import { fixtures, noCalls } from './fixtures.ts';
import { faultsOf } from './soundness.ts';

/** Of a text with more places to cut than this, some are tried. */
const MOST_CUTS = 400;

describe.each(fixtures)('$format/$name', ({ format, text, expected }) => {
  const options = { profile: 'auto', tools: expected.tools };
  const whole = extract({ text }, options);

  it('has the expected calls', () => {
    expect(whole.calls.map(({ name, argumentsText }) => ({ name, argumentsText }))).toEqual(expected.calls);
    expect(whole.incomplete.map(({ name }) => name)).toEqual(expected.incomplete);
    for (const call of whole.calls) if (expected.format !== undefined) expect(call.format).toBe(expected.format);
    expect(faultsOf(whole)).toEqual([]);
  });

  it('has them when its format is read alone', () => {
    if (expected.format === undefined) return;
    const alone = extract({ text }, { ...options, profile: `format:${format}` });
    expect(alone.calls.map(({ name, argumentsText }) => ({ name, argumentsText }))).toEqual(expected.calls);
    expect(faultsOf(alone)).toEqual([]);
  });

  it('is read the same however it is cut', () => {
    expectSame(
      streamed(
        text,
        Array.from(text, (_, index) => index),
        options,
      ),
      whole,
    );
    const random = numbers(text.length);
    const all = Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => index + 1);
    const cutOnce =
      all.length <= MOST_CUTS ? all : Array.from({ length: MOST_CUTS }, () => 1 + (random() % all.length));
    for (const cut of cutOnce) expectSame(streamed(text, [cut], options), whole);
    for (let run = 0; run < 20; run += 1) {
      const cuts = Array.from({ length: 6 }, () => random() % (text.length + 1)).sort((a, b) => a - b);
      expectSame(streamed(text, cuts, options), whole);
    }
  });

  it('is read soundly when it is damaged', () => {
    const random = numbers(text.length + 1);
    const damages = ['', '<', '"', '}', '\n', '`', text.slice(0, 20)];
    for (let run = 0; run < 40; run += 1) {
      const at = random() % (text.length + 1);
      const damaged = text.slice(0, at) + damages[random() % damages.length]! + text.slice(at + (random() % 4));
      const extraction = extract({ text: damaged }, options);
      expect(faultsOf(extraction), damaged).toEqual([]);
      expectSame(
        streamed(
          damaged,
          Array.from(damaged, (_, index) => index),
          options,
        ),
        extraction,
      );
    }
  });
});

it.each(noCalls)('finds no call in $name', ({ text, tools }) => {
  for (const declared of tools.length === 0 ? [[]] : [[], tools]) {
    const extraction = extract({ text }, { profile: 'auto', tools: declared });
    expect(extraction.calls.map(({ name, format }) => `${format}: ${name}`)).toEqual([]);
    expect(faultsOf(extraction)).toEqual([]);
  }
});

it.each(noCalls)('reads $name the same however it is cut', ({ text, tools }) => {
  const options = { profile: 'auto', tools };
  const whole = extract({ text }, options);
  expectSame(
    streamed(
      text,
      Array.from(text).map((_, index) => index),
      options,
    ),
    whole,
  );
  const random = numbers(text.length);
  for (let run = 0; run < 20; run += 1) {
    const cuts = Array.from({ length: 1 + (run % 5) }, () => random() % (text.length + 1)).sort((a, b) => a - b);
    expectSame(streamed(text, cuts, options), whole);
  }
});

it.each([
  '{"name": "Gandalf", "parameters": "unknown", "class": "wizard"}',
  '{"name": "debate", "arguments": "The first side said no."}',
])('shows %s, whose arguments are words', (text) => {
  const extraction = extract({ text }, { profile: 'auto' });
  expect(extraction.calls).toEqual([]);
  expect(extraction.ledger.map(({ kind }) => kind)).toEqual(['content']);
});

it('knows many texts without calls', () => {
  expect(noCalls.length).toBeGreaterThanOrEqual(200);
});

it('gives calls of one server ids of their own', () => {
  const { text } = fixtures.find(({ format, name }) => format === 'mcp-xml' && name === 'two-calls')!;
  const { calls } = extract({ text }, { profile: 'auto' });
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
});

describe('a stream', () => {
  it('tells of a call before it ends', () => {
    const stream = openStream({ profile: 'auto' });
    const events = stream.push('Hm.\n<tool_call>{"name": "f", "arguments": {}}</tool_call> and then');
    expect(events.calls.map(({ name }) => name)).toEqual(['f']);
    expect(events.visible).toBe('Hm.\n and ');
    expect(stream.end().visible).toBe('then');
  });
});

function streamed(text: string, cuts: readonly number[], options: ExtractOptions): Extraction {
  const stream = openStream(options);
  let from = 0;
  for (const cut of cuts) {
    stream.push(text.slice(from, cut));
    from = cut;
  }
  stream.push(text.slice(from));
  return stream.end().extraction;
}

function expectSame(one: Extraction, other: Extraction): void {
  // Ids, spans, ledger, steps and diagnoses; comparing texts is many times quicker than comparing trees.
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
}

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >> 8;
  };
}
