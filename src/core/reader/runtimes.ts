import { chatcliRuntimes, exathenaRuntimes } from '../agents/index.ts';
import { customRuntime } from './own/custom.ts';
import type { CustomFormat } from './own/custom-format.ts';
import { ownRuntimes } from './own/index.ts';
import { singleFormat } from './own/single-format.ts';
import type { RuntimeInfo } from '../trace/index.ts';
import { infoOf, type Runtime } from '../engines/runtime.ts';

/** The runtimes of one folder; the picker groups by it. */
export interface Project {
  /** The folder's name. */
  readonly id: string;
  readonly label: string;
  /**
   * What a client reads; absent for a server. The text: another server changes nothing. The calls that a server has parsed: only
   * the server can be changed.
   */
  readonly reads?: 'text' | 'calls';
  /** Whether each parser comes with one model, so that another parser is that of another model. */
  readonly perModel?: true;
  /** In the order of the picker. */
  readonly runtimes: readonly Runtime[];
}

/**
 * THE list of projects that are at hand.
 *
 * @internal A test adds a made-up project to it.
 */
export const projectList: readonly Project[] = [
  { id: 'exathena', label: 'ExAthena', runtimes: exathenaRuntimes },
  { id: 'chatcli', label: 'ChatCLI', runtimes: chatcliRuntimes },
  { id: 'own', label: 'Callscope', runtimes: ownRuntimes },
];

/** A project whose runtimes are loaded when somebody asks for them. */
interface LazyProject extends Omit<Project, 'runtimes'> {
  /** What the ids of its runtimes begin with, before the colon; its own id where absent. */
  readonly prefixes?: readonly string[];
  readonly load: () => Promise<readonly Runtime[]>;
}

/** THE list of engines, each a chunk of its own, what most people use first. */
const engineList: readonly LazyProject[] = [
  {
    id: 'vllm',
    label: 'vLLM',
    load: async () => {
      const [{ vllmRuntimes }, { earlierVllmRuntimes }, { olderVllmRuntimes }] = await Promise.all([
        import('../engines/vllm/index.ts'),
        import('../engines/frozen/vllm-2026-08-02/index.ts'),
        import('../engines/frozen/vllm-2026-05/index.ts'),
      ]);
      return [...vllmRuntimes, ...earlierVllmRuntimes, ...olderVllmRuntimes];
    },
  },
  {
    id: 'ollama',
    label: 'Ollama',
    perModel: true,
    load: async () => (await import('../engines/ollama/index.ts')).ollamaRuntimes,
  },
  {
    id: 'llamacpp',
    label: 'llama.cpp',
    perModel: true,
    load: async () => {
      const [{ llamacppRuntimes }, { olderLlamacppRuntimes }] = await Promise.all([
        import('../engines/llamacpp/index.ts'),
        import('../engines/frozen/llamacpp-b8121/index.ts'),
      ]);
      return [...llamacppRuntimes, ...olderLlamacppRuntimes];
    },
  },
  {
    id: 'sglang',
    label: 'SGLang',
    load: async () => {
      const [{ sglangRuntimes }, { olderSglangRuntimes }] = await Promise.all([
        import('../engines/sglang/index.ts'),
        import('../engines/frozen/sglang-2026-07/index.ts'),
      ]);
      return [...sglangRuntimes, ...olderSglangRuntimes];
    },
  },
  { id: 'mlx', label: 'MLX', load: async () => (await import('../engines/mlx/index.ts')).mlxRuntimes },
  {
    id: 'lmdeploy',
    label: 'LMDeploy',
    load: async () => (await import('../engines/lmdeploy/index.ts')).lmdeployRuntimes,
  },
  {
    id: 'vllm-mlx',
    label: 'vllm-mlx',
    load: async () => (await import('../engines/vllm-mlx/index.ts')).vllmMlxRuntimes,
  },
  {
    id: 'transformers',
    label: 'transformers',
    load: async () => (await import('../engines/transformers/index.ts')).transformersRuntimes,
  },
  {
    id: 'ai-sdk',
    label: 'AI SDK middleware',
    load: async () => {
      const [{ aiSdkRuntimes }, { olderAiSdkRuntimes }] = await Promise.all([
        import('../engines/ai-sdk/index.ts'),
        import('../engines/frozen/ai-sdk-4/index.ts'),
      ]);
      // The older release is the one that npm has.
      return [...olderAiSdkRuntimes, ...aiSdkRuntimes];
    },
  },
  { id: 'webllm', label: 'WebLLM', load: async () => (await import('../engines/webllm/index.ts')).webllmRuntimes },
  {
    id: 'langchain',
    label: 'App layers',
    reads: 'calls',
    prefixes: ['langchain', 'openai', 'ai'],
    load: async () => {
      const [{ langchainRuntimes }, { openaiRuntimes }, { olderOpenaiRuntimes }, { aiRuntimes }, { olderAiRuntimes }] =
        await Promise.all([
          import('../engines/langchain/index.ts'),
          import('../engines/openai/index.ts'),
          import('../engines/frozen/openai-6/index.ts'),
          import('../engines/ai/index.ts'),
          import('../engines/frozen/ai-6/index.ts'),
        ]);
      return [...langchainRuntimes, ...openaiRuntimes, ...olderOpenaiRuntimes, ...aiRuntimes, ...olderAiRuntimes];
    },
  },
  {
    id: 'qwen-agent',
    label: 'Qwen-Agent',
    reads: 'text',
    load: async () => (await import('../engines/qwen-agent/index.ts')).qwenAgentRuntimes,
  },
  {
    id: 'hermes-agent',
    label: 'hermes-agent',
    reads: 'text',
    load: async () => (await import('../engines/hermes-agent/index.ts')).hermesAgentRuntimes,
  },
  {
    id: 'smolagents',
    label: 'smolagents',
    reads: 'text',
    load: async () => (await import('../engines/smolagents/index.ts')).smolagentsRuntimes,
  },
  {
    id: 'openhands',
    label: 'OpenHands',
    reads: 'text',
    load: async () => (await import('../engines/openhands/index.ts')).openhandsRuntimes,
  },
  {
    id: 'crewai',
    label: 'CrewAI',
    reads: 'text',
    load: async () => (await import('../engines/crewai/index.ts')).crewaiRuntimes,
  },
  {
    id: 'cline',
    label: 'Cline',
    reads: 'text',
    load: async () => (await import('../engines/cline/index.ts')).clineRuntimes,
  },
  {
    id: 'roo',
    label: 'Roo Code',
    reads: 'text',
    load: async () => (await import('../engines/roo/index.ts')).rooRuntimes,
  },
  {
    id: 'continue',
    label: 'Continue',
    reads: 'text',
    load: async () => (await import('../engines/continue/index.ts')).continueRuntimes,
  },
];

