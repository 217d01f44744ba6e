/**
 * What to do about a history that a server refuses, a stream without an end, and a text that a client reads itself: sentences
 * that begin with a verb.
 */
export const ownFixes = {
  arguments:
    'Repair or remove that call in the messages that the client sends: its `arguments` must hold a whole JSON object.',
  empty: 'Update the client: it has to take empty arguments for `{}`. Or have the server send `{}`.',
  toldBack:
    'Wait for the next try: the client tells the model what is missing. If it repeats, ask for smaller steps, raise the limit of the output, or choose a stronger model.',
  pairs: 'Send every call with its result right after it, both with the same id.',
  oneMessage:
    'Collect the results of all calls of a turn. Send them in one message of the user right after it, each with its id.',
  together: 'Keep every call and its result together when the history is shortened, or begin a new conversation.',
  ids: 'Give every call an id of its own, in the form that the server takes.',
  reasoning: 'Send what the model answered back as it came, with its reasoning.',
  order: 'Send the turns in the order in which they came: the user, the call, its result.',
  message: 'Look at the message that the error names, and send it in the form that the server takes.',
  noNull: 'Send `content` as a string in every message, and leave out `tool_calls` where there are none.',
  choice: 'Write the name of a declared tool into `tool_choice`, or send `tool_choice: auto`.',
  definition: 'Look at the definition that the error names, and send it in the form that the server takes.',
  again: 'Look whether the chat template shows results to the model. End the loop in the client once a call repeats.',
  form: 'Repeat in the prompt the form that the client reads, or choose a larger model.',
  toChat: 'Send `messages` and `tools` to `/v1/chat/completions`.',
  tellStream:
    'Send the request again with `stream: false`: if the call is whole there, the stream loses it. Update the server then.',
  noneToRun:
    'Take the turn as ended, or send the request again. There is no call to run, and no result to send. If that repeats, choose another provider.',
  joined:
    'Send `parallel_tool_calls: false`. Then update what joins the pieces of the stream: the client, or a proxy before it.',
  brokenOff: 'Send the request again. Look for a time limit of the server or of a proxy. Do not run the call.',
} as const;

/** mlx_lm.server has a limit of its own for requests that set none. */
export const MLX_LIMIT =
  'Send `max_tokens` with the request, as 8192, or start mlx_lm.server with `--max-tokens 8192`: without them its limit is 512.';

/** Gemini dropped a call that its model wrote as Python. */
export const pythonForCall = (name: string): { readonly says: string; readonly fix: string } => ({
  says: `The model wrote the call to \`${name}\` as Python code, and Gemini took it for no call.`,
  fix: 'Send the request again on this finish reason, with `mode: ANY` and temperature 0. Keep long texts out of the arguments.',
});
