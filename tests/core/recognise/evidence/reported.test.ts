import { describe, expect, it } from 'vitest';
import { evidenceOf, recognise } from '../../../../src/core/index.ts';

const call = '{"name": "dim_lamp", "arguments": {"room": "attic"}}';
const broken = '<function=dim_lamp>\n<parameter=room> attic\n<parameter=level> 3';

/** What the words and the reply in a paste say: who is named, which model, and which calls are found. */
function said(content: string): readonly [likely: string | null, model: string | null, names: string] {
  const { likely, model, call: found } = evidenceOf({ content, name: null });
  return [likely, model, found?.names.join(' ') ?? ''];
}

describe('a reply that somebody quotes among words of their own', () => {
  it.each([
    [
      'in a code span on a line of its own',
      `I use the Ollama integration with qwen3:8b. It often gives code back rather than the action.\n    \`${call}\`\nWhat is wrong?`,
      call,
    ],
    [
      'in a code span inside of a sentence',
      `In my agent it printed some thought and then \`<tool_call>dim_lamp<arg_key>room</arg_key><arg_value>attic</arg_value></tool_call>\`, and never ran it.`,
      '<tool_call>dim_lamp<arg_key>room</arg_key><arg_value>attic</arg_value></tool_call>',
    ],
    [
      'in a fence of another language',
      `The model responds with this, and nothing is executed:\n\n\`\`\`text\nI dim it.\n\n${broken}\n\`\`\`\n`,
      `I dim it.\n\n${broken}`,
    ],
    [
      'beside settings in a fence of their own',
      `My settings:\n\`\`\`json\n{"provider": {"npm": "sdk"}}\n\`\`\`\nOutput:\n\`${call}\`\nThe tool call was output as text, not run.`,
      call,
    ],
    [
      'in a code span alone on its line',
      `example request\n    \`Dim the attic\`\nexample response\n     \`${call}\``,
      call,
    ],
    [
      'in a code span in a table',
      `| request | what came back |\n|---|---|\n| Dim it | \`${call}\` |\n| Why? | It is dark. |`,
      call,
    ],
    ['in a cell of a table', `| request | response |\n|---|---|\n| Dim it | ${call} |`, call],
    [
      'in tags in a cell of a table',
      `| request | response |\n|---|---|\n| Dim it | <tool_call>${call}</tool_call> |`,
      `<tool_call>${call}</tool_call>`,
    ],
    ['in a code span after the bullet of a console', `❯ Dim the attic\n\n● I dim it: \`${call}\`\n\n❯ `, null],
    [
      'after the bullet of a console',
      `❯ Dim the attic\n\n● {\n    "name": "dim_lamp",\n    "arguments": {}\n  }\n\n❯ `,
      null,
    ],
  ])('%s', (_, content, reply) => {
    expect(said(content)[2]).toBe('dim_lamp');
    const { call: found } = evidenceOf({ content, name: null });
    const [opened] = recognise({ content, name: null }).replies;
    if (reply !== null) expect(opened?.text).toBe(reply);
    expect(opened?.span).not.toBeNull();
    expect(content.slice(opened?.span?.from, opened?.span?.to)).toBe(opened?.text);
    expect(opened?.text).toContain(found?.text);
  });

  it('is found where its arguments are left out', () => {
    const content =
      'Actual: raw JSON is printed:\n\n```\n{"name": "dim_lamp", "arguments": {...}}\n{"name": "lock", "arguments": {...}}\n```\nThe model has tools.';
    expect(said(content)[2]).toBe('dim_lamp lock');
  });

  it.each([
    ['a reply that explains a call', `A model returns a call as \`${call}\`, and your code runs it.`],
    ['a table of formats', `| format | example |\n|---|---|\n| bare | \`${call}\` |\n| tags | \`<call>\` |`],
    ['a table of settings', '| key | value |\n|---|---|\n| rooms | {"attic": "dim", "cellar": "dark"} |'],
    ['a question about tags', 'Does my model print `<tool_call>` tags, or not? I never saw one.'],
    ['a reply with a list', '● The attic lamp is dim.\n● The response of the model is logged. It is not an issue.'],
    ['a file', '{"name": "lamp-house", "version": "1.0.0", "scripts": {"start": "node ."}}'],
    ['code that is asked about', 'Why does my model response fail?\n\n```ts\nconst a = { name: "x" };\nrun(a);\n```\n'],
  ])('is not %s', (_, content) => {
    expect(said(content)[2]).toBe('');
    const { replies } = recognise({ content, name: null });
    expect(replies.map(({ text }) => text).filter((text) => text !== content)).toEqual([]);
  });
});

