import {
  all,
  change,
  cutAt,
  hermes,
  option,
  order,
  replace,
  reply,
  template,
  words,
  type StepAnswers,
} from './step-answers.ts';

const typesAreAgreed: readonly StepAnswers[] = [
  { right: all(words, '2', ' 2 ', '2.0'), wrong: all(words, '"2"', 'two', '3', '', '[2]') },
  { right: all(words, '"07"', '07'), wrong: all(words, '7', '"7"', '', '0', 'B2') },
  { right: all(words, '"two"', 'two'), wrong: all(words, '2', '"2"', 'null', '', '0') },
  {
    right: [replace('"2"', '2')],
    wrong: [
      replace('"2"', 'two'),
      replace('"2"', "'2'"),
      replace('"2"', '"two"'),
      replace('"2"', '2.5'),
      replace('"2"', '3'),
      replace(', "samples": "2"', ''),
    ],
  },
  {
    right: all(reply, hermes('read_gauge', '{"dial": "oil"}')),
    wrong: [
      ...all(
        reply,
        hermes('read_gauge', '"{dial: oil}"'),
        hermes('read_gauge', '{\\"dial\\": \\"oil\\"}'),
        hermes('read_gauge', '"oil"'),
        hermes('read_gauge', '["oil"]'),
        hermes('read_gauge', '{}'),
      ),
    ],
  },
];

const streams: readonly StepAnswers[] = [
  {
    right: all(words, 'I will look.', ' I  will look. '),
    wrong: all(words, 'I will look. <tool', 'I will', 'look.', '', '<tool', 'I will look. <tool_call>'),
  },
  {
    right: [cutAt('minimax:'), cutAt('<minimax', 4), cutAt('tool_call>')],
    wrong: [cutAt('I look'), cutAt('look.'), cutAt('<minimax'), cutAt('<invoke'), cutAt('oil'), cutAt('</invoke>')],
  },
  {
    right: [cutAt('minimax:'), cutAt('tool_call>', 4)],
    wrong: [
      cutAt('I look', 1),
      cutAt('dial'),
      cutAt('<invoke'),
      cutAt('</parameter>'),
      cutAt('read_gauge'),
      cutAt('</minimax'),
    ],
  },
  {
    right: [replace('I look. ', '')],
    wrong: [
      replace('I look. ', 'Look. '),
      replace('I look. ', '`'),
      replace('I look. {', '{{'),
      replace('I look. ', '[].'),
      replace('I look. ', 'json'),
      replace('I look. ', 'I look.\n'),
    ],
  },
  { right: all(words, '0', 'none'), wrong: all(words, '1', '2', 'one', 'oil', 'half') },
];

const thinking: readonly StepAnswers[] = [
  { right: all(words, '1'), wrong: all(words, '0', '2', 'none', 'no', 'maybe') },
  { right: all(option, 'deepseek-r1', 'kimi-k2'), wrong: all(option, 'none', 'qwen3', 'glm45', 'granite', 'minimax') },
  { right: [option('reasoning-parser')], wrong: all(option, 'tool-parser', 'tools', 'thinking', 'call', '') },
  {
    right: [order(2, 1, 3, 0)],
    wrong: [
      order(0, 1, 2, 3),
      order(2, 1, 0, 3),
      order(1, 2, 3, 0),
      order(2, 3, 1, 0),
      order(2, 1, 3),
      order(3, 1, 2, 0),
    ],
  },
  {
    right: [
      replace('</tool_call>', ''),
      replace('<tool_call>', '[tool_call]'),
      replace('<tool_call>', ''),
      replace('<tool_call>', '<tool call>'),
    ],
    wrong: [
      replace('</tool_call>', '</tool_call> '),
      replace('Shall I do it?', ''),
      replace('<tool_call>', '```\n<tool_call>'),
      replace('100', '50'),
      replace('A call looks like this:', ''),
      replace('open_valve', 'close_valve'),
    ],
  },
];

const menu: readonly StepAnswers[] = [
  { right: all(words, '1'), wrong: all(words, '0', '2', 'none', 'readGauge', '') },
  { right: all(words, 'nothing'), wrong: all(words, 'calls', 'text', 'error', '0', '') },
  {
    right: [replace('readGauge', 'read_gauge')],
    wrong: [
      replace('readGauge', 'read_Gauge'),
      replace('readGauge', 'readgauge'),
      replace('readGauge', 'read-gauge'),
      replace('readGauge', 'ReadGauge'),
      replace('readGauge', 'open_valve'),
      change({ profile: 'vllm:hermes' }),
    ],
  },
  {
    right: [replace('"B2"}', '"B2", "percent": 40}'), replace('{"valve"', '{"percent": 40, "valve"')],
    wrong: [
      replace('"B2"}', '"B2", "percent": "40"}'),
      replace('"B2"}', '"B2", "percent": 4}'),
      replace('"B2"}', '"B2" "percent": 40}'),
      replace('"B2"}', '"B2", percent: 40}'),
      replace('"B2"}', '"B2", "open": 40}'),
      replace('"B2"}', '"B2"}, "percent": 40'),
    ],
  },
  {
    right: [replace('<parameter=sample>', '<parameter=samples>')],
    wrong: [
      replace('<parameter=sample>', '<parameter=dial>'),
      replace('<parameter=sample>', '<parameter=sampling>'),
      replace('<parameter=sample>', '<samples>'),
      replace('<parameter=sample>\n3', '<parameter=samples>\nthree'),
      replace('<parameter=sample>', '<parameter=Samples>'),
      replace('3', '4'),
    ],
  },
];

const theLoop: readonly StepAnswers[] = [
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

const forced: readonly StepAnswers[] = [
  { right: all(words, 'text'), wrong: all(words, 'calls', 'nothing', 'error', '0', '') },
  { right: all(words, '1'), wrong: all(words, '0', '2', 'none', 'three', '') },
  { right: all(words, '"three"', 'three'), wrong: all(words, '3', '"3"', 'null', '', '[3]') },
  {
    right: [replace('"three"', '3')],
    wrong: [
      replace('"three"', '"3"'),
      replace('"three"', 'three'),
      replace('"three"', '4'),
      replace('"three"', '3.5'),
      replace(', "samples": "three"', ''),
      replace('"three"', '[3]'),
    ],
  },
  {
    right: [replace('wel', 'well."}}'), replace('wel', 'well."}}\n</tool_call>')],
    wrong: [
      replace('wel', 'well.'),
      replace('wel', 'well."'),
      replace('wel', 'well."}'),
      replace('wel', 'well}}'),
      replace('wel', 'well!"}}'),
      replace('wel', 'wel</tool_call>'),
    ],
  },
  {
    right: [option('vllm-hermes')],
    wrong: all(option, 'sglang-qwen', 'vllm-llama3', 'vllm-pythonic', 'vllm-coder', 'vllm-kimi'),
  },
];

const suspects: StepAnswers = {
  right: [option('cause')],
  wrong: all(option, 'other-parser', 'thinking', 'line-break', 'words', 'native'),
};

export const lastLessons: Readonly<Record<string, readonly StepAnswers[]>> = {
  'types-are-agreed': typesAreAgreed,
  'when-may-it-be-shown': streams,
  'thinking-and-quoting': thinking,
  'not-on-the-menu': menu,
  'the-loop': theLoop,
  'forced-output': forced,
  exam: Array.from({ length: 10 }, () => suspects),
};
