import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const TRACED = `Traceback (most recent call last):
  File "/srv/lamps/main.py", line 44, in turn
    args = json.loads(call["function"]["arguments"])
TypeError: the JSON object must be str, bytes or bytearray, not dict`;

const ollama = JSON.stringify({
  model: 'qwen3:14b',
  created_at: '2026-09-14T16:22:41.771903214Z',
  message: {
    role: 'assistant',
    content: '',
    tool_calls: [{ function: { name: 'dim_lamp', arguments: { room: 'attic' } } }],
  },
  done: true,
  done_reason: 'stop',
  eval_count: 34,
  eval_duration: 2894410377,
});
const call = { id: 'c7', type: 'function', function: { name: 'dim_lamp', arguments: { room: 'attic' } } };
const openai = JSON.stringify({
  object: 'chat.completion',
  choices: [
    { index: 0, message: { role: 'assistant', content: null, tool_calls: [call] }, finish_reason: 'tool_calls' },
  ],
});
const anthropic = JSON.stringify({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'toolu_7', name: 'dim_lamp', input: { room: 'attic' } }],
  stop_reason: 'tool_use',
});
const gemini = JSON.stringify({
  candidates: [
    {
      content: { role: 'model', parts: [{ functionCall: { name: 'dim_lamp', args: { room: 'attic' } } }] },
      finishReason: 'STOP',
    },
  ],
});

const first = (answer: string, error: string): { readonly why: string; readonly fix: string } | undefined =>
  evidenceSentences(evidenceOf({ content: `${error}\n\nThis came back:\n\n${answer}\n`, name: null })).causes[0];

it.each([
  [
    'Ollama’s own API',
    ollama,
    'Take the object as it is, without reading it as JSON. Or send the request to `/v1/chat/completions`, where Ollama returns a string.',
  ],
  ['Anthropic', anthropic, 'Take the object as it is, without reading it as JSON.'],
  ['Gemini', gemini, 'Take the object as it is, without reading it as JSON.'],
  [
    'OpenAI’s form',
    openai,
    'Update the server, which has to send the arguments as a string. Or turn them into one before the client reads them.',
  ],
])('an object that code reads as text: %s', (_, answer, fix) => {
  expect(first(answer, TRACED)?.fix).toBe(fix);
});

it('JavaScript says it in its own words', () => {
  expect(first(ollama, 'SyntaxError: "[object Object]" is not valid JSON')?.why).toBe(
    'The arguments of `dim_lamp` are an object, as Ollama’s own API has them, and the client reads a string.',
  );
});

it('an error about something else says nothing of them', () => {
  expect(first(ollama, 'TypeError: dim_lamp() takes 0 positional arguments but 1 was given')?.why ?? '').not.toContain(
    'object',
  );
});
