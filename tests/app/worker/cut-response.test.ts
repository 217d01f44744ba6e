import { expect, it } from 'vitest';
import { INCOMPLETE, isCutOff } from '../../../src/app/worker/cut-response.ts';
import { wordedEvidence } from '../../../src/app/worker/worded-evidence.ts';

const call = 'Reading.\n<tool_call>\n{"name": "read_file", "arguments": {"path": "/a"}}\n</tool_call>';
const message = { role: 'assistant', content: call, tool_calls: [] };
const response = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'Qwen/Qwen3-8B',
  choices: [{ index: 0, message, finish_reason: 'stop' }],
});

it('tells a value that does not end from one that words follow', () => {
  const cut = ['{"a": "b', '{"a": "}]"', '[1, {"a": "\\"}', ' {"a": [1]'];
  expect(cut.map((text) => isCutOff(text))).toEqual(cut.map(() => true));
  const whole = ['{"a": "{"}', '{"a": 1} it says no call', '{"a": 1}\n{"b": ', 'data: {"a": 1', 'Hi {', ''];
  expect(whole.map((text) => isCutOff(text))).toEqual(whole.map(() => false));
});

it('says of a response that is cut off that calls may be missing, before what it proves', async () => {
  const headlineOf = async (content: string): Promise<string> =>
    (await wordedEvidence({ content, name: null })).sentences.headline;
  const whole = await headlineOf(response);
  expect(whole).toMatch(/^The server returned no call\./);
  const cut = await headlineOf(response.slice(0, response.indexOf('_calls')));
  expect(cut).toBe(`${INCOMPLETE} ${whole}`);
});
