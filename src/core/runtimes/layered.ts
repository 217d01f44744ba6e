import type { ProviderResponse } from '../document/response.ts';
import type { Extraction } from '../trace/extraction.ts';

/**
 * The response that a client of a runtime receives, as OpenAI's protocol has it: for a second runtime that reads it. With an
 * error there is neither text nor a call in it.
 *
 * @internal Tests put an app layer over an engine with it.
 */
export function clientResponse({ calls, content }: Pick<Extraction, 'calls' | 'content'>): ProviderResponse {
  if (calls.length === 0) return { text: content };
  const toolCalls = calls.map(({ id, name, returnedText }) => ({
    id,
    type: 'function',
    function: { name, arguments: returnedText },
  }));
  return { text: content, tool_calls: toolCalls };
}
