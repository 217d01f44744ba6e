import { describe, expect, it } from 'vitest';
import { wayWords, waysHeadline, type Names } from '../../../src/app/views/reply/ways-out/way-words.ts';

const names: Names = {
  chosen: 'Lighthouse flash',
  infoOf: (id) =>
    id === 'lighthouse:beam' ? { label: 'Lighthouse beam', flag: '--signal beam', project: 'lighthouse' } : undefined,
  projectLabel: (project) => (project === 'lighthouse' ? 'Lighthouse' : project),
};
const one = { intended: 1, onlyStream: false, ways: [] };

describe('a way out in words', () => {
  it('names the parser, its flag, and what it is not good at', () => {
    const way = { runtime: 'lighthouse:beam', streams: true, isWrittenFor: true } as const;
    expect(wayWords({ kind: 'flag', ...way }, one, names)).toEqual({
      text: 'Lighthouse beam returns the intended call. Set `--signal beam`.',
      button: 'Switch parser',
    });
    const worse = { kind: 'engine', ...way, streams: false, isWrittenFor: false } as const;
    expect(wayWords(worse, { intended: 3 }, names)).toEqual({
      text: 'Lighthouse beam returns the 3 intended calls. Set `--signal beam`. It was written for another format. Its stream returns something else.',
      button: 'Switch to Lighthouse',
    });
    expect(wayWords({ kind: 'flag', ...way, runtime: 'other' }, one, names).button).toBe('Switch runtime');
  });

  it('says what is changed and what comes then', () => {
    expect(wayWords({ kind: 'tools', label: 'Declare `by` as a string', tools: '' }, one, names)).toEqual({
      text: 'Declare `by` as a string. Then Lighthouse flash returns the intended call.',
      button: 'Change the tools',
    });
    expect(wayWords({ kind: 'edit', edit: { label: 'Repair the JSON', changes: [] } }, one, names).text).toBe(
      'Repair the JSON in this reply. Then Lighthouse flash returns the intended call.',
    );
    expect(wayWords({ kind: 'prompt', format: 'hermes', system: '' }, one, names).text).toContain('format `hermes`');
  });

  it('has a headline for lists, for none, and for a stream that fails alone', () => {
    const edit = { kind: 'edit', edit: { label: 'Repair the JSON', changes: [] } } as const;
    expect(waysHeadline({ ...one, ways: [edit] }, 'X')).toBe('Each of these was tried on this reply.');
    expect(waysHeadline(one, 'X')).toBe('Nothing that was tried makes X return the intended call.');
    expect(waysHeadline({ ...one, onlyStream: true }, 'X')).toContain('`stream: false`');
  });
});
