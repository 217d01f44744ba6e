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
