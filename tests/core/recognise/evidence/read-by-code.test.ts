import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const openai = JSON.stringify({
  id: 'chatcmpl-7',
  object: 'chat.completion',
  model: 'gpt-4.1-mini-2025-04-14',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_7', type: 'function', function: { name: 'dim_lamp', arguments: '{"room":"attic"}' } }],
      },
      finish_reason: 'tool_calls',
    },
  ],
});

const anthropic = JSON.stringify({
  id: 'msg_7',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [
    { type: 'text', text: 'I dim it.' },
    { type: 'tool_use', id: 'toolu_7', name: 'dim_lamp', input: { room: 'attic' } },
  ],
  stop_reason: 'tool_use',
  usage: { input_tokens: 300, output_tokens: 40 },
});

const gemini = JSON.stringify({
  candidates: [
    {
      content: { role: 'model', parts: [{ functionCall: { name: 'dim_lamp', args: { room: 'attic' } } }] },
      finishReason: 'STOP',
    },
  ],
  modelVersion: 'gemini-2.5-flash',
});

const responses = JSON.stringify({
  id: 'resp_7',
  object: 'response',
  status: 'completed',
  model: 'gpt-4.1-mini',
  output: [{ type: 'function_call', id: 'fc_7', call_id: 'call_7', name: 'dim_lamp', arguments: '{"room":"attic"}' }],
});

const langchain =
  "AIMessage(content='', additional_kwargs={'tool_calls': [{'id': 'call_7', 'function': {'arguments': '{\"room\": \"attic\"}', 'name': 'dim_lamp'}, 'type': 'function'}], 'refusal': None}, response_metadata={'token_usage': {'completion_tokens': 32, 'prompt_tokens': 214, 'total_tokens': 246}, 'model_name': 'Qwen/Qwen3-14B', 'finish_reason': 'tool_calls', 'logprobs': None}, id='run--8c1d7a52-40d5-4c5e-9d41-0e7f7e3b6d0a-0', tool_calls=[{'name': 'dim_lamp', 'args': {'room': 'attic'}, 'id': 'call_7', 'type': 'tool_call'}])";

const chunk = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-7', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const stream = `${chunk({ role: 'assistant', tool_calls: [{ index: 0, id: 'call_7', type: 'function', function: { name: 'dim_lamp', arguments: '' } }] }, null)}${chunk({ tool_calls: [{ index: 0, function: { arguments: '{"room":"attic"}' } }] }, null)}${chunk({}, 'tool_calls')}data: [DONE]\n`;

const pasted = (code: string, answer: string): string =>
  `My lamp stays bright.\n\n\`\`\`\n${code}\n\`\`\`\n\nThis came back:\n\n\`\`\`\n${answer}\n\`\`\`\n`;
const firstOf = (code: string, answer: string): { readonly why: string; readonly fix: string } | undefined =>
  evidenceSentences(evidenceOf({ content: pasted(code, answer), name: null })).causes[0];

const ASKED = 'r = client.chat.completions.create(model="gpt-4.1-mini", messages=messages, tools=tools)\n';
const unread = (place: string): string =>
  `The code in the paste reads only the text of the answer, and this call is in ${place}.`;

it.each([
  ['Python', `${ASKED}print(r.choices[0].message.content)`, openai, '`tool_calls`'],
  ['the whole way to it', 'print(r.choices[0].message.content)', openai, '`tool_calls`'],
  ['jq', "curl -s $URL -d @ask.json | jq '.choices[0].message.content'", openai, '`tool_calls`'],
  [
    'keys',
    'r = requests.post(URL, json=body).json()\nprint(r["choices"][0]["message"]["content"])',
    openai,
    '`tool_calls`',
  ],
  [
    'TypeScript',
    'const r = await openai.chat.completions.create({ model, messages, tools });\nreturn r.choices[0].message?.content;',
    openai,
    '`tool_calls`',
  ],
  [
    'Go',
    'r, err := client.CreateChatCompletion(ctx, req)\nfmt.Println(r.Choices[0].Message.Content)',
    openai,
    '`tool_calls`',
  ],
  [
    'a stream',
    'for await (const c of await openai.chat.completions.create({ model, messages, tools, stream: true }))\n  out += c.choices[0]?.delta?.content ?? "";',
    stream,
    '`tool_calls`',
  ],
  [
    'Anthropic',
    'm = client.messages.create(model=M, messages=messages, tools=tools)\nprint(m.content[0].text)',
    anthropic,
    'a block `tool_use`',
  ],
  [
    'Gemini',
    'response = client.models.generate_content(model=M, contents=q, config=config)\nprint(response.text)',
    gemini,
    'a part `functionCall`',
  ],
  [
    'the Responses API',
    'r = client.responses.create(model=M, input=q, tools=tools)\nprint(r.output_text)',
    responses,
    'an item `function_call` of `output`',
  ],
  ['LangChain', 'res = llm.bind_tools([dim_lamp]).invoke(q)\nprint(res.content)', langchain, '`tool_calls`'],
])('code that reads the text alone: %s', (_, code, answer, place) => {
  expect(firstOf(code, answer)?.why).toBe(unread(place));
});