/** All projects with their runtimes, what most people use first: our own readers, engines, then agent systems. */
export async function loadProjects(): Promise<readonly Project[]> {
  const engines = await Promise.all(
    engineList.map(async ({ load, ...project }): Promise<Project> => ({ ...project, runtimes: await load() })),
  );
  return inOrder(engines);
}

/** The same list at once: engines are without runtimes, as their code is not here. */
function namedProjects(): readonly Project[] {
  return inOrder(engineList.map(({ id, label }) => ({ id, label, runtimes: [] })));
}

function inOrder(engines: readonly Project[]): readonly Project[] {
  const isOwn = ({ id }: Project): boolean => id === 'own';
  return [...projectList.filter(isOwn), ...engines, ...projectList.filter((project) => !isOwn(project))];
}

/** The runtimes among which `id` is found: those at hand, and those of the engine that the id names. */
export async function runtimesFor(id: string): Promise<readonly Runtime[]> {
  const engine = projectOf(id);
  return engine === undefined ? runtimeList : [...runtimeList, ...(await engine.load())];
}

/** The runtimes of one project, engines included; none for ids that nobody knows. */
export async function loadProject(id: string): Promise<readonly Runtime[]> {
  const engine = engineList.find((one) => one.id === id);
  return engine === undefined ? (projectList.find((one) => one.id === id)?.runtimes ?? []) : engine.load();
}

/** The engine that the id of a runtime names; null for those that are at hand, and for ids that nobody knows. */
export function engineOf(id: string): Omit<Project, 'runtimes'> | null {
  return projectOf(id) ?? null;
}

/** The id of the runtime that stands for a parser file. No list and no link has it: it is made of one reading. */
export const FILE_RUNTIME = 'file';

/** Whether a client has the calls that a runtime sends piece by piece; of the others it has those that are found at the end. */
export function sendsCalls(id = ''): boolean {
  return id === FILE_RUNTIME || engineOf(id) !== null;
}

function projectOf(id: string): LazyProject | undefined {
  return engineList.find(({ id: own, prefixes = [own] }) => prefixes.some((prefix) => id.startsWith(`${prefix}:`)));
}

/** The runtimes that are at hand; the first is the default. */
export const runtimeList: readonly Runtime[] = projectList.flatMap(({ runtimes }) => runtimes);

/** A project as plain data. */
export interface ProjectInfo extends Omit<Project, 'runtimes'> {
  readonly runtimes: readonly RuntimeInfo[];
}

export function projectInfos(projects: readonly Project[] = namedProjects()): readonly ProjectInfo[] {
  return projects.map(({ id, label, perModel, runtimes }) => {
    return { id, label, ...(perModel === undefined ? {} : { perModel }), runtimes: runtimes.map(infoOf) };
  });
}

/** Which runtime is asked for. */
export interface RuntimeChoice {
  /**
   * An id of the list, or `format:<id>` for one format alone. ExAthena when absent, and `auto` when unknown: what another server
   * makes of a reply would say nothing of it. The first of the list where it has neither.
   */
  readonly runtime?: string;
  /** The list to choose from; `runtimeList` when absent. */
  readonly runtimes?: readonly Runtime[];
  /** The flag of a reasoning parser that the server runs before it; none where absent, empty or unknown to that server. */
  readonly reasoning?: string | undefined;
  /** What the runtime `custom` reads; null or absent for the first of the form. */
  readonly custom?: CustomFormat | null;
}

export function runtimeOf({
  runtime: id = '',
  runtimes = runtimeList,
  reasoning = '',
  custom,
}: RuntimeChoice): Runtime {
  if (id === 'custom' && custom) return customRuntime(custom);
  const named = runtimes.find((runtime) => runtime.id === id) ?? singleFormat(id);
  if (named !== null) return named.reasoning?.with(reasoning) ?? named;
  // A list of all runtimes begins with another one than the list of those at hand.
  const other = id === '' ? runtimeList[0]?.id : 'auto';
  return (runtimes.find((runtime) => runtime.id === other) ?? runtimes[0]) as Runtime;
}
