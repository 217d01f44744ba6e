import { parseTemplate } from '../src/core/jinja/parse/parse-template.ts';
import { render } from '../src/core/jinja/render.ts';
import { median, timesInTurn } from './measure.ts';
import { atMost, printRow, printTitle } from './table.ts';

import { templateOf12KB as template } from './template-12kb.ts';

const tools = Array.from({ length: 20 }, (_, index) => ({
  type: 'function',
  function: {
    name: `tool_${index}`,
    description: 'Reads a "file" and returns its lines.',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where it is\nand what it is called' },
        line: { type: 'integer' },
      },
      required: ['path'],
    },
  },
}));
const messages = Array.from({ length: 50 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${index}: ${'some words of a conversation. '.repeat(10)}`,
  tool_calls:
    index % 4 === 1
      ? [{ id: `${index}`, function: { name: 'tool_1', arguments: { path: 'a"b', line: index } } }]
      : null,
}));

/** A keystroke in a template reads it and renders it anew, with all places. */
export function benchTemplates(): void {
  printTitle(`A template of ${(template.length / 1024).toFixed(0)} KB, 50 messages, 20 tools`);
  const context = { messages, tools, variables: { add_generation_prompt: true } };
  const parsing = parseTemplate(template);
  const works = [
    { what: 'reading the template', run: () => parseTemplate(template) },
    { what: 'rendering, with places', run: () => (parsing.ok ? render(parsing.template, context) : null) },
  ];
  for (const { what, run } of works) {
    const [times] = timesInTurn([run], { warmUp: 5, counted: 15 });
    printRow({ what, figure: median(times!), unit: 'ms', target: atMost(30) });
  }
}
