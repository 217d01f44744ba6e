/** A message in the shape of one provider or client. Where it does not say so, it has the text `Let me look.` and one call. */
export interface MessageShape {
  readonly message: unknown;
  readonly text?: string | null;
  /** As `name(arguments)`; arguments that are no JSON as `…`. */
  readonly calls?: readonly string[];
}

const text = 'Let me look.';
const input = { room: 'attic' };
const json = JSON.stringify(input);
const call = { id: 'c1', type: 'function', function: { name: 'dim_lamp', arguments: json } };
const flat = { id: 'c1', name: 'dim_lamp', arguments: input };
const said = { type: 'text', text };
const result = { content: [said], tool_call_id: 'c1' };

function assistant(content: unknown, more: object = {}): unknown {
  return { role: 'assistant', content, ...more };
}

function parts(...list: unknown[]): unknown {
  return { role: 'assistant', parts: list };
}

/** An answer of the Responses API with these items after its text. */
function output(...list: unknown[]): unknown {
  const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
  return { id: 'r1', object: 'response', output: [message, ...list] };
}

function pydantic(...list: unknown[]): unknown {
  return { kind: 'response', parts: list };
}

const noCall = { calls: [] };

export const messageShapes = {
  // Lists of calls beside the text
  'OpenAI’s': { message: assistant(text, { tool_calls: [call] }) },
  'OpenAI’s, with parts': { message: assistant([said], { tool_calls: [call] }) },
  'OpenAI’s, with no text': { message: assistant('', { tool_calls: [call] }), text: null },
  'OpenAI’s, with calls in a string': { message: assistant(text, { tool_calls: JSON.stringify([call]) }) },
  'OpenAI’s before there were tools': { message: assistant(text, { function_call: call.function }) },
  'OpenAI’s, old and new at once': { message: assistant(text, { tool_calls: [call], function_call: call.function }) },
  'RubyLLM’s': { message: assistant(text, { tool_calls: { c1: flat } }) },
  'a piece of TGI’s': { message: assistant(text, { tool_calls: { index: 0, ...call } }) },
  'Ollama’s': { message: { message: assistant(text, { tool_calls: [{ function: flat }] }), done: true } },
  'of smolagents': { message: assistant([said], { tool_calls: [{ ...call, function: flat }] }) },
  'Cohere’s': { message: assistant([said], { tool_plan: 'Hm.', tool_calls: [call] }) },
  'with an empty list before the full one': { message: assistant(text, { tool_calls: [], toolCalls: [call] }) },
  'Spring AI’s': { message: { messageType: 'ASSISTANT', text, toolCalls: [{ ...flat, arguments: json }] } },
  'Gemini CLI’s': {
    message: { type: 'gemini', content: text, toolCalls: [{ id: 'c1', name: 'dim_lamp', args: input }] },
  },
  'with parameters': { message: assistant(text, { tool_calls: [{ id: 'c1', name: 'dim_lamp', parameters: input }] }) },
  'with a name for a function': {
    message: assistant(text, { tool_calls: [{ id: 'c1', function: 'dim_lamp', arguments: input }] }),
  },
  'with a tool for a name': {
    message: assistant(text, { tool_calls: [{ id: 'c1', tool: 'dim_lamp', arguments: input }] }),
  },
  'with a tool_name for a name': {
    message: assistant(text, { tool_calls: [{ id: 'c1', tool_name: 'dim_lamp', args: input }] }),
  },
  'with no arguments': {
    message: assistant(text, { tool_calls: [{ ...call, function: { name: 'dim_lamp' } }] }),
    calls: ['dim_lamp({})'],
  },
  'LangChain’s': {
    message: {
      type: 'ai',
      content: text,
      tool_calls: [{ name: 'dim_lamp', args: input, id: 'c1', type: 'tool_call' }],
      additional_kwargs: { tool_calls: [call] },
    },
  },
  'LangChain’s of Anthropic': {
    message: {
      type: 'ai',
      content: [said, { type: 'tool_use', id: 'c1', name: 'dim_lamp', input }],
      tool_calls: [{ name: 'dim_lamp', args: input, id: 'c1', type: 'tool_call' }],
    },
  },
  'LangChain’s in data': {
    message: { type: 'ai', data: { content: text, tool_calls: [{ name: 'dim_lamp', args: input, id: 'c1' }] } },
  },
  'LangChain’s in kwargs': {
    message: {
      lc: 1,
      id: ['langchain', 'AIMessage'],
      kwargs: { content: text, tool_calls: [{ name: 'dim_lamp', args: input, id: 'c1' }] },
    },
  },
  'LangChain’s of Ollama': {
    message: { type: 'ai', content: text, response_metadata: { message: assistant('', { tool_calls: [call] }) } },
  },
  'LangChain’s with a call that is no JSON': {
    message: {
      type: 'ai',
      content: text,
      tool_calls: [{ name: 'dim_lamp', args: input, id: 'c1' }],
      invalid_tool_calls: [{ name: 'fill_basin', args: '{"litres', id: 'c2', error: 'no JSON' }],
    },
    calls: [`dim_lamp(${json})`, 'fill_basin(…)'],
  },
  'LangChain’s with blocks': {
    message: {
      type: 'ai',
      content: [{ type: 'reasoning', reasoning: 'Hm.' }, said, { type: 'tool_call', ...flat }],
    },
  },

  // Calls among the parts
  'Anthropic’s': {
    message: assistant([
      { type: 'thinking', thinking: 'Hm.' },
      said,
      { type: 'tool_use', id: 'c1', name: 'dim_lamp', input },
    ]),
  },
  'Anthropic’s parts alone': {
    message: [{ type: 'thinking', thinking: 'Hm.' }, said, { type: 'tool_use', id: 'c1', name: 'dim_lamp', input }],
  },
  'Anthropic’s, with a tool of the server': {
    message: assistant([
      said,
      { type: 'server_tool_use', id: 'c1', name: 'dim_lamp', input },
      { type: 'web_search_tool_result', tool_use_id: 'c1', content: [] },
    ]),
    ...noCall,
  },
  'Gemini’s': {
    message: {
      role: 'model',
      parts: [{ text: 'Hm.', thought: true }, { text }, { functionCall: { name: 'dim_lamp', args: input } }],
    },
  },
  'Gemini’s in Python': { message: parts({ text }, { function_call: { name: 'dim_lamp', args: input } }) },
  'a part with the call of OpenAI': {
    message: parts({ text }, { function_call: { name: 'dim_lamp', arguments: json } }),
  },
  'Bedrock’s': {
    message: assistant([
      { text },
      { reasoningContent: { reasoningText: { text: 'Hm.' } } },
      { toolUse: { name: 'dim_lamp', input, toolUseId: 'c1' } },
    ]),
  },
  'the Responses API’s': {
    message: output(
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      { type: 'function_call', call_id: 'c1', name: 'dim_lamp', arguments: json },
    ),
  },
  'the Responses API’s, with a tool that takes text': {
    message: output({ type: 'custom_tool_call', call_id: 'c1', name: 'dim_lamp', input: 'the attic' }),
    calls: ['dim_lamp(…)'],
  },
  'the Responses API’s, with a shell': {
    message: output({ type: 'local_shell_call', call_id: 'c1', action: input }),
    calls: [`local_shell(${json})`],
  },
  'the Responses API’s, with a result': { message: output({ type: 'function_call_output', output: 'ok' }), ...noCall },
  'an item of Codex': {
    message: {
      type: 'response_item',
      payload: { type: 'function_call', call_id: 'c1', name: 'dim_lamp', arguments: json },
    },
    text: null,
  },
  'an item of Codex that takes text': {
    message: {
      type: 'response_item',
      payload: { type: 'custom_tool_call', call_id: 'c1', name: 'dim_lamp', input: 'it' },
    },
    text: null,
    calls: ['dim_lamp(…)'],
  },
  'an item that is a result': {
    message: { type: 'function_call_output', call_id: 'c1', output: 'ok' },
    text: null,
    ...noCall,
  },
  'LM Studio’s': {
    message: {
      model_instance_id: 'm1',
      output: [
        { type: 'reasoning', content: 'Hm.' },
        { type: 'message', content: text },
        { type: 'tool_call', tool: 'dim_lamp', arguments: input, output: 'ok' },
      ],
    },
  },
  'OpenCode’s': {
    message: parts(said, { type: 'tool', tool: 'dim_lamp', callID: 'c1', state: { status: 'completed', input } }),
  },
  'OpenCode’s, with a call that it could not read': {
    message: parts(said, {
      type: 'tool',
      tool: 'invalid',
      state: {
        status: 'completed',
        input: {
          tool: 'dim_lamp',
          error: 'Invalid input for tool dim_lamp: JSON parsing failed: Text: {"room: 1}.\nError',
        },
      },
    }),
    calls: ['dim_lamp(…)'],
  },
  'the AI SDK’s': {
    message: parts({ type: 'reasoning', text: 'Hm.' }, said, {
      type: 'tool-dim_lamp',
      toolCallId: 'c1',
      state: 'output-available',
      input,
      output: 'ok',
    }),
  },
  'the AI SDK’s, with a call that it could not read': {
    message: parts(said, { type: 'tool-dim_lamp', toolCallId: 'c1', state: 'output-error', rawInput: '{"room' }),
    calls: ['dim_lamp(…)'],
  },
  'the AI SDK’s of its fourth release': {
    message: parts(said, {
      type: 'tool-invocation',
      toolInvocation: { state: 'result', toolCallId: 'c1', toolName: 'dim_lamp', args: input, result: 'ok' },
    }),
  },
  'the AI SDK’s, with a tool that it does not know': {
    message: parts(said, { type: 'dynamic-tool', toolName: 'dim_lamp', toolCallId: 'c1', input }),
  },
  'the AI SDK’s with parts of the core': {
    message: assistant([
      said,
      { type: 'tool-call', toolCallId: 'c1', toolName: 'dim_lamp', input: json },
      { type: 'tool-result', toolCallId: 'c1', toolName: 'dim_lamp', output: { type: 'text', value: 'ok' } },
    ]),
  },
  'a result of the AI SDK': {
    message: { finishReason: 'tool-calls', text, toolCalls: [{ toolCallId: 'c1', toolName: 'dim_lamp', input }] },
  },
  'Pydantic AI’s': {
    message: pydantic(
      { part_kind: 'thinking', content: 'Hm.' },
      { part_kind: 'text', content: text },
      { part_kind: 'tool-call', tool_name: 'dim_lamp', args: json, tool_call_id: 'c1' },
    ),
  },
  'Pydantic AI’s before its first release': {
    message: pydantic(
      { part_kind: 'text', content: text },
      { part_kind: 'tool-call', tool_name: 'dim_lamp', args: { args_json: json } },
    ),
  },
  'Pydantic AI’s with an object, before its first release': {
    message: pydantic(
      { part_kind: 'text', content: text },
      { part_kind: 'tool-call', tool_name: 'dim_lamp', args: { args_dict: input } },
    ),
  },
  'Haystack’s': {
    message: {
      _role: 'assistant',
      _content: [{ text }, { tool_call: { tool_name: 'dim_lamp', arguments: input, id: 'c1' } }],
    },
  },
  'goose’s': {
    message: assistant([
      said,
      { type: 'toolRequest', id: 'c1', toolCall: { status: 'success', value: { name: 'dim_lamp', arguments: input } } },
    ]),
  },
  'goose’s of its first releases': {
    message: assistant([
      { Text: { text } },
      { ToolRequest: { id: 'c1', tool_call: { Ok: { name: 'dim_lamp', arguments: input } } } },
    ]),
  },
  'LibreChat’s': {
    message: {
      isCreatedByUser: false,
      content: [
        { type: 'think', think: 'Hm.' },
        { type: 'text', text: { value: text } },
        { type: 'tool_call', tool_call: { id: 'c1', name: 'dim_lamp', args: json, output: 'ok' } },
      ],
    },
  },
  'pi’s': { message: assistant([said, { type: 'toolCall', ...flat }]) },
  'Kiro’s': {
    message: {
      kind: 'AssistantMessage',
      data: {
        content: [
          { kind: 'text', data: text },
          { kind: 'toolUse', data: { name: 'dim_lamp', input, toolUseId: 'c1' } },
        ],
      },
    },
  },
  '.NET’s': {
    message: {
      role: 'assistant',
      contents: [
        { $type: 'reasoning', text: 'Hm.' },
        { $type: 'text', text },
        { $type: 'functionCall', callId: 'c1', name: 'dim_lamp', arguments: input },
        { $type: 'functionResult', callId: 'c1', result: 'ok' },
      ],
    },
  },
  'Semantic Kernel’s': {
    message: {
      role: 'assistant',
      items: [
        { $type: 'TextContent', text },
        { $type: 'FunctionCallContent', id: 'c1', function_name: 'dim_lamp', arguments: input },
      ],
    },
  },
  'LlamaIndex’s': {
    message: {
      role: 'assistant',
      blocks: [
        { block_type: 'text', text },
        { block_type: 'tool_call', tool_call_id: 'c1', tool_name: 'dim_lamp', tool_kwargs: input },
      ],
    },
  },
  'ADK’s': {
    message: { role: 'model', parts: [{ text }, { functionCall: { id: 'c1', name: 'dim_lamp', args: input } }] },
  },

  // Texts alone
  'ShareGPT’s': { message: { from: 'gpt', value: text }, ...noCall },
  'SillyTavern’s': { message: { is_user: false, mes: text }, ...noCall },
  'the Assistants API’s': { message: assistant([{ type: 'text', text: { value: text, annotations: [] } }]), ...noCall },
  'Mistral’s, with reasoning': {
    message: assistant([{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }, said]),
    ...noCall,
  },
  'a message with its result': { message: { ...result, role: 'assistant' }, ...noCall },
  strings: { message: assistant(['Let me ', 'look.']), ...noCall },
  'lists in a list': {
    message: assistant([[{ type: 'text', text: 'Let me ' }], [{ type: 'text', text: 'look.' }]]),
    ...noCall,
  },
  'parts in an object': { message: assistant({ parts: [text] }), ...noCall },
  'an object in place of a list': { message: assistant(said), ...noCall },
  'a call in each of two steps': {
    message: parts(
      { type: 'step-start' },
      { type: 'text', text: 'Let me ' },
      { type: 'step-start' },
      { type: 'text', text: 'look.' },
      { type: 'step-start' },
      { type: 'tool_use', ...flat, input },
    ),
  },
  'the AI SDK’s in two steps': {
    message: parts(
      { type: 'step-start' },
      { type: 'text', text: 'Let me ' },
      { type: 'step-start' },
      { type: 'text', text: 'look.' },
    ),
    ...noCall,
  },
} satisfies Record<string, MessageShape>;
