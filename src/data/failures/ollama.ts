import { call, failuresOf } from './failure.ts';
import { files } from './workbench.ts';

const readApp = call('read_file', '{"path": "src/app.ts"}');
const bare = '{"name": "read_file", "arguments": {"path": "src/app.ts"}}';
const orphan =
  'I look at the tests first.\n\n<function=read_file>\n<parameter=path>\ntests/app.test.ts\n</parameter>\n</function>\n</tool_call>';
const harmony = (body: string): string =>
  `<|channel|>analysis<|message|>Write the file.<|end|><|start|>assistant<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>${body}`;

export const ollamaFailures = failuresOf('Ollama', [
  {
    id: 'ollama-opener-missing',
    title: 'Qwen3-Coder leaves out `<tool_call>` after a sentence',
    kind: 'damaged-markers',
    threads: ['ollama/ollama#18530', 'docker/docker-agent#2263'],
    happens: 'Ollama returns the tags as text: its parser begins at `<tool_call>`, and only the closing tag is there.',
    helps: 'Serve the model with vLLM, whose parser begins at `<function=`. Or add the missing tag.',
    state: { profile: 'ollama:qwen3-coder', tools: files, text: orphan },
    claim: { calls: [], content: orphan, streamed: { calls: [], content: orphan } },
    remedy: {
      change: { profile: 'vllm:qwen3_coder' },
      calls: [call('read_file', '{"path": "tests/app.test.ts"}')],
      streamed: true,
    },
  },
  {
    id: 'ollama-stray-bracket',
    title: 'One bracket too many in a long file: HTTP error',
    kind: 'server-error',
    threads: ['ollama/ollama#12064', 'ollama/ollama#17638'],
    happens: 'Ollama answers with status 500 in place of the reply: the arguments of gpt-oss hold a stray `]`.',
    helps: 'Retry the request, or write long files in parts. Remove the bracket to read this reply.',
    state: {
      profile: 'ollama:harmony',
      tools: files,
      text: harmony('{"path": "notes.md", "content": "First line"]}'),
    },
    claim: {
      calls: 'error',
      content: null,
      lost: '"content": "First line"]}',
      streamed: { calls: [], content: '', breaks: true },
    },
    remedy: {
      change: { text: harmony('{"path": "notes.md", "content": "First line"}') },
      calls: [call('write_file', '{"path": "notes.md", "content": "First line"}')],
      streamed: true,
    },
  },
  {
    id: 'ollama-raw-line-breaks',
    title: 'Code with real line breaks inside a JSON string',
    kind: 'invalid-json',
    threads: ['ollama/ollama#12884'],
    happens: 'Ollama answers with status 500: a JSON string must write a line break as `\\n`.',
    helps: 'Ask the model to escape line breaks, or choose a format with raw values for code.',
    documented: 'The report counts about one such reply in four.',
    state: {
      profile: 'ollama:harmony',
      tools: files,
      text: harmony('{"path": "app.py", "content": "def one():\n    return 1\n"}'),
    },
    claim: { calls: 'error', content: null, lost: 'def one():' },
    remedy: {
      change: { text: harmony(String.raw`{"path": "app.py", "content": "def one():\n    return 1\n"}`) },
      calls: [call('write_file', String.raw`{"path": "app.py", "content": "def one():\n    return 1\n"}`)],
      streamed: true,
    },
  },
  {
    id: 'ollama-bare-json',
    title: 'The template asks for tags, the model writes bare JSON',
    kind: 'wrong-parser',
    threads: ['ollama/ollama#12174', 'ollama/ollama#11185', 'NousResearch/hermes-agent#107125'],
    happens: 'Ollama returns the call as text: with this template it looks for `<tool_call>`.',
    helps: 'Choose a template whose calls are bare JSON, so that Ollama looks for `{`.',
    state: { profile: 'ollama:generic:tool_call', tools: files, text: bare },
    claim: { calls: [], content: bare },
    remedy: { change: { profile: 'ollama:generic:brace' }, calls: [readApp], streamed: true },
  },
  {
    id: 'ollama-misspelt-tag',
    title: 'The model spells the tag `<toolcall>`',
    kind: 'damaged-markers',
    threads: ['ollama/ollama#8287'],
    happens: 'Ollama returns the reply as text: one underscore is missing in the marker.',
    helps: 'Show the exact marker in the prompt, with one example.',
    state: { profile: 'ollama:generic:tool_call', tools: files, text: `<toolcall> ${bare} </toolcall>` },
    claim: { calls: [], content: `<toolcall> ${bare} </toolcall>` },
    remedy: {
      change: { text: `<tool_call> ${bare} </tool_call>` },
      calls: [readApp],
      streamed: true,
    },
  },
  {
    id: 'ollama-answer-suppressed',
    title: 'The sentence after the call never arrives',
    kind: 'reply-lost',
    threads: ['ollama/ollama#8337'],
    happens: 'Ollama returns the call and an empty text: it drops all that follows the JSON.',
    helps: 'Ask for the sentence in a turn of its own. The parser of vLLM for Hermes keeps text before the call.',
    state: {
      profile: 'ollama:generic:brace',
      tools: files,
      text: '{"name": "read_file", "parameters": {"path": "src/app.ts"}}\nThis file holds the main component.',
    },
    claim: { calls: [readApp], content: '', lost: 'This file holds the main component.' },
    remedy: {
      change: {
        profile: 'vllm:hermes',
        text: `This file holds the main component.\n<tool_call>\n${bare}\n</tool_call>`,
      },
      calls: [readApp],
      streamed: true,
    },
  },
  {
    id: 'ollama-number-as-text',
    title: 'A number arrives as a string',
    kind: 'wrong-type',
    threads: ['ollama/ollama-python#345'],
    happens: 'Ollama returns `"60"` for an integer: it does not compare arguments with their schema.',
    helps: 'Convert by the schema in the client, or constrain the output to it.',
    state: {
      profile: 'ollama:generic:brace',
      tools: files,
      text: '{"name": "run_command", "parameters": {"command": "npm test", "timeout": "60"}}',
    },
    claim: { calls: [call('run_command', '{"command": "npm test", "timeout": "60"}')] },
    remedy: {
      change: { text: '{"name": "run_command", "parameters": {"command": "npm test", "timeout": 60}}' },
      calls: [call('run_command', '{"command": "npm test", "timeout": 60}')],
      streamed: true,
    },
  },
]);
