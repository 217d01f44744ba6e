// The tags of `hunyuan` beside those of a block.

export const SECTION = '<tool_calls>';
export const SECTION_END = '</tool_calls>';
export const SEPARATOR = '<tool_sep>';
