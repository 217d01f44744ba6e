/** Every diagnosis: its public code, its name, and what to change so that it does not come again. */
export const catalogue = {
  D01: {
    name: 'foreign-dialect',
    remedy:
      'Start the engine with the parser of this format, or ask in the prompt for the format that this runtime reads.',
  },
  D02: {
    name: 'key-alias',
    remedy: 'Show the exact keys in the prompt: `{"name": …, "arguments": {…}}`. Models copy the keys of the example.',
  },
  D03: {
    name: 'orphan-close',
    remedy:
      'Look where the opening marker is lost: an engine that skips special tokens, or a template that already ends with it.',
  },
  D04: {
    name: 'no-close',
    remedy: 'Look whether the closing marker is a stop sequence or a special token that the engine leaves out.',
  },
  D05: {
    name: 'surplus-close',
    remedy: 'Look whether the template or a stop sequence adds a closing marker that the model has written already.',
  },
  D06: {
    name: 'near-miss-tag',
    remedy:
      'Write the marker out in the prompt, with one example. Small and strongly quantised models misspell long ones.',
  },
  D07: {
    name: 'lookalike-codepoint',
    remedy:
      'Find what replaces characters on the way: the chat template, an editor with smart quotes, a copy from a web page.',
  },
  D08: {
    name: 'json-bad-byte',
    remedy:
      'Ask for strict JSON in the prompt, or let the engine constrain the output to the schema (guided decoding).',
  },
  D09: {
    name: 'json-short-by-n',
    remedy:
      'Look at stop sequences, and at streaming parsers that take one bracket too many off the end; guided decoding closes what it opens.',
  },
  D10: {
    name: 'json-surplus-tail',
    remedy:
      'Ask for the JSON alone. Two values in one field mean that a client joins snapshots or the deltas of two calls.',
  },
  D11: {
    name: 'bad-escape',
    remedy:
      'Ask for `/` in paths, or say that a backslash is written twice; guided decoding allows valid escapes only.',
  },
  D12: {
    name: 'raw-newline-in-string',
    remedy: 'Say that line breaks are written as `\\n`, or choose a format with raw values for long texts and code.',
  },
  D13: {
    name: 'delimiter-in-value',
    remedy: 'Choose a parser that reads the JSON to find its end, or a format whose values are escaped.',
  },
  D14: {
    name: 'not-json-body',
    remedy:
      'Show one whole call as an example in the prompt: models that know the tool only by name write its input as text.',
  },
  D15: {
    name: 'double-encoded',
    remedy:
      'Decode the arguments once in the client that replays them: history with encoded arguments teaches it to models.',
  },
  D16: {
    name: 'empty-arguments-string',
    remedy: 'Send `{}` for a tool without parameters, and let the client read an empty string as `{}`.',
  },
  D17: {
    name: 'fence-gate',
    remedy: 'Show the fence in the prompt without indentation and on lines of its own: models copy what they see.',
  },
  D18: {
    name: 'gate-first-char',
    remedy:
      'Ask in the prompt for the call and nothing else, or choose a format with markers, which may stand in prose.',
  },
  D19: {
    name: 'inside-think',
    remedy:
      'Start the engine with the reasoning parser of the model, so that reasoning does not reach the tool parser.',
  },
  D20: {
    name: 'think-unclosed',
    remedy:
      'Give the model more tokens, or switch its thinking off; start the engine with the reasoning parser of the model.',
  },
  D21: {
    name: 'quoted-example',
    remedy:
      'Say in the prompt that a call is written without a code block, and that examples are not written in its syntax.',
  },
  D22: {
    name: 'unknown-tool',
    remedy:
      'Declare the tool under the name that the model uses, or list the declared names once more at the end of the prompt.',
  },
  D23: {
    name: 'name-dirty',
    remedy: 'Trim names before the tool is looked up, and show plain names in the prompt.',
  },
  D24: {
    name: 'split-marker',
    remedy: 'Choose a streaming parser that holds back the beginning of a marker until it is whole.',
  },
  D25: {
    name: 'index-collision',
    remedy: 'Join deltas by id where there is one, else by index; update the proxy that writes the indexes.',
  },
  D26: {
    name: 'finish-reason-lies',
    remedy: 'Decide by what is there, not by the reason: run whole calls, and none that is cut.',
  },
  D27: {
    name: 'truncated',
    remedy: 'Raise the token limit, or ask for shorter values. Neither run nor replay what is there.',
  },
  D28: {
    name: 'schema-type',
    remedy:
      'Give every parameter a plain `type` without `$ref`, and let the engine constrain the output to the schema.',
  },
  D29: {
    name: 'schema-missing-required',
    remedy: 'Say in the description of the parameter that it is needed, or give it a default in the tool.',
  },
  D30: {
    name: 'suppressed',
    remedy: 'Nothing to change if this is meant; else change the setting or the entry that is named here.',
  },
  D31: {
    name: 'tier-shadowed',
    remedy:
      'Do not mention the marker in the prompt where the model may repeat it; set `native_tool_calls: false` if that is so.',
  },
  D32: {
    name: 'stream-differs',
    remedy: 'Send the request with `stream: false`: the engine then parses the whole reply.',
  },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly remedy: string }>>;

export type DiagnosisCode = keyof typeof catalogue;
