import type { OwnTemplate } from './own-template.ts';

/** Calls as messages of the channel commentary, as gpt-oss writes them; a simple one. */
export const harmony: OwnTemplate = {
  id: 'harmony',
  format: 'harmony',
  label: 'gpt-oss harmony',
  variables: {},
  text: String.raw`<|start|>system<|message|>You are a helpful model.
Reasoning: {{ reasoning_effort if reasoning_effort is defined else 'medium' }}

# Valid channels: analysis, commentary, final.<|end|>
{%- if messages[0].role == 'system' or tools -%}
<|start|>developer<|message|>
{%- if messages[0].role == 'system' -%}
# Instructions

{{ messages[0].content }}
{%- endif -%}
{%- if tools %}


# Tools

## functions

{% for tool in tools %}
// {{ tool.function.description or '' }}
{{ tool.function.name }}: {{ tool.function.parameters | tojson }}
{% endfor %}
{%- endif -%}
<|end|>
{%- endif -%}
{%- set called = namespace(name='') -%}
{%- for message in messages -%}
{%- if message.role == 'user' -%}
<|start|>user<|message|>{{ message.content }}<|end|>
{%- elif message.role == 'assistant' -%}
{%- if message.content -%}
<|start|>assistant<|channel|>{{ 'analysis' if message.tool_calls else 'final' }}<|message|>{{ message.content }}<|end|>
{%- endif -%}
{%- for call in message.tool_calls or [] -%}
{%- set called.name = call.function.name -%}
<|start|>assistant<|channel|>commentary to=functions.{{ call.function.name }} <|constrain|>json<|message|>{{ call.function.arguments if call.function.arguments is string else call.function.arguments | tojson }}<|call|>
{%- endfor -%}
{%- elif message.role == 'tool' -%}
<|start|>functions.{{ message.name or called.name }} to=assistant<|channel|>commentary<|message|>{{ message.content | tojson }}<|end|>
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
<|start|>assistant
{%- endif %}
`,
};
