import type { OwnTemplate } from './own-template.ts';

/** Calls as pairs of tags for keys and values, as GLM-4.5 writes them. */
export const glm45: OwnTemplate = {
  id: 'glm-4.5',
  format: 'glm-4.5',
  label: 'GLM-4.5',
  variables: {},
  text: String.raw`[gMASK]<sop>
{%- if tools -%}
<|system|>
You can call the functions between the tags.
<tools>
{% for tool in tools %}
{{ tool.function | tojson }}
{% endfor %}
</tools>

Write a call like this:
<tool_call>the_name
<arg_key>a_parameter</arg_key>
<arg_value>its value</arg_value>
</tool_call>
{%- endif -%}
{%- for message in messages -%}
{%- if message.role == 'system' -%}
<|system|>
{{ message.content }}
{%- elif message.role == 'user' -%}
<|user|>
{{ message.content }}
{%- elif message.role == 'assistant' -%}
<|assistant|>
<think></think>
{{ message.content or '' }}
{%- for call in message.tool_calls or [] %}
{% if call.function.arguments is string %}
{{ raise_exception('Pass the arguments of a call as an object, not as text.') }}
{% endif %}

<tool_call>{{ call.function.name }}
{% for key, value in call.function.arguments | items %}
<arg_key>{{ key }}</arg_key>
<arg_value>{{ value if value is string else value | tojson }}</arg_value>
{% endfor %}
</tool_call>
{%- endfor -%}
{%- elif message.role == 'tool' -%}
{{ '<|observation|>' if loop.first or loop.previtem.role != 'tool' else '' }}
<tool_response>
{{ message.content }}
</tool_response>
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
<|assistant|>
{{- '\n<think></think>' if enable_thinking is defined and not enable_thinking else '' }}
{%- endif %}
`,
};
