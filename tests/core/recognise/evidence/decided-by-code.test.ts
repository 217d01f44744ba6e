import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const call = { id: 'call_3', type: 'function', function: { name: 'ring_bell', arguments: '{"times":3}' } };
const openai = (finish: string): string =>
  JSON.stringify({
    id: 'chatcmpl-3',
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: '', tool_calls: [call] }, finish_reason: finish }],
  });
const ollama = JSON.stringify({
  model: 'qwen3:8b',
  created_at: '2026-11-20T08:00:00Z',
  message: {
    role: 'assistant',
    content: '',
    tool_calls: [{ function: { name: 'ring_bell', arguments: { times: 3 } } }],
  },
  done: true,
  done_reason: 'stop',
  eval_count: 40,
});
const workers = JSON.stringify({ response: null, tool_calls: [{ arguments: { times: 3 }, name: 'ring_bell' }] });
const anthropic = JSON.stringify({
  id: 'msg_3',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [{ type: 'tool_use', id: 'toolu_3', name: 'ring_bell', input: { times: 3 } }],
  stop_reason: 'tool_use',
  usage: { input_tokens: 30, output_tokens: 40 },
});
const chunk = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-3', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const stream = `${chunk({ role: 'assistant', tool_calls: [{ index: 0, ...call, function: { name: 'ring_bell', arguments: '' } }] }, null)}${chunk({ tool_calls: [{ index: 0, function: { arguments: '{"times"' } }] }, null)}${chunk({ tool_calls: [{ index: 0, function: { arguments: ':3}' } }] }, null)}${chunk({}, 'tool_calls')}data: [DONE]\n`;

const said = (code: string, answer: string): string =>
  evidenceSentences(
    evidenceOf({ content: `It does not ring.\n\n\`\`\`\n${code}\n\`\`\`\n\n\`\`\`\n${answer}\n\`\`\`\n`, name: null }),
  ).causes[0]?.fix ?? '';

const graph = (edges: string): string =>
  `builder = StateGraph(MessagesState)\nbuilder.add_node("agent", agent)\nbuilder.add_node("tools", ToolNode(tools))\n${edges}\ngraph = builder.compile()`;
const BACK = 'builder.add_edge("tools", "agent")';

it.each([
  ['Python', 'if r["done_reason"] == "tool_calls":\n    run(r)', ollama, 'done_reason'],
  [
    'TypeScript',
    'if (choice.finish_reason !== "tool_calls") return choice.message.content;',
    openai('stop'),
    'finish_',
  ],
  ['a switch', 'switch (choice.finish_reason) {\n  case "tool_calls": run(choice)\n}', openai('stop'), 'finish_reason'],
  ['a loop', 'while res.choices[0].finish_reason != "stop":\n    step()', openai('stop'), 'finish_reason'],
])('code that decides by the reason for the end misses a call: %s', (_, code, answer, field) => {
  expect(said(code, answer)).toContain(`do not look at \`${field}`);
});

it.each([
  ['the reason is the awaited one', 'if choice.finish_reason == "tool_calls":\n    run(choice)', openai('tool_calls')],
  ['words of a person', 'The docs have finish_reason == "tool_calls" here.', openai('stop')],
])('it is not the reason for the end: %s', (_, code, answer) => {
  expect(said(code, answer)).not.toContain('do not look at');
});

it.each([
  [
    'JavaScript',
    'const d = chunk.choices[0].delta;\nconst args = JSON.parse(d.tool_calls[0].function.arguments);',
    true,
  ],
  ['Python', 'for tc in chunk.choices[0].delta.tool_calls:\n    run(json.loads(tc.function.arguments))', true],
  [
    'joined before',
    'for tc in chunk.choices[0].delta.tool_calls:\n    args += tc.function.arguments\nrun(json.loads(call.arguments))',
    false,
  ],
])('a piece of a stream is no JSON of its own: %s', (_, code, isSaid) => {
  expect(said(code, stream).startsWith('Join the pieces of `arguments`')).toBe(isSaid);
});

it.each([
  ['no edge to the tools', graph(`${BACK}\nbuilder.add_edge("agent", END)`), true],
  ['a node of its own name', graph(`${BACK}\nbuilder.add_edge("agent", END)`).replaceAll('"tools"', '"act"'), true],
  ['a conditional edge', graph(`${BACK}\nbuilder.add_conditional_edges("agent", tools_condition)`), false],
  ['an edge', graph(`${BACK}\nbuilder.add_edge("agent", "tools")`), false],
  ['a command', `${graph(BACK)}\nreturn Command(goto="tools")`, false],
])('a graph runs a call only over an edge: %s', (_, code, isSaid) => {
  expect(said(code, openai('tool_calls')).includes('add_conditional_edges')).toBe(isSaid);
});

it.each([
  ['Workers AI', workers, '/ai/v1/chat/completions'],
  ['Ollama', ollama, '/v1/chat/completions'],
  ['Anthropic', anthropic, 'the shape of Anthropic'],
])('code that reads `choices` finds no call in another shape: %s', (_, answer, way) => {
  const code = 'const call = out.choices[0].message.tool_calls[0];\n// TypeError: Cannot read properties of undefined';
  expect(said(`${code}\nTypeError: Cannot read properties of undefined (reading '0')`, answer)).toContain(way);
});
