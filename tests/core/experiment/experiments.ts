import * as fc from 'fast-check';
import type { Message, ModelRun, Setup } from '../../../src/core/experiment/index.ts';

const tools = JSON.stringify([
  {
    type: 'function',
    function: {
      name: 'fill_tank',
      description: 'Fills a tank.',
      parameters: {
        type: 'object',
        properties: { tank: { type: 'string' }, qty: { type: 'integer' } },
        required: ['tank', 'qty'],
      },
    },
  },
  { type: 'function', function: { name: 'drain', parameters: { type: 'object', properties: {} } } },
]);

export const setup: Setup = {
  system: 'You look after tanks.',
  preamble: null,
  format: 'hermes',
  tools,
  isCompact: false,
  place: 'prompt',
  held: 'free',
  temperature: 0.5,
  source: 'demo',
  model: '',
  renamed: [],
};

export const message: Message = {
  text: 'Fill B2 with 40.',
  expected: [{ name: 'fill_tank', argumentsText: '{"qty": 40, "tank": "B2"}' }],
};
export const noCall: Message = { text: 'Who are you?', expected: [] };

export const fill = (args: unknown, name = 'fill_tank'): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

const word = fc.string({ maxLength: 12 });

export const someSetup: fc.Arbitrary<Setup> = fc.record({
  system: word,
  preamble: fc.option(word),
  format: fc.constantFrom('', 'hermes', 'mistral'),
  tools: fc.constantFrom('', tools),
  isCompact: fc.boolean(),
  place: fc.constantFrom('prompt', 'request', 'none'),
  held: fc.constantFrom('free', 'call', 'tagged'),
  temperature: fc.constantFrom(0, 0.5, 1),
  source: fc.constantFrom('demo', 'endpoint'),
  model: word,
  renamed: fc.array(fc.record({ tool: word, from: word, to: word }), { maxLength: 2 }),
});

export const someMessage: fc.Arbitrary<Message> = fc.record({
  text: word,
  expected: fc.option(
    fc.array(fc.record({ name: word, argumentsText: fc.constantFrom('', '{"a": 1}') }), { maxLength: 2 }),
  ),
});

export function runOf(more: Partial<ModelRun> & Pick<ModelRun, 'variant' | 'message' | 'number'>): ModelRun {
  return {
    seed: more.number,
    text: '',
    native: '',
    tokens: null,
    milliseconds: 100,
    finishReason: 'stop',
    error: null,
    ...more,
  };
}
