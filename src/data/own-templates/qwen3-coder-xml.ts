import type { OwnTemplate } from './own-template.ts';

/** Calls as a function tag with a tag for each parameter, as Qwen3-Coder writes them. */
export const qwen3CoderXml: OwnTemplate = {
  id: 'qwen3-coder-xml',
  format: 'qwen3-coder-xml',
  label: 'Qwen3-Coder XML',
  variables: { eos_token: '<|im_end|>' },
  text: String.raw`{%- set system = messages[0].content if messages[0].role == 'system' else '' -%}
{%- if system or tools -%}
<|im_start|>system
{{ system }}
{%- if tools %}


You can call these functions:
<tools>
{% for tool in tools %}
<function>
<name>{{ tool.function.name }}</name>
<description>{{ tool.function.description or '' }}</description>
<parameters>{{ tool.function.parameters | tojson }}</parameters>
</function>
{% endfor %}
</tools>

Write a call like this, with the value of each parameter on lines of its own:
<tool_call>
<function=the_name>
<parameter=a_parameter>
its value
</parameter>
</function>
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
{% if call.function.arguments is string %}
{{ raise_exception('Pass the arguments of a call as an object, not as text.') }}
{% endif %}
<tool_call>
<function={{ call.function.name }}>
{% for key, value in call.function.arguments | items %}
<parameter={{ key }}>
{{ value if value is string else value | tojson }}
</parameter>
{% endfor %}
</function>
</tool_call>
{%- endfor %}
<|im_end|>
{% elif message.role == 'tool' %}
<|im_start|>user
<tool_response>
{{ message.content }}
</tool_response>
<|im_end|>
{% endif %}
{% endfor %}
{% if add_generation_prompt %}
<|im_start|>assistant
{% endif %}
`,
};
