import { expect, it } from 'vitest';
import { DeclaredTools, groupsOf, Judge, type LoggedReply } from '../../../src/core/batch/index.ts';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';

const lines = (...records: readonly object[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join('');
const read = (content: string, name = 'x.jsonl', mapping = {}): ReturnType<typeof readLog> =>
  readLog(content, { name, mapping });
const said = { response: 'Full.', model: 'm' };

it.each([
  [{ ...said, prompt_version: 'b' }, 'b', 'prompt_version'],
  [{ ...said, metadata: { prompt_version: 2 } }, '2', undefined],
  [{ ...said, request_tags: ['prod', 'prompt-b'] }, 'prompt-b', 'request_tags[*]'],
  [{ ...said, promptName: 'support-v2' }, 'support-v2', 'promptName'],
  [{ ...said, messages: [{ role: 'system', content: 'Be brief.' }] }, 'Be brief.', undefined],
  [{ ...said, messages: [{ role: 'user', content: 'Fill it.' }] }, undefined, undefined],
] as const)('%j', (record, name, path) => {
  const { replies, summary } = read(lines(record));
  expect(replies[0]?.prompt).toBe(name);
  if (path !== undefined) expect(summary.mapping.prompt).toBe(path);
});

it('long system prompts that differ in their last words are told apart', () => {
  const prompts = ['Then call the tool.', 'Then show the call.'].map((end) => `${'Use the tools. '.repeat(20)}${end}`);
  const { replies } = read(lines(...prompts.map((content) => ({ ...said, messages: [{ role: 'system', content }] }))));
  expect(new Set(replies.map(({ prompt }) => prompt)).size).toBe(2);
});

it('somebody may choose another member', () => {
  const { replies } = read(lines({ ...said, prompt_version: 'b', arm: 'left' }), 'x.jsonl', { prompt: 'arm' });
  expect(replies[0]?.prompt).toBe('left');
});

it('a request brings its prompt to its reply, and groups say which prompt their members have', () => {
  const tools = [{ type: 'function', function: { name: 'fill', parameters: { type: 'object' } } }];
  const asked = ['A', 'B'].flatMap((arm) =>
    Array.from({ length: 10 }, (_, index) => ({
      custom_id: `${arm}-${String(index)}`,
      method: 'POST',
      url: '/v1/chat/completions',
      body: { model: 'm', messages: [{ role: 'system', content: `Prompt ${arm}.` }], tools },
    })),
  );
  const requests = read(lines(...asked)).summary;
  const declared = new DeclaredTools();
  declared.add(requests.declared);
  const judge = new Judge({ runtime: 'auto', isAligning: true });
  const results = asked.map(({ custom_id: id }, index) => {
    const text = id.startsWith('A') ? '{"name": "fill", "arguments": {}}' : 'No.';
    const reply: LoggedReply = {
      id,
      record: id,
      number: index + 1,
      text,
      calls: null,
      tools: null,
      model: 'm',
      isRight: null,
    };
    return judge.judge(declared.joined(reply));
  });
  const [group] = groupsOf(results).filter(({ outcome }) => outcome === 'answer');
  expect(group?.prompts).toEqual([['Prompt B.', 10]]);
  expect(group?.common[0]).toEqual({
    field: 'prompt',
    value: 'Prompt B.',
    inside: { hits: 10, runs: 10 },
    outside: { hits: 0, runs: 10 },
  });
});
