/** The words for the errors of native calls and payloads. */
export const nativeWords = {
  json_decode_error: 'the JSON of a call is invalid',
  missing_tool_name: 'a call has no usable name',
  invalid_arguments: 'the arguments of a call cannot be used',
  unrecognised_tool_call: 'a native entry has an unknown shape',
  runtime_raise: 'the server crashes on a name',
} as const;

export type NativeErrorCode = keyof typeof nativeWords;
