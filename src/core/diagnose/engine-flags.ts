import type { EngineFlags, ToolFormat } from '../formats/index.ts';

const settings: readonly (readonly [keyof EngineFlags, (flag: string) => string])[] = [
  ['vllm', (flag) => `vLLM: \`--enable-auto-tool-choice --tool-call-parser ${flag}\``],
  ['sglang', (flag) => `SGLang: \`--tool-call-parser ${flag}\``],
  ['lmdeploy', (flag) => `LMDeploy: \`--tool-call-parser ${flag}\``],
  ['llamacpp', (flag) => `llama.cpp: \`--jinja\`, which parses it as “${flag}”`],
  ['ollama', (flag) => `Ollama: a model with a \`${flag}\` template`],
];

/** Names the flag with which each engine except `except` reads a format; '' if none does. */
export function flagsOf({ readers }: Pick<ToolFormat, 'readers'>, except = ''): string {
  return settings
    .flatMap(([engine, say]) => {
      const flag = engine === except ? undefined : readers[engine]?.[0];
      return flag === undefined ? [] : [say(flag)];
    })
    .join('; ');
}
