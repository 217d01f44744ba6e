import { expect, it } from 'vitest';
import { extract } from '../../../src/core/index.ts';
import { formatList } from '../../../src/core/formats/list.ts';
import { fixtures } from '../../fixtures.ts';
import { faultsOf } from '../../soundness.ts';

/** A number that is a value, in any notation. */
const VALUE = /(?<=[\s:=,[({>])-?\d+(?:\.\d+)?(?=[\s,\])}<|]|$)/g;

it.each(formatList.map(({ id }) => id))('%s: a number that no program can hold stays what was written', (format) => {
  const texts = fixtures
    .filter((fixture) => fixture.format === format && fixture.text.search(VALUE) >= 0)
    .map(({ text, expected: { tools } }) => ({ text: text.replaceAll(VALUE, '1e999'), tools }));
  const faults = texts.flatMap(({ text, tools }) =>
    [tools, []].flatMap((declared) =>
      faultsOf(extract({ text }, { runtime: `format:${format}`, tools: declared })).map((fault) => [fault, text]),
    ),
  );
  expect(faults).toEqual([]);
});