describe('a call in a form that nobody reads', () => {
  it.each([
    [
      'a name and arguments in tags',
      '<function-name>dim_lamp</function-name>\n  <arguments>{"room": "attic"}</arguments>',
    ],
    ['the same with other words', '<tool_name>dim_lamp</tool_name><parameters>\n{"room": "attic"}\n</parameters>'],
  ])('%s', (_, content) => {
    expect(said(`I dim it.\n\n${content}\n`)[2]).toBe('dim_lamp');
  });

  it.each([
    [
      'the lines of a program that only calls',
      'dim_lamp(room="attic", level=2)\nring_bell(times=3)',
      'dim_lamp ring_bell',
    ],
    [
      'a command between the tags of CodeAct',
      'I look first.\n\n<execute_bash>\nls -F pier < /dev/null\n</execute_bash>',
      'execute_bash',
    ],
    [
      'a service of Home Assistant',
      'I dim it.\n```homeassistant\n{"service": "light.turn_off", "target_device": "light.attic"}\n```',
      'light.turn_off',
    ],
    ['code between the tags of CodeAct', '<execute_ipython>print(7)</execute_ipython>', 'execute_ipython'],
  ])('%s', (_, content, names) => {
    expect(said(content)[2]).toBe(names);
  });

  it('a step of CrewAI to a tool with spaces in its name', () => {
    const content =
      "# Agent: Keeper\n## Thought: Action: Dim the lamp\nAction Input: {'room': 'attic'}\nObservation: dark";
    expect(said(content)[2]).toBe('Dim the lamp');
  });

  it.each([
    ['tags without an object', '<function-name>dim_lamp</function-name>\n<arguments>none</arguments>'],
    [
      'the service of an automation',
      '```homeassistant\n{"alias": "Dim", "service": "light.turn_off", "target_device": "light.attic"}\n```',
    ],
    ['a tag of CodeAct in a sentence', 'It wrote <execute_bash>ls</execute_bash> once, and then no more.'],
    ['a tag of CodeAct that nothing ends', '<execute_bash>\nls -F pier'],
    ['code that does more than to call', 'lamp = 7\nring_bell(times=3)'],
    ['words about a step', 'The next action: Dim the lamp\nAction Input is {"room": "attic"} then.'],
  ])('is not %s', (_, content) => {
    expect(said(content)[2]).toBe('');
  });
});

describe('a reply in a string of JSON that somebody quotes', () => {
  const tagged = `<tool_call>\n${call}\n</tool_call>`;

  it.each([tagged, `<|tool_call|>[${call}]`])('is read without its escapes', (reply) => {
    const content = `It worked before, and fails with this:\n\n${JSON.stringify(reply)}`;
    expect(said(content)[2]).toBe('dim_lamp');
    expect(recognise({ content, name: null }).replies.map(({ text }) => text)).toEqual([reply]);
  });

  it('is not a line of code', () => {
    const content = 'console.log(\n  "He said \\"dim the lamp in the attic\\"."\n);';
    expect(recognise({ content, name: null }).replies.map(({ text }) => text)).toEqual([content]);
  });
});

describe('the server that the words around a reply name', () => {
  it.each([
    [
      'a line about what runs',
      `- VS Code 1.128.0\n- Ollama 0.31.1\n- Model: qwen3:8b\n\n${call}`,
      'ollama',
      'qwen3:8b',
    ],
    [
      'a line with the word version',
      `**vLLM version**: v0.13.0\nModel: Qwen/Qwen3-8B\n\n${call}`,
      'vllm',
      'Qwen/Qwen3-8B',
    ],
    ['a back end', `I use a llama.cpp back end, and get this:\n\n${call}`, 'llamacpp', null],
    ['brackets beside the model', `gemma-3-27b-it (LM Studio) answers:\n\n${call}`, 'lmstudio', 'gemma-3-27b-it'],
    ['brackets around both', `The model (gemma-3-27b-it, LM Studio) answers:\n\n${call}`, 'lmstudio', 'gemma-3-27b-it'],
    ['Chinese', `通过vllm部署 Qwen3-8B，返回：\n\n${call}`, 'vllm', 'Qwen3-8B'],
  ])('in %s', (_, content, likely, model) => {
    expect(said(content)).toEqual([likely, model, 'dim_lamp']);
  });

  it.each([
    ['two servers', `- Ollama 0.31.1\n- vLLM 0.13.0\n\n${call}`],
    ['what the reply speaks of', `I look whether the Ollama server runs.\n${call}`],
    ['a name inside of a sentence', `Since vLLM became popular I ask that.\n\n${call}`],
  ])('is not named by %s', (_, content) => {
    expect(said(content)[0]).toBeNull();
  });
});

describe('a reply in the log of a program, beside settings of vLLM', () => {
  const settings =
    "llm-1  | INFO 11-28 09:12:01 [cli_args.py] non-default args: {'enable_auto_tool_choice': True, 'tool_call_parser': 'hermes'}";
  const reply = ['<tool_call>', '{"name": "dim_lamp",', ' "arguments": {"room": "attic"}}', '</tool_call>'];
  const proves = (last: string) => {
    const lines = ['2026-11-28 09:13:10 INFO reply:', ...reply, `2026-11-28 09:13:11 INFO ${last}`];
    const content = [settings, ...lines.map((line) => `agent-1  | ${line}`)].join('\n');
    const { writer, did, causes } = evidenceOf({ content, name: null });
    return { writer, did, causes };
  };

  it.each([
    'no tool_calls in the response',
    'tool_calls: []',
    'the message came without a tool call',
    "{'tool_calls': None}",
  ])('the program says that no call came: %s', (last) => {
    expect(proves(last)).toEqual({ writer: 'vllm', did: 'text', causes: ['no-tools'] });
  });

  it.each(['runs dim_lamp', 'tool_calls: [dim_lamp]', 'no toolbox is open'])(
    'a parser that is switched on proves no call: %s',
    (last) => {
      expect(proves(last)).toEqual({ writer: 'vllm', did: null, causes: [] });
    },
  );
});
