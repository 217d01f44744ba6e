/** A reader of raw values whose rule is known. */
interface CoercionReader {
  readonly id: string;
  readonly label: string;
  /** Which source the rule was read from. */
  readonly source: string;
}

/**
 * THE list of these readers, in the order of the table. The rules of vLLM were read in aphrodite-engine b42eeec2, a fork of
 * April 2026, and reproduced by running them; vLLM has since moved several formats to rules that they share.
 */
export const coercionReaders = [
  { id: 'here', label: 'Callscope', source: 'The rule of this page' },
  { id: 'qwen3_coder', label: 'vLLM qwen3_coder', source: 'aphrodite-engine b42eeec2' },
  { id: 'minimax_m2', label: 'vLLM minimax_m2', source: 'aphrodite-engine b42eeec2' },
  { id: 'deepseek_v32', label: 'vLLM deepseek_v32', source: 'aphrodite-engine b42eeec2' },
  { id: 'hy_v3', label: 'vLLM hy_v3', source: 'aphrodite-engine b42eeec2' },
  { id: 'glm45', label: 'vLLM glm45', source: 'aphrodite-engine b42eeec2' },
  { id: 'smg', label: 'SGLang gateway', source: 'smg 73da68ca' },
  { id: 'lmdeploy', label: 'LMDeploy', source: 'lmdeploy 1263d5cd' },
  { id: 'ollama', label: 'Ollama qwen3-coder', source: 'ollama fb307609' },
] as const satisfies readonly CoercionReader[];

export type CoercionReaderId = (typeof coercionReaders)[number]['id'];
