import list from './models.json';

/** A model as WebLLM knows it. Its library fits one version of the package only. */
export interface WebLlmModel {
  readonly id: string;
  readonly family: string;
  /** How the weights are stored: `q4f16_1` is 4 bits per weight, calculated with 16-bit numbers. */
  readonly build: string;
  /** Needs a graphics card with 16-bit numbers. */
  readonly f16: boolean;
  /** Address of the repository with weights, tokenizer and configuration. */
  readonly files: string;
  /** Address of the compiled model, WebAssembly of about four megabytes. */
  readonly library: string;
  /** About what it takes of the graphics memory, in megabytes, by the list of the package. The weights are less. */
  readonly gpuMegabytes: number;
  /** The largest buffer it needs; null when the list does not say. */
  readonly bufferBytes: number | null;
  readonly overrides: { readonly context_window_size?: number };
}

/** Smallest first. Written by scripts/make-webllm-models.js. */
export const webLlmModels: readonly WebLlmModel[] = list.models;

export const defaultWebLlmModel = 'Qwen2.5-0.5B-Instruct-q4f16_1-MLC';

/** Compressed, as most hosts send it: the script of WebLLM itself. */
const SCRIPT_BYTES = 2_200_000;

export function webLlmModel(id: string): WebLlmModel | undefined {
  return webLlmModels.find((model) => model.id === id);
}

export function modelLabel({ family, build }: WebLlmModel): string {
  return `${family} (${build})`;
}

/** The same model for graphics cards without 16-bit numbers; null when there is none. */
export function wideBuild(model: WebLlmModel): WebLlmModel | null {
  return webLlmModels.find(({ family, f16 }) => family === model.family && !f16) ?? null;
}

/** The next smaller model of the same kind of numbers; null for the smallest. */
export function smallerModel(model: WebLlmModel): WebLlmModel | null {
  const smaller = webLlmModels.filter(
    ({ gpuMegabytes, f16, family }) =>
      f16 === model.f16 && family !== model.family && gpuMegabytes < 0.8 * model.gpuMegabytes,
  );
  return smaller.at(-1) ?? null;
}

/** The most that is fetched before the first token: what takes the graphics memory is mostly weights, never less than them. */
export function downloadBytes({ gpuMegabytes }: WebLlmModel): number {
  return gpuMegabytes * 1_000_000 + SCRIPT_BYTES;
}

/** Where the files of a model come from. Weights are redirected to the stores of huggingface.co, below hf.co. */
export function hostsOf({ files, library }: WebLlmModel): readonly string[] {
  return [...new Set([files, library].map((url) => new URL(url).hostname))];
}
