import { type Writer, writers } from '../evidence.ts';
import type { TextRule } from './text-rule.ts';

/**
 * The roots of the code of each: the folder of its package, which is the beginning of its modules, of the names of its loggers
 * and of its exceptions as well. `/` stands for what separates parts there. `inner`: what is in it, where a folder of that name
 * in a path is the package only with that.
 */
type Row = readonly [writer: Writer, roots: string, inner?: string];

// Source: the repository of each, and its page at PyPI, npm, crates.io, Maven, NuGet or pkg.go.dev
const rows: readonly Row[] = [
  ['vllm', 'vllm', String.raw`(?:entrypoints|engine|v1|tool_parsers|reasoning|renderers)/(?:\w+/){0,6}\w+\.py\b`],
  ['sglang', 'sglang', 'srt/'],
  ['tensorrt-llm', 'tensorrt_llm', '(?:serve|executor|llmapi|commands)/'],
  ['aphrodite', 'aphrodite', '(?:endpoints|engine|v1)/'],
  ['tgi', 'text_generation_(?:router|launcher|server)'],
  ['vllm-mlx', 'vllm_mlx', String.raw`\w`],
  ['omlx', 'omlx', String.raw`(?:api|engine|server|scheduler|utils)\b`],
  ['ollama', 'ollama|homeassistant/components/ollama', String.raw`(?:_client\.py|dist/)`],
  ['mlx', 'mlx_lm', String.raw`(?:server|generate|tool_parsers)(?:/|\.py)`],
  ['lmstudio', 'lmstudio|@lmstudio/sdk'],
  ['lmdeploy', 'lmdeploy', 'serve/'],
  ['xinference', 'xinference', '(?:model|core|api)/'],
  ['gemini', 'google/(?:genai|generativeai)|@google/gen(?:erative-)?ai'],
  ['groq', 'groq(?:-sdk)?', String.raw`_base_client\.py`],
  ['together', 'together', String.raw`_base_client\.py`],
  ['fireworks', 'fireworks', 'client/'],
  ['cerebras', 'cerebras/cloud/sdk'],
  ['mistral', 'mistralai|@mistralai/mistralai', String.raw`(?:models|chat|utils)\b`],
  ['portkey', 'portkey_ai'],
  ['litellm', 'litellm', String.raw`(?:llms|proxy|litellm_core_utils|router_utils|(?:main|router|utils)\.py)\b`],
  ['codex', 'codex_(?:core|exec|tui|cli)'],
  ['claude-code', '@anthropic-ai/claude-code'],
  ['gemini-cli', '@google/gemini-cli(?:-core)?'],
  ['qwen-code', '@qwen-code/qwen-code(?:-core)?'],
  ['goose', 'goose', String.raw`(?:agents|providers|session)/`],
  ['open-webui', 'open_webui', '(?:utils|routers)/'],
  ['langchain', String.raw`langchain(?:_\w{2,30})?|langgraph|@langchain`, String.raw`\w`],
  // `ai` alone is a word and a domain: only its folder counts.
  ['ai-sdk', String.raw`@ai-sdk|ai(?=\x2f)`],
  ['agents-sdk', 'agents(?=/exceptions)|openai-agents|@openai/agents(?:-core)?'],
  ['pydantic-ai', 'pydantic_ai', String.raw`(?:models/\w+|_?agent\w{0,10}|tools|result)\.py\b`],
  ['smolagents', 'smolagents', String.raw`(?:agents|models|utils|tools)\.py\b`],
  ['llamaindex', 'llama_index|@llamaindex', String.raw`(?:core|agent|llms|tools|workflow)\b`],
  ['crewai', 'crewai', String.raw`(?:crew|agent|llm|task|agents|tools|utilities)\b`],
  ['openhands', 'openhands(?:_cli)?', String.raw`(?:sdk|core|controller|llm|tui)\b`],
  ['strands', 'strands', String.raw`(?:event_loop|models|agent|tools|types)/`],
  ['spring-ai', 'org/springframework/ai'],
  ['semantic-kernel', 'Microsoft/SemanticKernel|semantic_kernel'],
  ['autogen', 'autogen_(?:core|ext|agentchat)'],
  ['browser-use', 'browser_use', '(?:agent|llm|controller)/'],
  ['livekit', 'livekit/(?:agents|plugins)'],
  ['haystack', 'haystack', '(?:components|core|tools)/'],
  ['dspy', 'dspy', '(?:predict|adapters|clients|utils)/'],
  ['agno', 'agno', '(?:models|agent|team|tools|utils)/'],
  ['adk', 'google/adk|google_adk', '(?:flows|models|tools|agents)/'],
  ['instructor', 'instructor', String.raw`(?:core|function_calls|retry|patch|client)\b`],
  ['langchain4j', 'dev/langchain4j'],
  ['flowise', 'flowise(?:-components)?'],
  ['n8n', 'n8n(?:-core|-workflow|-nodes-base)?'],
  ['chatcli', 'diillson/chatcli', String.raw`(?:cli|llm|client|server)\b`],
  ['home-assistant', 'homeassistant|custom_components', '(?:helpers|components)/'],
];

const SEPARATOR = String.raw`[./\\]`;
// Those in small letters are of .NET: `fail: Namespace.Class[0]`. Home Assistant names the logger alone.
const LEVEL = '(?:DEBUG|INFO|WARN(?:ING)?|ERROR|CRITICAL|FATAL|TRACE|Logger(?=: )|(?:dbug|info|warn|fail|crit)(?=: ))';

/** How code is named: a path, a class of an exception, a logger in a line with a level, a line of a stack. */
function pattern(roots: string, inner: string | undefined): RegExp {
  const root = String.raw`(?<![\w.@-])(?:${roots.replaceAll('/', SEPARATOR)})`;
  const within =
    inner === undefined ? [] : [String.raw`(?<![\w-])(?:${roots})/(?:${inner})`.replaceAll('/', String.raw`[/\\]`)];
  return new RegExp(
    [
      ...within,
      String.raw`(?:(?:site|dist)-packages|node_modules)[/\\]${root}[/\\]`,
      String.raw`${root}(?:\.\w{1,40}){0,6}\.(?:\w{0,40}(?:Error|Exception)\b|(?:errors?|exceptions?)\.[A-Z]\w)`,
      String.raw`(?:\b|\[\d{1,3}m)${LEVEL}\b[^\n]{0,60}(?<![/])${root}(?:\.|::)\w`,
      String.raw`^[^\n]{0,40}(?<![/])${root}\.[\w.]{1,60}\]? (?:- |\d{1,9} )?\[?${LEVEL}\b`,
      String.raw`^\s{1,8}at ${root}\.\w`,
    ].join('|'),
    'm',
  );
}

/** Code that a paste names as what ran there. */
export const packages: readonly TextRule[] = rows.map(([writer, roots, inner]) => ({
  id: `${writer}-package`,
  writer,
  weight: 'proof',
  says: `The paste names code of ${writers[writer].label}.`,
  sign: pattern(roots, inner),
}));
