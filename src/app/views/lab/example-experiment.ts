import type { Experiment, Setup } from '../../../core/index.ts';

const tools = [
  {
    type: 'function',
    function: {
      name: 'open_valve',
      description: 'Opens a valve of the pump house.',
      parameters: {
        type: 'object',
        properties: { valve: { type: 'string' }, pct: { type: 'integer', minimum: 0, maximum: 100 } },
        required: ['valve', 'pct'],
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'read_gauge',
      description: 'Reads a gauge of the pump house.',
      parameters: {
        type: 'object',
        properties: { dial: { type: 'string', enum: ['oil', 'water', 'steam'] } },
        required: ['dial'],
      },
    },
  },
];

const setup: Setup = {
  system: 'You look after the pumps.',
  preamble: null,
  format: '',
  tools: JSON.stringify(tools, null, 2),
  isCompact: false,
  place: 'prompt',
  held: 'free',
  temperature: 0.7,
  source: 'demo',
  model: '',
  renamed: [],
};

/** Two prompts and three messages for the demo model, which differ within a minute. */
export const exampleExperiment: Experiment = {
  variants: [
    { name: 'A', setup },
    {
      name: 'B',
      setup: {
        ...setup,
        format: 'hermes',
        system: `${setup.system}\nCall a tool only when the user asks for what it does. Otherwise answer in plain text.`,
      },
    },
  ],
  messages: [
    {
      text: 'Open valve B2 to 40 percent.',
      expected: [{ name: 'open_valve', argumentsText: '{"valve": "B2", "pct": 40}' }],
    },
    { text: 'What does the water gauge say?', expected: [{ name: 'read_gauge', argumentsText: '{"dial": "water"}' }] },
    { text: 'Who invented the steam engine?', expected: [] },
  ],
};
