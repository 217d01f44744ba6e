import { describe, expect, it } from 'vitest';
import { applyEdit, diagnose, extract } from '../../../src/core/index.ts';
import { formatList } from '../../../src/core/formats/list.ts';

const call = '{"name": "f", "arguments": {}}';

/** The sentences of D03, without their places. */
function said(text: string, runtime: string): string[] {
  const found = diagnose(extract({ text }, { runtime }), { runtime });
  return found.flatMap(({ code, message }) => (code === 'D03' ? [message.replace(/ \(line[^)]*\)/, '')] : []));
}

const closers = formatList.flatMap(({ id, closers: own = [] }) =>
  own.slice(0, 3).map((closer) => [id, closer] as const),
);

describe('the edit of a closing marker that closes nothing', () => {
  it.each(closers)('of %s ends the diagnosis of %j', (id, closer) => {
    let edits = 0;
    for (const runtime of ['auto', `format:${id}`])
      for (const text of [
        closer,
        `${closer}\n${closer}`,
        `${closer}   \n\n${closer}`,
        `${call}\n${closer}\n${closer}`,
        `${closer}\n${call}\n${closer}`,
        `a\n\n${call}\n${closer}\n\n${call}\n${closer}`,
      ]) {
        const before = said(text, runtime);
        const first = diagnose(extract({ text }, { runtime }), { runtime }).find(({ code }) => code === 'D03');
        if (first === undefined || first.edit === null) continue;
        edits += 1;
        const after = said(applyEdit(text, first.edit), first.edit.runtime ?? runtime);
        expect(after.length, JSON.stringify([runtime, text, first.edit])).toBeLessThan(before.length);
      }
    expect(edits).toBeGreaterThan(0);
  });
});
