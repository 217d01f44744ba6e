import { call, failuresOf, inPieces } from './failure.ts';
import { files, workbench } from './workbench.ts';

const readApp = call('read_file', '{"path": "src/app.ts"}');
const bash = '<tool_call>\n{"name": "bash", "arguments": {"command": "npm test"}}\n</tool_call>';
const explained = 'To call a tool, write `<function=run_command>` and its parameters.\n\nNothing else is needed.';
const gemmaSearch =
  '<|tool_call>call:search_logs{query:<|"|>timeout<|"|>,filter:{<|"|>level<|"|>:<|"|>error<|"|>}}<tool_call|>';
const harmony = (body: string): string =>
  `<|channel|>commentary to=functions.run_command <|constrain|>json<|message|>${body}<|call|>`;

export const sglangFailures = failuresOf('SGLang', [
  {
    id: 'sglang-undeclared-tool',
    title: 'A tool that nobody declared: an empty message',
    kind: 'unknown-tool',
    threads: ['anomalyco/opencode#31558'],
    happens: 'SGLang drops the call and its text: the model calls `bash`, and the request declares `run_command`.',
    helps: 'Declare the tool under the name that the model uses.',
    state: { profile: 'sglang:qwen25', tools: files, text: bash },
    claim: { calls: [], content: '', lost: '"name": "bash"' },
    remedy: {
      change: { tools: files.replace('"run_command"', '"bash"') },
      calls: [call('bash', '{"command": "npm test"}')],
      streamed: true,
    },
  },
  {
    id: 'sglang-arguments-stay-empty',
    title: 'DeepSeek V3.1 in one big delta: the arguments are `{}`',
    kind: 'stream-differs',
    threads: ['sgl-project/sglang#18236'],
    happens: 'Whole, SGLang returns the path. Streamed in one piece, it sends the call with empty arguments.',
    helps: 'Send the request with `stream: false`, or let the client refuse calls that lack required arguments.',
    state: {
      profile: 'sglang:deepseekv31',
      tools: files,
      ...inPieces(
        '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜t',
        'ool▁sep｜>{"path": "src/app.ts"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      ),
      view: 'stream',
    },
    claim: { calls: [readApp], streamed: { calls: [call('read_file', '{}')] } },
    remedy: { change: {}, calls: [readApp] },
  },
  {
    id: 'sglang-quoted-tag',
    title: 'An explanation of the format becomes a call',
    kind: 'quoted-call',
    threads: ['sgl-project/sglang#38624'],
    happens: 'Whole, SGLang returns the text. Streamed, it takes the tag in the code span for the beginning of a call.',
    helps: 'Send the request with `stream: false`. Ollama returns this text in both ways.',
    state: { profile: 'sglang:qwen3_coder', tools: files, text: explained, view: 'stream' },
    claim: {
      calls: [],
      content: explained,
      streamed: {
        calls: [call('run_command', '')],
        content: explained.replace('<function=run_command>', ''),
      },
    },
    remedy: { change: { profile: 'ollama:qwen3-coder' }, calls: [], streamed: true },
  },
  {
    id: 'sglang-shell-for-json',
    title: 'gpt-oss writes the command itself, without JSON',
    kind: 'invalid-json',
    threads: ['continuedev/continue#10221'],
    happens: 'SGLang returns the reply with all its channels as text. Streamed, the client gets nothing.',
    helps: 'Show one complete call in the prompt, with `{"command": …}` as its arguments.',
    state: { profile: 'sglang:gpt-oss', tools: files, text: harmony('ls -R') },
    claim: { calls: [], content: harmony('ls -R'), streamed: { calls: [], content: '' } },
    remedy: {
      change: {
        text: `<|channel|>analysis<|message|>List the files.<|end|><|start|>assistant${harmony('{"command": "ls -R"}')}`,
      },
      calls: [call('run_command', '{"command": "ls -R"}')],
      streamed: true,
    },
  },
  {
    id: 'sglang-list-for-tags',
    title: 'LFM2 writes a Python list between its own markers',
    kind: 'wrong-parser',
    threads: ['lmstudio-ai/lmstudio-bug-tracker#1979'],
    happens: 'SGLang returns the call as text: the parser of Qwen looks for `<tool_call>`.',
    helps: 'Start SGLang with `--tool-call-parser lfm2`.',
    state: {
      profile: 'sglang:qwen25',
      tools: files,
      text: '<|tool_call_start|>[read_file(path="src/app.ts")]<|tool_call_end|>',
    },
    claim: { calls: [], content: '<|tool_call_start|>[read_file(path="src/app.ts")]<|tool_call_end|>' },
    remedy: { change: { profile: 'sglang:lfm2' }, calls: [readApp] },
  },
  {
    id: 'sglang-brackets-gone',
    title: 'MiniMax loses its angle brackets on the way',
    kind: 'damaged-markers',
    threads: ['exo-explore/exo#1882'],
    happens: 'SGLang returns the rest as text: without `<` no tag begins.',
    helps: 'Check what removes special tokens before the parser reads them.',
    state: {
      profile: 'sglang:minimax-m2',
      tools: files,
      text: 'invoke name="read_file">\nparameter name="path">src/app.ts</parameter>\ninvoke>',
    },
    claim: { calls: [], content: 'invoke name="read_file">\nparameter name="path">src/app.ts</parameter>\ninvoke>' },
    remedy: {
      change: {
        text: '<minimax:tool_call>\n<invoke name="read_file">\n<parameter name="path">src/app.ts</parameter>\n</invoke>\n</minimax:tool_call>',
      },
      calls: [readApp],
      streamed: true,
    },
  },
  {
    id: 'sglang-quoted-keys',
    title: 'Gemma 4 puts its keys in quotes, and they stay there',
    kind: 'damaged-markers',
    threads: ['ollama/ollama#15315'],
    happens: 'SGLang returns the key `<|"|>level<|"|>`: it removes the quote tokens from values only.',
    helps: 'Serve the model with vLLM of August 2026, which removes the tokens from keys as well.',
    state: { profile: 'sglang:gemma4', tools: workbench('search_logs'), text: gemmaSearch },
    claim: {
      calls: [call('search_logs', String.raw`{"query": "timeout", "filter": {"<|\"|>level<|\"|>": "error"}}`)],
    },
    remedy: {
      change: { profile: 'vllm:gemma4' },
      calls: [call('search_logs', '{"query": "timeout", "filter": {"level": "error"}}')],
      streamed: true,
    },
  },
]);
