import { lossOf } from '../catalogue/index.ts';
import type { EngineId, ToolFormat } from '../formats/index.ts';

const settings: readonly (readonly [EngineId, (flag: string) => string])[] = [
  ['vllm', (flag) => `vLLM: \`--enable-auto-tool-choice --tool-call-parser ${flag}\``],
  ['sglang', (flag) => `SGLang: \`--tool-call-parser ${flag}\``],
  ['lmdeploy', (flag) => `LMDeploy: \`--tool-call-parser ${flag}\``],
  ['llamacpp', (flag) => `llama.cpp: \`--jinja\`, which parses it as “${flag}”`],
  ['ollama', (flag) => `Ollama: a model with a \`${flag}\` template`],
];

/** Names the flag with which each engine except `except` reads a format without a loss; '' if none does. */
export function flagsOf({ id, readers }: Pick<ToolFormat, 'id' | 'readers'>, except = ''): string {
  return settings
    .flatMap(([engine, say]) => {
      const flag = engine === except ? undefined : readers[engine]?.[0];
      if (flag === undefined) return [];
      const loss = lossOf(engine, flag, id);
      return loss === 'whole' ? [] : [`${say(flag)}${loss === null ? '' : ', with `stream: false` in the request'}`];
    })
    .join('; ');
}
