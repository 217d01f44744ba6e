import { call, failuresOf, inPieces } from './failure.ts';
import { files, searchWithReference, workbench } from './workbench.ts';

const readApp = call('read_file', '{"path": "src/app.ts"}');
const coderCall =
  '<tool_call>\n<function=read_file>\n<parameter=path>\nsrc/app.ts\n</parameter>\n</function>\n</tool_call>';
const hermesCall = (path: string): string =>
  `<tool_call>\n{"name": "read_file", "arguments": {"path": "${path}"}}\n</tool_call>`;
const step3Call = {
  opener: '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜>',
  body: '<steptml:invoke name="read_file"><steptml:parameter name="path">src/app.ts</steptml:parameter></steptml:invoke>',
  closer: '<｜tool_call_end｜><｜tool_calls_end｜>',
};
const dsmlInvoke =
  '<｜DSML｜invoke name="read_file">\n<｜DSML｜parameter name="path" string="true">src/app.ts</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>';
const aboutClosers = 'Each value ends with </parameter> in this format.';
const writtenSetup =
  '<tool_call>\n<function=write_file>\n<parameter=path>\nREADME.md\n</parameter>\n<parameter=content>\n# Setup\n\nInstall the dep';

export const vllmFailures = failuresOf('vLLM', [
  {
    id: 'vllm-json-for-python-list',
    title: 'Llama 4 writes JSON, the parser expects a Python list',
    kind: 'wrong-parser',
    threads: ['vllm-project/vllm#46863'],
    happens: 'vLLM returns the call as text: this parser reads only `[name(argument="…")]`.',
    helps: 'Start vLLM with `--tool-call-parser llama4_json`.',
    state: {
      profile: 'vllm:llama4_pythonic',
      tools: files,
      text: '{"type": "function", "name": "run_command", "parameters": {"command": "ls -la"}}',
    },
    claim: {
      calls: [],
      content: '{"type": "function", "name": "run_command", "parameters": {"command": "ls -la"}}',
    },
    remedy: {
      change: { profile: 'vllm:llama4_json' },
      calls: [call('run_command', '{"command": "ls -la"}')],
      streamed: true,
    },
  },
  {
    id: 'vllm-code-block-for-tags',
    title: 'Qwen2.5-Coder writes its call into a code block',
    kind: 'wrong-parser',
    threads: ['vllm-project/vllm#32926'],
    happens: 'vLLM returns the reply as text: the Hermes parser looks for `<tool_call>` and finds none.',
    helps:
      'Choose `llama3_json` and `stream: false`: only whole replies give it JSON inside of text. It drops that text.',
    state: {
      profile: 'vllm:hermes',
      tools: files,
      text: 'I will look at the settings first.\n\n```json\n{"name": "read_file", "arguments": {"path": "setup.cfg"}}\n```',
    },
    claim: {
      calls: [],
      content:
        'I will look at the settings first.\n\n```json\n{"name": "read_file", "arguments": {"path": "setup.cfg"}}\n```',
    },
    remedy: { change: { profile: 'vllm:llama3_json' }, calls: [call('read_file', '{"path": "setup.cfg"}')] },
  },
  {
    id: 'vllm-coder-tags-for-json',
    title: 'Qwen3-Coder under the Hermes parser: the stream is empty',
    kind: 'wrong-parser',
    threads: ['lablup/mlxcel#204'],
    happens:
      'The wrapper is the same, but the parser expects JSON inside. vLLM returns the whole reply as text, and streams nothing at all.',
    helps: 'Start vLLM with `--tool-call-parser qwen3_coder`.',
    state: { profile: 'vllm:hermes', tools: files, text: coderCall },
    claim: { calls: [], content: coderCall, streamed: { calls: [], content: '' } },
    remedy: { change: { profile: 'vllm:qwen3_coder' }, calls: [readApp], streamed: true },
  },
  {
    id: 'vllm-words-before-list',
    title: 'One sentence before the Python list disables the parser',
    kind: 'text-around',
    threads: ['vllm-project/vllm#22917'],
    happens: 'vLLM returns the reply as text: the list must begin with the first character.',
    helps: 'Ask the model for the list alone. The same parser in SGLang finds it inside of text.',
    state: {
      profile: 'vllm:llama4_pythonic',
      tools: files,
      text: 'I will run the tests now. [run_command(command="npm test")]',
    },
    claim: { calls: [], content: 'I will run the tests now. [run_command(command="npm test")]' },
    remedy: { change: { profile: 'sglang:pythonic' }, calls: [call('run_command', '{"command": "npm test"}')] },
  },
  {
    id: 'vllm-closer-in-value',
    title: 'A closing tag inside a value ends the value',
    kind: 'damaged-markers',
    threads: ['vllm-project/vllm#44060'],
    happens: 'vLLM returns the call with half of its text: the format has no escape for `</parameter>`.',
    helps: 'Choose a format with JSON values for texts about markup. There, the tag is part of a string.',
    state: {
      profile: 'vllm:minimax_m2',
      tools: files,
      text: `<minimax:tool_call>\n<invoke name="write_file">\n<parameter name="path">docs/format.md</parameter>\n<parameter name="content">${aboutClosers}</parameter>\n</invoke>\n</minimax:tool_call>`,
    },
    claim: { calls: [call('write_file', '{"path": "docs/format.md", "content": "Each value ends with "}')] },
    remedy: {
      change: {
        profile: 'vllm:hermes',
        text: `<tool_call>\n{"name": "write_file", "arguments": {"path": "docs/format.md", "content": "${aboutClosers}"}}\n</tool_call>`,
      },
      calls: [call('write_file', `{"path": "docs/format.md", "content": "${aboutClosers}"}`)],
      streamed: true,
    },
  },
  {
    id: 'vllm-gemma-without-call',
    title: 'Gemma 4 forgets the word `call`, and the streamed reply is gone',
    kind: 'reply-lost',
    threads: ['vllm-project/vllm#53431'],
    happens:
      'Streamed, vLLM sends neither a call nor text: after the opening marker it drops what it cannot read. Without streaming, its server returns the text.',
    helps: 'Show the exact form in the prompt, with one example: `call:` comes before the name.',
    documented: 'The report lost it without streaming too, with vLLM 0.26.0 and 0.27.1.',
    state: {
      profile: 'vllm:gemma4',
      tools: files,
      text: '<|tool_call>:read_file{path:<|"|>src/app.ts<|"|>}<tool_call|>',
    },
    claim: {
      calls: [],
      content: '<|tool_call>:read_file{path:<|"|>src/app.ts<|"|>}<tool_call|>',
      streamed: { calls: [], content: '' },
    },
    remedy: {
      change: { text: '<|tool_call>call:read_file{path:<|"|>src/app.ts<|"|>}<tool_call|>' },
      calls: [readApp],
      streamed: true,
    },
  },
  {
    id: 'vllm-gemma-half-quotes',
    title: 'Half of a quote token ends up in a path',
    kind: 'damaged-markers',
    threads: ['vllm-project/vllm#39468'],
    happens: 'vLLM returns the path with `<|"|"` around it: only the whole token `<|"|>` ends a string.',
    helps: 'Check the quantisation and the template of the model. With whole tokens, the path is clean.',
    state: {
      profile: 'vllm:gemma4',
      tools: files,
      text: '<|tool_call>call:read_file{path:<|"|"/home/ann/notes.md<|"|"}<tool_call|>',
    },
    claim: { calls: [call('read_file', String.raw`{"path": "<|\"|\"/home/ann/notes.md<|\"|\""}`)] },
    remedy: {
      change: { text: '<|tool_call>call:read_file{path:<|"|>/home/ann/notes.md<|"|>}<tool_call|>' },
      calls: [call('read_file', '{"path": "/home/ann/notes.md"}')],
      streamed: true,
    },
  },
  {
    id: 'vllm-schema-reference',
    title: 'A `$ref` in the schema turns an object into a string',
    kind: 'wrong-type',
    threads: ['vllm-project/vllm#46924'],
    happens: 'vLLM returns `filter` as a string: the parser does not follow `$ref`, so it knows no type.',
    helps: 'Write the type of `filter` into the parameter, without a reference.',
    state: {
      profile: 'vllm:qwen3_coder',
      tools: searchWithReference,
      text: '<tool_call>\n<function=search_logs>\n<parameter=query>\ntimeout\n</parameter>\n<parameter=filter>\n{"level": "error"}\n</parameter>\n</function>\n</tool_call>',
    },
    claim: {
      calls: [call('search_logs', String.raw`{"query": "timeout", "filter": "{\"level\": \"error\"}"}`)],
    },
    remedy: {
      change: { tools: workbench('search_logs') },
      calls: [call('search_logs', '{"query": "timeout", "filter": {"level": "error"}}')],
      streamed: true,
    },
  },
  {
    id: 'vllm-cut-off-argument',
    title: 'Cut off at the token limit, the call loses an argument',
    kind: 'cut-off',
    threads: ['vllm-project/vllm#58228'],
    happens: 'vLLM returns a call without `content`. The stream breaks off in the middle of that value.',
    helps: 'Raise the token limit. Do not run a call when the reply used all of its tokens.',
    documented: 'The finish reason is `tool_calls`, as for a complete call.',
    state: { profile: 'vllm:qwen3_coder', tools: files, text: writtenSetup },
    claim: {
      calls: [call('write_file', '{"path": "README.md"}')],
      streamed: {
        calls: [call('write_file', String.raw`{"path": "README.md", "content": "# Setup\n\nInstall the dep`)],
      },
    },
    remedy: {
      change: { text: `${writtenSetup}endencies.\n</parameter>\n</function>\n</tool_call>` },
      calls: [call('write_file', String.raw`{"path": "README.md", "content": "# Setup\n\nInstall the dependencies."}`)],
      streamed: true,
    },
  },
  {
    id: 'vllm-no-arguments-streamed',
    title: 'A call without arguments is lost in the stream',
    kind: 'stream-differs',
    threads: ['vllm-project/vllm#41654'],
    happens: 'The release of May 2026 returns the call of the whole reply. Streamed, it sends nothing.',
    helps: 'Update vLLM: the release of August 2026 streams the call.',
    state: {
      profile: 'vllm:glm47@2026-05',
      tools: workbench('list_filters'),
      text: '<tool_call>list_filters</tool_call>',
      view: 'stream',
    },
    claim: { calls: [call('list_filters', '{}')], streamed: { calls: [], content: '' } },
    remedy: { change: { profile: 'vllm:glm47' }, calls: [call('list_filters', '{}')], streamed: true },
  },
  {
    id: 'vllm-step3-cut',
    title: 'Where the stream is cut decides about the arguments',
    kind: 'stream-differs',
    threads: ['vllm-project/vllm#55082'],
    happens:
      'The opening marker comes in two pieces here. vLLM streams the name without arguments, and then the stream breaks off.',
    helps: 'Send the request with `stream: false`: the whole reply gives the call with its arguments.',
    state: {
      profile: 'vllm:step3',
      tools: files,
      ...inPieces(step3Call.opener.slice(0, 10), `${step3Call.opener.slice(10)}${step3Call.body}${step3Call.closer}`),
      view: 'stream',
    },
    claim: { calls: [readApp], streamed: { calls: [call('read_file', '')], breaks: true } },
    remedy: { change: {}, calls: [readApp] },
  },
  {
    id: 'vllm-large-deltas',
    title: 'Speculative decoding sends big pieces, and the arguments are lost',
    kind: 'stream-differs',
    threads: ['vllm-project/vllm#32152'],
    happens: 'The release of May 2026 gets the whole call in two deltas. It streams the name without arguments.',
    helps: 'Update vLLM: the release of August 2026 streams the same pieces correctly.',
    state: {
      profile: 'vllm:qwen3_coder@2026-05',
      tools: files,
      ...inPieces('<tool_call>\n<function=read_file>', coderCall.slice('<tool_call>\n<function=read_file>'.length)),
      view: 'stream',
    },
    claim: { calls: [readApp], streamed: { calls: [call('read_file', '')] } },
    remedy: { change: { profile: 'vllm:qwen3_coder' }, calls: [readApp], streamed: true },
  },
  {
    id: 'vllm-empty-block',
    title: 'An empty block becomes a call without a name',
    kind: 'stream-differs',
    threads: ['vllm-project/vllm#46091'],
    happens:
      'Whole, vLLM of May 2026 returns the one real call. Streamed, it sends another call first, which never gets a name.',
    helps: 'Send the request with `stream: false`, or drop calls without a name in the client.',
    state: {
      profile: 'vllm:qwen3_xml@2026-05',
      tools: files,
      text: `<tool_call>\n</tool_call>\n${coderCall}`,
      view: 'stream',
    },
    claim: { calls: [readApp], streamed: { calls: [call('', ''), readApp] } },
    remedy: { change: {}, calls: [readApp] },
  },
  {
    id: 'vllm-draft-runs',
    title: 'A call that was only drafted while thinking runs',
    kind: 'reasoning',
    threads: ['PrimeIntellect-ai/renderers#80'],
    happens: 'vLLM returns both calls: without a reasoning parser, the tool parser reads the thoughts as well.',
    helps:
      'Start vLLM with the reasoning parser of the model. The tool parser then gets only what comes after `</think>`.',
    documented: 'The same drafts give duplicate or wrong calls with other models.',
    state: {
      profile: 'vllm:hermes',
      tools: files,
      text: `<think>\nThis would do:\n${hermesCall('draft.ts')}\nNo, the other file.\n</think>\n\n${hermesCall('src/app.ts')}`,
    },
    claim: {
      calls: [call('read_file', '{"path": "draft.ts"}'), readApp],
      content: '<think>\nThis would do:\n',
      lost: 'No, the other file.',
    },
    remedy: { change: { text: hermesCall('src/app.ts') }, calls: [readApp], streamed: true },
  },
  {
    id: 'vllm-dsml-without-start',
    title: 'In a long context, DeepSeek V4 forgets the first marker',
    kind: 'damaged-markers',
    threads: ['vllm-project/vllm#48931'],
    happens: 'vLLM returns the reply as text: no call begins without `<｜DSML｜tool_calls>`.',
    helps: 'Add the marker, or retry with a shorter context: reports name about 95,000 tokens.',
    documented: 'The marker gets lost more often the longer the context is.',
    state: { profile: 'vllm:deepseek_v4', tools: files, text: `I read the file.\n\n${dsmlInvoke}` },
    claim: { calls: [], content: `I read the file.\n\n${dsmlInvoke}` },
    remedy: {
      change: { text: `I read the file.\n\n<｜DSML｜tool_calls>\n${dsmlInvoke}` },
      calls: [readApp],
      streamed: true,
    },
  },
  {
    id: 'vllm-quotes-in-html',
    title: 'Quotes in HTML end the string too early',
    kind: 'invalid-json',
    threads: ['Gitlawb/openclaude#287'],
    happens: 'vLLM returns the reply as text: the first quote of the HTML ends the JSON string.',
    helps: 'Constrain the output to the schema. The middleware of the AI SDK repairs such quotes.',
    state: {
      profile: 'vllm:hermes',
      tools: files,
      text: '<tool_call>\n{"name": "write_file", "arguments": {"path": "index.html", "content": "<div class="box">Hi</div>"}}\n</tool_call>',
    },
    claim: {
      calls: [],
      content:
        '<tool_call>\n{"name": "write_file", "arguments": {"path": "index.html", "content": "<div class="box">Hi</div>"}}\n</tool_call>',
    },
    remedy: {
      change: { profile: 'ai-sdk:hermes' },
      calls: [call('write_file', String.raw`{"path": "index.html", "content": "<div class=\"box\">Hi</div>"}`)],
      streamed: true,
    },
  },
]);
