import { describe, expect, it } from 'vitest';
import { explain, extract } from '../../../../src/core/index.ts';

describe('one document', () => {
  it('holds the text and below it the native part', () => {
    const { document, parts } = extract({ text: 'Hi', tool_calls: [{ id: 'a', name: 'f' }] });
    expect(document.slice(parts.text?.from, parts.text?.to)).toBe('Hi');
    expect(JSON.parse(document.slice(parts.native?.from, parts.native?.to))).toEqual([{ id: 'a', name: 'f' }]);
  });

  it('keeps the digits of native JSON text', () => {
    const { calls } = extract({
      tool_calls_text: '[{"id": 1, "name": "f", "arguments": {"n": 12345678901234567890}}]',
    });
    expect(calls[0]?.argumentsText).toBe('{"n":12345678901234567890}');
  });

  it('keeps the text as it came for a runtime of somebody else', () => {
    expect(extract({ text: 'a\r\nb\rc' }).document).toBe('a\r\nb\rc');
    expect(extract({ text: 'a\r\nb\rc' }, { runtime: 'chatcli' }).document).toBe('a\r\nb\rc');
    // A carriage return before the closing fence keeps it from closing, as in the original.
    expect(extract({ text: '~~~tool_call\r\n{"name": "f"}\r\n~~~' }).calls).toHaveLength(1);
    expect(extract({ text: '~~~tool_call\n{"name": "f"}\n\r~~~' }).calls).toHaveLength(0);
  });

  it('is read with LF by our own runtimes, which is a step', () => {
    const { document, trace, runtime } = extract({ text: 'a\r\nb\rc' }, { runtime: 'auto' });
    expect(document).toBe('a\nb\rc');
    const step = trace.find((event) => event.kind === 'read' && event.what === 'line-ends');
    expect(step).toMatchObject({ from: 1, to: 2 });
    expect(step && explain(step, document, runtime.words).title).toBe(
      'The lines end with CRLF. Callscope reads them as if they ended with LF.',
    );
    const lines = extract({ text: 'a\nb' }, { runtime: 'auto' });
    expect(lines.trace.some((event) => event.kind === 'read' && event.what === 'line-ends')).toBe(false);
  });

  it.each([null, undefined, 7, [], {}, true])('reads nothing from %j as text', (text) => {
    expect(extract({ text }).outcome).toBe('none');
  });

  it('says where native JSON text is broken', () => {
    const { trace, document } = extract({ text: 'x', tool_calls_text: '[{"id": }]' });
    expect(trace).toContainEqual(
      expect.objectContaining({ kind: 'reject', code: 'native-not-json', at: document.indexOf('}') }),
    );
  });

  it('survives values that are no JSON at all', () => {
    const circularFree = { f: () => 1, n: Number.NaN, u: undefined, s: '\ud800' };
    expect(extract({ tool_calls: [circularFree] }).outcome).toBe('error');
  });
});
