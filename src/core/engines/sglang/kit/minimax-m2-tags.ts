// The tags of `minimax-m2`.

export const OPEN = '<minimax:tool_call>';
export const CLOSE = '</minimax:tool_call>';
export const INVOKE = '<invoke name="';
export const INVOKE_END = '</invoke>';
export const PARAMETER = '<parameter name="';
export const PARAMETER_END = '</parameter>';
