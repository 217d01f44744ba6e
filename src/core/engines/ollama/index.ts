import { cogito } from './cogito.ts';
import { cohere } from './cohere.ts';
import { deepseek3 } from './deepseek3.ts';
import { functiongemma } from './functiongemma.ts';
import { gemma4, gemma4NoThinking } from './gemma4.ts';
import { genericBrace, genericBracket, genericToolCall, genericToolCalls } from './generic.ts';
import { glimmer } from './glimmer.ts';
import { glm47, glmOcr } from './glm.ts';
import { harmony } from './harmony.ts';
import { laguna, poolsideV1 } from './laguna.ts';
import { lfm2, lfm2Thinking } from './lfm2.ts';
import { ministral } from './ministral.ts';
import { nemotron35Nano, nemotron3Nano } from './nemotron-3-nano.ts';
import { olmo3Think } from './olmo3-think.ts';
import { olmo3 } from './olmo3.ts';
import type { OllamaRuntime } from './ollama-runtime.ts';
import { qwen3Coder } from './qwen3-coder.ts';
import { qwen3VlInstruct, qwen3VlThinking } from './qwen3-vl.ts';
import { ornith, qwen35 } from './qwen3.5.ts';
import { qwen3, qwen3Thinking } from './qwen3.ts';

/** Ollama's readers: those that a Modelfile names, and the one for all other models, by the tag of their template. */
export const ollamaRuntimes: readonly OllamaRuntime[] = [
  genericToolCall,
  genericToolCalls,
  genericBrace,
  genericBracket,
  cogito,
  cohere,
  deepseek3,
  functiongemma,
  gemma4,
  gemma4NoThinking,
  glimmer,
  glm47,
  glmOcr,
  harmony,
  laguna,
  lfm2,
  lfm2Thinking,
  ministral,
  nemotron3Nano,
  nemotron35Nano,
  olmo3,
  olmo3Think,
  ornith,
  poolsideV1,
  qwen3,
  qwen3Thinking,
  qwen3Coder,
  qwen3VlInstruct,
  qwen3VlThinking,
  qwen35,
];
