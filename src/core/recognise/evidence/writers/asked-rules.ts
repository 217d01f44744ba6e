import { writers } from '../evidence.ts';
import { each, type TextRule } from './text-rule.ts';

/**
 * Who a proxy or a client says that it asked: LiteLLM names the provider in the class of an exception and before a model,
 * others under a key.
 */
export const asked: readonly TextRule[] = (
  [
    ['vllm', 'hosted_vllm|vllm'],
    ['llamacpp', 'llama[._-]?cpp|llamacpp'],
    ['ollama', 'ollama(?:_chat)?'],
    ['lmstudio', 'lm[_-]?studio'],
    ['openrouter', 'openrouter'],
    ['groq', 'groq'],
    ['bedrock', 'bedrock(?:_converse)?|amazon-bedrock'],
    ['gemini', 'gemini|vertex_?ai(?:_beta)?|google-(?:vertex|generative-ai)'],
    ['anthropic', 'anthropic'],
    ['together', 'together(?:_ai)?'],
    ['fireworks', 'fireworks(?:_ai)?'],
  ] as const
).map(([writer, names]) => ({
  id: `${writer}-asked`,
  writer,
  weight: 'hint',
  says: `The paste names ${writers[writer].label} as who was asked.`,
  sign: new RegExp(
    String.raw`\b(?:${names})Exception - |\bprovider(?:_?(?:id|name))?["']?\s{0,2}[=:]\s{0,2}["']?(?:${names})\b(?!/)|\bmodel(?:_?(?:id|name))?["']?\s{0,2}[=:]\s{0,2}["']?(?:${names})/\w`,
    'i',
  ),
}));

/** A client says which server it asked: `Failed to connect to Ollama API: 500 …`. A name alone proves nothing. */
// Source: zed crates/ollama, Continue, Cline, litellm, Roo-Code#10334, agno#4090: what clients say of the server that they ask
export const reported = each(
  'reported',
  'proof',
  'A client reports an error of',
  (
    [
      ['vllm', 'v[Ll]{2}[Mm]'],
      ['sglang', 'SGLang'],
      ['llamacpp', 'llama[.-]?cpp|llama-server'],
      ['ollama', '[Oo]llama'],
      ['lmstudio', 'LM ?Studio'],
      ['cerebras', 'Cerebras'],
      ['groq', 'Groq'],
      ['openrouter', 'OpenRouter'],
    ] as const
  ).map(([writer, name]) => [
    writer,
    new RegExp(
      String.raw`\b(?:[Ff]ailed to connect to |[Ee]rror (?:from|calling|parsing|communicating with) |[Nn]o response from )(?:the )?(?:${name})\b|\b(?:${name})(?:'s)? (?:API|server|request|provider|[Cc]hat)(?: (?:[eE]rror|failed|returned|responded)\b|: [45]\d\d\b)`,
    ),
  ]),
);

/** How people name a server in the settings of OpenCode, and the ids of models.dev. */
// Source: opencode packages/opencode/src/session/message-v2.ts (`providerID`)
export const providerIds = [
  ['ollama', String.raw`ollama(?:-[\w-]{1,20})?`],
  ['lmstudio', 'lm-?studio'],
  ['vllm', 'vllm'],
  ['sglang', 'sglang'],
  ['llamacpp', 'llama[._-]?(?:cpp|server)'],
  ['mlx', 'mlx(?:[_-]lm)?'],
  ['openrouter', 'openrouter'],
  ['litellm', 'litellm'],
  ['groq', 'groq'],
  ['together', 'together(?:ai)?'],
  ['fireworks', 'fireworks(?:-ai)?'],
  ['zai', 'zai(?:-coding-plan)?'],
  ['deepseek', 'deepseek'],
  ['moonshot', 'moonshotai(?:-cn)?'],
] as const;

/** Whom OpenCode asks, as each request is a line of its log. */
// Source: opencode packages/opencode/src/session/llm.ts, as logs with `service=llm providerID=` quote it
export const logged = each(
  'logged',
  'proof',
  'The log of OpenCode says that it asked',
  providerIds.map(([writer, names]) => [writer, new RegExp(`\\bservice=llm providerID=(?:${names}) modelID=`, 'i')]),
);
