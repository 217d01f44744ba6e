import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callId, callIds } from '../../../src/core/trace/call-id.ts';

describe('callId', () => {
  it('looks like an id of the original and is always the same', () => {
    expect(callId('read_gauge', '{"dial":"oil"}', 7)).toMatch(/^call_[\w-]{12}$/);
    expect(callId('read_gauge', '{"dial":"oil"}', 7)).toBe(callId('read_gauge', '{"dial":"oil"}', 7));
  });

  it('is another one at every place of a document', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 24 - 1 }), fc.nat({ max: 2 ** 24 - 1 }), (one, other) => {
        fc.pre(one !== other);
        expect(callId('f', '{}', one)).not.toBe(callId('f', '{}', other));
      }),
      { numRuns: 2000, seed: 1 },
    );
    expect(new Set(Array.from({ length: 10_000 }, (_, at) => callId('f', '{}', at))).size).toBe(10_000);
  });

  it.each([
    ['vllm', /^chatcmpl-tool-[\da-f]{16}$/],
    ['mistral', /^[A-Za-z\d]{9}$/],
    ['sglang', /^call_[\da-f]{24}$/],
    ['llamacpp', /^[A-Za-z\d]{32}$/],
    ['ollama', /^call_[\da-z]{8}$/],
    ['lmdeploy', /^chatcmpl-tool-[2-9A-HJ-NP-Za-km-z]{22}$/],
    ['mlx', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/],
  ] as const)('has the form of the server, and is another one at every place: %s', (server, form) => {
    const ids = Array.from({ length: 10_000 }, (_, at) => callIds[server]('f', '{}', at, 0));
    expect(new Set(ids).size).toBe(10_000);
    expect(ids.every((id) => form.test(id))).toBe(true);
  });

  it.each([
    ['name', callId('g', '{"a":1}', 0)],
    ['arguments', callId('f', '{"a":2}', 0)],
    ['length', callId('f', '{"a":1}'.padEnd(200), 0)],
  ])('depends on the %s', (_, id) => {
    expect(id).not.toBe(callId('f', '{"a":1}', 0));
  });
});
