/** A message of the history that ChatCLI keeps between two requests. */
export interface LoopMessage {
  /** `system`, `user`, `assistant` or `tool`, in any letter case; anything else counts as `user`. */
  readonly role: string;
  readonly content: string;
  /** Of a tool's result: the call it answers. */
  readonly tool_call_id?: string;
  /** Of a tool's result: the tool failed. */
  readonly is_error?: boolean;
  /** Of a failed tool: a stable word for what went wrong, such as `ENOENT` or `Timeout`. */
  readonly error_code?: string;
  /** Of an assistant's message. */
  readonly tool_calls?: readonly LoopToolCall[];
}

export interface LoopToolCall {
  readonly id: string;
  readonly name: string;
  /** An object; null and nothing are arguments that were never read. */
  readonly arguments?: unknown;
}

/**
 * A tool's result as ChatCLI 1.188 writes it where the provider has a field for failure (Anthropic's `is_error`): only a
 * code is put before the text.
 */
export function markedResult(message: LoopMessage): string {
  const hasCode = message.is_error === true && (message.error_code ?? '') !== '';
  return hasCode ? `[ERROR:${message.error_code ?? ''}] ${message.content}` : message.content;
}

/** The same where the text is all there is (the OpenAI shape): a failure without a code is marked as well. */
export function fullyMarkedResult(message: LoopMessage): string {
  const isBare = message.is_error === true && (message.error_code ?? '') === '';
  return isBare ? `[ERROR] ${message.content}` : markedResult(message);
}
