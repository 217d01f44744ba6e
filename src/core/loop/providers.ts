import type { Wire } from '../runtimes/kit/agents/wire.ts';

/** The two systems whose handling of providers the table compares. */
export type System = 'exathena' | 'chatcli';

/** What a system does with the tools of a request to a provider. */
export type ToolUse =
  /** It sends them in the request and reads the calls that come back apart from the text. */
  | 'native'
  /** It writes them into the prompt and reads calls out of the text. */
  | 'text'
  /** The provider runs tools of its own, so the system sends none. */
  | 'own'
  /** It sends no tools. */
  | 'none'
  | 'unknown';

/** How one system handles one provider. */
export interface Handling {
  readonly tools: ToolUse;
  /** Whether the text is shown while it arrives; null when not known. */
  readonly streaming: boolean | null;
  /** In whose request format it asks; null when not known. */
  readonly wire: Wire | null;
  /** What else is worth knowing, as sentences; '' for nothing. */
  readonly note: string;
}

export interface Provider {
  readonly id: string;
  readonly label: string;
  /** Its server, or the whole address of its endpoint; null when it has no address of its own to ask directly. */
  readonly address: string | null;
  /** A model to begin with. */
  readonly model: string;
  /** The environment variable that holds its key in snippets; null when it takes none. */
  readonly keyVariable: string | null;
  /** Null when the system has no way to this provider that is known. */
  readonly exathena: Handling | null;
  readonly chatcli: Handling | null;
}

// ExAthena declares this for everything that it reaches through req_llm, whatever the model can do.
const reqLlm = { tools: 'native', streaming: true } as const;
const byAddress: Handling = {
  ...reqLlm,
  wire: 'openai',
  note: 'Through `openai_compatible`.',
};
// The README counts them as native; their clients, as far as they could be read, send no tools.
const saidToBeNative = {
  tools: 'native',
  note: 'By its README; the source that could be read sends none.',
} as const;

/**
 * The providers of ExAthena and ChatCLI 1.188, and what each system does with their tools.
 *
 * Sources. ExAthena: `lib/ex_athena/config.ex` (providers and their request format), the capabilities in
 * `providers/req_llm.ex`, and `guides/providers.md`; releases before req_llm asked Ollama at `/api/chat`. ChatCLI: the table
 * “Supported providers” of its README, `llm/<provider>/tool_use.go` where there is one (OpenAI, Anthropic, ZAI, MiniMax,
 * Moonshot), and the clients' request bodies for streaming. What neither says is `unknown` or null. Addresses and models
 * are those of the providers' own documentation.
 */
