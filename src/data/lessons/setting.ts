// The pump house in which the lessons play: its tools in OpenAI's form, and calls of them in several formats.

/** One tool as a request declares it. */
function tool(name: string, description: string, properties: object, required: readonly string[]): object {
  return { type: 'function', function: { name, description, parameters: { type: 'object', properties, required } } };
}

export const tools = JSON.stringify(
  [
    tool(
      'read_gauge',
      'Reads one gauge of the pump house.',
      { dial: { type: 'string', enum: ['oil', 'water', 'steam'] }, samples: { type: 'integer' } },
      ['dial'],
    ),
    tool('open_valve', 'Opens a valve.', { valve: { type: 'string' }, percent: { type: 'number' } }, [
      'valve',
      'percent',
    ]),
    tool('write_note', 'Writes a note into the log book.', { text: { type: 'string' } }, ['text']),
  ],
  null,
  2,
);

/** JSON between tags, as Qwen 2.5, Qwen 3 and Hermes write it. `args` is JSON text. */
export function hermes(name: string, args: string): string {
  return `<tool_call>\n{"name": "${name}", "arguments": ${args}}\n</tool_call>`;
}

/** Tags alone, as Qwen3-Coder writes it. */
export function coder(name: string, ...args: readonly (readonly [name: string, value: string])[]): string {
  const inside = args.map(([key, value]) => `<parameter=${key}>\n${value}\n</parameter>\n`).join('');
  return `<tool_call>\n<function=${name}>\n${inside}</function>\n</tool_call>`;
}

export const readOil = { name: 'read_gauge', argumentsText: '{"dial": "oil"}' };
export const readSteam = { name: 'read_gauge', argumentsText: '{"dial": "steam"}' };
export const oilInHermes = hermes('read_gauge', '{"dial": "oil"}');
