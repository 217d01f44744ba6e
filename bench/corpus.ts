import type { ProviderResponse } from '../src/core/trace/response.ts';

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

/** As a request declares them. */
export const tenTools = Array.from({ length: 10 }, (_, index) => ({
  name: `tool_${index}`,
  description: 'Does something useful with a path and a number.',
  schema: {
    type: 'object',
    properties: { path: { type: 'string' }, line: { type: 'integer' }, mode: { enum: ['a', 'b'] } },
    required: ['path'],
  },
}));

/** Replies of 500 characters with calls of these tools, as several models write them, whole and broken, and without a call. */
export const manyReplies: readonly ProviderResponse[] = Array.from({ length: 500 }, (_, index) => {
  const name = `tool_${index % 10}`;
  const json = JSON.stringify({ name, arguments: { path: `/data/file-${index}.txt`, line: index } });
  const calls = [
    `<tool_call>\n${json}\n</tool_call>\n`,
    `<tool_call>\n<function=${name}>\n<parameter=path>\n/data/${index}\n</parameter>\n</function>\n</tool_call>\n`,
    `~~~tool_call\n${json}\n~~~\n`,
    `<tool_call>\n${json.replace('}}', ',}}')}\n</tool_call>\n`,
    `Nothing to call here, number ${index}. `,
  ];
  return { text: (calls[index % calls.length] ?? '').padEnd(500, sentence) };
});

/** The same length, each with one call in formats whose markers are words or brackets that prose has as well. */
export const plainReplies: Readonly<Record<string, readonly ProviderResponse[]>> = {
  ReAct: repliesOf(
    (name, index) =>
      `Thought: I need the file.\nAction: ${name}\nAction Input: {"path": "/data/${index}.txt", "line": ${index}}\n`,
  ),
  pythonic: repliesOf((name, index) => `[${name}(path="/data/${index}.txt", line=${index})]\n`),
};

function repliesOf(call: (name: string, index: number) => string): ProviderResponse[] {
  return Array.from({ length: 500 }, (_, index) => ({ text: call(`tool_${index % 10}`, index).padEnd(500, sentence) }));
}
