import { isTrained, lossOf } from '../catalogue/index.ts';
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
      return flag === undefined ? [] : settingOf(engine, flag, id, say);
    })
    .join('; ');
}

/** The flag with which an engine reads a format without a loss, by a parser that is not the one given; '' if it has none. */
export function flagOf({ id, readers }: Pick<ToolFormat, 'id' | 'readers'>, engine: string, given: string): string {
  const [first] = settings
    .filter(([one]) => one === engine)
    .flatMap(([one, say]) =>
      (readers[one] ?? []).flatMap((flag) => (flag === given ? [] : settingOf(one, flag, id, say))),
    );
  return first ?? '';
}

function settingOf(engine: EngineId, flag: string, format: string, say: (flag: string) => string): string[] {
  const loss = lossOf(engine, flag, format);
  return loss === 'whole' ? [] : [`${say(flag)}${loss === null ? '' : ', with `stream: false` in the request'}`];
}

/** A sentence that names the flag with which each engine reads the format. */
export function flagsText(format: Pick<ToolFormat, 'id' | 'readers'>): string {
  // A parser for bare JSON loses the usual calls of the model that fell into it.
  if (!isTrained(format.id))
    return `Models write \`${format.id}\` when they leave their own format. Ask in the prompt for a format that your server parses.`;
  const flags = flagsOf(format);
  return flags === ''
    ? `No server that we know parses \`${format.id}\`. Ask in the prompt for a format that yours parses.`
    : `Have the server parse it and return native \`tool_calls\`. ${flags}.`;
}
