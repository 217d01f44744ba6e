import { expect, test } from 'vitest';
import { recognise } from '../../../src/core/recognise/index.ts';

const reply = 'I read it.\n<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>';
const bare = '{"type": "function", "name": "Bash", "parameters": {"command": "echo hello"}}';

test.each([
  'vllm serve Qwen/Qwen3-8B --enable-auto-tool-choice --tool-call-parser hermes\n',
  '$ vllm serve Qwen/Qwen3-8B \\\n  --enable-auto-tool-choice \\\n  --tool-call-parser hermes\n\n',
  'export HF_TOKEN=abc\nVLLM_LOGGING_LEVEL=DEBUG vllm serve a/b\n\n',
  'curl http://127.0.0.1:8000/v1 -H "A: b"\nexport HF_TOKEN=abc\nvllm serve a/b --tool-call-parser hermes\n\n',
  'vLLM 0.23.0 RedHatAI/Llama-4-Scout\n--enable-auto-tool-choice --tool-call-parser llama4_pythonic\n\n',
  'python -m vllm.entrypoints.openai.api_server --model a/b\n\n',
  'llama-server -m a.gguf --jinja\n\n',
  'docker run --gpus all vllm/vllm-openai --model a/b\n\n',
])('the reply is what is below the lines of a person: %j', (head) => {
  for (const text of [reply, bare])
    expect(recognise({ content: head + text, name: null }).replies.map((one) => one.text)).toEqual([text]);
});

test.each([`${reply}\nvllm serve a/b`, 'vllm serve a/b --port 1\n', `I use vllm serve.\n\n${reply}`])(
  'a text without such lines at its beginning stays whole: %j',
  (content) => {
    expect(recognise({ content, name: null }).replies.map(({ text }) => text)).toEqual([content]);
  },
);

test('a sentence that begins with a server and its version is no head', () => {
  const body = `{"choices":[{"index":0,"message":{"role":"assistant","content":${JSON.stringify(reply)}}}]}`;
  const content = `vLLM 0.11, Qwen3 with the parser hermes. My script prints:\n${body}\nand no call.`;
  expect(recognise({ content, name: null }).replies.map(({ text }) => text)).toEqual([reply]);
});

test.each([
  ['it loops and loops, this is the export of the chat:\n', 'messages'],
  ['My agent does nothing.\n\n', 'messages'],
  ['history: ', 'messages'],
  ['The tools that I send are these:\n', 'tools'],
])('a conversation below a sentence is one: %j', (lead, kind) => {
  const messages = [
    { role: 'user', content: 'Dim it.' },
    { role: 'assistant', content: reply },
  ];
  const tools = [{ type: 'function', function: { name: 'dim_lamp', parameters: { type: 'object' } } }];
  const value = kind === 'messages' ? messages : tools;
  const found = recognise({ content: `${lead}${JSON.stringify(value, null, 1)}\n`, name: null });
  expect(found.kind === 'messages').toBe(kind === 'messages');
});
