/*
 * Writes src/app/sources/webllm/models.json: what the page needs to know of the models that the installed WebLLM can run. Run
 * `node scripts/make-webllm-models.js` after an update of the package: libraries of models fit one version only.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { modelVersion, ModelType, prebuiltAppConfig } from '@mlc-ai/web-llm';

/** Chat models that follow instructions and fit into a browser, with the builds that are worth their size. */
const families = [
  ['SmolLM2-135M-Instruct', ['q0f16', 'q0f32']],
  ['SmolLM2-360M-Instruct', ['q4f16_1', 'q4f32_1']],
  ['SmolLM2-1.7B-Instruct', ['q4f16_1', 'q4f32_1']],
  ['Qwen2.5-0.5B-Instruct', ['q4f16_1', 'q4f32_1']],
  ['Qwen2.5-1.5B-Instruct', ['q4f16_1', 'q4f32_1']],
  ['Qwen2.5-3B-Instruct', ['q4f16_1', 'q4f32_1']],
  ['Qwen2.5-Coder-0.5B-Instruct', ['q4f16_1', 'q4f32_1']],
  ['Qwen2.5-Coder-1.5B-Instruct', ['q4f16_1', 'q4f32_1']],
  ['Qwen3-0.6B', ['q4f16_1', 'q4f32_1']],
  ['Qwen3-1.7B', ['q4f16_1', 'q4f32_1']],
  ['Qwen3-4B', ['q4f16_1', 'q4f32_1']],
  ['Qwen3.5-0.8B', ['q4f16_1', 'q4f32_1']],
  ['Qwen3.5-2B', ['q4f16_1', 'q4f32_1']],
  ['gemma3-1b-it', ['q4f16_1']],
  ['Llama-3.2-1B-Instruct', ['q4f16_1', 'q4f32_1']],
  ['Llama-3.2-3B-Instruct', ['q4f16_1', 'q4f32_1']],
  ['Hermes-3-Llama-3.2-3B', ['q4f16_1', 'q4f32_1']],
  ['Phi-4-mini-instruct', ['q4f16_1', 'q4f32_1']],
];

/**
 * @param {string} family
 * @param {string} build
 */
function modelOf(family, build) {
  const id = `${family}-${build}-MLC`;
  const record = prebuiltAppConfig.model_list.find(({ model_id }) => model_id === id);
  if (record === undefined) throw new Error(`WebLLM has no model ${id}.`);
  if (![undefined, ModelType.LLM].includes(record.model_type)) throw new Error(`${id} is no chat model.`);
  return {
    id,
    family,
    build,
    // The list of the package marks only some of them; the name is never wrong.
    f16: /^q\d+f16/.test(build),
    files: record.model,
    library: record.model_lib,
    gpuMegabytes: Math.round(record.vram_required_MB ?? 0),
    bufferBytes: record.buffer_size_required_bytes ?? null,
    overrides: record.overrides ?? {},
  };
}

export function webLlmModels() {
  const models = families.flatMap(([family, builds]) =>
    /** @type {string[]} */ (builds).map((build) => modelOf(/** @type {string} */ (family), build)),
  );
  models.sort((left, right) => left.gpuMegabytes - right.gpuMegabytes);
  return { modelVersion, models };
}

const target = fileURLToPath(new URL('../src/app/sources/webllm/models.json', import.meta.url));
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(target, `${JSON.stringify(webLlmModels(), null, 2)}\n`);
}