export const providers: readonly Provider[] = [
  {
    id: 'openai',
    label: 'OpenAI',
    address: 'https://api.openai.com/v1',
    model: 'gpt-4o-mini',
    keyVariable: 'OPENAI_API_KEY',
    exathena: { ...reqLlm, wire: 'openai', note: '' },
    chatcli: { tools: 'native', streaming: true, wire: 'openai', note: '' },
  },
  {
    id: 'anthropic',
    label: 'Anthropic',
    address: 'https://api.anthropic.com/v1',
    model: 'claude-haiku-4-5',
    keyVariable: 'ANTHROPIC_API_KEY',
    exathena: { ...reqLlm, wire: 'anthropic', note: 'As `claude` or `anthropic`.' },
    chatcli: {
      tools: 'native',
      streaming: true,
      wire: 'anthropic',
      note: 'Marks the last tool and the system blocks for the cache. Earlier releases fall back to text after an OAuth login.',
    },
  },
  {
    id: 'claude-code',
    label: 'Claude Code',
    address: null,
    model: '',
    keyVariable: null,
    exathena: {
      tools: 'own',
      streaming: true,
      wire: null,
      note: 'A program that runs its own tools: `self_contained_tools`, so 0.19 reads no calls at all.',
    },
    chatcli: null,
  },
  {
    id: 'gemini',
    label: 'Google Gemini',
    address: 'https://generativelanguage.googleapis.com/v1beta',
    model: 'gemini-2.5-flash',
    keyVariable: 'GEMINI_API_KEY',
    exathena: { ...reqLlm, wire: 'gemini', note: '' },
    chatcli: { ...saidToBeNative, streaming: null, wire: 'gemini' },
  },
  {
    id: 'zai',
    label: 'ZAI',
    address: 'https://api.z.ai/api/paas/v4',
    model: 'glm-4.6',
    keyVariable: 'ZAI_API_KEY',
    exathena: byAddress,
    chatcli: { tools: 'native', streaming: null, wire: 'openai', note: '' },
  },
  {
    id: 'minimax',
    label: 'MiniMax',
    address: 'https://api.minimax.io/v1',
    model: 'MiniMax-M2',
    keyVariable: 'MINIMAX_API_KEY',
    exathena: byAddress,
    chatcli: { tools: 'native', streaming: null, wire: 'openai', note: '' },
  },
  {
    id: 'minimax-anthropic',
    label: 'MiniMax, Anthropic-compatible',
    address: 'https://api.minimax.io/anthropic/v1',
    model: 'MiniMax-M2',
    keyVariable: 'MINIMAX_API_KEY',
    exathena: {
      ...reqLlm,
      wire: 'anthropic',
      note: 'Through a provider file with the tag `anthropic`.',
    },
    chatcli: {
      tools: 'text',
      streaming: null,
      wire: 'anthropic',
      note: 'The exception: in this mode its client says that it has no native tools.',
    },
  },
  {
    id: 'moonshot',
    label: 'Moonshot (Kimi)',
    address: 'https://api.moonshot.ai/v1',
    model: 'kimi-k2-0905-preview',
    keyVariable: 'MOONSHOT_API_KEY',
    exathena: byAddress,
    chatcli: { tools: 'native', streaming: null, wire: 'openai', note: '' },
  },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    address: 'https://openrouter.ai/api/v1',
    model: 'openai/gpt-4o-mini',
    keyVariable: 'OPENROUTER_API_KEY',
    exathena: { ...reqLlm, wire: 'openai', note: 'What the model behind it can do is not asked.' },
    chatcli: {
      tools: 'native',
      streaming: null,
      wire: 'openai',
      note: 'By its README; the source that could be read sends those of `OPENROUTER_TOOLS` alone and hands calls on as text.',
    },
  },
  {
    id: 'xai',
    label: 'xAI (Grok)',
    address: 'https://api.x.ai/v1',
    model: 'grok-4',
    keyVariable: 'XAI_API_KEY',
    exathena: byAddress,
    chatcli: { tools: 'text', streaming: null, wire: 'openai', note: '' },
  },
  {
    id: 'copilot',
    label: 'GitHub Copilot',
    address: 'https://api.githubcopilot.com/chat/completions',
    model: 'gpt-4o',
    keyVariable: 'GITHUB_COPILOT_TOKEN',
    exathena: null,
    chatcli: { ...saidToBeNative, streaming: false, wire: 'openai' },
  },
  {
    id: 'github-models',
    label: 'GitHub Models',
    address: 'https://models.inference.ai.azure.com/chat/completions',
    model: 'gpt-4o',
    keyVariable: 'GITHUB_TOKEN',
    exathena: byAddress,
    chatcli: { ...saidToBeNative, streaming: false, wire: 'openai' },
  },
  {
    id: 'ollama',
    label: 'Ollama',
    address: 'http://localhost:11434',
    model: 'qwen3:0.6b',
    keyVariable: null,
    exathena: {
      ...reqLlm,
      wire: 'openai',
      note: 'Claims native tools for every model, asks at `/v1`, and reads text when a model answers in text.',
    },
    chatcli: {
      tools: 'text',
      streaming: false,
      wire: 'ollama',
      note: 'Asks at `/api/chat` without tools, whatever the model can do.',
    },
  },
  {
    id: 'llamacpp',
    label: 'llama.cpp server',
    address: 'http://localhost:8080/v1',
    model: 'default',
    keyVariable: null,
    exathena: { ...reqLlm, wire: 'openai', note: 'As `llamacpp`.' },
    chatcli: null,
  },
  {
    id: 'stackspot',
    label: 'StackSpot AI',
    address: null,
    model: '',
    keyVariable: null,
    exathena: null,
    chatcli: {
      tools: 'none',
      streaming: null,
      wire: null,
      note: 'The README names neither native tools nor the text fallback. It asks an agent of StackSpot in a format of its own.',
    },
  },
];

export function providerOf(id: string): Provider | null {
  return providers.find((provider) => provider.id === id) ?? null;
}

/** Whether both systems know the provider and do different things with its tools. */
export function systemsDisagree({ exathena, chatcli }: Provider): boolean {
  return exathena !== null && chatcli !== null && exathena.tools !== chatcli.tools;
}

/** Whose emulation a profile is; null for those that emulate neither. */
export function systemOf(profile: string): System | null {
  if (profile.startsWith('exathena')) return 'exathena';
  return profile.startsWith('chatcli') ? 'chatcli' : null;
}

/** What choosing a provider sets. */
export interface ProviderSettings {
  readonly profile: string;
  readonly nativeToolCalls: 'true' | 'false' | 'absent';
  readonly selfContained: boolean;
}

const capability = { native: 'true', text: 'false', own: 'false', none: 'false', unknown: 'absent' } as const;

/**
 * The profile and the capabilities under which `system` reads what a provider answers. The version of a system that is
 * chosen already stays, except where only one version asks for the capability.
 */
export function settingsFor(system: System, { tools }: Handling, current: string): ProviderSettings {
  const stays = systemOf(current) === system && current !== 'chatcli-shim';
  return {
    profile: tools === 'own' ? 'exathena-head' : stays ? current : system,
    nativeToolCalls: capability[tools],
    selfContained: tools === 'own',
  };
}
