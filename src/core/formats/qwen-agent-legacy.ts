import { namedJson } from '../scan/named-json.ts';
import type { ToolFormat } from './format.ts';

/** Name and arguments behind words between flowers. */
export const qwenAgentLegacy: ToolFormat = {
  id: 'qwen-agent-legacy',
  lineage: 'Qwen-Agent',
  models: 'Qwen2, Qwen-VL',
  dialects: ['result-behind'],
  readers: { others: ['Qwen-Agent'] },
  tier: 'tagged',
  example: '✿FUNCTION✿: lift_gate\n✿ARGS✿: {"lane": 2}',
  openers: [{ text: '✿FUNCTION✿:' }, { text: '✿FUNCTION✿' }],
  read: namedJson({ nameEnd: ['\n', '✿ARGS✿'], beforeJson: ['✿ARGS✿', ':'] }),
  closers: ['✿RESULT✿:', '✿RETURN✿:', '✿RESULT✿', '✿RETURN✿'],
};
