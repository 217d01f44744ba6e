import type { OwnTemplate } from './own-template.ts';

/** Calls as a list of Python calls, as Llama 3.2 and ToolACE write them. */
export const pythonic: OwnTemplate = {
  id: 'pythonic',
  format: 'pythonic',
  label: 'Pythonic',
  variables: { bos_token: '<|begin_of_text|>', eos_token: '<|eot_id|>' },
  text: String.raw`{%- macro literal(value) -%}
{%- if value is boolean -%}
{{ 'True' if value else 'False' }}
{%- elif value is none -%}
None
{%- else -%}
{{ value | tojson }}
{%- endif -%}
{%- endmacro -%}
{{- bos_token }}
{%- set system = messages[0].content if messages[0].role == 'system' else '' -%}
{%- if system or tools -%}
<|start_header_id|>system<|end_header_id|>

{{ system }}
{%- if tools %}


These functions are in scope:
{{ tools | map(attribute='function') | list | tojson }}

To call them, answer with nothing but a list of Python calls: [name(parameter="value"), other()]
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
{%- if call.function.arguments is string -%}
{{ raise_exception('Pass the arguments of a call as an object, not as text.') }}
{%- endif -%}
{{ ('\n\n' if message.content else '') ~ '[' if loop.first else ', ' }}{{ call.function.name }}(
{%- for key, value in call.function.arguments | items -%}
{{ key }}={{ literal(value) }}{{ '' if loop.last else ', ' }}
{%- endfor -%}
){{ ']' if loop.last else '' }}
{%- endfor -%}
<|eot_id|>
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
