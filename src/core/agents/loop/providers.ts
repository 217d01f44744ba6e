import type { AgentSystem } from '../agent-system.ts';
import type { Handling } from '../kit/handling.ts';
import { systems } from '../systems.ts';

export interface Provider {
  readonly id: string;
  readonly label: string;
  /** Its server, or the whole address of its endpoint; null when it has no address of its own to ask directly. */
  readonly address: string | null;
  /** A model to begin with. */
  readonly model: string;
  /** The environment variable that holds its key in snippets; null when it takes none. */
  readonly keyVariable: string | null;
}

/**
 * The providers of all agent systems; what each system does with their tools is with the system. Addresses and models
 * are those of the providers' own documentation.
 */
export const providers: readonly Provider[] = [
  {
    id: 'openai',
    label: 'OpenAI',
    address: 'https://api.openai.com/v1',
    model: 'gpt-4o-mini',
    keyVariable: 'OPENAI_API_KEY',
  },
  {
    id: 'anthropic',
    label: 'Anthropic',
    address: 'https://api.anthropic.com/v1',
    model: 'claude-haiku-4-5',
    keyVariable: 'ANTHROPIC_API_KEY',
  },
  {
    id: 'claude-code',
    label: 'Claude Code',
    address: null,
    model: '',
    keyVariable: null,
  },
  {
    id: 'gemini',
    label: 'Google Gemini',
    address: 'https://generativelanguage.googleapis.com/v1beta',
    model: 'gemini-2.5-flash',
    keyVariable: 'GEMINI_API_KEY',
  },
  {
    id: 'zai',
    label: 'ZAI',
    address: 'https://api.z.ai/api/paas/v4',
    model: 'glm-4.6',
    keyVariable: 'ZAI_API_KEY',
  },
  {
    id: 'minimax',
    label: 'MiniMax',
    address: 'https://api.minimax.io/v1',
    model: 'MiniMax-M2',
    keyVariable: 'MINIMAX_API_KEY',
  },
  {
    id: 'minimax-anthropic',
    label: 'MiniMax, Anthropic-compatible',
    address: 'https://api.minimax.io/anthropic/v1',
    model: 'MiniMax-M2',
    keyVariable: 'MINIMAX_API_KEY',
  },
  {
    id: 'moonshot',
    label: 'Moonshot (Kimi)',
    address: 'https://api.moonshot.ai/v1',
    model: 'kimi-k2-0905-preview',
    keyVariable: 'MOONSHOT_API_KEY',
  },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    address: 'https://openrouter.ai/api/v1',
    model: 'openai/gpt-4o-mini',
    keyVariable: 'OPENROUTER_API_KEY',
  },
  {
    id: 'xai',
    label: 'xAI (Grok)',
    address: 'https://api.x.ai/v1',
    model: 'grok-4',
    keyVariable: 'XAI_API_KEY',
  },
  {
    id: 'copilot',
    label: 'GitHub Copilot',
    address: 'https://api.githubcopilot.com/chat/completions',
    model: 'gpt-4o',
    keyVariable: 'GITHUB_COPILOT_TOKEN',
  },
  {
    id: 'github-models',
    label: 'GitHub Models',
    address: 'https://models.inference.ai.azure.com/chat/completions',
    model: 'gpt-4o',
    keyVariable: 'GITHUB_TOKEN',
  },
  {
    id: 'ollama',
    label: 'Ollama',
    address: 'http://localhost:11434',
    model: 'qwen3:0.6b',
    keyVariable: null,
  },
  {
    id: 'llamacpp',
    label: 'llama.cpp server',
    address: 'http://localhost:8080/v1',
    model: 'default',
    keyVariable: null,
  },
  {
    id: 'stackspot',
    label: 'StackSpot AI',
    address: null,
    model: '',
    keyVariable: null,
  },
];

export function providerOf(id: string): Provider | null {
  return providers.find((provider) => provider.id === id) ?? null;
}

/** Whether several systems know the provider and do different things with its tools. */
export function systemsDisagree({ id }: Provider): boolean {
  return new Set(systems.flatMap((system) => system.providers.get(id)?.tools ?? [])).size > 1;
}

/** What choosing a provider sets. */
export interface ProviderSettings {
  readonly runtime: string;
  readonly nativeToolCalls: 'true' | 'false' | 'absent';
  readonly selfContained: boolean;
}

const capability = { native: 'true', text: 'false', own: 'false', none: 'false', unknown: 'absent' } as const;

/** The runtime and the capabilities under which `system` reads what a provider answers. */
export function settingsFor(system: AgentSystem, { tools }: Handling, current: string): ProviderSettings {
  return {
    runtime: system.runtimeFor(tools, current),
    nativeToolCalls: capability[tools],
    selfContained: tools === 'own',
  };
}
