import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extract, renderTrace } from '../../../src/core/index.ts';
import { formatList } from '../../../src/core/formats/list.ts';
import { fixtureRoot } from '../../case-file.ts';
import { fixtures } from '../../fixtures.ts';

// The story that `auto` tells of `one-call.txt` of every format; read the difference before you commit it.

const command = 'CALLSCOPE_WRITE_TRACES=1 npx vitest run --project unit tests/core/formats/traces.test.ts';
const isWriting = process.env['CALLSCOPE_WRITE_TRACES'] === '1';

describe.each(formatList.map(({ id }) => id))('%s', (id) => {
  it('is read in the steps of one-call.trace.txt', () => {
    const fixture = fixtures.find(({ format, name }) => format === id && name === 'one-call');
    if (fixture === undefined) throw new Error(`The format ${id} has no fixture "one-call".`);
    const { text, expected } = fixture;
    const file = new URL(`${id}/one-call.trace.txt`, fixtureRoot);
    const extraction = extract({ text }, { runtime: 'auto', tools: expected.tools });
    // Not the trace of a reader that does not read it yet.
    expect(extraction.calls.map(({ name }) => name)).toEqual(expected.calls.map(({ name }) => name));
    const trace = `${renderTrace(extraction)}\n`;
    if (isWriting) writeFileSync(file, trace);
    expect(existsSync(file), `The trace of ${id} is missing. This writes it: ${command}`).toBe(true);
    expect(trace).toBe(readFileSync(file, 'utf8'));
  });
});
