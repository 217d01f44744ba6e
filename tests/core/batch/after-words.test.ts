import { expect, it } from 'vitest';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';

const part = (text: string): unknown => ({ id: 'prt_1', type: 'text', text });
const session = {
  info: { id: 'ses_9', directory: '/w', title: 'Roofs', version: '1.9.0', time: { created: 1, updated: 2 } },
  messages: [
    { info: { id: 'msg_1', sessionID: 'ses_9', role: 'user' }, parts: [part('Count the roofs.')] },
    {
      info: { id: 'msg_2', sessionID: 'ses_9', role: 'assistant' },
      parts: [{ id: 'prt_2', type: 'tool', tool: 'count_roofs', state: { status: 'completed', input: { street: 4 } } }],
    },
    { info: { id: 'msg_3', sessionID: 'ses_9', role: 'assistant' }, parts: [part('There are nine.')] },
  ],
};
const batch = ['a', 'b'].map((custom_id) => ({
  custom_id,
  response: { status_code: 200, body: { choices: [{ message: { role: 'assistant', content: 'Nine.' } }] } },
}));

const read = (content: string, name = 'export.json'): unknown => {
  const { replies, summary } = readLog(content, { name });
  return [summary.shape, replies.map(({ id }) => id), summary.problems];
};
const words = [{ code: 'words', line: null }];

it.each(['Exporting session: ses_9', 'Exporting session: ses_9\n', '\u001b[2mExporting\u001b[0m [ses_9] …\n\n'])(
  'reads an export after the words %j, and says that they were left out',
  (before) => {
    for (const indent of [0, 2]) {
      // After a line of its own, JSON on one line is JSON lines of which the first is broken.
      const isLines = indent === 0 && before.endsWith('\n');
      const problems = isLines ? [{ code: 'broken', line: 1 }] : words;
      expect(read(before + JSON.stringify(session, null, indent))).toEqual(['sessions', ['msg_2', 'msg_3'], problems]);
      expect(read(before + JSON.stringify(batch, null, indent))).toEqual(['openai-batch', ['a', 'b'], words]);
    }
  },
);

it.each([
  ['a call', 'I count them: {"name": "count_roofs", "arguments": {"street": 4}}'],
  ['several calls', 'I do both: [{"name": "count_roofs", "arguments": {}}, {"name": "count_doors", "arguments": {}}]'],
  ['an answer in JSON', 'Here it is:\n{\n  "result": "nine",\n  "roofs": [1, 2]\n}'],
  [
    'a conversation',
    'Send this: {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hi."}]}',
  ],
  ['a broken export', `Exporting session: ses_9${JSON.stringify(session).slice(0, -9)} done`],
])('keeps the text of a reply that has words before %s', (_, text) => {
  const { replies, summary } = readLog(text, { name: 'reply.txt' });
  expect([summary.shape, replies.map((reply) => reply.text), summary.problems]).toEqual(['text', [text], []]);
});
