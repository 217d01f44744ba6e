import { namedJson } from './kit/read/named-json.ts';
import { eachCall } from './kit/read/write-calls.ts';
import { valueToText } from '../text/json/index.ts';
import type { ToolFormat } from './format.ts';

const RESULTS = ['✿RESULT✿:', '✿RETURN✿:', '✿RESULT✿', '✿RETURN✿'];

/** Name and arguments after words between flowers. */
export const qwenAgentLegacy: ToolFormat = {
  id: 'qwen-agent-legacy',
  lineage: 'Qwen-Agent',
  models: 'Qwen2, Qwen-VL',
  dialects: ['result-after'],
  readers: { others: ['Qwen-Agent'] },
  tier: 'marked',
  prompt: {
    ask: 'Write each call on two lines: the tool after ✿FUNCTION✿: and its arguments as JSON after ✿ARGS✿:. Then stop.',
    render: eachCall(({ name, arguments: args }) => `✿FUNCTION✿: ${name}\n✿ARGS✿: ${valueToText(args)}`),
  },
  example: '✿FUNCTION✿: lift_gate\n✿ARGS✿: {"lane": 2}',
  openers: [{ text: '✿FUNCTION✿:' }, { text: '✿FUNCTION✿' }],
  read: namedJson({ nameEnd: ['\n', '✿ARGS✿'], beforeJson: ['✿ARGS✿', ':'], mayClose: RESULTS }),
  around: RESULTS,
};
