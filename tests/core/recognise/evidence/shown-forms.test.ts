import { describe, expect, it } from 'vitest';

import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

interface Row {
  readonly text: string;
  readonly headline: string;
  /** A part of what to do first; '' for nothing. */
  readonly fix: string;
}

const hermes = String.raw`<tool_call>\n{\"name\": \"dim_lamp\", \"arguments\": {\"room\": \"attic\"}}\n</tool_call>`;
const choice = `{"choices":[{"index":0,"message":{"role":"assistant","content":"${hermes}"},"finish_reason":"stop"}]}`;
const called = (args: string): string =>
  `{"id":"chatcmpl-1","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_77","type":"function","function":{"name":"read_file","arguments":"${args}"}}]},"finish_reason":"tool_calls"}]}`;

/** The ways in which people show what they have, and what the page says of each. */
const kinds: Readonly<Record<string, readonly Row[]>> = {
  'a server with its version': [
    {
      text: `Hi. LM Studio 0.3.30, no stream, and the client finds no call:\n\n"message": {\n  "role": "assistant",\n  "content": "${hermes}",\n  "tool_calls": []\n},\n"finish_reason": "stop"\n\nWhat is wrong with my setup?`,
      headline: 'LM Studio, which the paste names, returned no call.',
      fix: 'Update LM Studio',
    },
    {
      text: `oMLX v0.6.1 gives the markup as text, why?\n\n${choice}`,
      headline: 'oMLX, which the paste names, returned no call.',
      fix: 'Update oMLX',
    },
    {
      text: `Both fail, Ollama 0.9 and LM Studio 0.4:\n\n${choice}`,
      headline: 'The server returned no call.',
      fix: 'Switch on the tool parser',
    },
  ],
  'a reply in words': [
    {
      text: "my ollama model only tells me that it did it:\n\nI've switched off the heater. Anything else I can do?\n\nmodel: gemma3:4b",
      headline: 'The paste names Ollama. The text says that something was done, and holds no call.',
      fix: 'Choose a model that Ollama lists with tools.',
    },
    {
      text: "I've switched off the heater.\n\nI use qwen3:4b in Ollama",
      headline: 'The paste names Ollama. The text says that something was done, and holds no call.',
      fix: 'Look whether the request holds `tools`.',
    },
    {
      text: 'LM Studio, and my model says:\n\nI cannot control your devices.',
      headline: 'The text says that the model cannot do this.',
      fix: '',
    },
  ],
  'a talk': [
    {
      text: 'You: switch off the heater\nAssistant: {"name": "HassTurnOff", "parameters": {"name": "heater"}}',
      headline: 'This reply is a call to `HassTurnOff`',
      fix: '',
    },
    {
      text: 'I run qwen2.5:7b in Ollama.\n\nUser: what is the weather in Lyon?\nAI: {"name": "get_weather", "arguments": {"city": "Lyon"}}\n\nIt never runs it. Any idea?',
      headline: 'The paste names Ollama. The reply is a call to `get_weather` in bare JSON.',
      fix: 'send',
    },
    {
      text: 'Utilisateur : allume la lampe\nAssistant : {"name": "light_on", "arguments": {"room": "salon"}}',
      headline: 'This reply is a call to `light_on` in bare JSON.',
      fix: '',
    },
    {
      text: '我: 打开客厅的灯\n助手: {"name": "turn_on", "arguments": {"room": "客厅"}}',
      headline: 'This reply is a call to `turn_on` in bare JSON.',
      fix: '',
    },
    {
      text: 'Chat with llama3.1 (Ollama). Half of the time it does this, and the rest is fine.\n\nMe: lamp on\nBot: {"name": "HassTurnOn", "parameters": {"name": "lamp"}}',
      headline: 'The paste names Ollama. The reply is a call to `HassTurnOn`',
      fix: 'Compare the text with one that was parsed',
    },
    {
      text: 'User: what is JSON?\nAssistant: JSON is a format, like {"a": 1}. Anything else?',
      headline: 'This does not show what a server answered.',
      fix: '',
    },
  ],
  'no tools in the log of a client': [
    {
      text: '2026-11-05 10:00:01 INFO agent: calling model=qwen3:8b base_url=http://localhost:11434/v1 tools=[] messages=4\nIt only talks. Why?',
      headline: 'This names Ollama. By its log, the client sent a request without any tools.',
      fix: 'Look why the client leaves its tools out.',
    },
    {
      text: 'DEBUG request sent: tool_count=0 stream=true model=llama3.1:8b\nmy MCP server lists 14 tools but the agent never calls one',
      headline: 'By its log, the client sent a request without any tools.',
      fix: 'Look why the client leaves its tools out.',
    },
    {
      text: 'INFO session: tools_sent=12 tool_calls=0 model=lamp-8b\nWhy does it never call?',
      headline: 'This does not show what a server answered.',
      fix: '',
    },
    {
      text: 'MCP server filesystem connected, 0 tools loaded; model lamp-8b. Nothing happens',
      headline: 'This does not show what a server answered.',
      fix: 'Send the server one request with a tool by `curl`',
    },
  ],
  'a call without arguments': [
    {
      text: `LocalAI v3.1.0. /v1/responses is fine, /v1/chat/completions gives me:\n\n${called('{}')}\n\nagent: The required parameter 'path' is missing`,
      headline:
        'LocalAI, which the paste names, returned a call to `read_file`. By the words in the paste, the call comes by another route',
      fix: 'Use the route that works',
    },
    {
      text: `Every call of it is refused:\n\n${called('{}')}\n\nError: missing field \`path\``,
      headline: 'The server returned a call to `read_file`. `read_file` requires `path`, and the arguments lack it.',
      fix: 'Say in the description of the tool that `path` is always needed',
    },
    {
      text: `The warning that the required parameter 'stream' is missing is off since long.\n\n${called(String.raw`{\"path\":\"/a\"}`)}`,
      headline: 'The server returned a call to `read_file`.',
      fix: '',
    },
  ],
  'a console, and YAML': [
    {
      text: 'Console:\n\nreply: {stop_reason: \'end_turn\', content: Array(1), usage: {…}}\n  stop_reason: "end_turn"\n  content: Array(1)\n    0: {type: "tool_use", tool_use: {id: "call_x", name: "count_rows", input: {table: "t"}}}\n  usage: {prompt_tokens: 42, completion_tokens: 36}\nNo text in the reply',
      headline: 'The server returned a call to `count_rows`. The finish reason is `end_turn` beside calls.',
      fix: 'Have the client take calls by the content of the response.',
    },
    {
      text: 'chunk {id: "x", choices: Array(1)}\n  choices: Array(1)\n    0: {index: 0, message: {role: "assistant", content: null, tool_calls: Array(1)}, finish_reason: "tool_calls"}\n  id: "x"',
      headline: 'The paste shows a part of the answer folded, and the call may be in it.',
      fix: 'Paste the whole response.',
    },
    {
      text: 'qwen3:4b (Ollama, thinking on), es passiert nichts:\n\nconversation_response:\n  - role: assistant\n    content: ""\n    thinking_content: >-\n      I call it now.\n      {"name": "light_on", "arguments": {"area": "Bad"}}\nintent_output:\n  response:\n    response_type: action_done',
      headline:
        'Ollama, which the paste names, returned neither a call nor text. The reasoning holds a call to `light_on`',
      fix: 'Turn thinking off for this request',
    },
  ],
  'the JSON of Llama 4': [
    {
      text: '<|python_start|>{"name": "dim_lamp", "parameters": {"room": "attic"}}<|python_end|>',
      headline: 'This reply is a call to `dim_lamp` in the format of Meta Llama 3.1.',
      fix: '',
    },
    {
      text: '<|python_start|>[dim_lamp(room="attic")]<|python_end|>',
      headline: 'This reply is a call to `dim_lamp` in a list of Python calls.',
      fix: '',
    },
    {
      text: 'vllm serve Llama-4-Scout --enable-auto-tool-choice --tool-call-parser llama3_json\nsometimes I see this in my chat:\n\n<|python_start|>{"name": "dim_lamp", "parameters": {"room": "attic"}}<|python_end|>\n\nis it the template?',
      headline: 'The paste names vLLM. The reply is a call to `dim_lamp` in the format of Meta Llama 3.1.',
      fix: 'Update vLLM, and send the request with `stream: false`.',
    },
  ],
  'what to do first': [
    {
      text: `my agent waits forever, here is what it got:\n\n${called(String.raw`{\"path\":\"/a\"}`)}`,
      headline: 'By the words in the paste, nothing came of this call, and it is sound.',
      fix: 'Look in the log of the client whether it took the call.',
    },
    {
      text: `Stream Response: off. The tool never runs. With streaming on it works.\n\n${called(String.raw`{\"path\":\"/a\"}`)}`,
      headline: 'By the words in the paste, the client takes calls of a stream, and not this sound one.',
      fix: 'Turn streaming on',
    },
    {
      text: `It works now, for the record:\n\n${called(String.raw`{\"path\":\"/a\"}`)}`,
      headline: 'The server returned a call to `read_file`.',
      fix: '',
    },
    {
      text: '{"id":"chatcmpl-1","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"I have saved the file report.txt for you."},"finish_reason":"stop"}]}',
      headline: 'If no call came before it, nothing ran.',
      fix: 'Look whether the request holds `tools`. If it does, send `tool_choice: required`',
    },
    {
      text: 'jq of it:\n{\n  "index": 0,\n  "message": {\n    "role": "assistant",\n    "content": ""\n  },\n  "finish_reason": "stop"\n}\n{\n  "prompt_tokens": 90,\n  "completion_tokens": 1,\n  "total_tokens": 91\n}',
      headline: 'The server counts 1 token of the model: the first one ended the reply.',
      fix: 'Send the request again without its tools.',
    },
    {
      text: 'My bot prints this and nothing happens:\n\n<functioncall {"name": "set_timer", "arguments": {"minutes": 5}}>',
      headline: 'This reply is a call to `set_timer` in a form that no server reads.',
      fix: 'Look at what reads the text',
    },
    {
      text: '{"choices":[{"finish_reason":"stop","index":0,"message":{"role":"assistant","content":"Let me look."}},{"finish_reason":"tool_calls","index":1,"message":{"role":"assistant","tool_calls":[{"id":"t_1","type":"function","function":{"name":"ls","arguments":"{}"}}]}}],"id":"g","model":"lamp-1"}',
      headline: 'The call is in choice 2 of the response, and clients read only the first.',
      fix: 'Have the gateway that made these choices join the text and the call',
    },
    {
      text: 'Aider v0.88.1\nModel: ollama_chat/llama3.1:8b with agent edit format\nagent> list files\n{"name": "Ls", "arguments": {"path": "."}}\n',
      headline: 'aider received no call.',
      fix: 'Look whether the request sends `tools`.',
    },
  ],
};

describe('what people show, in forms of their own', () => {
  for (const [kind, rows] of Object.entries(kinds))
    it.each(rows)(`${kind}: $headline`, ({ text, headline, fix }) => {
      const said = evidenceSentences(evidenceOf({ content: text, name: null }));
      const first = said.causes[0]?.fix ?? said.advice;
      expect(said.headline).toContain(headline);
      expect(fix === '' ? first : first.includes(fix)).toBe(fix === '' ? '' : true);
    });
});
