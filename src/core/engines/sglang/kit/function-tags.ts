// The tags of `qwen3_coder` and `mimo`.

export const FUNCTION = '<function=';
export const FUNCTION_END = '</function>';
export const PARAMETER = '<parameter=';
export const PARAMETER_END = '</parameter>';
