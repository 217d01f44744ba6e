import type { OwnTemplate } from './own-template.ts';

/** Calls as one JSON list after a special token, as Mistral models before tokenizer v11 write them. */
export const mistral: OwnTemplate = {
  id: 'mistral',
  format: 'mistral',
  label: 'Mistral',
  variables: { bos_token: '<s>', eos_token: '</s>' },
  text: String.raw`{{- bos_token }}
{%- set system = messages[0].content if messages[0].role == 'system' else '' -%}
{%- set asked = messages | selectattr('role', 'equalto', 'user') | list -%}
{%- for message in messages -%}
{%- if message.role == 'user' -%}
{%- if tools and message == asked[-1] -%}
[AVAILABLE_TOOLS] {{ tools | tojson }}[/AVAILABLE_TOOLS]
{%- endif -%}
[INST] {{ system ~ '\n\n' if system and message == asked[0] else '' }}{{ message.content }}[/INST]
{%- elif message.role == 'assistant' -%}
{{ ' ' ~ message.content if message.content else '' }}
{%- for call in message.tool_calls or [] -%}
{{ '[TOOL_CALLS] [' if loop.first else ', ' -}}
{"name": {{ call.function.name | tojson }}, "arguments": {{ call.function.arguments if call.function.arguments is string else call.function.arguments | tojson }}{{ ', "id": ' ~ (call.id | tojson) if call.id else '' }}}
{{- ']' if loop.last else '' }}
{%- endfor -%}
{{ eos_token }}
{%- elif message.role == 'tool' -%}
[TOOL_RESULTS] {"content": {{ message.content | tojson }}{{ ', "call_id": ' ~ (message.tool_call_id | tojson) if message.tool_call_id else '' }}}[/TOOL_RESULTS]
{%- endif -%}
{%- endfor %}
`,
};
