import { call, failuresOf, nativeCalls } from './failure.ts';
import { files, workbench } from './workbench.ts';

// What goes wrong after the server: in the middleware of the AI SDK, in a browser, and in the layers that an app reads with.

const readApp = call('read_file', '{"path": "src/app.ts"}');
const readNotes = call('read_file', String.raw`{"path": "C:\\Users\\ann\\notes.txt"}`);
const bare = '{"name": "read_file", "arguments": {"path": "src/app.ts"}}';

const aiSdk = failuresOf('AI SDK middleware', [
  {
    id: 'ai-sdk-json-only-whole',
    title: 'A call when read whole, plain text when streamed',
    kind: 'stream-differs',
    threads: ['BerriAI/litellm#35711'],
    happens:
      'Whole, the middleware finds the bare JSON and returns a call. Streamed, the client gets the JSON as text.',
    helps: 'Use `generateText` in place of `streamText`, or a model that writes the tags.',
    state: {
      profile: 'ai-sdk:hermes',
      tools: files,
      text: `I look at it.\n${bare}`,
      view: 'stream',
    },
    claim: {
      calls: [readApp],
      content: 'I look at it.\n',
      streamed: { calls: [], content: `I look at it.\n${bare}` },
    },
    remedy: { change: {}, calls: [readApp] },
  },
  {
    id: 'ai-sdk-unknown-parameter',
    title: 'The model names the parameter `file`, and the path is gone',
    kind: 'missing-argument',
    threads: ['cline/cline#7741'],
    happens: 'The middleware returns the call without arguments: it drops what the schema does not declare.',
    helps: 'Name the parameter as models expect it, or show one call in the prompt.',
    state: {
      profile: 'ai-sdk:morph-xml',
      tools: files,
      text: '<read_file><file>src/app.ts</file></read_file>',
    },
    claim: { calls: [call('read_file', '{}')], streamed: { calls: [call('read_file', '{}')] } },
    remedy: {
      change: { text: '<read_file><path>src/app.ts</path></read_file>' },
      calls: [readApp],
      streamed: true,
    },
  },
]);

const webllm = failuresOf('WebLLM', [
  {
    id: 'webllm-tags-raise',
    title: 'Hermes writes its own tags, and WebLLM throws',
    kind: 'wrong-parser',
    threads: ['mlc-ai/web-llm#712'],
    happens: 'WebLLM throws an exception: it reads the whole reply as a JSON array of calls.',
    helps: 'Keep the grammar on, which forces an array. Or leave `tools` away and read the text with another parser.',
    state: { profile: 'webllm:hermes-functions', tools: files, text: `<tool_call>\n${bare}\n</tool_call>` },
    claim: {
      calls: 'error',
      content: null,
      lost: bare,
      streamed: { calls: [], content: `<tool_call>\n${bare}\n</tool_call>`, breaks: true },
    },
    remedy: { change: { text: `[${bare}]` }, calls: [readApp] },
  },
  {
    id: 'webllm-empty-array',
    title: 'With tools, WebLLM can only call or stay silent',
    kind: 'reply-lost',
    threads: ['mlc-ai/web-llm#712'],
    happens: 'WebLLM returns neither a call nor text: an empty array is all that its grammar leaves for an answer.',
    helps: 'Send `tools` only when a call is wanted.',
    documented: 'WebLLM ignores `tool_choice`.',
    state: { profile: 'webllm:hermes-functions', tools: files, text: '[]' },
    claim: { calls: [], content: null, streamed: { calls: [], content: '[]' } },
    remedy: { change: { text: `[${bare}]` }, calls: [readApp] },
  },
]);

/** A call in two chunks, each with these members too. */
function twoChunks(more: Readonly<Record<string, number>>): string {
  const begun = { ...more, id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '' } };
  return JSON.stringify([begun, { ...more, function: { arguments: '{"path": "src/app.ts"}' } }], null, 2);
}

