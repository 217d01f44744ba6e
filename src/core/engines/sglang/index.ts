import { apertus2509 } from './apertus2509.ts';
import { cohere_command4 } from './cohere_command4.ts';
import { deepseekv3 } from './deepseekv3.ts';
import { deepseekv31 } from './deepseekv31.ts';
import { deepseekv32 } from './deepseekv32.ts';
import { deepseekv4 } from './deepseekv4.ts';
import { dots } from './dots.ts';
import { gemma4 } from './gemma4.ts';
import { gigachat3 } from './gigachat3.ts';
import { glm, glm45 } from './glm45.ts';
import { glm47 } from './glm47.ts';
import { gptOss } from './gpt-oss.ts';
import { hermes } from './hermes.ts';
import { hunyuan } from './hunyuan.ts';
import { inkling } from './inkling.ts';
import { interns1 } from './interns1.ts';
import { json_array } from './json_array.ts';
import { kimi_k2 } from './kimi_k2.ts';
import { kimi_k3 } from './kimi_k3.ts';
import { lfm2 } from './lfm2.ts';
import { llama3 } from './llama3.ts';
import { mimo } from './mimo.ts';
import { minicpm5 } from './minicpm5.ts';
import { minimaxM2 } from './minimax-m2.ts';
import { minimaxM3 } from './minimax-m3.ts';
import { mistral } from './mistral.ts';
import { muse } from './muse.ts';
import { poolside_v1 } from './poolside_v1.ts';
import { pythonic } from './pythonic.ts';
import { qwen, qwen25 } from './qwen25.ts';
import { qwen3_coder, step3p5 } from './qwen3_coder.ts';
import { step3 } from './step3.ts';
import { trinity } from './trinity.ts';
import { reasoningChoices } from '../kit/index.ts';
import { sglangChain } from './chain.ts';
import type { SglangRuntime } from './detector.ts';
import { sglangReasoning } from './reasoning/index.ts';
import { presets, unthinking } from './reasoning/presets.ts';

const parsers: readonly SglangRuntime[] = [
  apertus2509,
  cohere_command4,
  deepseekv3,
  deepseekv31,
  deepseekv32,
  deepseekv4,
  dots,
  gemma4,
  gigachat3,
  glm,
  glm45,
  glm47,
  gptOss,
  hermes,
  hunyuan,
  inkling,
  interns1,
  json_array,
  kimi_k2,
  kimi_k3,
  lfm2,
  llama3,
  mimo,
  minicpm5,
  minimaxM2,
  minimaxM3,
  mistral,
  muse,
  poolside_v1,
  pythonic,
  qwen,
  qwen25,
  qwen3_coder,
  step3p5,
  step3,
  trinity,
];

const server = { parsers: sglangReasoning, presets, unthinking };

/** SGLang's detectors, in the order of their flags; each can have a reasoning parser before it. */
export const sglangRuntimes: readonly SglangRuntime[] = parsers.map((runtime) => ({
  ...runtime,
  reasoning: reasoningChoices(server, runtime.detector.flag, (parser) => sglangChain(parser, runtime)),
}));
