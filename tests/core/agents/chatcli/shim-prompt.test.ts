import { describe, expect, it } from 'vitest';
import { shimPrompt } from '../../../../src/core/agents/chatcli/shim-prompt.ts';

const tools = ['f', 'g'].map((name) => ({
  type: 'function',
  function: {
    name,
    description: 'd',
    parameters: { properties: { b: { type: 'string' }, a: {}, c: null }, required: ['b'] },
  },
}));

describe('shimPrompt', () => {
  it('covers its text with parts, one per tool', () => {
    const { text, parts, bytes, toolBytes } = shimPrompt(tools);
    expect(parts.map(({ kind }) => kind)).toEqual(['preamble', 'tool', 'tool', 'preamble']);
    expect(parts.map(({ span }) => text.slice(span.from, span.to)).join('')).toBe(text);
    expect(text).toMatch(
      /^## Tools\n[^]*"args": [^]*\n### f\n[^]*\n### g\n[^]*in double quotes, and never as XML\.\n$/,
    );
    expect(bytes).toBe(text.length);
    expect(toolBytes).toHaveLength(2);
  });

  it('lists parameters that are objects, sorted', () => {
    expect(shimPrompt(tools.slice(0, 1))).toMatchObject({
      sections: '### f\nd\n\nParameters:\n- `a` (): \n- `b` (string (required)): \n\n',
      sorted: true,
    });
  });

  it.each([[[]], [null], ['x'], [{}]])('is empty for %j', (none) => {
    expect(shimPrompt(none)).toMatchObject({ text: '', sections: '', parts: [], sorted: false });
  });

  it('never throws on entries that are no tools', () => {
    expect(shimPrompt([null, 1, { function: [] }]).sections).toBe('### \n\n\n'.repeat(3));
  });
});
