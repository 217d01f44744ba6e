import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const answer = JSON.stringify({
  id: 'chatcmpl-7',
  object: 'chat.completion',
  model: 'qwen2.5:7b',
  system_fingerprint: 'fp_ollama',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: '{"name": "dim_lamp", "arguments": {"room": "attic"}}' },
      finish_reason: 'stop',
    },
  ],
});

const pasted = (code: string): string =>
  `It never calls my tool.\n\n\`\`\`\n${code}\n\`\`\`\n\nThis is what it prints:\n\n\`\`\`json\n${answer}\n\`\`\`\n`;

it.each([
  [
    'an argument',
    'r = client.chat.completions.create(\n    model="qwen2.5:7b",\n    messages=messages,\n    tools=tools,\n)',
  ],
  ['a list in place', 'r = ollama.chat(model="qwen2.5:7b", messages=m, tools=[dim_lamp])'],
  ['a member', 'const r = await openai.chat.completions.create({ model, messages, tools: lampTools });'],
  ['a member under its own name', 'const r = await generateText({ model, prompt, tools });'],
  [
    'a body with variables',
    'body = {"model": "qwen2.5:7b", "messages": messages, "tools": tools}\nrequests.post(url, json=body)',
  ],
  ['LangChain', 'llm = ChatOllama(model="qwen2.5:7b").bind_tools([dim_lamp])'],
])('code that sends tools: %s', (_, code) => {
  const { sendsTools, causes } = evidenceOf({ content: pasted(code), name: null });
  expect([sendsTools, causes.includes('no-tools')]).toEqual([true, false]);
});

it.each([
  [
    'Python',
    'r = client.chat.completions.create(model="qwen2.5:7b", messages=[{"role": "user", "content": "dim it"}])',
  ],
  ['a comment', 'r = ollama.chat(\n    model="qwen2.5:7b",\n    messages=messages,\n    # tools=tools,\n)'],
  ['TypeScript', 'const r = await openai.chat.completions.create({ model: "qwen2.5:7b", messages });'],
  ['a list that nobody sends', 'tools = [dim_lamp]\nr = ollama.chat(model="qwen2.5:7b", messages=messages)'],
])('code that sends none: %s', (_, code) => {
  const evidence = evidenceOf({ content: pasted(code), name: null });
  expect(evidence.sendsTools).toBe(false);
  expect(evidenceSentences(evidence).causes[0]).toMatchObject({
    why: 'The code sends no `tools`, so the server does not look for calls.',
    fix: 'Send `tools` with the request.',
  });
});

it.each([
  ['arguments that are elsewhere', 'r = client.chat.completions.create(messages=messages, **options)'],
  ['members that are elsewhere', 'const r = await openai.chat.completions.create({ messages, ...options });'],
  ['a variable', 'r = client.chat.completions.create(params)'],
  ['a code that is cut', 'r = client.chat.completions.create(model="qwen2.5:7b", messages=['],
  ['a request for pictures', 'r = client.images.generate(model="qwen2.5:7b", prompt="a lamp")'],
  [
    'a line of a library',
    'Traceback (most recent call last):\n  File "/app/lib/agent.py", line 4, in ask\n    self.client.chat.completions.create(messages=messages)',
  ],
])('code that does not show it: %s', (_, code) => {
  const evidence = evidenceOf({ content: pasted(code), name: null });
  expect(evidence.sendsTools).toBeNull();
});

const given = [
  'llm = ChatOllama(model="qwen2.5:7b")',
  'llm.bind_tools([dim_lamp])',
  'out = llm.invoke("dim the lamp in the attic")',
];

it.each([
  ['nothing', given.join('\n')],
  ['nothing, over several lines,', 'llm.bind_tools(\n    [dim_lamp],\n)\nout = llm.invoke("dim the lamp")'],
  ['the numbers of an editor', given.map((line, at) => `${String(at + 9).padStart(3)}  ${line}`).join('\n')],
  ['numbers with a colon', given.map((line, at) => `${String(at + 1)}: ${line}`).join('\n')],
  ['numbers with a bar', given.map((line, at) => `${String(at + 98)} | ${line}`).join('\n')],
  ['the prompt of a console', given.map((line) => `>>> ${line}`).join('\n')],
  ['the prompt of a notebook', given.map((line, at) => `In [${String(at + 1)}]: ${line}`).join('\n')],
])('a model with tools that nobody keeps, with %s before each line', (_, code) => {
  const evidence = evidenceOf({ content: pasted(code), name: null });
  expect(evidence.sendsTools).toBe(false);
  expect(evidenceSentences(evidence).causes[0]?.fix).toMatch(/^Keep the result/);
});

it.each([
  ['a chain', 'chain = (\n    prompt\n    | llm.bind_tools([dim_lamp])\n)'],
  ['a chain whose sign ends a line', 'chain = (prompt |\n    llm.bind_tools([dim_lamp])\n)'],
  ['an argument', 'agent = Agent(\n    llm.bind_tools([dim_lamp])\n)'],
  ['another line', 'llm.bind_tools([dim_lamp])\nllm = llm.bind_tools([dim_lamp])'],
  ['a numbered line', ' 1  llm = ChatOllama()\n 2  llm = llm.bind_tools([dim_lamp])'],
])('a model with tools that is kept in %s', (_, code) => {
  expect(evidenceOf({ content: pasted(code), name: null }).sendsTools).toBe(true);
});
