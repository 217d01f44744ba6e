import { describe, expect, it } from 'vitest';
import type { Fix, WayOut } from '../../../src/core/index.ts';
import { provedFixes, wayWords, waysHeadline, type Names } from '../../../src/app/views/reply/ways-out/way-words.ts';
import { wordedEvidence } from '../../../src/app/worker/worded-evidence.ts';

const names: Names = {
  chosen: 'Lighthouse flash',
  infoOf: (id) =>
    id === 'lighthouse:beam' ? { label: 'Lighthouse beam', flag: '--signal beam', project: 'lighthouse' } : undefined,
  projectLabel: (project) => (project === 'lighthouse' ? 'Lighthouse' : project),
};
const one = { intended: 1, onlyStream: false, left: null, isRefused: false, ways: [] };
const both = { whole: true, streamed: true };
const safe = (what: WayOut, reply = both): Fix => ({ what, tried: { reply, correct: both }, breaks: null, rank: 0 });

describe('a fix in words', () => {
  it('names the parser, its flag, and what it breaks', () => {
    const way = { runtime: 'lighthouse:beam', isWrittenFor: true, isOfOtherModel: false } as const;
    expect(wayWords(safe({ kind: 'flag', ...way }), one, names)).toEqual({
      text: 'Lighthouse beam returns the intended call. Set `--signal beam`.',
      warning: '',
      button: 'Switch parser',
    });
    const worse = safe({ kind: 'engine', ...way, isWrittenFor: false }, { whole: true, streamed: false });
    expect(wayWords({ ...worse, breaks: 'It drops text.' }, { ...one, intended: 3 }, names)).toEqual({
      text: 'Lighthouse beam returns the 3 intended calls. Set `--signal beam`. Its stream returns something else.',
      warning: 'It drops text.',
      button: 'Switch to Lighthouse',
    });
    expect(wayWords(safe({ kind: 'flag', ...way, runtime: 'other' }), one, names).button).toBe('Switch server');
    expect(wayWords(safe({ kind: 'flag', ...way, isOfOtherModel: true }), one, names).text).toMatch(
      /It belongs to another model\.$/,
    );
  });

  it('names the flag of a reasoning parser, and says when there should be none', () => {
    expect(wayWords(safe({ kind: 'reasoning', parser: 'qwen3' }), one, names)).toEqual({
      text: 'Start the server with `--reasoning-parser qwen3`. Then it returns the intended call.',
      warning: '',
      button: 'Switch reasoning parser',
    });
    expect(wayWords(safe({ kind: 'reasoning', parser: '' }), one, names).text).toContain('without a reasoning parser');
  });

  it('says what is changed and what comes then', () => {
    expect(wayWords(safe({ kind: 'tools', label: 'Declare `by` as a string', tools: '' }), one, names)).toEqual({
      text: 'Declare `by` as a string. Then Lighthouse flash returns the intended call.',
      warning: '',
      button: 'Change the tools',
    });
    expect(wayWords(safe({ kind: 'edit', edit: { label: 'Repair the JSON', changes: [] } }), one, names).text).toBe(
      'Repair the JSON in this reply. Then Lighthouse flash returns the intended call.',
    );
    expect(wayWords(safe({ kind: 'prompt', format: 'hermes' }), one, names).text).toContain('format `hermes`');
  });

  it.each<[WayOut, string]>([
    [{ kind: 'whole' }, '`stream: false`'],
    [{ kind: 'constrain', format: 'hermes' }, '`tool_choice: required`'],
    [{ kind: 'model', format: 'hermes', isOther: false }, 'lower temperature'],
    [{ kind: 'model', format: 'hermes', isOther: true }, 'Use a model that was trained on `hermes`.'],
  ])('has no button for what only the server or the model can do: %j', (what, says) => {
    const { text, button } = wayWords(safe(what), one, names);
    expect(button).toBe('');
    expect(text).toContain(says);
  });

  it('says of a call that its schema refuses, and never that it is the intended one', () => {
    const way = { kind: 'flag', runtime: 'lighthouse:beam', isWrittenFor: true, isOfOtherModel: false } as const;
    const refused = { ...one, isRefused: true };
    expect(wayWords(safe(way), refused, names).text).toMatch(/ returns the call as it is, which its schema refuses\./);
    const again = safe({ kind: 'model', format: 'hermes', isOther: false });
    expect(wayWords(again, refused, names).text).toContain('returns the intended call when the model writes');
    expect(waysHeadline({ ...refused, ways: [safe(way)] }, 'X')).toMatch(/^The schema refuses the call as the model/);
  });

  it('has a headline for lists, for none, for a stream that fails alone, and for a model that left its format', () => {
    const ways = [safe({ kind: 'edit', edit: { label: 'Repair the JSON', changes: [] } })];
    expect(waysHeadline({ ...one, ways }, 'X')).toBe(
      'Each fix was tried on this reply and on correct calls, the safest first.',
    );
    const again = safe({ kind: 'model', format: 'hermes', isOther: false });
    expect(waysHeadline({ ...one, ways: [...ways, again] }, 'X')).toBe(
      'Each fix was tried on this reply and on correct calls, the safest first. Not tried: the one for which the model has to answer again.',
    );
    expect(waysHeadline({ ...one, ways: [again] }, 'X')).toBe(
      'The model has to answer again, which cannot be tried here.',
    );
    expect(waysHeadline(one, 'X')).toBe('Nothing that was tried makes X return the intended call.');
    expect(waysHeadline({ ...one, onlyStream: true, ways }, 'X')).toMatch(/^Only the stream of X fails\. /);
    expect(waysHeadline({ ...one, left: 'hermes', ways }, 'X')).toMatch(/^The model left its format `hermes`\. /);
  });
});

describe('what the paste proves', () => {
  const proofOf = (content: string) => wordedEvidence({ content, name: null });

  it('is what helps where it has a call that the text does not hold', async () => {
    const turns =
      '{"role": "assistant", "content": "<tool_call>\\n{\\"name\\": \\"dim\\", \\"arguments\\": {}}\\n</tool_call>"}';
    expect(provedFixes(await proofOf(turns))?.[0]).toMatch(/^Switch on the tool parser/);
  });

  it('says nothing where it has no call', async () => {
    expect(provedFixes(await proofOf('Hello.'))).toBeNull();
    expect(provedFixes(null)).toBeNull();
  });
});
