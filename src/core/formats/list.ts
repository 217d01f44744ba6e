import type { ToolFormat } from './format.ts';
import { anthropicXml } from './anthropic-xml.ts';
import { apertus } from './apertus.ts';
import { bfclXml } from './bfcl-xml.ts';
import { chatcliBracket } from './chatcli-bracket.ts';
import { chatcliXml } from './chatcli-xml.ts';
import { codeTag } from './code-tag.ts';
import { commandR } from './command-r.ts';
import { commandRLegacy } from './command-r-legacy.ts';
import { continueToolFence } from './continue-tool-fence.ts';
import { cwm } from './cwm.ts';
import { deepseekDsml } from './deepseek-dsml.ts';
import { deepseekV3 } from './deepseek-v3.ts';
import { deepseekV31 } from './deepseek-v3.1.ts';
import { dots } from './dots.ts';
import { exathenaFence } from './exathena-fence.ts';
import { functionaryV32 } from './functionary-v3.2.ts';
import { functiongemma } from './functiongemma.ts';
import { functools } from './functools.ts';
import { gemma4 } from './gemma4.ts';
import { gigachat3 } from './gigachat3.ts';
import { gigachat35Gcml } from './gigachat3.5-gcml.ts';
import { glm4Legacy } from './glm-4-legacy.ts';
import { glm45 } from './glm-4.5.ts';
import { gorillaOpenfunctions } from './gorilla-openfunctions.ts';
import { granite20bFc } from './granite-20b-fc.ts';
import { granite3 } from './granite-3.ts';
import { granitePythonic } from './granite-pythonic.ts';
import { harmony } from './harmony.ts';
import { hermes } from './hermes.ts';
import { hunyuanHy3 } from './hunyuan-hy3.ts';
import { hyperclovax14b } from './hyperclovax-14b.ts';
import { inkling } from './inkling.ts';
import { internlm2 } from './internlm2.ts';
import { jamba } from './jamba.ts';
import { k2Horizon } from './k2-horizon.ts';
import { kimiK2 } from './kimi-k2.ts';
import { kimiK3 } from './kimi-k3.ts';
import { lfm2 } from './lfm2.ts';
import { llama3Builtin } from './llama3-builtin.ts';
import { llama3FunctionTag } from './llama3-function-tag.ts';
import { llama3Json } from './llama3-json.ts';
import { llamacppGeneric } from './llamacpp-generic.ts';
import { longcat } from './longcat.ts';
import { mcpXml } from './mcp-xml.ts';
import { minicpm3 } from './minicpm3.ts';
import { minicpm5Xml } from './minicpm5-xml.ts';
import { minimaxM1 } from './minimax-m1.ts';
import { minimaxM2 } from './minimax-m2.ts';
import { minimaxM3 } from './minimax-m3.ts';
import { mistral } from './mistral.ts';
import { mistralV11 } from './mistral-v11.ts';
import { museGlimmer } from './muse-glimmer.ts';
import { nemotronToolcall } from './nemotron-toolcall.ts';
import { nexusraven } from './nexusraven.ts';
import { octopus } from './octopus.ts';
import { olmo3 } from './olmo3.ts';
import { pangu } from './pangu.ts';
import { phi4Mini } from './phi-4-mini.ts';
import { plamo3 } from './plamo3.ts';
import { pythonic } from './pythonic.ts';
import { qwenAgentLegacy } from './qwen-agent-legacy.ts';
import { qwen3CoderXml } from './qwen3-coder-xml.ts';
import { rawJson } from './raw-json.ts';
import { react } from './react.ts';
import { rwkv } from './rwkv.ts';
import { sarashina } from './sarashina.ts';
import { seedOss } from './seed-oss.ts';
import { solarOpen } from './solar-open.ts';
import { solarOpen2 } from './solar-open2.ts';
import { stepAudio2 } from './step-audio-2.ts';
import { step3 } from './step3.ts';
import { tagPerTool } from './tag-per-tool.ts';
import { toolCodeFence } from './tool-code-fence.ts';
import { toolsTag } from './tools-tag.ts';
import { xaiXml } from './xai-xml.ts';
import { xlam } from './xlam.ts';
import { yamlXml } from './yaml-xml.ts';

export type { EngineFlags, EngineId, FormatInfo, ToolFormat } from './format.ts';
export type { Opener } from './kit/read/opener.ts';

/**
 * THE list of formats. Where two formats share an opener and its head fits both, the first one reads the block, so the
 * stricter one comes first.
 */
export const formatList: readonly ToolFormat[] = [
  stepAudio2,
  granite20bFc,
  hermes,
  granite3,
  qwen3CoderXml,
  rwkv,
  chatcliXml,
  k2Horizon,
  glm45,
  longcat,
  phi4Mini,
  nemotronToolcall,
  hunyuanHy3,
  jamba,
  minimaxM1,
  internlm2,
  commandR,
  commandRLegacy,
  sarashina,
  apertus,
  mistral,
  mistralV11,
  llama3Json,
  gigachat3,
  minicpm3,
  pangu,
  lfm2,
  hyperclovax14b,
  toolsTag,
  exathenaFence,
  llamacppGeneric,
  xlam,
  rawJson,
  llama3FunctionTag,
  deepseekV3,
  deepseekV31,
  kimiK2,
  solarOpen,
  plamo3,
  qwenAgentLegacy,
  mcpXml,
  inkling,
  minimaxM2,
  olmo3,
  anthropicXml,
  xaiXml,
  deepseekDsml,
  gigachat35Gcml,
  dots,
  museGlimmer,
  step3,
  bfclXml,
  minicpm5Xml,
  kimiK3,
  solarOpen2,
  seedOss,
  llama3Builtin,
  gorillaOpenfunctions,
  toolCodeFence,
  codeTag,
  functools,
  functiongemma,
  gemma4,
  continueToolFence,
  pythonic,
  granitePythonic,
  nexusraven,
  octopus,
  react,
  harmony,
  glm4Legacy,
  functionaryV32,
  chatcliBracket,
  minimaxM3,
  yamlXml,
  tagPerTool,
  cwm,
];
