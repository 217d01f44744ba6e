import type { OwnTemplate } from './own-template.ts';

/** Calls as JSON between tags, as Qwen 2.5 and 3 write them. */
export const hermes: OwnTemplate = {
  id: 'hermes',
  format: 'hermes',
  label: 'Hermes',
  variables: { bos_token: '', eos_token: '<|im_end|>' },
  text: String.raw`{%- macro as_json(value) -%}
{{ value if value is string else value | tojson }}
{%- endmacro -%}
{%- set system = messages[0].content if messages[0].role == 'system' else '' -%}
{%- if system or tools -%}
<|im_start|>system
{{ system }}
{%- if tools %}


You can call tools. Each line between the tags is the definition of one.
<tools>
{% for tool in tools %}
{{ tool | tojson }}
{% endfor %}
</tools>

Write a call as one JSON object with its name and its arguments, between tags:
<tool_call>
{"name": "the name", "arguments": {"a parameter": "its value"}}
</tool_call>
{%- endif %}
<|im_end|>
{% endif %}
{% for message in messages %}
{% if message.role == 'user' %}
<|im_start|>user
{{ message.content }}<|im_end|>
{% elif message.role == 'assistant' %}
<|im_start|>assistant
{{ message.content or '' }}
{%- for call in message.tool_calls or [] %}
{%- if message.content or not loop.first %}

{% endif %}
<tool_call>
{"name": {{ call.function.name | tojson }}, "arguments": {{ as_json(call.function.arguments) }}}
</tool_call>
{%- endfor %}
<|im_end|>
{% elif message.role == 'tool' %}
{% if loop.previtem is not defined or loop.previtem.role != 'tool' %}
<|im_start|>user
{% endif %}
<tool_response>
{{ message.content }}
</tool_response>
{% if loop.last or loop.nextitem.role != 'tool' %}
<|im_end|>
{% endif %}
{% endif %}
{% endfor %}
{% if add_generation_prompt %}
<|im_start|>assistant
{% if enable_thinking is defined and not enable_thinking %}
<think>

</think>

{% endif %}
{% endif %}
`,
};
