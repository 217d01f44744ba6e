import { type Writer, writers } from './evidence.ts';

/**
 * A proxy names who served the answer: OpenRouter and Portkey under `provider`, the errors of OpenRouter under `provider_name`,
 * LiteLLM under `custom_llm_provider`. A reply in the paste is escaped there, so its own keys are none of these.
 */
// Source: openrouter.ai documentation, "Errors"; litellm types/utils.py; Portkey-AI gateway src/providers/utils.ts, 250a7c1e
const SERVED =
  /(?<![\\\w])["']?(?:provider|provider_name|custom_llm_provider)["']?\s{0,2}[:=]\s{0,2}["']([A-Za-z][\w .-]{0,40})["']/g;

/** The provider that a proxy asked, in the words of the proxy; null for no proxy, and where several are named. */
export function servedBy(fronts: readonly (Writer | null)[], around: string): string | null {
  const proxy = fronts.find((one) => one !== null && writers[one].kind === 'proxy') ?? null;
  if (proxy === null) return null;
  const own = writers[proxy].label.toLowerCase();
  const named = new Set([...around.matchAll(SERVED)].map(([, name = '']) => name));
  const [only = null, other] = [...named].filter((name) => name.toLowerCase() !== own);
  return other === undefined ? only : null;
}

/** How LiteLLM begins the name of a model that such a server has. */
// Source: litellm docs/my-website/docs/providers, of each
const PREFIXES: ReadonlyMap<string, Writer> = new Map([
  ['ollama', 'ollama'],
  ['ollama_chat', 'ollama'],
  ['hosted_vllm', 'vllm'],
  ['lm_studio', 'lmstudio'],
]);

/** The server that a client or a proxy asked for a model, by the name that LiteLLM gives the model; null for other names. */
export function servedByName(writer: Writer | null, model: string | null): Writer | null {
  const [prefix = '', rest] = (model ?? '').split('/', 2);
  const isFront = writer !== null && (writers[writer].kind === 'client' || writers[writer].kind === 'proxy');
  return isFront && rest !== undefined ? (PREFIXES.get(prefix) ?? null) : null;
}
