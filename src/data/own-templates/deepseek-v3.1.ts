import type { OwnTemplate } from './own-template.ts';

/** Calls as a name and JSON between special tokens, as DeepSeek V3.1 writes them. */
export const deepseekV31: OwnTemplate = {
  id: 'deepseek-v3.1',
  format: 'deepseek-v3.1',
  label: 'DeepSeek V3.1',
  variables: { bos_token: '<｜begin▁of▁sentence｜>', eos_token: '<｜end▁of▁sentence｜>' },
  text: String.raw`{{- bos_token }}
{%- if messages[0].role == 'system' -%}
{{ messages[0].content }}
{%- endif -%}
{%- if tools %}


## Tools

{% for tool in tools %}
### {{ tool.function.name }}
{{ tool.function.description or '' }}
Parameters: {{ tool.function.parameters | tojson }}

{% endfor %}
Write your calls like this, as many as you need, and stop:
<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>the_name<｜tool▁sep｜>{"a parameter": "its value"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>
{% endif -%}
{%- for message in messages -%}
{%- if message.role == 'user' -%}
<｜User｜>{{ message.content }}
{%- elif message.role == 'assistant' -%}
<｜Assistant｜></think>{{ message.content or '' }}
{%- if message.tool_calls -%}
<｜tool▁calls▁begin｜>
{%- for call in message.tool_calls -%}
<｜tool▁call▁begin｜>{{ call.function.name }}<｜tool▁sep｜>{{ call.function.arguments if call.function.arguments is string else call.function.arguments | tojson }}<｜tool▁call▁end｜>
{%- endfor -%}
<｜tool▁calls▁end｜>
{%- endif -%}
{{ eos_token }}
{%- elif message.role == 'tool' -%}
<｜tool▁output▁begin｜>{{ message.content }}<｜tool▁output▁end｜>
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
<｜Assistant｜>{{ '<think>' if enable_thinking is defined and enable_thinking else '</think>' }}
{%- endif %}
`,
};