const layers = failuresOf('App layers', [
  {
    id: 'langchain-two-calls-one-index',
    title: 'A proxy gives two calls the same index',
    kind: 'merged-deltas',
    threads: ['huggingface/smolagents#1958', 'ai-dynamo/dynamo#4723'],
    happens: 'The deltas of two calls became one. LangChain files it as invalid, because two objects are no JSON.',
    helps: 'Update the proxy that writes the indexes, or join the deltas by id.',
    state: {
      profile: 'langchain:ai-message',
      tools: files,
      native: nativeCalls(['read_file', '{"path": "a.ts"}{"path": "b.ts"}']),
      nativeToolCalls: 'true',
    },
    claim: { calls: [] },
    remedy: {
      change: { native: nativeCalls(['read_file', '{"path": "a.ts"}'], ['read_file', '{"path": "b.ts"}']) },
      calls: [call('read_file', '{"path": "a.ts"}'), call('read_file', '{"path": "b.ts"}')],
    },
  },
  {
    id: 'langchain-index-null',
    title: 'Chunks without an index never become one call',
    kind: 'merged-deltas',
    threads: ['langchain-ai/langchain#34654', 'brainlid/langchain#551'],
    happens: 'LangChain returns `read_file` with `{}`: the chunk with the arguments has no name and stays apart.',
    helps: 'Have the server send an `index` with every chunk of a call.',
    documented: 'The next request fails with status 422, because a call in the history has no name.',
    state: {
      profile: 'langchain:ai-message-chunk',
      tools: files,
      native: twoChunks({}),
      nativeToolCalls: 'true',
    },
    claim: { calls: [call('read_file', '{}')] },
    remedy: { change: { native: twoChunks({ index: 0 }) }, calls: [readApp] },
  },
  {
    id: 'openai-windows-path',
    title: 'A Windows path throws in the client',
    kind: 'invalid-json',
    threads: ['mistralai/mistral-vibe#216'],
    happens: 'The openai client throws a `SyntaxError`: `\\U` is no escape of JSON.',
    helps: 'Ask for `/` in paths, or write each backslash twice.',
    documented: 'A client that replays the call gets status 400 for every later request.',
    state: {
      profile: 'openai:parse-chat-completion-strict',
      tools: files,
      native: nativeCalls(['read_file', String.raw`{"path": "C:\Users\ann\notes.txt"}`]),
      nativeToolCalls: 'true',
    },
    claim: { calls: 'error', content: null },
    remedy: {
      change: { native: nativeCalls(['read_file', String.raw`{"path": "C:\\Users\\ann\\notes.txt"}`]) },
      calls: [readNotes],
    },
  },
  {
    id: 'openai-no-arguments',
    title: 'A tool without parameters gets an empty string',
    kind: 'invalid-json',
    threads: ['open-webui/open-webui#13908'],
    happens: 'The openai client throws a `SyntaxError`: an empty string is no JSON.',
    helps: 'Send `{}` for a tool without parameters. `AIMessageChunk` of LangChain reads the empty string as `{}`.',
    state: {
      profile: 'openai:parse-chat-completion-strict',
      tools: workbench('list_filters'),
      native: nativeCalls(['list_filters', '']),
      nativeToolCalls: 'true',
    },
    claim: { calls: 'error', content: null },
    remedy: { change: { profile: 'langchain:ai-message-chunk' }, calls: [call('list_filters', '{}')] },
  },
  {
    id: 'ai-tags-in-arguments',
    title: 'A server puts XML into native arguments',
    kind: 'wrong-parser',
    threads: ['QwenLM/qwen-code#783'],
    happens: 'The AI SDK returns no valid call: the server found the name and passed the tags on as arguments.',
    helps: 'Start the server with the parser of Qwen3-Coder, which returns JSON.',
    state: {
      profile: 'ai:generate-text',
      tools: files,
      native: nativeCalls(['read_file', '<parameter=path>\nsrc/app.ts\n</parameter>']),
      nativeToolCalls: 'true',
    },
    claim: { calls: [] },
    remedy: { change: { native: nativeCalls(['read_file', '{"path": "src/app.ts"}']) }, calls: [readApp] },
  },
]);

export const clientSideFailures = [...aiSdk, ...webllm, ...layers];
