/**
 * Lines of the golden files that are not answered as the original does, by `<id> whole` or `<id> streamed`, each with its
 * reason. The test fails for a line that is answered rightly and still in this list.
 */
export const unmatched: ReadonlyMap<string, string> = new Map([
  [
    'sg-json_array-p-jsonarr-name-number whole',
    'the data have a name that is the number 5; the server itself refuses a call whose name is no string',
  ],
  [
    'lmdeploy|llama3|more-lmd-llama3-003 streamed',
    'the partial-JSON reader that LMDeploy was run with takes a comma and a quote at the end otherwise than release 0.2.1.1',
  ],
  [
    'chain-ernie45+ernie45-030@vllm streamed',
    'three tokens a delta: a line break in the delta after the closing tag, which the original keeps',
  ],
  ['chain-glm45+glm47-057@sglang streamed', 'the server sends arguments at the end for a call that never had a name'],
  ['chain-kimi_k3+kimi_k3-061@sglang whole', 'the whole words of a TypeError of Python, which the data have'],
  ['chain-kimi_k3+kimi_k3-061@sglang streamed', 'the whole words of a TypeError of Python, which the data have'],
  ['chain-kimi_k3+kimi_k3-063@sglang whole', 'the whole words of a TypeError of Python, which the data have'],
  ['chain-kimi_k3+kimi_k3-063@sglang streamed', 'the whole words of a TypeError of Python, which the data have'],
  ['chain-kimi_k3+kimi_k3-064@sglang whole', 'the whole words of a TypeError of Python, which the data have'],
  ['chain-kimi_k3+kimi_k3-064@sglang streamed', 'the whole words of a TypeError of Python, which the data have'],
]);
