import type { Handling } from '../kit/handling.ts';

// The README counts them as native; their clients, as far as they could be read, send no tools.
const saidToBeNative = {
  tools: 'native',
  note: 'Stated by its README. The source that we could read sends none.',
} as const;

/**
 * What ChatCLI 1.188 does with each provider, by the provider's id. Sources: the table “Supported providers” of its README,
 * `llm/<provider>/tool_use.go` where there is one (OpenAI, Anthropic, ZAI, MiniMax, Moonshot), and the clients' request
 * bodies for streaming. What none of them says is `unknown` or null.
 */
export const chatcliProviders: ReadonlyMap<string, Handling> = new Map<string, Handling>([
  ['openai', { tools: 'native', streaming: true, wire: 'openai', note: '' }],
  [
    'anthropic',
    {
      tools: 'native',
      streaming: true,
      wire: 'anthropic',
      note: 'Marks the last tool and the system blocks for the cache. Earlier releases fall back to text after an OAuth login.',
    },
  ],
  ['gemini', { ...saidToBeNative, streaming: null, wire: 'gemini' }],
  ['zai', { tools: 'native', streaming: null, wire: 'openai', note: '' }],
  ['minimax', { tools: 'native', streaming: null, wire: 'openai', note: '' }],
  [
    'minimax-anthropic',
    {
      tools: 'text',
      streaming: null,
      wire: 'anthropic',
      note: 'The exception: in this mode, its client reports no native tools.',
    },
  ],
  ['moonshot', { tools: 'native', streaming: null, wire: 'openai', note: '' }],
  [
    'openrouter',
    {
      tools: 'native',
      streaming: null,
      wire: 'openai',
      note: 'Stated by its README. The source that we could read sends only the tools of `OPENROUTER_TOOLS` and returns calls as text.',
    },
  ],
  ['xai', { tools: 'text', streaming: null, wire: 'openai', note: '' }],
  ['copilot', { ...saidToBeNative, streaming: false, wire: 'openai' }],
  ['github-models', { ...saidToBeNative, streaming: false, wire: 'openai' }],
  [
    'ollama',
    {
      tools: 'text',
      streaming: false,
      wire: 'ollama',
      note: 'Sends requests to `/api/chat` without tools, whatever the model can do.',
    },
  ],
  [
    'stackspot',
    {
      tools: 'none',
      streaming: null,
      wire: null,
      note: 'The README mentions neither native tools nor the text fallback. ChatCLI asks a StackSpot agent in a format of its own.',
    },
  ],
]);
