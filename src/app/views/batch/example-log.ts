import { seededNumbers } from '../../sources/toy/seeded.ts';

/** So many replies are in it. */
const COUNT = 2000;

const tools = [
  ['fill_tank', 'Fills a tank.', { tank: 'integer', liters: 'number' }],
  ['read_gauge', 'Reads a gauge.', { gauge: 'string' }],
  ['set_valve', 'Opens or closes a valve.', { valve: 'string', open: 'boolean' }],
] as const;

const declared = tools.map(([name, description, types]) => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(types).map(([key, type]) => [key, { type }])),
      required: Object.keys(types),
    },
  },
}));

interface Made {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** How often each kind comes among a hundred, and how it is written. `calls` is what the log says that was meant. */
const kinds: readonly (readonly [share: number, write: (call: Made, json: string) => string, isCall?: false])[] = [
  [58, (_, json) => `<tool_call>\n${json}\n</tool_call>`],
  [14, ({ name }) => `The operator has already used ${name}, so nothing is left to do.`, false],
  [8, (_, json) => `<tool_call>\n${json.replace('}}', ',}}')}\n</tool_call>`],
  [6, (_, json) => `<tool_call>\n${json.replace('"arguments"', '"parameters"')}\n</tool_call>`],
  [5, (_, json) => `I will do it now.\n~~~json\n${json}\n~~~`],
  [
    4,
    ({ name, arguments: given }) =>
      `<tool_call>\n<function=${name}>\n${Object.entries(given)
        .map(([key, value]) => `<parameter=${key}>\n${String(value)}\n</parameter>\n`)
        .join('')}</function>\n</tool_call>`,
  ],
  [3, (_, json) => `<tool_call>\n${json.slice(0, -9)}`],
  [2, (_, json) => `<think>The gauge is low.\n<tool_call>\n${json}\n</tool_call>`],
];

/**
 * A log of replies as a model with 7 billion parameters could have written them: made up, by a seed, so that it is the same for
 * everybody. JSON lines as data sets of fixtures have them.
 */
export function exampleLog(): string {
  const next = seededNumbers(20_261_126);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value;
  const lines: string[] = [];
  for (let index = 0; index < COUNT; index += 1) {
    const call = callOf(pick(tools)[0], next);
    let at = next() * 100;
    const [, write, isCall = true] = kinds.find(([share]) => (at -= share) < 0) ?? kinds[0] ?? [0, () => ''];
    const record = {
      id: `reply-${String(index + 1)}`,
      models: [index % 3 === 0 ? 'made-up-7b-q4' : 'made-up-7b'],
      tools: declared,
      raw_output: write(call, JSON.stringify(call)),
      expected: { tool_calls: isCall ? [call] : [] },
    };
    lines.push(JSON.stringify(record));
  }
  return `${lines.join('\n')}\n`;
}

function callOf(name: (typeof tools)[number][0], next: () => number): Made {
  const number = 1 + Math.floor(next() * 40);
  if (name === 'fill_tank') return { name, arguments: { tank: number, liters: number * 25 } };
  if (name === 'read_gauge') return { name, arguments: { gauge: `north-${String(number)}` } };
  return { name, arguments: { valve: `v${String(number)}`, open: number % 2 === 0 } };
}
