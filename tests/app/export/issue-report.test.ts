import { expect, test } from 'vitest';
import { placeText } from '../../../src/core/text/document/index.ts';
import { issuePage } from '../../../src/app/export/issue-page.ts';
import { issueReportExport } from '../../../src/app/export/issue-report.ts';
import { modelReportExport } from '../../../src/app/export/model-report.ts';
import { emptyTemplate } from '../../../src/app/permalink/state.ts';
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

const curl = (message: string): string =>
  `< HTTP/1.1 500 Internal Server Error\n< Server: llama.cpp\n\n${JSON.stringify({ error: { code: 500, message, type: 'server_error' } })}`;
const block = '<tool_call>\n<function=write>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>';

test('who reports a fault is told first that it is a setting, or that another version reads the call', async () => {
  const ofSetting = await pastedSubject(glm);
  expect(issuePage(ofSetting)?.first).toBe(
    'This is a setting, and no fault of the server. Report it only if the fix does not help.',
  );
  expect((await reportOf(glm)).get('Check first')).toBe(issuePage(ofSetting)?.first);
  const ofVersion = await pastedSubject(curl(`Failed to parse input at pos 29: ${block}`));
  expect(issuePage(ofVersion)?.first).toMatch(
    /^Callscope’s emulation of llama\.cpp .*, .* reads this call\. Try that version first: /,
  );
  // A fault that the emulation has as well is one of that version.
  const both = await pastedSubject(curl(`Failed to parse input at pos 29: ${block.replace('</function>', '')}`));
  expect([both.extraction.outcome === 'calls', issuePage(both)?.first]).toEqual([false, '']);
  // An emulation alone proves no fault.
  const alone = await engineSubject({ text: block, profile: 'vllm:qwen3_coder' });
  expect(issuePage(alone)?.first).toBe('');
});

test('where others run the server, the report names them and their answer, and asks for no command', async () => {
  const message = { role: 'assistant', content: block };
  const about = { id: 'gen-1764489400-Zkq', provider: 'Chutes', model: 'moonshotai/kimi-k2-0905' };
  const choices = [{ index: 0, message, finish_reason: 'stop', native_finish_reason: 'stop' }];
  const report = await reportOf(JSON.stringify({ ...about, choices }));
  expect(report.get('What happened')).toContain('OpenRouter, in front of Chutes, returned no call.');
  expect(report.get('Server')).toBe(
    '- Model: `moonshotai/kimi-k2-0905`\n- Served by: OpenRouter, in front of Chutes\n- Id of the answer: `gen-1764489400-Zkq`',
  );
  const ofModel = modelReportExport.write(await pastedSubject(JSON.stringify({ ...about, choices }))) ?? '';
  expect(sectionsOf(ofModel).get('Model')).toContain(
    '- Served by: OpenRouter, in front of Chutes\n- Id of the answer: ',
  );
  expect(ofModel).not.toContain('Start command');
  // A server of one's own.
  expect((await reportOf(glm)).get('Server')).toMatch(/\n- Version: .*\n- Start command: `python3 -m sglang/);
});

/** A stream of which the client got the call as text, in pieces. */
function streamOf(text: string): string {
  const events = (text.match(/[^]{1,8}/g) ?? []).map((content) =>
    JSON.stringify({
      id: 'chatcmpl-1',
      model: 'Qwen/Qwen3-Coder-30B-A3B-Instruct',
      choices: [{ index: 0, delta: { content } }],
    }),
  );
  return [...events, '[DONE]'].map((event) => `data: ${event}\n\n`).join('');
}

test('the report has the stream as it was pasted, says in how many chunks it came, and no capability that nobody asked for', async () => {
  const content = streamOf(block);
  const subject = await pastedSubject(content);
  const recording = { lengths: [8, 8], gaps: [] };
  const text = issueReportExport.write({ ...subject, fields: { ...subject.fields, recording } }) ?? '';
  const report = sectionsOf(text);
  expect(report.get('What was pasted')).toContain(content.trim());
  expect(report.get('Runtime')).toContain('- Read: as a whole reply; it came in 3 chunks');
  expect(text).not.toContain('Capability');
  // A long one is cut before the program is.
  const long = await pastedSubject(streamOf(block + ' '.repeat(9000)));
  const cut = issueReportExport.write(long) ?? '';
  const form = issuePage(await engineSubject({ profile: 'vllm:qwen3_coder', text: block, raw: content.repeat(9) }));
  expect(form?.shortened).toEqual(['What was pasted']);
  expect([cut.length <= 65_536, cut.includes('more characters'), cut.includes('<summary>Program')]).toEqual([
    true,
    true,
    text.includes('<summary>Program'),
  ]);
});

test('a report for the makers of the model has what the model was given, what it wrote, and where that is broken', async () => {
  const broken = '<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "oil",}}\n</tool_call>';
  const request = {
    model: 'Qwen/Qwen3-8B-AWQ',
    temperature: 0.7,
    messages: [
      { role: 'system', content: 'You watch gauges.' },
      { role: 'user', content: 'And the oil?' },
    ],
    tools: [{ type: 'function', function: { name: 'read_gauge', parameters: { type: 'object' } } }],
  };
  const raw = `vllm serve Qwen/Qwen3-8B-AWQ --tool-call-parser hermes\n${JSON.stringify(request)}`;
  const fields = {
    profile: 'vllm:hermes',
    text: broken,
    raw,
    system: 'You watch gauges.',
    tools: JSON.stringify(request.tools),
  };
  const subject = { ...(await engineSubject(fields)), readers: { read: 2, asked: 11 }, model: 'Qwen/Qwen3-8B-AWQ' };
  const report = sectionsOf(modelReportExport.write(subject) ?? '');
  expect(report.get('Model')).toBe(
    [
      '- Model: `Qwen/Qwen3-8B-AWQ`',
      '- Quantisation: `AWQ`',
      '- Server: (Please fill in.)',
      '- Start command: `vllm serve Qwen/Qwen3-8B-AWQ --tool-call-parser hermes`',
      '- Sampling: `temperature 0.7`',
    ].join('\n'),
  );
  expect(report.get('Model output')).toContain(broken);
  const place = placeText(broken, broken.indexOf(',}') + 1);
  expect(report.get('What is broken')).toMatch(/^```text\nD\d+: /);
  expect(report.get('What is broken')).toContain(`(${place})`);
  expect(report.get('Read by')).toBe('2 of 11 server parsers give the calls, as Callscope emulates them.');
  expect(report.get('Tools')).toContain('read_gauge');
  expect(report.get('Prompt')).toContain('System: You watch gauges.');
  expect(report.get('Chat template')).toBe('(Please fill in.)');
  expect(report.get('What was pasted')).toContain('"temperature":0.7');
  expect(report.has('What happened')).toBe(false);
  // That a server has its parser off is no fault of the model.
  const sound = await pastedSubject(glm);
  expect(sectionsOf(modelReportExport.write(sound) ?? '').get('What is broken')).not.toContain('D01');
});

