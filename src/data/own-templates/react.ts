import type { OwnTemplate } from './own-template.ts';

/** Calls as lines of thought and action, as LangChain asks any model for them. */
export const react: OwnTemplate = {
  id: 'react',
  format: 'react',
  label: 'ReAct',
  variables: { bos_token: '' },
  text: String.raw`{%- if messages[0].role == 'system' -%}
{{ messages[0].content }}

{% endif %}
{% if tools %}
Answer as well as you can. You have these tools:

{% for tool in tools %}
{{ tool.function.name }}: {{ tool.function.description or '' }} Input: {{ tool.function.parameters | tojson }}
{% endfor %}

Use this form, and stop after the input of an action:

Thought: what to do next
Action: one of {{ tools | map(attribute='function.name') | join(', ') }}
Action Input: the arguments as a JSON object
Observation: what the tool returned

When you know the answer:

Thought: I know the answer
Final Answer: the answer

{% endif %}
{% for message in messages %}
{% if message.role == 'user' %}
Question: {{ message.content }}
{% elif message.role == 'assistant' %}
{% if message.tool_calls %}
Thought: {{ message.content or 'I need a tool' }}
{% for call in message.tool_calls %}
Action: {{ call.function.name }}
Action Input: {{ call.function.arguments if call.function.arguments is string else call.function.arguments | tojson }}
{% endfor %}
{% else %}
Final Answer: {{ message.content }}
{% endif %}
{% elif message.role == 'tool' %}
Observation: {{ message.content }}
{% endif %}
{% endfor %}
{% if add_generation_prompt %}
Thought:
{%- endif %}
`,
};
