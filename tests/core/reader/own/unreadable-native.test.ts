import { describe, expect, it } from 'vitest';
import { extract } from '../../../../src/core/index.ts';

/** A native call whose arguments end too early. */
function kept(args: unknown, runtime: string): string | undefined {
  const entry = { id: 'a', type: 'function', function: { name: 'f', arguments: args } };
  return extract({ tool_calls: [entry] }, { runtime }).calls[0]?.argumentsText;
}

const cut = '{"city": "Bern", "note": "a \\"quoted\\" word';

describe('a native call whose arguments are no JSON', () => {
  it('is kept by our own reader with the text that the model wrote', () => {
    expect(JSON.parse(kept(cut, 'auto') ?? '')).toEqual({ __invalid_json__: cut });
  });

  it('is cut at 400 characters, and anything but a text is JSON', () => {
    expect(JSON.parse(kept(`{${'x'.repeat(900)}`, 'auto') ?? '')).toEqual({ __invalid_json__: `{${'x'.repeat(399)}` });
    expect(JSON.parse(kept([1, 'a'], 'auto') ?? '')).toEqual({ __invalid_json__: '[1,"a"]' });
  });

  it('is kept by ExAthena as a term', () => {
    expect(JSON.parse(kept(cut, 'exathena-head') ?? '')).toEqual({ __invalid_json__: JSON.stringify(cut) });
  });
});
