import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const answer = String.raw`content='{"name": "dim_lamp", "parameters": {"room": "attic"}}' additional_kwargs={} response_metadata={'model': 'llama3.1:8b', 'created_at': '2026-11-20T09:10:11.5Z', 'done': True, 'done_reason': 'stop', 'eval_count': 21, 'model_name': 'llama3.1:8b'} id='run--1b0a-0' usage_metadata={'input_tokens': 90, 'output_tokens': 21, 'total_tokens': 111}`;

const pasted = (code: string): string => `It never runs my tool.\n\n\`\`\`\n${code}\n\`\`\`\n\n${answer}\n`;

it.each([
  ['a variable', 'with_lamps = llm.bind_tools([dim_lamp])\nprint(llm.invoke(messages))', 'with_lamps', 'llm'],
  ['JavaScript', 'const armed = base.bindTools([dim]);\nconst r = await base.invoke(messages);', 'armed', 'base'],
  [
    'members, in a dictionary',
    "self.armed = self.llm.bind_tools(TOOLS)\ndef run(self, s):\n  return {'messages': [self.llm.invoke(s['messages'])]}",
    'self.armed',
    'self.llm',
  ],
  ['a chain', 'armed = llm.bind_tools(tools)\nchain = prompt | llm\nprint(chain.invoke(q))', 'armed', 'llm'],
  ['a pipe', 'const armed = llm.bindTools(tools);\nconst chain = prompt.pipe(llm);', 'armed', 'llm'],
  [
    'a second model',
    'llm = ChatOllama(model="llama3.1:8b")\narmed = ChatOllama(model="llama3.1:8b").bind_tools(tools)\nllm.stream(q)',
    'armed',
    'llm',
  ],
])('code that asks another object than the one with tools: %s', (_, code, made, asked) => {
  const evidence = evidenceOf({ content: pasted(code), name: null });
  expect(evidence.causes).toEqual(['no-tools']);
  const { headline, causes } = evidenceSentences(evidence);
  expect(headline).toBe(
    `LangChain received no call. The code binds the tools to \`${made}\` and asks \`${asked}\`, which has none.`,
  );
  expect(causes[0]?.fix).toMatch(`Ask \`${made}\` in the place of \`${asked}\`.`);
});

it('code alone shows it as well, and a schema in the place of tools', () => {
  const content =
    'Why is it only text?\n\nllm = ChatOpenAI()\nshaped = llm.with_structured_output(Tide)\nllm.invoke(q)';
  expect(evidenceSentences(evidenceOf({ content, name: null })).headline).toBe(
    'The code binds the schema to `shaped` and asks `llm`, which has none.',
  );
});

it.each([
  ['both are asked', 'armed = llm.bind_tools(tools)\nr = armed.invoke(q)\ns = llm.invoke(r)'],
  ['it is given on', 'armed = llm.bind_tools(tools)\nnode = Caller(armed)\nllm.invoke(q)'],
  ['it is returned', 'armed = llm.bind_tools(tools)\nllm.invoke("warm up")\nreturn armed'],
  ['it is exported', 'export const armed = llm.bindTools(tools);\nawait llm.invoke("warm up");'],
  ['the other is given to an agent', 'armed = llm.bind_tools(tools)\nagent = create_agent(llm, tools)\nllm.invoke(q)'],
  ['it is in a chain', 'armed = llm.bind_tools(tools)\nchain = prompt | armed\nllm.invoke(q)'],
  ['it is the answer', 'reply = llm.bind_tools(tools).invoke(q)\nsummary = llm.invoke(text)'],
  ['it takes the name of the other', 'llm = llm.bind_tools(tools)\nllm.invoke(q)'],
  ['a comment asks the other', 'armed = llm.bind_tools(tools)\n# llm.invoke(q)\narmed.invoke(q)'],
])('nothing of it where %s', (_, code) => {
  const { headline } = evidenceSentences(evidenceOf({ content: pasted(code), name: null }));
  expect(headline).not.toContain('binds');
});

it('a tool that the code lists is no unknown tool', () => {
  const code = 'armed = llm.bind_tools([dim_lamp])\nprint(armed.invoke(messages))';
  expect(evidenceOf({ content: pasted(code), name: null }).causes).toEqual(['no-tools']);
  const other = 'armed = llm.bind_tools([read_lamp])\nprint(armed.invoke(messages))';
  expect(evidenceOf({ content: pasted(other), name: null }).causes[0]).toBe('unknown-tool');
});
