/** What a reason for the end says, in the words of any provider. */
export type FinishKind = 'cut' | 'calls' | 'plain' | 'unread-call' | 'unasked-call' | 'unprompted' | 'other';

/**
 * OpenAI, Anthropic, Gemini, Ollama, Bedrock, Mistral and the AI SDK; LM Studio's from its statistics; `parse_error` is
 * LMDeploy's, `MALFORMED_FUNCTION_CALL` and `UNEXPECTED_TOOL_CALL` are Gemini's, `malformed_tool_use` is Bedrock's, `load` is
 * Ollama's (docs/api.md, "Load a model").
 */
const kinds: ReadonlyMap<string, FinishKind> = new Map<string, FinishKind>([
  ...(
    [
      'length',
      'max_tokens',
      'max_output_tokens',
      'max_completion_tokens',
      'model_length',
      'model_context_window_exceeded',
      'limit',
      'truncated',
      'maxpredictedtokensreached',
      'contextlengthreached',
    ] as const
  ).map((reason) => [reason, 'cut'] as const),
  ...(['tool_calls', 'tool_call', 'tool_use', 'function_call', 'tool-calls'] as const).map(
    (reason) => [reason, 'calls'] as const,
  ),
  ...(['stop', 'end_turn', 'eos', 'eosfound', 'completed', 'stop_sequence', 'eos_token'] as const).map(
    (reason) => [reason, 'plain'] as const,
  ),
  ...(['malformed_function_call', 'malformed_tool_use', 'parse_error', 'malformed_response'] as const).map(
    (reason) => [reason, 'unread-call'] as const,
  ),
  ['unexpected_tool_call', 'unasked-call'],
  ['load', 'unprompted'],
]);

export function finishKind(reason: string | null): FinishKind | null {
  return reason === null ? null : (kinds.get(reason.toLowerCase()) ?? 'other');
}
