import type { OwnTemplate } from './own-template.ts';

/** Calls as JSON with the key parameters, after a special token, as Llama 3.1 writes them. */
export const llama3Json: OwnTemplate = {
  id: 'llama3-json',
  format: 'llama3-json',
  label: 'Llama 3.1 JSON',
  variables: { bos_token: '<|begin_of_text|>', eos_token: '<|eot_id|>' },
  text: String.raw`{{- bos_token }}
{%- set system = messages[0].content if messages[0].role == 'system' else '' -%}
{%- if system or tools -%}
<|start_header_id|>system<|end_header_id|>

{{ system }}
{%- if tools %}


You have these functions:

{% for tool in tools %}
{{ tool.function | tojson }}
{% endfor %}

To call one, answer with nothing but its name and its parameters:
{"name": "the name", "parameters": {"a parameter": "its value"}}
{%- endif %}
<|eot_id|>
{%- endif %}
{%- for message in messages %}
{%- if message.role == 'user' -%}
<|start_header_id|>user<|end_header_id|>

{{ message.content }}<|eot_id|>
{%- elif message.role == 'assistant' -%}
<|start_header_id|>assistant<|end_header_id|>

{{ message.content or '' }}
{%- for call in message.tool_calls or [] -%}
<|python_tag|>{"name": {{ call.function.name | tojson }}, "parameters": {{ call.function.arguments if call.function.arguments is string else call.function.arguments | tojson }}}
{%- endfor -%}
{{ '<|eom_id|>' if message.tool_calls else '<|eot_id|>' }}
{%- elif message.role == 'tool' -%}
<|start_header_id|>ipython<|end_header_id|>

{{ message.content }}<|eot_id|>
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt -%}
<|start_header_id|>assistant<|end_header_id|>

{% endif %}
`,
};
