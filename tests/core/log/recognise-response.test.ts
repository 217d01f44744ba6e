import { describe, expect, it } from 'vitest';
import { recogniseResponse } from '../../../src/core/index.ts';

const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"n":12345678901234567890}' } };

describe('recogniseResponse', () => {
  it('takes an OpenAI chat completion apart', () => {
    const text = JSON.stringify({
      choices: [{ finish_reason: 'length', message: { role: 'assistant', content: 'Hi', tool_calls: [call] } }, {}],
    });
    expect(recogniseResponse(text)).toEqual({
      shape: 'openai-completion',
      text: 'Hi',
      toolCallsText: JSON.stringify([call]),
      finishReason: 'length',
      notes: ['The token limit cut off the reply (length).', 'Callscope reads only the first of 2 choices.'],
    });
  });

  it('takes a single message apart, with content in parts', () => {
    const message = {
      role: 'assistant',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      reasoning_content: 'hm',
    };
    expect(recogniseResponse(JSON.stringify(message))).toMatchObject({
      shape: 'openai-message',
      text: 'ab',
      toolCallsText: null,
      notes: ['The server keeps 2 characters of reasoning apart. No runtime looks for calls in them.'],
    });
  });

  it('takes an Anthropic message apart', () => {
    const use = { type: 'tool_use', id: 't', name: 'f', input: {} };
    const text = JSON.stringify({
      type: 'message',
      content: [{ type: 'thinking', thinking: 'abc' }, { type: 'text', text: 'Ok' }, use],
      stop_reason: 'tool_use',
    });
    expect(recogniseResponse(text)).toEqual({
      shape: 'anthropic-message',
      text: 'Ok',
      toolCallsText: `[${JSON.stringify(use)}]`,
      finishReason: 'tool_use',
      notes: ['The server keeps 3 characters of reasoning apart. No runtime looks for calls in them.'],
    });
  });

  it('takes Ollama responses apart', () => {
    const chat = {
      model: 'm',
      message: { role: 'assistant', content: '', tool_calls: [{ function: { name: 'f', arguments: {} } }] },
      done: true,
    };
    expect(recogniseResponse(JSON.stringify(chat))).toMatchObject({
      shape: 'ollama-chat',
      text: '',
      toolCallsText: '[{"function":{"name":"f","arguments":{}}}]',
    });
    expect(recogniseResponse('{"model":"m","response":"x","done":true}')).toMatchObject({
      shape: 'ollama-generate',
      text: 'x',
    });
  });

  it('keeps the digits of native calls', () => {
    const text = '{"text": null, "tool_calls": [{"id": 12345678901234567890, "name": "f"}]}';
    expect(recogniseResponse(text)).toMatchObject({
      shape: 'provider-response',
      text: null,
      toolCallsText: '[{"id": 12345678901234567890, "name": "f"}]',
    });
    expect(recogniseResponse(JSON.stringify([call])).shape).toBe('tool-calls');
  });

  it.each([
    ['prose', 'Hello'],
    ['a bare call', '{"name": "f", "arguments": {}}'],
    ['a list of bare calls', '[{"name": "f", "arguments": {}}]'],
    ['broken JSON', '{"choices": ['],
    ['any other JSON', '{"city": "Malmö"}'],
    ['a stream chunk', '{"choices": [{"delta": {"content": "x"}}]}'],
    ['nothing', ''],
    ['deep nesting', '['.repeat(50_000) + ']'.repeat(50_000)],
  ])('takes %s for text', (_what, text) => {
    expect(recogniseResponse(text)).toMatchObject({ shape: 'text', text, toolCallsText: null });
  });
});
