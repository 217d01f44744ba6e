import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract, runtimeList, type Extraction, type ProviderResponse } from '../src/core/index.ts';
import { valueToText } from '../src/core/json/writer.ts';
import { chatcliInput, entry, formatInput, input, seed } from './arbitrary-responses.ts';
import { faultsOf } from './soundness.ts';

describe.each(runtimeList.map(({ id }) => id))('%s', (profile) => {
  it('answers any input soundly, and the same input in the same way', () => {
    const replies =
      profile === 'auto' || profile === 'custom' ? formatInput : profile.startsWith('chatcli') ? chatcliInput : input;
    // The readers of `custom` are those of `auto`; tests/custom-format.test.ts has texts of its own for them.
    const numRuns = profile === 'custom' ? 1000 : replies === input ? 10_000 : 4000;
    let withCalls = 0;
    fc.assert(
      fc.property(replies, ({ response, capabilities }) => {
        const extraction = extract(response, { runtime: profile, capabilities });
        if (extraction.calls.length > 0) withCalls += 1;
        expect(faultsOf(extraction)).toEqual([]);
        expect(JSON.stringify(extract(response, { runtime: profile, capabilities }))).toBe(JSON.stringify(extraction));
      }),
      { numRuns, seed },
    );
    // Or the inputs would be mere noise.
    expect(withCalls).toBeGreaterThan(profile === 'custom' ? 100 : 1000);
  });

  it('finds the same calls in native calls and in their JSON text', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), fc.constantFrom(0, 3), (calls, indent) => {
        const value: ProviderResponse = { tool_calls: calls };
        // Not JSON.stringify: it escapes half a surrogate pair, and Jason refuses that escape.
        const asText: ProviderResponse = { tool_calls_text: valueToText(calls, indent) };
        expect(withoutPlaces(extract(asText, { runtime: profile }))).toEqual(
          withoutPlaces(extract(value, { runtime: profile })),
        );
      }),
      { numRuns: 2000, seed },
    );
  });
});

function withoutPlaces({ outcome, calls, error }: Extraction): unknown {
  return {
    outcome,
    error: error?.code,
    // A generated id depends on the place.
    calls: calls.map(({ id, idGenerated, name, argumentsText }) => [idGenerated ? null : id, name, argumentsText]),
  };
}
