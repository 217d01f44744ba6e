import type { OwnTemplate } from './own-template.ts';

/** Calls as an id that holds the name, and JSON, between special tokens, as Kimi K2 writes them. */
export const kimiK2: OwnTemplate = {
  id: 'kimi-k2',
  format: 'kimi-k2',
  label: 'Kimi K2',
  variables: {},
  text: String.raw`{%- if tools -%}
<|im_system|>tool_declare<|im_middle|>{{ tools | tojson }}<|im_end|>
{%- endif -%}
{%- set calls = namespace(count=0) -%}
{%- for message in messages -%}
{%- if message.role == 'system' -%}
<|im_system|>system<|im_middle|>{{ message.content }}<|im_end|>
{%- elif message.role == 'user' -%}
<|im_user|>user<|im_middle|>{{ message.content }}<|im_end|>
{%- elif message.role == 'assistant' -%}
<|im_assistant|>assistant<|im_middle|>{{ message.content or '' }}
{%- if message.tool_calls -%}
<|tool_calls_section_begin|>
{%- for call in message.tool_calls -%}
<|tool_call_begin|>functions.{{ call.function.name }}:{{ calls.count }}<|tool_call_argument_begin|>{{ call.function.arguments if call.function.arguments is string else call.function.arguments | tojson }}<|tool_call_end|>
{%- set calls.count = calls.count + 1 -%}
{%- endfor -%}
<|tool_calls_section_end|>
{%- endif -%}
<|im_end|>
{%- elif message.role == 'tool' -%}
<|im_system|>tool<|im_middle|>## Result of {{ message.tool_call_id or message.name }}
{{ message.content }}<|im_end|>
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
<|im_assistant|>assistant<|im_middle|>
{%- endif %}
`,
};
