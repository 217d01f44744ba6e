import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const fix = (content: string): string =>
  evidenceSentences(evidenceOf({ content, name: null })).causes.find(({ cause }) => cause === 'unknown-tool')?.fix ??
  '';

const opencode = (name: string): string =>
  `⚙ invalid [tool=${name}, error=Model tried to call unavailable tool '${name}'. Available tools: invalid, bash, read, glob, edit, write, todowrite.]`;
const codex = (name: string): string =>
  [
    { type: 'function_call', name, arguments: '{"command":["ls"]}', call_id: 'c1' },
    { type: 'function_call_output', call_id: 'c1', output: `unsupported call: ${name}` },
  ]
    .map((payload) => JSON.stringify({ timestamp: '2026-03-14T09:13:22.410Z', type: 'response_item', payload }))
    .join('\n');
const spring = (name: string): string =>
  `java.lang.IllegalStateException: No ToolCallback found for tool name: ${name}\n\tat org.springframework.ai.model.tool.DefaultToolCallingManager.executeToolCall(DefaultToolCallingManager.java:202)\n\nclass Bells {\n  @Tool(description = "Rings a bell")\n  String ringBell(String tower) { }\n  @Tool\n  String stopBell() { }\n}\n`;

it.each([
  ['the same in other letters', opencode('todo_write'), '`todowrite`'],
  ['a longer name', opencode('write_file'), '`write`'],
  ['what others call it', opencode('run_terminal_cmd'), '`bash`'],
  ['a slip', opencode('globb'), '`glob`'],
  ['a method of Java', spring('ringBells'), '`ringBell`'],
  ['more words', spring('ringBellOfTower'), '`ringBell`'],
  ['the shell of Codex', codex('shell'), '`exec_command`'],
  ['the patches of Codex', codex('apply_patch'), '`apply_patch_tool_type: "freeform"`'],
])('a tool that a client has is named in place of an unknown one: %s', (_, content, name) => {
  expect(fix(content)).toContain(name);
});

it('names none where none is like it', () => {
  expect(fix(opencode('weather_map'))).toContain('`weather_map` is none of them');
});

const missing = (code: string): string =>
  `${code}\n\njava.lang.IllegalStateException: No ToolCallback found for tool name: ring_bell\n`;

it.each([
  ['a bean with a name', missing('@Bean("ringBell")\npublic Function<Req, Rep> tower() { return t; }')],
  [
    'a bean that is a method',
    missing('@Bean\n@Description("Rings")\npublic Function<Req, Rep> ringBell() { return t; }'),
  ],
  ['where the client names it', missing('chatClient.prompt().toolNames("ringBell").call();')],
  [
    'an annotation with a name',
    missing('@Tool(name = "ringBell", description = "Rings")\nString tower(String day) {}'),
  ],
  [
    'a decorator of Python',
    '@function_tool\ndef ringBell(day: str):\n  ...\n\nModelBehaviorError: Tool ring_bell not found in agent Tower',
  ],
  ['a list of Python', 'tools=[ringBell, dimLamp]\n\nValueError: Function ring_bell is not found in the tools_dict.'],
])('code names the tool that was meant: %s', (_, content) => {
  expect(fix(content)).toContain('`ringBell`');
});

it.each([
  [
    'system prompt',
    `.system("Use ring_bell to ring.")\n${missing('.toolNames("ringBell")')}`,
    /^Write `ringBell` in the place of `ring_bell` in the system prompt/,
  ],
  [
    'file of an agent',
    `My AGENTS.md says "keep it in todo_write".\n${opencode('todo_write')}`,
    /in the place of `todo_write` in `AGENTS\.md`.*new conversation/,
  ],
  ['nothing', missing('.toolNames("ringBell")'), /^Say in the prompt/],
])('what tells the model the wrong name is mended first: %s', (_, content, wanted) => {
  expect(fix(content)).toMatch(wanted);
});
