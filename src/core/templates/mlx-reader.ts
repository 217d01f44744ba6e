/** What of a template decides, the first that fits, and the reader that is chosen then. */
const choices: readonly (readonly [needs: readonly string[], flag: string])[] = [
  [['<minimax:tool_call>'], 'minimax_m2'],
  [['<|tool_call>', '<tool_call|>'], 'gemma4'],
  [['<start_function_call>'], 'function_gemma'],
  [['<longcat_tool_call>'], 'longcat'],
  [['<arg_key>'], 'glm47'],
  [['<|tool_list_start|>'], 'pythonic'],
  [['<tool_call>\n<function='], 'qwen3_coder'],
  [[String.raw`<tool_call>\n<function=`], 'qwen3_coder'],
  [['<|tool_calls_section_begin|>'], 'kimi_k2'],
  [['[TOOL_CALLS]'], 'mistral'],
  [['<tool_call>', 'tool_call.name'], 'json_tools'],
];

/**
 * The reader that mlx-lm 0.32.0 chooses by what a chat template contains; `tool_parser_type` in the model's `tokenizer_config.json` goes
 * before it. Null where none fits: then there is no tool calling, and everything is content.
 */
export function mlxReaderOf(template: string): string | null {
  return choices.find(([needs]) => needs.every((text) => template.includes(text)))?.[1] ?? null;
}
