/**
 * Every diagnosis: its public code, its name, what it means, and what to change so that it does not happen again. Links and
 * issues quote the codes: a row keeps its code and its meaning, and a new one takes the next code.
 */
export const catalogue = {
  D01: {
    name: 'foreign-dialect',
    meaning: 'The reply holds a call in a format that the server does not support.',
    remedy:
      'Start the server with the parser that is made for the model. If the model left its format, ask for that format in the prompt.',
  },
  D02: {
    name: 'key-alias',
    meaning: 'The call has other keys than the server expects, such as `parameters` for `arguments`.',
    remedy: 'Show the exact keys in the prompt: `{"name": …, "arguments": {…}}`. Models copy the keys of the example.',
  },
  D03: {
    name: 'orphan-close',
    meaning: 'A closing marker is there, but the marker that opens the call is missing.',
    remedy:
      'Look whether the prompt already ends with the opening marker. If not, the model left it out: show the whole form in the prompt.',
  },
  D04: {
    name: 'no-close',
    meaning: 'The call opens and never closes.',
    remedy: 'Check whether the closing marker is a stop sequence or a special token that the server leaves out.',
  },
  D05: {
    name: 'surplus-close',
    meaning: 'There is one closing marker more than calls that are open.',
    remedy: 'Check whether the template or a stop sequence adds a closing marker that the model has already written.',
  },
  D06: {
    name: 'near-miss-tag',
    meaning: 'A marker is almost right: one or two characters differ, so it opens nothing.',
    remedy: 'Show the exact marker in the prompt, with one example.',
  },
  D07: {
    name: 'lookalike-codepoint',
    meaning: 'A character only looks like the right one: a fullwidth bar, a smart quote, or an invisible space.',
    remedy: 'Find what replaces characters: the chat template, an editor with smart quotes, or a copy from a web page.',
  },
  D08: {
    name: 'json-bad-byte',
    meaning:
      'The JSON of the call is invalid, for example by a trailing comma. The message names the first character that does not fit.',
    remedy:
      'Ask for strict JSON in the prompt, or have the server constrain the output to the schema (guided decoding).',
  },
  D09: {
    name: 'json-short-by-n',
    meaning: 'The JSON ends before all of its brackets are closed.',
    remedy:
      'Check stop sequences, and streaming parsers that remove one bracket too many. Guided decoding closes every bracket.',
  },
  D10: {
    name: 'json-surplus-tail',
    meaning: 'The JSON is complete, but something follows where it must end.',
    remedy:
      'Ask for the JSON alone. Two values in one field mean that a client joins snapshots or the deltas of two calls.',
  },
  D11: {
    name: 'bad-escape',
    meaning: 'A string has a backslash before a character that JSON does not escape, as in `C:\\Users`.',
    remedy:
      'Tell the model to escape backslashes (`\\\\`), or ask for `/` in paths. Guided decoding allows only valid escapes.',
  },
  D12: {
    name: 'raw-newline-in-string',
    meaning: 'A string contains a real line break. JSON allows only `\\n` there.',
    remedy: 'Tell the model to write line breaks as `\\n`, or choose a format with raw values for long texts and code.',
  },
  D13: {
    name: 'delimiter-in-value',
    meaning: 'A value contains a marker of its own format, and the parser takes it for the end of the value.',
    remedy: 'Choose a parser that parses the JSON to find its end, or a format whose values are escaped.',
  },
  D14: {
    name: 'not-json-body',
    meaning: 'The body of the call, or its arguments, is text where JSON is expected.',
    remedy:
      'Show one complete call as an example in the prompt. Models that know only the name of a tool write its input as text.',
  },
  D15: {
    name: 'double-encoded',
    meaning: 'The JSON is encoded once too often: it is in a JSON string, or its quotation marks are escaped.',
    remedy:
      'Decode the arguments once in the client that replays them. Models imitate encoded arguments in the history.',
  },
  D16: {
    name: 'empty-arguments-string',
    meaning: 'The arguments are an empty string, which strict parsers reject.',
    remedy: 'Send `{}` for a tool without parameters, and have the client read an empty string as `{}`.',
  },
  D17: {
    name: 'fence-gate',
    meaning: 'The fence of the call breaks a rule: its closer is indented, or the whole fence is on one line.',
    remedy: 'Show the fence in the prompt without indentation and on lines of its own. Models copy what they see.',
  },
  D18: {
    name: 'gate-first-char',
    meaning: 'The parser accepts a reply only when it is nothing but JSON. Something surrounds the object.',
    remedy:
      'Ask in the prompt for the call and nothing else, or choose a format with markers, which works inside prose.',
  },
  D19: {
    name: 'inside-think',
    meaning: 'The call is inside the reasoning. Some runtimes run it there, and others ignore it.',
    remedy:
      'Start the server with the reasoning parser of the model, so that reasoning does not reach the tool parser.',
  },
  D20: {
    name: 'think-unclosed',
    meaning: 'The reasoning never ends, so all of the reply is reasoning.',
    remedy: 'Raise the token limit, or turn thinking off. Start the server with the reasoning parser of the model.',
  },
  D21: {
    name: 'quoted-example',
    meaning: 'The call is a quoted example: in a code span, a code block, or a blockquote.',
    remedy: 'Tell the model to write calls without a code block, and examples in another syntax.',
  },
  D22: {
    name: 'unknown-tool',
    meaning: 'No declared tool has the name that the model calls.',
    remedy:
      'Declare the tool under the name that the model uses. Or repeat the declared names at the end of the prompt.',
  },
  D23: {
    name: 'name-dirty',
    meaning: 'The name of the tool has characters around it that do not belong to it, or lacks one that does.',
    remedy: 'Trim names before you look up the tool, and show plain names in the prompt.',
  },
  D24: {
    name: 'split-marker',
    meaning: 'A marker came in two chunks. A stream parser that does not wait takes its beginning for text.',
    remedy: 'Choose a streaming parser that holds back the beginning of a marker until the marker is complete.',
  },
  D25: {
    name: 'index-collision',
    meaning: 'Deltas of a stream share an index or lack one, so a client joins the wrong pieces.',
    remedy: 'Join deltas by id where there is one, else by index. Update the proxy that writes the indexes.',
  },
  D26: {
    name: 'finish-reason-lies',
    meaning:
      'The finish reason contradicts the content: it says `stop` although there is a call, or the other way round.',
    remedy: 'Decide by the content, not by the finish reason. Run complete calls, and no incomplete one.',
  },
  D27: {
    name: 'truncated',
    meaning: 'The reply ends inside the call. The token limit may have cut it off.',
    remedy: 'Raise the token limit, or ask for shorter values. Do not run or replay an incomplete call.',
  },
  D28: {
    name: 'schema-type',
    meaning: 'An argument has another type than its schema declares.',
    remedy: 'Have the server constrain the output to the schema, or show a call with the right types in the prompt.',
  },
  D29: {
    name: 'schema-missing-required',
    meaning: 'An argument that the schema requires is missing.',
    remedy: 'State in the description of the parameter that it is required, or give it a default in the tool.',
  },
  D30: {
    name: 'suppressed',
    meaning: 'The server drops a call on purpose: by a setting, as a copy, or because of another entry.',
    remedy: 'Change nothing if this is intended. Otherwise, change the setting or the entry that the diagnosis names.',
  },
  D31: {
    name: 'tier-shadowed',
    meaning: 'An earlier parser claims the text and finds no call, so the later ones never run.',
    remedy:
      'Do not mention the marker in the prompt where the model may repeat it. Otherwise, set `native_tool_calls: false`.',
  },
  D32: {
    name: 'stream-differs',
    meaning: 'The stream gives the client something else than the whole reply.',
    remedy: 'Send the request with `stream: false`: the server then parses the whole reply.',
  },
  D33: {
    name: 'number-rounded',
    meaning: 'The server reads numbers as 64-bit floating point, and this number has more digits than that holds.',
    remedy: 'Declare the parameter as a string. Identifiers with more than 15 digits do not survive as numbers.',
  },
  D34: {
    name: 'value-changed',
    meaning: 'The client receives another value than the text of the call has.',
    remedy: 'Compare this value in your program with the text of the reply, or choose a parser that keeps it.',
  },
  D35: {
    name: 'parser-stops',
    meaning: 'The parser expects something else at this place, and stops there. Other readers find a call.',
    remedy:
      'Show the exact notation of the call in the prompt, or have the server constrain the output (guided decoding).',
  },
  D36: {
    name: 'unmeant-call',
    meaning: 'The parser takes something for a call that other readers do not.',
    remedy: 'Check the name and the arguments of each call against the declared tools before you run it.',
  },
  D37: {
    name: 'missing-id',
    meaning: 'A native call has no id, so its result cannot be joined to it.',
    remedy: 'Give each call an id before the client uses it, or update the server that leaves it out.',
  },
  D38: {
    name: 'invented-result',
    meaning: 'The model wrote on after its call, and made up what the tool returns.',
    remedy:
      'Add `<tool_response` to the stop sequences. Where the model makes one call at a time, add the closing tag of the call.',
  },
  D39: {
    name: 'reasoning-shown',
    meaning: 'The server takes no reasoning out of the text, so the user sees it.',
    remedy: 'Start the server with the reasoning parser of the model (`--reasoning-parser`).',
  },
  D40: {
    name: 'line-ends',
    meaning: 'The lines of the reply end with `\\r\\n`, and the parser reads them otherwise than `\\n`.',
    remedy:
      'Replace `\\r\\n` by `\\n` in what the model reads: prompt, files and tool results. A model may repeat the line ends that it sees.',
  },
} as const satisfies Readonly<
  Record<string, { readonly name: string; readonly meaning: string; readonly remedy: string }>
>;

export type DiagnosisCode = keyof typeof catalogue;

/** The catalogue as a list, in the order of the codes. */
export const diagnosisCatalogue = (Object.keys(catalogue) as DiagnosisCode[]).map((code) => ({
  code,
  ...catalogue[code],
}));
