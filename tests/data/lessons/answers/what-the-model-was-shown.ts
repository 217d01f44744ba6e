import { all, change, option, order, template, type StepAnswers } from '../step-answers.ts';

export const answers: readonly StepAnswers[] = [
  {
    right: [order(3, 1, 2, 0)],
    wrong: [
      order(0, 1, 2, 3),
      order(2, 3, 1, 0),
      order(1, 3, 2, 0),
      order(3, 2, 1, 0),
      order(3, 1, 0, 2),
      order(3, 1, 2),
    ],
  },
  {
    right: [
      template('{% for', '{{ tools | tojson }}\n{% for'),
      template('{% for', '{% for tool in tools %}{{ tool.function.name }} {% endfor %}\n{% for'),
    ],
    wrong: [
      template('{% for', 'tools\n{% for'),
      template('{% for', '{{ tool }}\n{% for'),
      template('{% for', '{{ tools | tojson \n{% for'),
      template('{% for', '{{ tools[0] | tojson }}\n{% for'),
      template('{{ message.content }}', '{{ tools | tojson }}'),
      change({ system: 'You have read_gauge and write_note.' }),
    ],
  },
  {
    right: [template('tojson }}', 'tojson }}\n<tool_call>{"name": "a tool", "arguments": {}}</tool_call>')],
    wrong: [
      template('tojson }}', 'tojson }}\nUse tools.'),
      template('tojson }}', 'tojson }}\n{"name": "a tool", "arguments": {}}'),
      template('tojson }}', 'tojson }}\n<tool_call>{"name": "a tool", "parameters": {}}</tool_call>'),
      template('{{ tools | tojson }}', '<tool_call>{"name": "a tool", "arguments": {}}</tool_call>'),
      template('tojson }}', 'tojson }}\n{# <tool_call>{"name": "a tool", "arguments": {}}</tool_call> #}'),
      template('tojson }}', 'tojson }}\n{% if x %}<tool_call>{"arguments": {}}</tool_call>'),
    ],
  },
  {
    right: [change({ system: 'Write <tool_call>{"name": "a tool", "arguments": {}}</tool_call>' })],
    wrong: [
      change({ system: 'Call tools.' }),
      change({ system: '{"name": "a tool", "arguments": {}}' }),
      change({ system: '<tool_call>' }),
      change({ system: '<toolcall>{"arguments": {}}</toolcall>' }),
      change({ system: '<tool_call>{"args": {}}</tool_call>' }),
      template('{% for', '<tool_call>{"name": "a tool", "arguments": {}}</tool_call>\n{% for'),
    ],
  },
  { right: [option('parser')], wrong: all(option, 'reply', 'tools', 'template', 'line-break', 'nobody') },
];