it.each([
  ['both', `${ASKED}m = r.choices[0].message\nprint(m.content or m.tool_calls)`, openai],
  ['the whole answer', `${ASKED}print(r.model_dump_json())`, openai],
  ['no code', 'The content is null.', openai],
  ['code that asks nobody', 'print(m.content)', openai],
  [
    'a message that is handed on',
    `${ASKED}print(r.choices[0].message.content)\nrun_calls(r.choices[0].message)`,
    openai,
  ],
  ['a comment', `${ASKED}# print(r.choices[0].message.content)\nprint(r)`, openai],
  [
    'an agent, which runs the tools',
    'agent = create_react_agent(llm.bind_tools([dim_lamp]), [dim_lamp])\nprint(result["messages"][-1].content)',
    langchain,
  ],
  [
    'a library in a traceback',
    `${ASKED}print(r)\n  File "/usr/lib/python3.12/site-packages/kiosk/llm.py", line 41, in step\n    return r.choices[0].message.content`,
    openai,
  ],
  [
    'blocks of each type',
    'm = client.messages.create(model=M, messages=messages, tools=tools)\nfor b in m.content:\n  if b.type == "tool_use": run(b)\n  else: print(b.text)',
    anthropic,
  ],
])('and code of which that cannot be said: %s', (_, code, answer) => {
  expect(firstOf(code, answer)?.why ?? '').not.toContain('reads only the text');
});

it('says what joins the pieces of a stream', () => {
  const code =
    'for chunk in client.chat.completions.create(model=M, messages=m, tools=t, stream=True):\n  print(chunk.choices[0].delta.content)';
  expect(firstOf(code, stream)?.fix).toBe(
    'Join the pieces of `delta.tool_calls` by their `index`, and run the tool when the stream ends. An answer with a call may have no text.',
  );
});

it.each([
  ['LangChain', 'if "function_call" in last.additional_kwargs:\n    return "tools"\nreturn END', langchain, true],
  [
    'OpenAI',
    `${ASKED}if r.choices[0].message.function_call:\n    run(r.choices[0].message.function_call)`,
    openai,
    true,
  ],
  ['both', `${ASKED}m = r.choices[0].message\nrun(m.function_call or m.tool_calls)`, openai, false],
  [
    'items of the Responses API',
    'for item in r.output:\n    if item.type == "function_call": run(item)',
    responses,
    false,
  ],
])('code that looks for the call of an older API: %s', (_, code, answer, isOld) => {
  expect(
    firstOf(code, answer)?.why === 'The code in the paste looks for `function_call`, and this call is in `tool_calls`.',
  ).toBe(isOld);
});

const sdk = (over: object): string =>
  JSON.stringify({
    text: '',
    finishReason: 'tool-calls',
    toolCalls: [{ type: 'tool-call', toolCallId: 'c7', toolName: 'dim_lamp', input: { room: 'attic' } }],
    toolResults: [
      { type: 'tool-result', toolCallId: 'c7', toolName: 'dim_lamp', input: { room: 'attic' }, output: 'dim' },
    ],
    ...over,
  });
const TOOLS =
  'tools: { dim_lamp: tool({ inputSchema: z.object({ room: z.string() }), execute: async ({ room }) => dim(room) }) }';

it.each([
  [
    'no more steps allowed',
    `const r = streamText({ model, messages, ${TOOLS} });`,
    sdk({}),
    'Add `stopWhen: stepCountIs(5)` to its options. Before version 5 that is `maxSteps: 5`.',
  ],
  [
    'steps that nobody reads',
    `const r = await generateText({ model, prompt, ${TOOLS}, maxSteps: 5 });`,
    sdk({}),
    'Write `stopWhen: stepCountIs(5)` in the place of `maxSteps`, with `stepCountIs` of `ai`.',
  ],
  [
    'more steps',
    `const r = await generateText({ model, prompt, ${TOOLS}, stopWhen: stepCountIs(5) });`,
    sdk({}),
    undefined,
  ],
  ['an agent', `const agent = new ToolLoopAgent({ model, ${TOOLS} });`, sdk({}), undefined],
  [
    'a text at the end',
    `const r = await generateText({ model, prompt, ${TOOLS} });`,
    sdk({ text: 'It is dim.' }),
    undefined,
  ],
])('code of the AI SDK with %s', (_, code, answer, fix) => {
  expect(firstOf(code, answer)?.fix).toBe(fix);
});
