/** THE table of trackers, by what the ids of runtimes begin with: `owner/name` on GitHub. */
const trackers: ReadonlyMap<string, string> = new Map([
  ['vllm', 'vllm-project/vllm'],
  ['sglang', 'sgl-project/sglang'],
  ['llamacpp', 'ggml-org/llama.cpp'],
  ['ollama', 'ollama/ollama'],
  ['mlx', 'ml-explore/mlx-lm'],
  ['lmdeploy', 'InternLM/lmdeploy'],
  ['vllm-mlx', 'waybarrios/vllm-mlx'],
  ['transformers', 'huggingface/transformers'],
  ['ai-sdk', 'minpeter/ai-sdk-tool-call-middleware'],
  ['webllm', 'mlc-ai/web-llm'],
  ['langchain', 'langchain-ai/langchainjs'],
  ['openai', 'openai/openai-node'],
  ['ai', 'vercel/ai'],
  ['qwen-agent', 'QwenLM/Qwen-Agent'],
  ['hermes-agent', 'NousResearch/hermes-agent'],
  ['smolagents', 'huggingface/smolagents'],
  ['openhands', 'OpenHands/OpenHands'],
  ['crewai', 'crewAIInc/crewAI'],
  ['cline', 'cline/cline'],
  ['roo', 'RooCodeInc/Roo-Code'],
  ['continue', 'continuedev/continue'],
  ['exathena', 'udin-io/ex_athena'],
  ['chatcli', 'diillson/chatcli'],
]);

/** Where faults of a runtime are reported; null for ours, and where nobody knows. */
export function trackerOf({ id, project }: { readonly id: string; readonly project: string }): string | null {
  const colon = id.indexOf(':');
  return trackers.get(colon < 0 ? project : id.slice(0, colon)) ?? null;
}
