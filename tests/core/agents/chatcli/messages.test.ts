import { describe, expect, it } from 'vitest';
import { chatcliAnthropicMessages, chatcliOpenAiMessages, type LoopMessage } from '../../../../src/core/index.ts';

const failed: LoopMessage = { role: 'tool', content: 'gone', tool_call_id: 'c1', is_error: true, error_code: 'ENOENT' };
const contentOf = (messages: readonly Record<string, unknown>[]): unknown => messages[0]?.['content'];

describe('a failed tool', () => {
  it('has its code in both shapes, and a field of its own in one', () => {
    expect(contentOf(chatcliAnthropicMessages([failed], ''))).toEqual([
      { type: 'tool_result', tool_use_id: 'c1', content: '[ERROR:ENOENT] gone', is_error: true },
    ]);
    expect(contentOf(chatcliOpenAiMessages([failed], ''))).toBe('[ERROR:ENOENT] gone');
  });

  it('without a code is marked only where there is no field', () => {
    const { error_code: _code, ...bare } = failed;
    expect(contentOf(chatcliAnthropicMessages([bare], ''))).toMatchObject([{ content: 'gone', is_error: true }]);
    expect(contentOf(chatcliOpenAiMessages([bare], ''))).toBe('[ERROR] gone');
  });
});

describe('the new prompt', () => {
  const user: LoopMessage = { role: 'user', content: 'hi' };
  it.each([
    [[user], 'hi', 1],
    [[user], 'more', 2],
    [[{ ...user, role: 'User' }], 'hi', 2],
    [[user], ' \n', 1],
  ])('of %j and %j makes %i messages', (history, prompt, count) => {
    expect(chatcliAnthropicMessages(history, prompt)).toHaveLength(count);
    expect(chatcliOpenAiMessages(history, prompt)).toHaveLength(count);
  });
});

it('writes arguments as Go does', () => {
  const call = { id: 'c1', name: 'f', arguments: { b: 1, a: '<&>' } };
  const [message] = chatcliOpenAiMessages([{ role: 'assistant', content: '', tool_calls: [call] }], '');
  expect(message).toEqual({
    role: 'assistant',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":"\\u003c\\u0026\\u003e","b":1}' } },
    ],
  });
});
