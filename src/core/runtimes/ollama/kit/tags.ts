/** Tags that several readers share. */
export const THINK = '<think>';
export const THINK_END = '</think>';
export const TOOL_CALL = '<tool_call>';
export const TOOL_CALL_END = '</tool_call>';
