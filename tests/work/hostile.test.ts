import { describe, expect, it } from 'vitest';
import { extract } from '../../src/core/index.ts';
import { formatList } from '../../src/core/formats/index.ts';
import { ToolIndex } from '../../src/core/formats/kit/tool-index.ts';
import { autoTexts, bareTexts, chatcliTexts, fencedTexts, fill, type HostileText } from '../hostile-texts.ts';
import { workOf } from './work.ts';

const SIZE = 4000;
const tools = [{ name: 'f' }, { name: 'x' }];

/** Work for one, two and three parts of a text. */
function workFor({ make, linearFrom = SIZE }: HostileText, profile: string): [number, number, number] {
  const work = (size: number): number => {
    const text = make(size);
    return workOf(() => extract({ text }, { runtime: profile, tools }));
  };
  // What is made once and kept does not count.
  work(100);
  return [work(linearFrom), work(2 * linearFrom), work(3 * linearFrom)];
}

/** The third part costs what the second does, or a little more: 1.67 times as much where work is quadratic. */
function expectLinear(text: HostileText, profile: string): void {
  const [one, two, three] = workFor(text, profile);
  expect(three - two).toBeLessThanOrEqual(1.2 * (two - one) + 100);
}

describe.each([
  ['exathena', [...bareTexts, ...fencedTexts]],
  ['exathena-head', [...bareTexts, ...fencedTexts]],
  ['chatcli', [...bareTexts, ...fencedTexts, ...chatcliTexts]],
  ['chatcli-shim', chatcliTexts],
  ['auto', [...bareTexts, ...fencedTexts, ...chatcliTexts, ...autoTexts]],
] as const)('%s', (profile, texts) => {
  it.each(texts)('works no more for each further part of $name', (text) => {
    expectLinear(text, profile);
  });
});

describe('auto', () => {
  const declared = new ToolIndex([{ name: 'f' }]);

  const openers = formatList.flatMap((format) => {
    const list = typeof format.openers === 'function' ? format.openers(declared) : format.openers;
    return list.slice(0, 1).map(({ text }) => ({ id: format.id, opener: text }));
  });

  it.each(openers)('works no more for each further opener of $id', ({ opener }) => {
    const text: HostileText = { name: opener, make: (size) => fill(opener, size) };
    expectLinear(text, 'auto');
  });
});
