/** A template of about 12 KB that uses what real ones use: macros, namespaces, filters, conditions. */
const branch = `{%- elif message.role == 'role-NUMBER' and message.content is string and not loop.last %}
  {%- set ns.seen = ns.seen + 1 %}
  {{- '<|NUMBER|>' ~ message.content|trim ~ '<|end|>\\n' }}
`;
export const templateOf12KB = `{%- macro shown(name, schema) %}
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
