import type { ReasoningPreset } from '../../kit/index.ts';

/** The pairs of flags that cookbooks and model cards name for SGLang. Of several for one tool parser the first counts. */
export const presets: readonly ReasoningPreset[] = [
  { flag: 'qwen3-thinking', tools: [], models: /qwen-?3[^/]*-thinking/i },
  { flag: 'qwen3', tools: ['qwen25', 'qwen', 'hermes', 'qwen3_coder'], models: /qwen-?3|qwq/i },
  { flag: 'deepseek-r1', tools: ['deepseekv3'], models: /deepseek-?r1|r1-distill/i },
  { flag: 'deepseek-v3', tools: ['deepseekv31', 'deepseekv32'] },
  { flag: 'deepseek-v4', tools: ['deepseekv4'] },
  { flag: 'nemotron_3', tools: [], models: /nemotron-?(?:v?3|nano-3)/i },
  { flag: 'glm45', tools: ['glm', 'glm45', 'glm47'] },
  { flag: 'kimi', tools: [], models: /kimi-vl|kimi-?k1/i },
  { flag: 'kimi_k2', tools: ['kimi_k2'] },
  { flag: 'minimax', tools: ['minimax-m2'] },
  { flag: 'minimax-m3', tools: ['minimax-m3'] },
  { flag: 'mimo', tools: ['mimo'] },
  { flag: 'interns1', tools: ['interns1'] },
  { flag: 'mistral', tools: ['mistral'], models: /magistral/i },
  { flag: 'gemma4', tools: ['gemma4'] },
  { flag: 'hunyuan', tools: ['hunyuan'] },
  { flag: 'step3', tools: ['step3'] },
  { flag: 'step3p5', tools: ['step3p5'] },
  { flag: 'gpt-oss', tools: ['gpt-oss'] },
  { flag: 'inkling', tools: ['inkling'] },
  { flag: 'apertus2509', tools: ['apertus2509'] },
  { flag: 'cohere_command4', tools: ['cohere_command4'] },
  { flag: 'poolside_v1', tools: ['poolside_v1'] },
];

/** Models of these families that do not think. */
export const unthinking = /qwen-?3-?coder(?!-?next)|qwen-?2|qwen-?3[^/]*-instruct|kimi-?k2-instruct|hermes-?[23]/i;
