import { describe, expect, it } from 'vitest';
import { extract, openStream } from '../../../src/core/index.ts';
import { formatList } from '../../../src/core/formats/list.ts';
import { fixtures } from '../../fixtures.ts';
import { faultsOf } from '../../soundness.ts';
import { often } from '../../thorough.ts';

/** How often the cases of a format are repeated. tests/linear counts the work for them. */
const TIMES = often(12, 6);
const STREAMED = often(4, 2);

describe.each(formatList.map(({ id }) => id))('all cases of %s, again and again', (id) => {
  const cases = fixtures.filter(({ format }) => format === id);
  const text = cases.map((one) => one.text).join('\n\n');
  // Of two tools with one name the first counts.
  const tools = cases.flatMap(({ expected }) => expected.tools);
  const again = (times: number): string => `${text}\n\n`.repeat(times);

  it('are read in steps that grow with the text', () => {
    const extraction = extract({ text: again(TIMES) }, { runtime: 'auto', tools });
    expect(faultsOf(extraction)).toEqual([]);
    const half = extract({ text: again(TIMES / 2) }, { runtime: 'auto', tools });
    expect(extraction.trace.length).toBeLessThanOrEqual(2 * half.trace.length + 200);
  });

  it('are read the same one character at a time', () => {
    const long = again(STREAMED);
    const stream = openStream({ runtime: 'auto', tools });
    for (const character of long) stream.push(character);
    const streamed = stream.end().extraction;
    expect(JSON.stringify(streamed)).toBe(JSON.stringify(extract({ text: long }, { runtime: 'auto', tools })));
  });
});
