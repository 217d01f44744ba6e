/** Tags that several readers share. */
export const THINK = '<think>';
export const THINK_END = '</think>';
export const TOOL_CALL = '<tool_call>';
export const TOOL_CALL_END = '</tool_call>';

/** What a reader of thinking and of <tool_call> looks for. */
export const blockSearches = {
  opener: TOOL_CALL,
  thinkingEnd: THINK_END,
  tags: [THINK, THINK_END, TOOL_CALL, TOOL_CALL_END],
};
