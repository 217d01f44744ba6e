import { expect, it } from 'vitest';
import { recognise } from '../../../src/core/recognise/index.ts';

const line =
  "model='m' created_at='2026-03-30T17:22:08.5Z' done=True done_reason='stop' message=Message(role='assistant', content='', tool_calls=[ToolCall(function=Function(name='mend_kettle', arguments={'part': 'lid'}))])";

it.each([
  ['alone', line],
  ['below a fence of code', `Why is it empty?\n\n\`\`\`python\nprint(response)\n\`\`\`\n\nOutput:\n\n${line}\n`],
  ['in a fence', `Why is the answer empty? I get\n\n\`\`\`\n${line}\n\`\`\`\n`],
])('calls that a language printed come without the names of their classes: %s', (_, content) => {
  expect(recognise({ content, name: null }).replies.map(({ native }) => native)).toEqual([
    '[{"function":{"name":"mend_kettle","arguments":{"part":"lid"}}}]',
  ]);
});
