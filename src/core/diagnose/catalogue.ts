/** Every diagnosis: its public code, its name, and what to change so that it does not happen again. */
export const catalogue = {
  D01: {
    name: 'foreign-dialect',
    remedy:
      'Start the engine with the parser of this format. Or ask in the prompt for a format that this runtime supports.',
  },
  D02: {
    name: 'key-alias',
    remedy: 'Show the exact keys in the prompt: `{"name": …, "arguments": {…}}`. Models copy the keys of the example.',
  },
  D03: {
    name: 'orphan-close',
    remedy:
      'Check where the opening marker is lost. The engine may skip special tokens, or the template may already end with it.',
  },
  D04: {
    name: 'no-close',
    remedy: 'Check whether the closing marker is a stop sequence or a special token that the engine leaves out.',
  },
  D05: {
    name: 'surplus-close',
    remedy: 'Check whether the template or a stop sequence adds a closing marker that the model has already written.',
  },
  D06: {
    name: 'near-miss-tag',
    remedy:
      'Show the exact marker in the prompt, with one example. Small and strongly quantised models misspell long markers.',
  },
  D07: {
    name: 'lookalike-codepoint',
    remedy: 'Find what replaces characters: the chat template, an editor with smart quotes, or a copy from a web page.',
  },
  D08: {
    name: 'json-bad-byte',
    remedy:
      'Ask for strict JSON in the prompt, or have the engine constrain the output to the schema (guided decoding).',
  },
  D09: {
    name: 'json-short-by-n',
    remedy:
      'Check stop sequences, and streaming parsers that remove one bracket too many. Guided decoding closes every bracket.',
  },
  D10: {
    name: 'json-surplus-tail',
    remedy:
      'Ask for the JSON alone. Two values in one field mean that a client joins snapshots or the deltas of two calls.',
  },
  D11: {
    name: 'bad-escape',
    remedy:
      'Ask for `/` in paths, or tell the model to escape backslashes (`\\\\`). Guided decoding allows only valid escapes.',
  },
  D12: {
    name: 'raw-newline-in-string',
    remedy: 'Tell the model to write line breaks as `\\n`, or choose a format with raw values for long texts and code.',
  },
  D13: {
    name: 'delimiter-in-value',
    remedy: 'Choose a parser that parses the JSON to find its end, or a format whose values are escaped.',
  },
  D14: {
    name: 'not-json-body',
    remedy:
      'Show one complete call as an example in the prompt. Models that know only the name of a tool write its input as text.',
  },
  D15: {
    name: 'double-encoded',
    remedy:
      'Decode the arguments once in the client that replays them. Models imitate encoded arguments in the history.',
  },
  D16: {
    name: 'empty-arguments-string',
    remedy: 'Send `{}` for a tool without parameters, and have the client read an empty string as `{}`.',
  },
  D17: {
    name: 'fence-gate',
    remedy: 'Show the fence in the prompt without indentation and on lines of its own. Models copy what they see.',
  },
  D18: {
    name: 'gate-first-char',
    remedy:
      'Ask in the prompt for the call and nothing else, or choose a format with markers, which works inside prose.',
  },
  D19: {
    name: 'inside-think',
    remedy:
      'Start the engine with the reasoning parser of the model, so that reasoning does not reach the tool parser.',
  },
  D20: {
    name: 'think-unclosed',
    remedy: 'Raise the token limit, or turn thinking off. Start the engine with the reasoning parser of the model.',
  },
  D21: {
    name: 'quoted-example',
    remedy: 'Tell the model to write calls without a code block, and examples in another syntax.',
  },
  D22: {
    name: 'unknown-tool',
    remedy:
      'Declare the tool under the name that the model uses. Or repeat the declared names at the end of the prompt.',
  },
  D23: {
    name: 'name-dirty',
    remedy: 'Trim names before you look up the tool, and show plain names in the prompt.',
  },
  D24: {
    name: 'split-marker',
    remedy: 'Choose a streaming parser that holds back the beginning of a marker until the marker is complete.',
  },
  D25: {
    name: 'index-collision',
    remedy: 'Join deltas by id where there is one, else by index. Update the proxy that writes the indexes.',
  },
  D26: {
    name: 'finish-reason-lies',
    remedy: 'Decide by the content, not by the finish reason. Run complete calls, and no incomplete one.',
  },
  D27: {
    name: 'truncated',
    remedy: 'Raise the token limit, or ask for shorter values. Do not run or replay an incomplete call.',
  },
  D28: {
    name: 'schema-type',
    remedy:
      'Give every parameter a plain `type` without `$ref`, and have the engine constrain the output to the schema.',
  },
  D29: {
    name: 'schema-missing-required',
    remedy: 'State in the description of the parameter that it is required, or give it a default in the tool.',
  },
  D30: {
    name: 'suppressed',
    remedy: 'Change nothing if this is intended. Otherwise, change the setting or the entry that the diagnosis names.',
  },
  D31: {
    name: 'tier-shadowed',
    remedy:
      'Do not mention the marker in the prompt where the model may repeat it. Otherwise, set `native_tool_calls: false`.',
  },
  D32: {
    name: 'stream-differs',
    remedy: 'Send the request with `stream: false`: the engine then parses the whole reply.',
  },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly remedy: string }>>;

export type DiagnosisCode = keyof typeof catalogue;
