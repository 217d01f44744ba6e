import { type Writer, writers } from './evidence.ts';

/**
 * A proxy names who served the answer: OpenRouter and Portkey under `provider`, the errors of OpenRouter under `provider_name`,
 * LiteLLM under `custom_llm_provider`. A reply in the paste is escaped there, so its own keys are none of these.
 */
// Source: openrouter.ai documentation, "Errors"; litellm types/utils.py; Portkey-AI gateway src/providers/utils.ts, 250a7c1e
const SERVED =
  /(?<![\\\w])["']?(?:provider|provider_name|custom_llm_provider)["']?\s{0,2}[:=]\s{0,2}["']([A-Za-z][\w .-]{0,40})["']/g;

/** The provider that a proxy asked, in the words of the proxy; null for other writers, and where several are named. */
export function servedBy(writer: Writer | null, around: string): string | null {
  if (writer === null || writers[writer].kind !== 'proxy') return null;
  const own = writers[writer].label.toLowerCase();
  const named = new Set([...around.matchAll(SERVED)].map(([, name = '']) => name));
  const [only = null, other] = [...named].filter((name) => name.toLowerCase() !== own);
  return other === undefined ? only : null;
}
