import { describe, expect, it } from 'vitest';
import { extract, openStream } from '../src/core/index.ts';
import { formatList } from '../src/core/formats/index.ts';
import { fixtures } from './fixtures.ts';
import { faultsOf } from './soundness.ts';

/** Were the reading of one of them not linear, this file would never end. */
const WHOLE = 300_000;
const STREAMED = 20_000;

describe.each(formatList.map(({ id }) => id))('all cases of %s, again and again', (id) => {
  const cases = fixtures.filter(({ format }) => format === id);
  const text = cases.map((one) => one.text).join('\n\n');
  // Of two tools with one name the first counts.
  const tools = cases.flatMap(({ expected }) => expected.tools);
  const again = (size: number): string => `${text}\n\n`.repeat(Math.ceil(size / text.length));

  it('are read in steps that grow with the text', () => {
    const extraction = extract({ text: again(WHOLE) }, { runtime: 'auto', tools });
    expect(faultsOf(extraction)).toEqual([]);
    const half = extract({ text: again(WHOLE / 2) }, { runtime: 'auto', tools });
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
