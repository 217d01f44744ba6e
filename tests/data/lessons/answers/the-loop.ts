import { all, change, order, template, words, type StepAnswers } from '../step-answers.ts';

export const answers: readonly StepAnswers[] = [
  {
    right: all(words, 'read_gauge, write_note', 'read_gauge write_note', 'read_gauge and write_note'),
    wrong: all(words, 'read_gauge', 'write_note, read_gauge', 'oil, Oil read.', '2', 'dial, text'),
  },
  {
    right: [order(1, 3, 0, 2)],
    wrong: [order(0, 1, 2, 3), order(1, 0, 3, 2), order(3, 1, 0, 2), order(1, 3, 2, 0), order(2, 1, 3, 0), order(1, 3)],
  },
  {
    right: [template("{% if message.role != 'tool' %}", '{% if true %}'), template("!= 'tool'", "!= 'nobody'")],
    wrong: [
      template("!= 'tool'", "== 'tool'"),
      template("!= 'tool'", "!= 'user'"),
      template("{% if message.role != 'tool' %}", ''),
      template('{{ message.content }}', '{{ message.role }}'),
      template('{% endfor %}', '{{ result }}{% endfor %}'),
      template("!= 'tool'", "!= 'tool' or"),
    ],
  },
  {
    right: [
      template(
        '{{ message.content }}\n<|im_end|>',
        '{{ message.content }}\n{% for call in message.tool_calls or [] %}<tool_call>{{ call.function | tojson }}</tool_call>{% endfor %}\n<|im_end|>',
      ),
    ],
    wrong: [
      template('{{ message.content }}\n<|im_end|>', '{{ message.content }}\n<tool_call>\n<|im_end|>'),
      template('{{ message.content }}\n<|im_end|>', '{{ message.tool_calls }}\n<|im_end|>'),
      template('{{ message.content }}\n<|im_end|>', '{{ message.calls | tojson }}\n<|im_end|>'),
      template('{{ message.content }}\n<|im_end|>', '{% for call in message.tool_calls %}<tool_call>\n<|im_end|>'),
      template('<|im_start|>assistant', '<|im_start|>assistant\n<tool_call>'),
      change({ system: 'You called a tool before.' }),
    ],
  },
  {
    right: [order(3, 1, 2, 0)],
    wrong: [order(3, 2, 1, 0), order(0, 1, 2, 3), order(1, 3, 2, 0), order(3, 1, 0, 2), order(2, 3, 0, 1), order(3, 1)],
  },
];
