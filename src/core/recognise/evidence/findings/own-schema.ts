import type { Heard } from '../errors/phrase-search.ts';
import type { Reason } from './reason.ts';

const DEMANDS = /\btool_choice["']?\s{0,4}[=:]\s{0,4}["'](?:required|any)["']/;
/** What releases of vLLM looked for in a schema before they gave it to xgrammar, but for `enum` and ranges, which most take. */
// Source: vllm v1/structured_output/backend_xgrammar.py, has_xgrammar_unsupported_json_features
const FEATURES =
  /["'](?:pattern|multipleOf|uniqueItems|(?:min|max)?[cC]ontains|(?:min|max)Items|patternProperties|propertyNames|format|\$ref|anyOf|oneOf|allOf)["']\s{0,4}:/;

/**
 * A call that is demanded, with plain schemas beside it: what the grammar refuses is the list of calls that vLLM makes of the tools.
 * Null for others. Source: vllm#16880, vllm#17845
 */
export function ownSchema(heard: readonly Heard[], text: string): Reason | null {
  const isRefused = heard.some(({ phrase }) => phrase.id === 'vllm-grammar');
  const isPlain = /["']properties["']\s{0,4}:/.test(text) && !FEATURES.test(text);
  if (!isRefused || !isPlain || !DEMANDS.test(text)) return null;
  return {
    cause: 'schema',
    says: 'For `tool_choice: required`, vLLM makes a schema of its own of the tools, which its grammar does not take.',
    fix: 'Update vLLM, choose another backend for its structured output, or send `tool_choice: auto`.',
  };
}
