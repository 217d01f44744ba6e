import { describe, it } from 'vitest';
import { extract } from '../../src/core/index.ts';
import { formatList } from '../../src/core/formats/list.ts';
import { ToolIndex } from '../../src/core/formats/kit/read/tool-index.ts';
import { bareTexts, chatcliTexts, fencedTexts, fill, hostileTexts, type HostileText } from '../hostile-texts.ts';
import { expectLinear } from './expect-linear.ts';

const SIZE = 4000;
const tools = [{ name: 'f' }, { name: 'x' }];

function expectLinearUnder(runtime: string, { make, linearFrom = SIZE }: HostileText): void {
  expectLinear(linearFrom, make, (text) => extract({ text }, { runtime, tools }));
}

describe.each([
  ['exathena', [...bareTexts, ...fencedTexts]],
  ['exathena-head', [...bareTexts, ...fencedTexts]],
  ['chatcli', [...bareTexts, ...fencedTexts, ...chatcliTexts]],
  ['chatcli-shim', chatcliTexts],
  ['auto', hostileTexts],
] as const)('%s', (runtime, texts) => {
  it.each(texts)('works no more for each further part of $name', (text) => {
    expectLinearUnder(runtime, text);
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
    expectLinearUnder('auto', text);
  });
});
