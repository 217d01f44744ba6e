import { describe, expect, it } from 'vitest';
import { extract, openStream, type Extraction, type ExtractOptions } from '../../../src/core/index.ts';
import { fixtures, noCalls } from '../../fixtures.ts';
import { faultsOf } from '../../soundness.ts';
import { contentOf, namesOf } from '../../readings.ts';
import { often } from '../../thorough.ts';

/**
 * How many places of a text are cut, one at a time. Single characters, which come as well, cut it at all of them; the cases
 * of a format repeat its markers.
 */
const CUTS = often(60, 5);
const MANY_CUTS = often(8, 2);
const DAMAGES = often(12, 2);

describe.each(fixtures)('$format/$name', ({ format, text, expected }) => {
  const options = { runtime: 'auto', tools: expected.tools };
  const whole = extract({ text }, options);

  it('has the expected calls', () => {
    expect(whole.calls.map(({ name, argumentsText }) => ({ name, argumentsText }))).toEqual(expected.calls);
    expect(whole.incomplete.map(({ name }) => name)).toEqual(expected.incomplete);
    for (const call of whole.calls) if (expected.format !== undefined) expect(call.format).toBe(expected.format);
    expect(faultsOf(whole)).toEqual([]);
  });

  if (expected.format !== undefined)
    it('has them when its format is read alone', () => {
      const alone = extract({ text }, { ...options, runtime: `format:${format}` });
      expect(alone.calls.map(({ name, argumentsText }) => ({ name, argumentsText }))).toEqual(expected.calls);
      expect(faultsOf(alone)).toEqual([]);
    });

  it('is read the same however it is cut', () => {
    const random = numbers(text.length);
    const all = Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => index + 1);
    expectSameOf(
      text,
      [
        everywhere(text),
        ...(all.length <= CUTS ? all : Array.from({ length: CUTS }, () => 1 + (random() % all.length))).map((cut) => [
          cut,
        ]),
        ...Array.from({ length: MANY_CUTS }, () => cutsOf(text, 6, random)),
      ],
      options,
      whole,
    );
  });

  it('is read soundly when it is damaged', () => {
    const random = numbers(text.length + 1);
    const damages = ['', '<', '"', '}', '\n', '`', text.slice(0, 20)];
    for (let run = 0; run < DAMAGES; run += 1) {
      const at = random() % (text.length + 1);
      const damaged = text.slice(0, at) + damages[random() % damages.length]! + text.slice(at + (random() % 4));
      const extraction = extract({ text: damaged }, options);
      expect(faultsOf(extraction), damaged).toEqual([]);
      expectSameOf(damaged, [everywhere(damaged)], options, extraction);
    }
  });
});

it.each(noCalls)('finds no call in $name', ({ text, tools }) => {
  for (const declared of tools.length === 0 ? [[]] : [[], tools]) {
    const extraction = extract({ text }, { runtime: 'auto', tools: declared });
    expect(extraction.calls.map(({ name, format }) => `${format}: ${name}`)).toEqual([]);
    expect(faultsOf(extraction)).toEqual([]);
  }
});

it.each(noCalls)('reads $name the same however it is cut', ({ text, tools }) => {
  const options = { runtime: 'auto', tools };
  const random = numbers(text.length);
  const cuts = Array.from({ length: 20 }, (_, run) => cutsOf(text, 1 + (run % 5), random));
  expectSameOf(text, [everywhere(text), ...cuts], options, extract({ text }, options));
});

it.each([
  '{"name": "Gandalf", "parameters": "unknown", "class": "wizard"}',
  '{"name": "debate", "arguments": "The first side said no."}',
])('shows %s, whose arguments are words', (text) => {
  const extraction = extract({ text }, { runtime: 'auto' });
  expect(extraction.calls).toEqual([]);
  expect(extraction.ledger.map(({ kind }) => kind)).toEqual(['content']);
});

it('knows many texts without calls', () => {
  expect(noCalls.length).toBeGreaterThanOrEqual(200);
});

it('gives calls of one server ids of their own', () => {
  const { text } = fixtures.find(({ format, name }) => format === 'mcp-xml' && name === 'two-calls')!;
  const { calls } = extract({ text }, { runtime: 'auto' });
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
});

describe('a stream', () => {
  it('tells of a call before it ends', () => {
    const stream = openStream({ runtime: 'auto' });
    const events = stream.push('Hm.\n<tool_call>{"name": "f", "arguments": {}}</tool_call> and then');
    expect(namesOf(events)).toEqual(['f']);
    expect(contentOf(events)).toBe('Hm.\n and ');
    expect(contentOf(stream.end().deltas)).toBe('then');
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

/** Ids, spans, ledger and steps; comparing texts is many times quicker than comparing trees. */
function expectSameOf(
  text: string,
  manyCuts: readonly (readonly number[])[],
  options: ExtractOptions,
  whole: Extraction,
): void {
  const expected = JSON.stringify(whole);
  const other = manyCuts.find((cuts) => JSON.stringify(streamed(text, cuts, options)) !== expected);
  if (other !== undefined)
    expect(JSON.stringify(streamed(text, other, options)), `${text}\ncut at ${other.join()}`).toBe(expected);
}

/** Single characters. */
function everywhere(text: string): number[] {
  return Array.from(text, (_, index) => index);
}

function cutsOf(text: string, count: number, random: () => number): number[] {
  return Array.from({ length: count }, () => random() % (text.length + 1)).sort((a, b) => a - b);
}

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >> 8;
  };
}
