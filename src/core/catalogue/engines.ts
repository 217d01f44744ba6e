import type { EngineId } from '../formats/index.ts';

/** An engine that turns text into calls, and how it is told which format to expect. */
export interface Engine {
  readonly id: EngineId;
  readonly label: string;
  /** What the flags were read from: a release, or a commit where the sources were read. */
  readonly version: string;
  /** What to type for the parser `name`. */
  readonly setting: (name: string) => string;
  /** There is no flag for its parsers: the chat template decides. */
  readonly hasNoFlags?: true;
  /** Its parsers have the names of models: each chat template is one, or a model file names it. */
  readonly namesModels?: true;
  /** It does not take `tool_choice`, so no request forces a call. */
  readonly forcesNoCall?: true;
  /** Where it is typed. */
  readonly where: string;
  /** What it does with every format. */
  readonly failures: readonly {
    readonly text: string;
    readonly when: 'text-after' | 'undeclared';
    /** Formats that it treats otherwise. */
    readonly except?: readonly string[];
  }[];
}

/**
 * THE list of engines. Sources: the registries of tool parsers in vllm-project/vllm (documentation of 0.31),
 * sgl-project/sglang 00828e56, ggml-org/llama.cpp 0083bb18, ollama/ollama fb307609, InternLM/lmdeploy 1263d5cd and
 * lightseekorg/smg 73da68ca.
 */
export const engines: readonly Engine[] = [
  {
    id: 'vllm',
    label: 'vLLM',
    version: '0.31',
    setting: (name) => `--enable-auto-tool-choice --tool-call-parser ${name}`,
    where: 'vllm serve',
    failures: [
      {
        text: 'Drops the text after and between the calls.',
        when: 'text-after',
        except: ['step3', 'xlam', 'glm-4.5'],
      },
    ],
  },
  {
    id: 'sglang',
    label: 'SGLang',
    version: 'commit 00828e56',
    setting: (name) => `--tool-call-parser ${name}`,
    where: 'python -m sglang.launch_server',
    failures: [{ text: 'Drops calls to undeclared tools.', when: 'undeclared' }],
  },
  {
    id: 'smg',
    label: 'SGLang gateway',
    version: 'commit 73da68ca',
    setting: (name) => `--tool-call-parser ${name}`,
    where: 'smg',
    failures: [{ text: 'Drops calls to undeclared tools while it streams.', when: 'undeclared' }],
  },
  {
    id: 'llamacpp',
    label: 'llama.cpp',
    version: 'commit 0083bb18',
    hasNoFlags: true,
    namesModels: true,
    setting: () => '--jinja',
    where: 'llama-server',
    failures: [],
  },
  {
    id: 'ollama',
    label: 'Ollama',
    version: 'commit fb307609',
    setting: (name) => `PARSER ${name}`,
    namesModels: true,
    // docs/api/openai-compatibility.mdx, 043e9900
    forcesNoCall: true,
    where: 'Modelfile',
    failures: [],
  },
  {
    id: 'lmdeploy',
    label: 'LMDeploy',
    version: 'commit 1263d5cd',
    setting: (name) => `--tool-call-parser ${name}`,
    where: 'lmdeploy serve api_server',
    failures: [],
  },
];

/** Whether a request can have a server force a call, as far as it documents it. */
export function canForceCall(engine: string | null): boolean {
  return engines.find(({ id }) => id === engine)?.forcesNoCall !== true;
}
