import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract, type Extraction } from '../src/core/index.ts';
import type { ProviderResponse } from '../src/core/trace/response.ts';
import { valueToText } from '../src/core/text/json/writer.ts';
import { chatcliInput, entry, formatInput, input } from './arbitrary-responses.ts';
import { runsFor, runtimesUnderTest } from './runtimes-under-test.ts';
import { faultsOf } from './soundness.ts';

describe.each(runtimesUnderTest)('%s', (runtime) => {
  it('answers any input soundly, and the same input in the same way', () => {
    const replies =
      runtime === 'auto' || runtime === 'custom' ? formatInput : runtime.startsWith('chatcli') ? chatcliInput : input;
    // The readers of `custom` are those of `auto`; tests/core/reader/own/custom-format.test.ts has texts of its own for them.
    const numRuns = runsFor(runtime, runtime === 'custom' ? 500 : 2000);
    let withCalls = 0;
    fc.assert(
      fc.property(replies, ({ response, capabilities }) => {
        const extraction = extract(response, { runtime, capabilities });
        if (extraction.calls.length > 0) withCalls += 1;
        const faults = faultsOf(extraction);
        if (faults.length > 0) expect(faults).toEqual([]);
        const [first, second] = [extraction, extract(response, { runtime, capabilities })].map((one) =>
          JSON.stringify(one),
        );
        if (first !== second) expect(second).toBe(first);
      }),
      { numRuns },
    );
    // Or the inputs would be mere noise.
    expect(withCalls).toBeGreaterThan(numRuns / 10);
  });

  it('finds the same calls in native calls and in their JSON text', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), fc.constantFrom(0, 3), (calls, indent) => {
        const value: ProviderResponse = { tool_calls: calls };
        // Not JSON.stringify: it escapes half a surrogate pair, and Jason refuses that escape.
        const asText: ProviderResponse = { tool_calls_text: valueToText(calls, indent) };
        expect(withoutPlaces(extract(asText, { runtime }))).toEqual(withoutPlaces(extract(value, { runtime })));
      }),
      { numRuns: runsFor(runtime, 400) },
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
