import { describe, expect, it } from 'vitest';
import { applyEdit, diagnose, extract } from '../../../src/core/index.ts';

const call = '{"name": "open_hatch", "arguments": {"deck": 2}}';
const options = { runtime: 'auto', tools: [] } as const;

/** The first diagnosis of a reply without a call, and the calls after its edit. */
function firstOf(text: string): { code: string; message: string; after: number } | null {
  const extraction = extract({ text }, options);
  expect(extraction.calls).toEqual([]);
  const [first] = diagnose(extraction, options);
  if (first === undefined) return null;
  const after = first.edit === null ? text : applyEdit(text, first.edit);
  return { code: first.code, message: first.message, after: extract({ text: after }, options).calls.length };
}

describe('a call that only odd characters hide', () => {
  const around: Readonly<Record<string, readonly [string, string]>> = {
    'in a fence': ['~~~tool_call\n', '\n~~~'],
    'without markers': ['', ''],
  };
  const odd: Readonly<Record<string, readonly [string, string, string]>> = {
    'a no-break space': ['\u00a0', '', 'U+00A0'],
    'an ideographic space': ['\u3000', '', 'U+3000'],
    'a byte order mark': ['\ufeff', '', 'U+FEFF'],
  };
  for (const [where, [open, close]] of Object.entries(around))
    for (const [what, [before, after, code]] of Object.entries(odd))
      it(`${what} ${where} is named, and its edit brings the call`, () => {
        const first = firstOf(open + before + call + after + close);
        expect(first).toMatchObject({ code: 'D07', after: 1 });
        expect(first?.message).toContain(code);
      });

  it('bent quotes are named with the space before them', () => {
    const first = firstOf(`\u00a0${call.replace('"name"', '\u201cname\u201d')}`);
    expect(first).toMatchObject({ code: 'D07', after: 1 });
    expect(first?.message).toContain('U+00A0, U+201C, U+201D');
  });

  it('nothing is said of words that have such characters, nor of a call that was found', () => {
    expect(diagnose(extract({ text: 'Deck\u00a02 is \u201copen\u201d.' }, options), options)).toEqual([]);
    const found = extract({ text: `${call}\n` }, options);
    expect(found.calls).toHaveLength(1);
    expect(diagnose(found, options)).toEqual([]);
  });
});
