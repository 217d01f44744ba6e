/** What function calling of WebLLM demands of a request. Each refusal is an exception, before the model says anything. */

/**
 * The models that take `tools`.
 *
 * @internal The golden lines hold the message that names them.
 */
export const functionCallingModels: readonly string[] = [
  'Hermes-2-Pro-Llama-3-8B-q4f16_1-MLC',
  'Hermes-2-Pro-Llama-3-8B-q4f32_1-MLC',
  'Hermes-2-Pro-Mistral-7B-q4f16_1-MLC',
  'Hermes-3-Llama-3.1-8B-q4f32_1-MLC',
  'Hermes-3-Llama-3.1-8B-q4f16_1-MLC',
];

/** As much of a request for a chat completion as decides. */
export interface WebllmRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string }[];
  /** An empty list counts, null does not. */
  readonly tools?: readonly unknown[] | null;
  readonly response_format?: unknown;
  readonly stream?: boolean;
  readonly n?: number | null;
}

export type WebllmRefusal =
  | 'SystemMessageOrderError'
  | 'MessageOrderError'
  | 'StreamingCountError'
  | 'UnsupportedModelIdError'
  | 'CustomResponseFormatError'
  | 'CustomSystemPromptError';

/**
 * Why WebLLM 0.2.86 refuses a request, by the name of its error; null where it goes to the model. `tool_choice` is not looked
 * at. A request that was taken holds WebLLM's own system prompt and schema afterwards: sent again, it is refused.
 *
 * @internal The page sends no such request; the golden data do.
 */
export function refusalOf({
  model,
  messages,
  tools,
  response_format: format,
  stream,
  n,
}: WebllmRequest): WebllmRefusal | null {
  if (messages.some(({ role }, index) => role === 'system' && index > 0)) return 'SystemMessageOrderError';
  const last = messages.at(-1)?.role;
  if (last !== 'user' && last !== 'tool') return 'MessageOrderError';
  if (stream === true && (n ?? 1) > 1) return 'StreamingCountError';
  if (tools === undefined || tools === null) return null;
  if (!functionCallingModels.includes(model)) return 'UnsupportedModelIdError';
  if (format !== undefined && format !== null) return 'CustomResponseFormatError';
  return messages.some(({ role }) => role === 'system') ? 'CustomSystemPromptError' : null;
}