test('a chat template of the case is in the report, under its name', async () => {
  const text = '<tool_call>\n{"name": "read_gauge", "arguments": {}}\n</tool_call>';
  const template = { ...emptyTemplate, text: '{{ messages[0].content }}', name: 'gauges.jinja' };
  const write = async (fields: { template?: typeof template }): Promise<string> =>
    issueReportExport.write(await engineSubject({ text, profile: 'vllm:hermes', ...fields })) ?? '';
  expect(sectionsOf(await write({ template })).get('Chat template: gauges.jinja')).toContain(
    '{{ messages[0].content }}',
  );
  expect(await write({})).not.toContain('Chat template');
});

test('of a proxy, the report asks for its settings and for the server that it asks', async () => {
  const message =
    'litellm.BadRequestError: Hosted_vllmException - Error code: 400 - ' +
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set. Received Model Group=dunes';
  const report = await reportOf(JSON.stringify({ error: { message, type: null, param: null, code: '400' } }));
  expect(report.get('Server')?.split('\n').slice(1)).toEqual([
    '- Proxy: LiteLLM, version (Please fill in.)',
    '- Its settings for this model, without keys: (Please fill in.)',
    '- Server that it asks: vLLM',
    '- Version of that server: (Please fill in.)',
    '- Start command of that server: (Please fill in.)',
  ]);
  expect(report.get('Check first')).toContain('to the server that LiteLLM asks, without LiteLLM.');
  expect((await reportOf(glm)).get('Server')).not.toContain('Proxy');
});

test('a refused reply is told in the words of the server, without an id of this page', async () => {
  const text = '<tool_call>\n{"name": "read_gauge", "arguments": {"dial": 1,}}\n</tool_call>';
  const subject = await engineSubject({ text, profile: 'llamacpp:qwen2.5' });
  const report = sectionsOf(issueReportExport.write(subject) ?? '');
  expect(report.get('Actual calls')).toBe(
    'None: the server refuses the reply: The reply does not match the parser that llama.cpp built for this template and these tools. The server returns HTTP 500: there is no fallback to text.',
  );
});
