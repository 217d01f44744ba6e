import type { Handling } from '../kit/handling.ts';

// ExAthena declares this for everything that it reaches through req_llm, whatever the model can do.
const reqLlm = { tools: 'native', streaming: true } as const;
const byAddress: Handling = {
  ...reqLlm,
  wire: 'openai',
  note: 'Through `openai_compatible`.',
};

/**
 * What ExAthena does with each provider, by the provider's id. Sources: `lib/ex_athena/config.ex` (providers and their
 * request format), the capabilities in `providers/req_llm.ex`, and `guides/providers.md`; releases before req_llm asked
 * Ollama at `/api/chat`. What none of them says is `unknown` or null.
 */
export const exathenaProviders: ReadonlyMap<string, Handling> = new Map<string, Handling>([
  ['openai', { ...reqLlm, wire: 'openai', note: '' }],
  ['anthropic', { ...reqLlm, wire: 'anthropic', note: 'As `claude` or `anthropic`.' }],
  [
    'claude-code',
    {
      tools: 'own',
      streaming: true,
      wire: null,
      note: 'A program that runs its own tools (`self_contained_tools`), so 0.19 parses no calls.',
    },
  ],
  ['gemini', { ...reqLlm, wire: 'gemini', note: '' }],
  ['zai', byAddress],
  ['minimax', byAddress],
  [
    'minimax-anthropic',
    {
      ...reqLlm,
      wire: 'anthropic',
      note: 'Through a provider file with the tag `anthropic`.',
    },
  ],
  ['moonshot', byAddress],
  ['openrouter', { ...reqLlm, wire: 'openai', note: 'ExAthena does not ask what its models can do.' }],
  ['xai', byAddress],
  ['github-models', byAddress],
  [
    'ollama',
    {
      ...reqLlm,
      wire: 'openai',
      note: 'Claims native tools for every model, sends requests to `/v1`, and parses the text when a model answers in text.',
    },
  ],
  ['llamacpp', { ...reqLlm, wire: 'openai', note: 'As `llamacpp`.' }],
]);
