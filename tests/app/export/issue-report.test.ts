import { expect, test } from 'vitest';
import { issueReportExport } from '../../../src/app/export/issue-report.ts';
import { pastedSubject } from './pasted.ts';
import { engineSubject } from './subject.ts';

/** The report by its headings. */
function sectionsOf(report: string): ReadonlyMap<string, string> {
  const parts = report.split(/^(?:### |<details>\n<summary>)/m).slice(1);
  return new Map(parts.map((part) => [/^.*?(?=<|$)/m.exec(part)?.[0] ?? '', part.slice(part.indexOf('\n')).trim()]));
}

async function reportOf(content: string): Promise<ReadonlyMap<string, string>> {
  return sectionsOf(issueReportExport.write(await pastedSubject(content)) ?? '');
}

const glm =
  'python3 -m sglang.launch_server --model-path zai-org/GLM-4.5-Air --tp 4 --tool-call-parser qwen25 --port 30000\n\n' +
  JSON.stringify({
    id: '9f0a',
    object: 'chat.completion',
    model: 'zai-org/GLM-4.5-Air',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: '\n<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>src/a.ts</arg_value>\n</tool_call>',
          reasoning_content: null,
          tool_calls: null,
        },
        finish_reason: 'stop',
        matched_stop: 151336,
      },
    ],
  });

test('what happened is what the paste shows: what an emulated stream gives is said of the emulation', async () => {
  const report = await reportOf(glm);
  expect(report.get('What happened')).toMatch(/^```text\nSGLang with the parser `qwen25` returned the reply as text\./);
  expect(report.get('What happened')).not.toMatch(/stream|Fix:/);
  expect(report.get('What to do')).toContain('Fix: ');
  expect(report.get('Emulated by Callscope')).toContain('returns another result when it streams');
});

test('where nothing is known of the server, nothing is said to have happened', async () => {
  const text = '<tool_call>\n{"name": "read_gauge", "arguments": {}}\n</tool_call>';
  const write = async (profile: string): Promise<ReadonlyMap<string, string>> =>
    sectionsOf(issueReportExport.write(await engineSubject({ text, profile, edited: true })) ?? '');
  const emulated = await write('vllm:hermes');
  expect([...emulated.keys()][0]).toBe('Emulated by Callscope');
  expect(emulated.get('Emulated by Callscope')).toContain('1 call: read_gauge');
  const own = await write('auto');
  expect([...own.keys()][0]).toBe('Read by Callscope');
  for (const report of [emulated, own]) {
    expect(report.has('What happened')).toBe(false);
    expect(report.get('Model output, edited after it was pasted')).toContain('read_gauge');
  }
});
