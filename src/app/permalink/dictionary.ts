// FROZEN. Every version 1 link was deflated against exactly these bytes and can be read with no others: a changed
// character, even a corrected one, breaks all of them. Better words go into the dictionary of the next version.
//
// It is text as it is in the canonical JSON of a link: quotes and line breaks inside a string are escaped once, and
// once more inside JSON text. What is most likely comes last, because deflate spends fewer bits on short distances.
const version1 = [
  "I'll help you with that. Let me check the weather in Paris, Berlin, London, Tokyo and New York. ",
  'You are a helpful assistant with access to the following tools. Use them when you need to. ',
  String.raw`src/main.py README.md package.json index.ts /home/user/ /tmp/ ls -la\ngit status\nnpm test\n# `,
  'true false null 0.5 1.0 10 100 1000 ',
  '[TOOL_CALLS][ARGS]<|python_tag|><|tool_call|><|tool_call_start|><|tool_call_end|><|eom_id|><|eot_id|>',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜><｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  '<|tool_calls_section_begin|><|tool_call_begin|>functions.:0<|tool_call_argument_begin|><|tool_call_end|>',
  '<|tool_calls_section_end|><|channel|>analysis<|message|><|end|><|start|>assistant<|channel|>commentary to=functions.',
  ' <|constrain|>json<|message|><|call|><|im_start|>assistant\\n<|im_end|>\\n<|endoftext|>',
  String.raw`<function_calls>\n<invoke name=\"\">\n<parameter name=\"\"></parameter>\n</invoke>\n</function_calls>`,
  String.raw`<arg_key></arg_key>\n<arg_value></arg_value>\n<tool_call name=\"@\" args='{}' />[tool: @ {}]`,
  String.raw`<tools>\n</tools><tool_response>\n</tool_response>~~~tool_result\nTool result: error: content `,
  String.raw`{\"tool\": \"\", \"tool_name\": \"\", \"tool_input\": {}, \"args\": {}, \"parameters\": {}, \"action\": \"\"}`,
  String.raw`<function=>\n<parameter=>\n</parameter>\n</function>\n</tool_call><function=`,
  String.raw`<think>\nOkay, the user wants \n</think>\n\n`,
  '```python\\n``````tool_code\\n``````xml\\n``````json\\n{\\n  \\"name\\": \\"\\",\\n  \\"arguments\\": {\\n    \\"\\": \\"\\"\\n  }\\n}\\n```\\n',
  'read_file write_file edit_file list_files search_files run_command execute_bash web_search grep glob ',
  'get_current_time get_stock_price send_email create_issue calculator get_weather get_current_weather ',
  'The city and state, e.g. San Francisco, CA. The unit of temperature, celsius or fahrenheit. ',
  'Path to the file to read. The command to run. The search query. Maximum number of results to return. ',
  'Search the web for . Read the contents of a file. Run a shell command. Get the current weather for a city. ',
  String.raw`\"anyOf\":[{\"oneOf\":[\"allOf\":[\"$ref\":\"#/$defs/\"\"const\":\"pattern\":\"format\":\"date-time\"`,
  String.raw`\"minimum\":1,\"maximum\":100,\"minLength\":1,\"maxItems\":\"minItems\":\"title\":\"examples\":[`,
  String.raw`\"nullable\":true,\"default\":false,\"strict\":true,\"input_schema\":{\"schema\":{\"parallelSafe\":true`,
  String.raw`{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},\"content\":{\"type\":\"string\"},`,
  String.raw`\"command\":{\"type\":\"string\"},\"limit\":{\"type\":\"integer\"},\"count\":{\"type\":\"number\"},`,
  String.raw`\"city\":{\"type\":\"string\",\"description\":\"\"},\"location\":{\"type\":\"string\"},`,
  String.raw`\"unit\":{\"type\":\"string\",\"enum\":[\"celsius\",\"fahrenheit\"]},\"tags\":{\"type\":\"array\",\"items\":`,
  String.raw`{\"type\":\"boolean\"}},\"query\":{\"type\":\"string\"}},\"required\":[\"query\"],\"additionalProperties\":false}}}]`,
  String.raw`\n      }\n    }\n  }\n]","system":"","preamble":"","compact":true,"view":"prompt","step":1,`,
  String.raw`"expected":[{"name":"","argumentsText":"{\"city\":\"Paris\"}"},{"name":"","argumentsText":"{}"}],"note":"`,
  String.raw`[{\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"\",\"arguments\":\"{\\\"city\\\": \\\"Paris\\\"}\"}}]`,
  String.raw`[{\"id\":\"toolu_\",\"type\":\"tool_use\",\"name\":\"\",\"input\":{}}]","profile":"chatcli",`,
  '"profile":"exathena-head","profile":"format:hermes","profile":"auto","nativeToolCalls":"true",',
  String.raw`"nativeToolCalls":"false","selfContained":true,"tools":"[{\"type\":\"function\",\"function\":{\"name\":\"`,
  String.raw`\",\"description\":\"","tools":"[\n  {\n    \"type\": \"function\",\n    \"function\": {\n      \"name\": \"`,
  String.raw`\",\n      \"description\": \"\",\n      \"parameters\": {\n        \"type\": \"object\",\n        \"properties\": {\n`,
  String.raw`          \"\": {\n            \"type\": \"string\",\n            \"description\": \"\"\n          }\n        },\n`,
  String.raw`        \"required\": [\n          \"\"\n        ]\n      }\n    }\n  },\n`,
  String.raw`","tools":"[{\"name\":\"\",\"description\":\"\",\"schema\":{\"type\":\"object\",\"properties\":{`,
  String.raw`{"text":"{\"name\":\"\",\"arguments\":{\"query\":\"`,
  String.raw`{"text":"<tool_call>\n{\"name\": \"\", \"arguments\": {\"city\": \"\"}}\n</tool_call>\n<tool_call>\n`,
  String.raw`{"text":"~~~tool_call\n{\"name\": \"\", \"arguments\": {\"\": \"\"}}\n~~~\n","profile":"auto","tools":"`,
].join('');

/** The preset deflate dictionary of each version of the link. */
export const dictionaries: ReadonlyMap<number, Uint8Array> = new Map([[1, new TextEncoder().encode(version1)]]);
