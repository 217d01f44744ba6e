import type { RuntimeInfo } from '../../../core/index.ts';
import type { ParserKind, SourceFile } from '../../parser-file/protocol.ts';

/** The projects whose parsers a file of each kind can be; a reasoning parser alone is no server. */
const projects: Readonly<Record<ParserKind, readonly string[]>> = {
  'vllm-tool': ['vllm', 'lmdeploy'],
  'vllm-reasoning': [],
  sglang: ['sglang'],
  mlx: ['mlx'],
  class: ['vllm', 'sglang', 'lmdeploy', 'mlx'],
  function: ['vllm', 'sglang', 'lmdeploy', 'mlx'],
};

const registered = /\bregister_(?:module|lazy_module|tool_parser)\(\s*(?:name\s*=\s*)?\[?\s*["']([\w.-]+)["']/g;

/**
 * The id of the runtime that emulates the parser of the same name: the name that the file registers, else that of the file, else
 * that of the class. Null where none is called so.
 */
export function namesakeOf(
  { name, kind }: { readonly name: string; readonly kind: ParserKind },
  { path, text }: SourceFile,
  runtimes: readonly Pick<RuntimeInfo, 'id' | 'project'>[],
): string | null {
  const file = path.split('/').at(-1) ?? '';
  const names = [
    ...Array.from(text.matchAll(registered), ([, one = '']) => one),
    file.replace(/\.py$/i, '').replace(/_(?:tool_parser|detector|parser|tools?)$/i, ''),
    name.replace(/(?:ToolParser|Detector|Parser)$/, ''),
  ].map(plain);
  for (const project of projects[kind])
    for (const wanted of names) {
      if (wanted === '') continue;
      const found = runtimes.find(
        (runtime) => runtime.project === project && plain(runtime.id.slice(runtime.id.indexOf(':') + 1)) === wanted,
      );
      if (found !== undefined) return found.id;
    }
  return null;
}

/** How a name is written does not matter: `Qwen3Coder`, `qwen3_coder`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9@]/g, '');
}
