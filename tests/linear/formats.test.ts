import { it } from 'vitest';
import { extract } from '../../src/core/index.ts';
import { formatList } from '../../src/core/formats/list.ts';
import { fixtures } from '../fixtures.ts';
import { expectLinear } from './expect-linear.ts';

it.each(formatList.map(({ id }) => id))('all cases of %s again and again work no more each time', (id) => {
  const cases = fixtures.filter(({ format }) => format === id);
  const text = cases.map((one) => `${one.text}\n\n`).join('');
  const tools = cases.flatMap(({ expected }) => expected.tools);
  expectLinear(
    2 * text.length,
    (size) => text.repeat(Math.ceil(size / text.length)),
    (all) => extract({ text: all }, { runtime: 'auto', tools }),
  );
});
