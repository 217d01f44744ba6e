import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenSpans, openFenceFilter } from '../../../../src/core/index.ts';

const cutOut = (text: string): string[] => hiddenSpans(text).map(({ from, to }) => text.slice(from, to));

function visibleOf(text: string): string {
  const filter = openFenceFilter();
  return filter.push(text) + filter.flush();
}

describe('what a user never sees', () => {
  it('is a fence from its opener to after its closer', () => {
    expect(cutOut('Oil:\n~~~tool_call\n{}\n~~~\nDone.')).toEqual(['~~~tool_call\n{}\n~~~']);
    expect(cutOut('a ~~~tool_result  \nx\n~~~~~~tool_call\n\n~~~ b')).toEqual([
      '~~~tool_result  \nx\n~~~',
      '~~~tool_call\n\n~~~',
    ]);
  });

  it('is an open fence to the end, and nothing where an opener does not count', () => {
    expect(cutOut('Oil ~~~tool_call\n{"a": 1}')).toEqual(['~~~tool_call\n{"a": 1}']);
    expect(cutOut('~~~tool_caller\n ~~~tool_call')).toEqual([]);
    expect(cutOut('')).toEqual([]);
  });

  it('leaves what the filter shows', () => {
    const piece = fc.constantFrom('~~~tool_call', '~~~tool_result', '\n', '~~~', '~', ' ', 'x', '{}');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        let shown = '';
        let at = 0;
        for (const { from, to } of hiddenSpans(text)) {
          shown += text.slice(at, from);
          at = to;
        }
        expect(shown + text.slice(at)).toBe(visibleOf(text));
      }),
    );
  });
});
