import type { ProviderResponse } from '../src/core/document/response.ts';

const CALLS = 8_000;

/** A megabyte in 8,000 calls: what a budget of design size means. */
export const payloads: readonly string[] = Array.from(
  { length: CALLS },
  (_, index) =>
    `{"name": "read_file", "arguments": {"path": "/data/file-${index}.txt", "line": ${index}, "deep": {"a": [1, 2, 3], "b": "text \\"q\\""}}}`,
);

export const fences: ProviderResponse = { text: payloads.map((payload) => `~~~tool_call\n${payload}\n~~~\n`).join('') };
export const bareJson: ProviderResponse = { text: payloads.join('\n') };
export const tags: ProviderResponse = {
  text: payloads.map((payload) => `<tool_call>${payload}</tool_call>`).join('\n'),
};
export const native: ProviderResponse = {
  tool_calls: payloads.map((payload, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name: 'read_file', arguments: payload },
  })),
};

const sentence = 'The quick brown fox, it said, jumps over the lazy dog. ';
export const prose: ProviderResponse = { text: sentence.repeat(20_000) };
/** Prose that gets as far as the last tier: it speaks of the keys of a call. */
export const proseAboutCalls: ProviderResponse = {
  text: `A call has a "name" and "arguments", as in {x}. ${sentence.repeat(20_000)} And so on, {y}.`,
};
