import { each, of, type TextRule } from './text-rule.ts';

/** The machine itself, or one of its own network. */
const OWN_HOST = String.raw`(?:localhost|127\.0\.0\.1|0\.0\.0\.0|(?<![\d.])(?:192\.168|10\.\d{1,3})(?:\.\d{1,3}){2}):`;

/** Addresses that a command or a HAR file asked. A port alone says little: anybody may use it. */
export const addresses: readonly TextRule[] = [
  // Source: the documentation of each, the address of its API
  ...each('address', 'proof', 'The request went to', [
    ['openrouter', /https:\/\/openrouter\.ai\/api\//],
    ['openai', /https:\/\/(?:api\.openai\.com\/v1|[\w-]{1,60}\.openai\.azure\.com)\//],
    ['anthropic', /https:\/\/api\.anthropic\.com\/v1\//],
    ['gemini', /https:\/\/(?:generativelanguage|[\w-]{1,30}aiplatform)\.googleapis\.com\//],
    ['groq', /https:\/\/api\.groq\.com\//],
    ['together', /https:\/\/api\.together\.(?:xyz|ai)\//],
    ['fireworks', /https:\/\/api\.fireworks\.ai\//],
    ['cerebras', /https:\/\/api\.cerebras\.ai\//],
    ['mistral', /https:\/\/api\.mistral\.ai\//],
    ['deepseek', /https:\/\/api\.deepseek\.com\//],
    ['moonshot', /https:\/\/api\.moonshot\.(?:ai|cn)\/|^(?:< )?(?:x-)?msh-[\w-]{2,30}: /im],
    ['zai', /https:\/\/(?:api\.z\.ai|open\.bigmodel\.cn)\//],
    ['dashscope', /https:\/\/dashscope(?:-intl)?\.aliyuncs\.com\//],
    ['huggingface', /https:\/\/(?:router|api-inference)\.huggingface\.co\//],
  ]),
  // Source: ollama docs/api.md, lmstudio-ai/docs, llama.cpp tools/server/README.md, docs of vLLM, SGLang, LMDeploy and LiteLLM: the port
  ...each('port', 'hint', 'The request went to the port of', [
    ['ollama', /:11434\b/],
    ...(
      [
        ['lmstudio', String.raw`1234\b`],
        ['llamacpp', String.raw`8080\/(?:v1\/)?(?:chat\/)?completions?\b`],
        ['vllm', String.raw`8000\/v1\/`],
        ['sglang', String.raw`30000\/`],
        ['lmdeploy', String.raw`23333\/`],
        ['litellm', String.raw`4000\/`],
      ] as const
    ).map(([writer, port]) => [writer, new RegExp(OWN_HOST + port)] as const),
  ]),
  // Source: ollama docs/api.md, lmstudio-ai/docs: the paths
  ...each('api', 'hint', 'The request went to a path of', [
    ['ollama', /https?:\/\/[^\s/'"]{1,80}\/api\/(?:chat|generate)\b/],
    ['lmstudio', /https?:\/\/[^\s/'"]{1,80}\/api\/v[01]\//],
  ]),
  // Source: ollama docs/cli.mdx, cmd/interactive.go
  ...of('ollama', [
    ['ollama-run', 'proof', 'The command is one of Ollama.', /(?:^|[$%#>❯] )ollama run \S/m],
    ['ollama-launch', 'proof', 'The command is one of Ollama.', /(?:^|[$%#>❯`] ?)ollama launch \w/m],
    ['ollama-prompt', 'proof', 'It is the prompt of `ollama run`.', /^(?:>>> )?Send a message \(\/\? for help\)/m],
  ]),
];
