import { describe, expect, it } from 'vitest';
import { ToolIndex } from '../../src/core/formats/kit/read/tool-index.ts';
import { formatList } from '../../src/core/formats/list.ts';
import { extract, loadProjects, openStream } from '../../src/core/index.ts';
import { fill } from '../hostile-texts.ts';
import { casesFor } from '../runtimes-under-test.ts';
import { often } from '../thorough.ts';
import { growthOf } from './work.ts';

// Every engine with what its own formats begin with: then half a marker, brackets, and the same call again and again.

/** Twice the text may cost so many times as much. */
const MOST = 2.3;
/** Where a piece happens to end decides what an engine still reads, so work that grows too fast must do so at each of these sizes. */
const SIZES = [6000, 12_345, 20_011];
/** Few, so that what a single piece costs is seen, and not what it costs to read the text again. */
const PIECES = 12;

const tools = [{ name: 'f', schema: { type: 'object', properties: { a: { type: 'string' } } } }, { name: 'x' }];
const declared = new ToolIndex(tools);
const engines = (await loadProjects()).flatMap(({ runtimes }) => runtimes).filter(({ id }) => id.includes(':'));

/** What comes before, and what comes again and again. */
function textsOf(formats: readonly string[]): (readonly [string, string])[] {
  const example = formatList.find(({ id }) => formats.includes(id))?.example ?? '{"name": "f", "arguments": {}}';
  const middle = example.slice(0, Math.ceil(example.length / 2));
  return [
    ['', `${example}\n`],
    ['', middle],
    [middle, '<'],
    [middle, '['],
    [middle, example.slice(0, Math.min(7, example.length - 1))],
    ...openersOf(formats).flatMap((opener) => ['', '\n'].map((after) => ['', opener + after] as const)),
  ];
}

/** What opens a call in any of the formats: a parser may look from each of them for an end that never comes. */
function openersOf(formats: readonly string[]): string[] {
  const openers = formatList.filter(({ id }) => formats.includes(id)).map((format) => format.openers);
  const known = openers.flatMap((list) => (typeof list === 'function' ? list(declared) : list));
  return [...new Set(known.map(({ text }) => text))];
}

describe.each(engines.map((runtime) => [runtime.id, runtime] as const))('%s', (id, runtime) => {
  it('reads and streams what begins like a call in time with its length', () => {
    const options = { runtime: id, runtimes: [runtime], tools };
    const streamed = (text: string): void => {
      const stream = openStream(options);
      const length = Math.ceil(text.length / PIECES);
      for (let at = 0; at < text.length; at += length) stream.push(text.slice(at, at + length));
      stream.end();
    };
    const texts = textsOf(runtime.formats).map(([before, piece], index) => ({ name: String(index), before, piece }));
    for (const { before, piece } of casesFor(id, texts, often(1, 0.15))) {
      const make = (size: number): string => before + fill(piece, size);
      const growsTooFast = (read: (text: string) => unknown): boolean =>
        SIZES.every((size) => growthOf(size, make, read) > MOST);
      const told = JSON.stringify([before, piece]);
      expect(
        growsTooFast((text) => extract({ text }, options)),
        `whole ${told}`,
      ).toBe(false);
      expect(growsTooFast(streamed), `streamed ${told}`).toBe(false);
    }
  });
});
