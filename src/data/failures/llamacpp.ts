import { call, failuresOf } from './failure.ts';
import { files } from './workbench.ts';

const readApp = call('read_file', '{"path": "src/app.ts"}');
const hermesCall = '<tool_call>\n{"name": "read_file", "arguments": {"path": "src/app.ts"}}\n</tool_call>';
const program =
  'Here is the program:\n\n```c\n#include <stdio.h>\nint main(void) {\n  puts("hello");\n  return 0;\n}\n```\n';
const startServer =
  '<tool_call>\n<function=run_command>\n<parameter=command>\nnpm start\n</parameter>\n<parameter=background>\nTrue\n</parameter>\n</function>\n</tool_call>';
const requestBody =
  'Send this body to the API:\n\n```json\n{"name": "ann", "arguments": {"role": "admin"}}\n```\n\nIt returns the new user.';
const writeNotes = (body: string): string =>
  `<|channel|>analysis<|message|>Write the notes.<|end|><|start|>assistant<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>${body}`;
const twoReads =
  '<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "a.ts"}<|tool_call_end|><|tool_call_begin|>functions.read_file:1<|tool_call_argument_begin|>{"path": "b.ts"}<|tool_call_end|>';
const doubled = '<tool_call>\n{"name": "read_file", "arguments": "{\\"path\\": \\"src/app.ts\\"}"}\n</tool_call>';

export const llamacppFailures = failuresOf('llama.cpp', [
  {
    id: 'llamacpp-brace-in-code',
    title: 'A C program in the answer is an HTTP error',
    kind: 'server-error',
    threads: ['ggml-org/llama.cpp#20806'],
    happens: 'llama.cpp answers with status 500: for Llama 3, `{` opens a call. The stream breaks off at that brace.',
    helps: 'Use a build that returns such text, as b8121 does.',
    state: { profile: 'llamacpp:llama3', tools: files, text: program },
    claim: {
      calls: 'error',
      content: null,
      lost: 'puts("hello");',
      streamed: {
        calls: [],
        content: 'Here is the program:\n\n```c\n#include <stdio.h>\nint main(void) ',
        breaks: true,
      },
    },
    remedy: { change: { profile: 'llamacpp:llama-3-x@b8121' }, calls: [], streamed: true },
  },
  {
    id: 'llamacpp-one-brace-short',
    title: 'gpt-oss forgets the last brace of its arguments',
    kind: 'invalid-json',
    threads: ['lmstudio-ai/lmstudio-bug-tracker#942'],
    happens: 'llama.cpp returns the call with arguments that are no JSON: the last brace is missing there, too.',
    helps: 'Constrain the output to the schema. Let the client check the arguments before it runs a call.',
    state: {
      profile: 'llamacpp:gpt-oss',
      tools: files,
      text: writeNotes('{"path": "notes.md", "content": "First line"'),
    },
    claim: { calls: [call('write_file', '{"path": "notes.md", "content": "First line"')] },
    remedy: {
      change: { text: writeNotes('{"path": "notes.md", "content": "First line"}') },
      calls: [call('write_file', '{"path": "notes.md", "content": "First line"}')],
      streamed: true,
    },
  },
  {
    id: 'llamacpp-python-boolean',
    title: 'Qwen writes `True`, and the whole call is lost',
    kind: 'wrong-type',
    threads: ['PrimeIntellect-ai/renderers#52', 'unslothai/unsloth#10019'],
    happens: 'llama.cpp returns an empty message: for a boolean, its grammar allows only `true` and `false`.',
    helps: 'Keep the grammar of llama.cpp on, which forces `true`. vLLM converts the word itself.',
    state: { profile: 'llamacpp:qwen3-coder', tools: files, text: startServer },
    claim: { calls: [], content: '', lost: '<parameter=background>' },
    remedy: {
      change: { profile: 'vllm:qwen3_coder' },
      calls: [call('run_command', '{"command": "npm start", "background": true}')],
      streamed: true,
    },
  },
  {
    id: 'llamacpp-call-while-thinking',
    title: 'The call is inside the reasoning, and the answer is empty',
    kind: 'reasoning',
    threads: ['vllm-project/vllm#39056', 'RooCodeInc/Roo-Code#9172'],
    happens: 'llama.cpp returns an empty message: all that comes before `</think>` is reasoning, the call as well.',
    helps: 'Turn thinking off, or ask the model to call tools after `</think>`.',
    state: {
      profile: 'llamacpp:qwen3',
      tools: files,
      text: `<think>\nI will read it.\n${hermesCall}\n</think>\n\n`,
    },
    claim: { calls: [], content: '', streamed: { calls: [], content: '' } },
    remedy: {
      change: { text: `<think>\nI will read it.\n</think>\n\n${hermesCall}` },
      calls: [readApp],
      streamed: true,
    },
  },
  {
    id: 'llamacpp-arguments-as-string',
    title: 'Granite encodes its arguments twice and calls with `{}`',
    kind: 'encoded-twice',
    threads: ['vllm-project/vllm#54964'],
    happens: 'llama.cpp returns the call with empty arguments: the model wrote them as a string, not as an object.',
    helps: 'Decode the arguments once in the client that replays them. The Granite parser of vLLM decodes them.',
    documented: 'Models imitate the encoded arguments that they see in their history.',
    state: { profile: 'llamacpp:granite-4', tools: files, text: doubled },
    claim: { calls: [call('read_file', '{}')] },
    remedy: { change: { profile: 'vllm:granite4' }, calls: [readApp], streamed: true },
  },
  {
    id: 'llamacpp-b8121-code-sample',
    title: 'A JSON sample in a code block runs as a call',
    kind: 'quoted-call',
    threads: ['ggml-org/llama.cpp#18183'],
    happens: 'Build b8121 returns a call to `ann`, a tool that does not exist, and removes the sample from the text.',
    helps: 'Update llama.cpp: v0.5.0 returns the text. Refuse calls to undeclared tools in the client.',
    state: { profile: 'llamacpp:hermes-2-pro@b8121', tools: files, text: requestBody },
    claim: {
      calls: [call('ann', '{"role": "admin"}')],
      content: 'Send this body to the API:\n\nIt returns the new user.',
    },
    remedy: { change: { profile: 'llamacpp:qwen3' }, calls: [], streamed: true },
  },
  {
    id: 'llamacpp-b8121-section-not-closed',
    title: 'Kimi K2 is cut off after two complete calls',
    kind: 'cut-off',
    threads: ['ai-dynamo/dynamo#8208'],
    happens: 'Build b8121 returns both calls as text: the section has no closing marker.',
    helps: 'Update llama.cpp: v0.5.0 returns both calls. Raise the token limit as well.',
    state: { profile: 'llamacpp:kimi-k2@b8121', tools: files, text: twoReads },
    claim: { calls: [], content: twoReads },
    remedy: {
      change: { profile: 'llamacpp:kimi-k2' },
      calls: [call('read_file', '{"path": "a.ts"}'), call('read_file', '{"path": "b.ts"}')],
      streamed: true,
    },
  },
]);
