import { expect, it } from 'vitest';
import { evidenceOf } from '../../../../src/core/index.ts';
import { exportedTask } from '../../../../src/core/recognise/evidence/paste/exported-task.ts';

const call = '<read_file>\n<path>lamp.ts</path>\n</read_file>';
const task = `**User:**\n\nRead lamp.ts.\n\n---\n\n**Assistant:**\n\n${call}\n\n---\n\n**User:**\n\nIt has a --- in it.\n\n`;

it('an exported task is a conversation with its turns, among the words before it', () => {
  const [before, json] = (exportedTask(`My export:\n\n${task}`) ?? '').split(/(?=\[\{)/);
  expect(before).toBe('My export:\n\n');
  expect(JSON.parse(json ?? '')).toEqual([
    { role: 'user', content: 'Read lamp.ts.' },
    { role: 'assistant', content: call },
    { role: 'user', content: 'It has a --- in it.' },
  ]);
  const evidence = evidenceOf({ content: task, name: null });
  expect([evidence.turns, evidence.call?.names ?? []]).toEqual([1, ['read_file']]);
});

it.each([
  ['headings inside of a line', 'I like **User:** and **Assistant:** as headings.'],
  ['one side alone', '**Assistant:**\n\nHello.\n\n**Assistant:**\n\nBye.'],
  ['a call that writes the headings', '{"name": "write", "arguments": {"text": "**User:**\\n\\n**Assistant:**"}}'],
])('%s are no exported task', (_what, text) => {
  expect(exportedTask(text)).toBeNull();
});
