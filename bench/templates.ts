import { parseTemplate } from '../src/core/templates/parse/parse-template.ts';
import { render } from '../src/core/templates/render.ts';
import { median, timesInTurn } from './measure.ts';
import { atMost, printRow, printTitle } from './table.ts';

/** A template of about 12 KB that uses what real ones use: macros, namespaces, filters, conditions. */
const branch = `{%- elif message.role == 'role-NUMBER' and message.content is string and not loop.last %}
  {%- set ns.seen = ns.seen + 1 %}
  {{- '<|NUMBER|>' ~ message.content|trim ~ '<|end|>\\n' }}
`;
const template = `{%- macro shown(name, schema) %}
  {%- for key, value in schema.properties.items() %}- {{ key }}: {{ value.type }}{% if key in schema.required %} (required){% endif %}
{{ value.description|default('')|indent(2) }}
{% endfor %}
{%- endmacro %}
{%- set ns = namespace(seen=0) %}
{%- if tools %}{{- '<tools>\\n' }}{%- for tool in tools %}{{- tool|tojson }}{{- shown(tool.function.name, tool.function.parameters) }}{%- endfor %}{{- '</tools>\\n' }}{%- endif %}
{%- for message in messages %}
{%- if message.role == 'system' %}{{- '<|system|>' + message.content + '<|end|>\\n' }}
${Array.from({ length: 66 }, (_, index) => branch.replaceAll('NUMBER', String(index))).join('')}{%- else %}
  {{- '<|' + message.role + '|>' }}{{- message.content|trim }}
  {%- for call in message.tool_calls or [] %}{{- '<call>' + call.function|tojson + '</call>' }}{%- endfor %}
  {{- '<|end|>\\n' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|assistant|>' }}{%- endif %}`;

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
