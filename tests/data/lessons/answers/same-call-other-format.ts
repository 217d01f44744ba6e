import { all, hermes, option, reply, words, type StepAnswers } from '../step-answers.ts';

const coder = (name: string, dial: string): string =>
  `<tool_call>\n<function=${name}>\n<parameter=dial>\n${dial}\n</parameter>\n</function>\n</tool_call>`;

export const answers: readonly StepAnswers[] = [
  {
    right: all(reply, hermes('read_gauge', '{"dial": "steam"}'), hermes('read_gauge', '{ "dial" : "steam" }')),
    wrong: all(
      reply,
      hermes('read_gauge', '{"dial": "oil"}'),
      hermes('open_valve', '{"dial": "steam"}'),
      hermes('read_gauge', "{'dial': 'steam'}"),
      '{"name": "read_gauge", "arguments": {"dial": "steam"}}',
      hermes('read_gauge', '"steam"'),
      hermes('read_gauge', '{"dial": "steam"}').replace('arguments', 'parameters'),
    ),
  },
  {
    right: all(
      reply,
      '{"name": "read_gauge", "parameters": {"dial": "steam"}}',
      '{"name":"read_gauge","arguments":{"dial":"steam"}}',
    ),
    wrong: all(
      reply,
      hermes('read_gauge', '{"dial": "oil"}'),
      '{"name": "read_gauge", "parameters": {"dial": "oil"}}',
      '{"name": "read_gauge", "dial": "steam"}',
      'read_gauge(dial="steam")',
      'Here: {"name": "read_gauge", "parameters": {"dial": "steam"}}',
      '{"name": "read_gauge", "parameters": {"dial": "steam"}',
    ),
  },
  {
    right: all(reply, '[read_gauge(dial="steam")]', "[read_gauge(dial='steam')]"),
    wrong: all(
      reply,
      'read_gauge(dial="steam")',
      '[read_gauge("steam")]',
      '[read_gauge(dial=steam)]',
      '[read_gauge(dial: "steam")]',
      '[open_valve(dial="steam")]',
      'Now: [read_gauge(dial="steam")]',
    ),
  },
  {
    right: all(reply, coder('read_gauge', 'steam')),
    wrong: all(
      reply,
      coder('read_gauge', 'oil'),
      coder('open_valve', 'steam'),
      coder('read_gauge', '"steam"'),
      hermes('read_gauge', '{"dial": "steam"}'),
      coder('read_gauge', 'steam').replace('<parameter=dial>', '<dial>'),
      coder('read_gauge', 'steam').replace('<function=read_gauge>', '<read_gauge>'),
    ),
  },
  {
    right: all(option, 'qwen3-coder'),
    wrong: all(option, 'hermes', 'llama3-json', 'pythonic', 'deepseek-v31', 'kimi-k2'),
  },
  {
    right: all(words, 'raw', 'Raw JSON'),
    wrong: all(words, 'native', 'tagged', 'none', 'json', ''),
  },
];
