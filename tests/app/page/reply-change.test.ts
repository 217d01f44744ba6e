import { expect, it } from 'vitest';
import { isOtherReply } from '../../../src/app/page/reply-change.ts';

const call = '<tool_call>\n{"name": "f", "arguments": {"a": 1,}}\n</tool_call>';

it.each([
  ['the same reply after a repair', call, call.replace(',}', '}'), false],
  ['a reply with more after it', call, `${call}\nAnd a sentence that is longer than twenty characters.`, false],
  ['a character that is typed over everything', call, 'x', false],
  ['nothing', call, '  ', false],
  ['a first reply', '', call, false],
  ['a reply of its own', call, 'Something else that somebody pasted over it.', true],
  ['the same words in another order', 'ab '.repeat(40), 'ba '.repeat(40), true],
])('%s', (_what, before, after, expected) => {
  expect(isOtherReply({ text: before, native: '' }, { text: after, native: '' })).toBe(expected);
});

it('counts native calls as part of the reply', () => {
  const native = '[{"name": "f", "arguments": {"path": "/a/b/c"}}]';
  expect(isOtherReply({ text: '', native }, { text: 'A text that has nothing to do with it.', native: '' })).toBe(true);
  expect(isOtherReply({ text: 'Short.', native }, { text: 'Other.', native })).toBe(false);
});
