import type { ReasoningPreset } from '../../kit/index.ts';

/** The pairs of flags that recipes and model cards name for vLLM. Of several for one tool parser the first counts. */
export const presets: readonly ReasoningPreset[] = [
  { flag: 'qwen3', tools: ['hermes', 'qwen3_coder', 'qwen3_xml'], models: /qwen-?3|qwq/i },
  { flag: 'deepseek_r1', tools: ['deepseek_v3'], models: /deepseek-?r1|r1-distill/i },
  { flag: 'deepseek_v3', tools: ['deepseek_v31', 'deepseek_v32'] },
  { flag: 'deepseek_v4', tools: ['deepseek_v4'] },
  { flag: 'nemotron_v3', tools: [], models: /nemotron-?(?:v?3|nano-3)/i },
  { flag: 'holo2', tools: [], models: /holo-?2/i },
  { flag: 'mimo', tools: ['mimo'], models: /mimo/i },
  { flag: 'glm45', tools: ['glm45', 'glm47'] },
  { flag: 'ling3', tools: ['ling3'] },
  { flag: 'kimi_k2', tools: ['kimi_k2'] },
  { flag: 'kimi_k3', tools: ['kimi_k3'] },
  { flag: 'minimax_m2', tools: ['minimax_m2'] },
  { flag: 'minimax_m3', tools: ['minimax_m3'] },
  { flag: 'gemma4', tools: ['gemma4'] },
  { flag: 'seed_oss', tools: ['seed_oss'] },
  { flag: 'mistral', tools: ['mistral'], models: /magistral/i },
  { flag: 'step3', tools: ['step3'] },
  { flag: 'step3p5', tools: ['step3p5'] },
  { flag: 'ernie45', tools: ['ernie45'] },
  { flag: 'hunyuan_a13b', tools: ['hunyuan_a13b'] },
  { flag: 'hy_v3', tools: ['hy_v3'] },
  { flag: 'granite', tools: ['granite'] },
  { flag: 'olmo3', tools: ['olmo3'] },
  { flag: 'poolside_v1', tools: ['poolside_v1'] },
];

/** Models of these families that do not think. */
export const unthinking = /qwen-?3-?coder(?!-?next)|qwen-?2|qwen-?3[^/]*-instruct|kimi-?k2-instruct|hermes-?[23]/i;
