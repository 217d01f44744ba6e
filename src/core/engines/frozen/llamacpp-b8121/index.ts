import { apertus } from './apertus.ts';
import { apriel15 } from './apriel-1-5.ts';
import { commandR7b } from './command-r7b.ts';
import { contentOnly } from './content-only.ts';
import { deepseekR1 } from './deepseek-r1.ts';
import { deepseekV31 } from './deepseek-v3-1.ts';
import { exaoneMoe } from './exaone-moe.ts';
import { firefunctionV2 } from './firefunction-v2.ts';
import type { B8121Runtime } from './format.ts';
import { functionaryV31 } from './functionary-v3-1.ts';
import { functionaryV32 } from './functionary-v3-2.ts';
import { generic } from './generic.ts';
import { glm45 } from './glm-4-5.ts';
import { gptOss } from './gpt-oss.ts';
import { granite } from './granite.ts';
import { hermes2Pro, hermes2ProNous } from './hermes-2-pro.ts';
import { kimiK2 } from './kimi-k2.ts';
import { lfm2Json } from './lfm2-json.ts';
import { llama3XBuiltin } from './llama-3-x-builtin.ts';
import { llama3X } from './llama-3-x.ts';
import { magistral } from './magistral.ts';
import { minimaxM2 } from './minimax-m2.ts';
import { ministral } from './ministral.ts';
import { mistralNemo } from './mistral-nemo.ts';
import { nemotron3 } from './nemotron-3.ts';
import { nemotronV2 } from './nemotron-v2.ts';
import { qwen3Coder } from './qwen3-coder.ts';
import { seedOss } from './seed-oss.ts';
import { solarOpen } from './solar-open.ts';
import { xiaomiMimo } from './xiaomi-mimo.ts';

/** The formats of llama.cpp b8121, in the order of the picker. */
export const olderLlamacppRuntimes: readonly B8121Runtime[] = [
  hermes2Pro,
  hermes2ProNous,
  qwen3Coder,
  nemotron3,
  llama3X,
  llama3XBuiltin,
  mistralNemo,
  magistral,
  ministral,
  deepseekR1,
  deepseekV31,
  functionaryV31,
  functionaryV32,
  firefunctionV2,
  commandR7b,
  granite,
  nemotronV2,
  apertus,
  gptOss,
  glm45,
  kimiK2,
  minimaxM2,
  seedOss,
  apriel15,
  xiaomiMimo,
  lfm2Json,
  exaoneMoe,
  solarOpen,
  generic,
  contentOnly,
];
