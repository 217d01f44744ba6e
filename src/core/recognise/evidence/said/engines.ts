import { ownFixes } from './fixes.ts';
import { phrasesOf, sent, type Phrase } from './phrase.ts';

// vllm#39294
const mistralByHf = {
  isExact: true,
  causes: ['other-format'],
  says: 'The call to `$1` is in the newer format of Mistral, and vLLM looked for the older one.',
  fix: 'Start vLLM with `--tokenizer-mode mistral`, or update it. The model did its part.',
} as const;

// Source: vllm entrypoints/openai/chat_completion/serving.py and tool_parsers/, 002032ee
const vllm = phrasesOf(
  ['vllm', 'proof'],
  [
    {
      id: 'vllm-needs-flags',
      pattern: /auto["'\\]{0,4} tool choice requires --enable-auto-tool-choice\b/,
      causes: ['parser-off'],
      did: 'error',
      says: 'vLLM has no tool parser switched on.',
    },
    // A shell ends a command at a line without a backslash.
    {
      id: 'vllm-lost-backslash',
      pattern: /\\[ \t]*\n[^\n]*[^\\\s][ \t]*\n[ \t]*--(?:enable-auto-tool-choice|tool-call-parser|reasoning-parser)\b/,
      by: ['vllm', 'hint'],
      isExact: true,
      causes: ['parser-off'],
      did: null,
      says: 'The line before the flag of the parser has no backslash at its end: the flag never reaches the server.',
      fix: 'Put a backslash at the end of that line.',
    },
    {
      id: 'vllm-unknown-parser',
      pattern: /invalid tool call parser: \S/,
      causes: ['parser-off'],
      did: 'error',
      says: 'This vLLM has no tool parser of that name.',
      fix: 'Update vLLM if the name is right. Else choose one of the parsers that the error lists.',
    },
    // vllm entrypoints/openai/protocol.py, 0.6
    {
      id: 'vllm-choice',
      pattern: /`tool_choice` must either be a named tool, "auto", or "none"/,
      ...sent(
        'This release of vLLM does not take `tool_choice: required`.',
        'Update vLLM, or send `tool_choice: auto`.',
      ),
    },
    // vllm entrypoints/openai/chat_completion/protocol.py, check_tool_usage
    {
      id: 'vllm-choice-null',
      pattern:
        /\bWhen using `tool_choice`, `tools` must be set\b(?=[^]{0,3000}["']tool_choice\\?["']: ?(?:None|null)\b)/,
      isExact: true,
      ...sent(
        'The request sends `tool_choice` as `null`, and this server takes that for a choice without tools.',
        'If no tool is needed, leave out `tool_choice` and `tools`, also as `null`. Else send both.',
      ),
    },
    {
      id: 'vllm-choice-tools',
      pattern: /\bWhen using `tool_choice`, `tools` must be set\b/,
      causes: ['no-tools', 'client'],
      did: 'error',
      says: 'The request has a `tool_choice`, and not the tools that it needs.',
      fix: 'If no tool is needed, leave out `tool_choice`, also as `null`. Else send `tools` with it.',
    },
    {
      id: 'vllm-choice-other',
      pattern: /`tool_choice` does not match any of the specified `tools`/,
      causes: ['no-tools', 'client'],
      did: 'error',
      says: 'The request names a tool in `tool_choice` that it does not declare.',
      fix: ownFixes.choice,
    },
    // vllm entrypoints/openai/protocol.py, OpenAIBaseModel: the endpoint of prompts knows neither
    {
      id: 'vllm-tools-ignored',
      pattern: /\bpresent in the request but ignored: \{[^}\n]{0,200}'tools'/,
      by: ['vllm', 'hint'],
      causes: ['no-tools'],
      did: null,
      says: 'The server ignored `tools`: the endpoint of this request takes none.',
      fix: ownFixes.toChat,
    },
    // vllm entrypoints/harmony_utils.py
    {
      id: 'vllm-recipient',
      pattern: /\bUnknown recipient: \S/,
      by: ['vllm', 'hint'],
      causes: ['unknown-tool', 'damaged'],
      did: 'error',
      says: 'The call is to a recipient that vLLM does not know: the model left out `functions.`, or made the name up.',
    },
    // inference-perf#695: pydantic checks the list that `tool_choice: required` makes the model write
    {
      id: 'vllm-required-text',
      pattern:
        /\bvalidation errors? for list\[function-wrap\[__log_extra_fields__\(\)\]\][^]{0,40}\bInvalid JSON: expected value at line 1 column 1\b/,
      isExact: true,
      causes: ['other-format'],
      did: 'error',
      says: 'Under `tool_choice: required` vLLM reads a JSON list, and what the model wrote does not begin as one.',
      fix: 'Send `tool_choice: auto`: then the tool parser reads what the model writes. Or update vLLM.',
    },
    {
      id: 'vllm-required',
      pattern:
        /\bvalidation errors? for list\[function-wrap\[__log_extra_fields__\(\)\]\](?![^]{0,40}\bexpected value at line 1 column 1\b)/,
      isExact: true,
      causes: ['cut', 'damaged'],
      did: 'error',
      says: 'Under `tool_choice: required` the model writes a list of calls, and this one is no whole JSON.',
      fix: 'Raise the token limit of the request, or send `tool_choice: auto`.',
    },
    {
      id: 'vllm-tokens',
      pattern: /\bTool [Pp]arser could not locate (?:the )?tool calls? (?:start|token)/,
      causes: ['other-format'],
      did: 'error',
      isExact: true,
      says: 'This parser of vLLM looks for markers that the tokenizer of the model does not have.',
      fix: 'Choose the tool parser of this model: see what its chat template writes before a call.',
    },
    {
      id: 'vllm-mistral-hf-stream',
      pattern:
        /\bError in chat completion stream generator\b[^]{0,4000}?\blexical error: invalid char in json text\.[^\n]{0,40}\n[^\n]{0,200}?\b([\w.-]{1,80})\[ARGS\]/,
      did: 'error',
      ...mistralByHf,
    },
    {
      id: 'vllm-mistral-hf',
      pattern:
        /\bmistral_tool_parser\.py\b[^]{0,4000}?\blexical error: invalid char in json text\.[^\n]{0,40}\n[^\n]{0,200}?\b([\w.-]{1,80})\[ARGS\]/,
      did: 'text',
      ...mistralByHf,
    },
    {
      id: 'vllm-parser-failed',
      pattern:
        /\[\w{2,40}\.py:\d{1,5}\] (?:Error (?:in )?extracting tool calls?|Failed to extract tool call spec|An unexpected error occurred during tool call extraction)\b|_tool_parser\.py:\d{1,5}\] [\w.]{2,60}(?:Error|Exception): /,
      causes: ['damaged'],
      did: 'text',
      hasTraceback: true,
      says: 'The tool parser of vLLM failed. The client receives the whole reply as text, with status 200.',
    },
    {
      id: 'vllm-stream-failed',
      pattern:
        /Error trying to handle streaming tool call|_tool(?:_call)?_parser\.py", line \d{1,5}, in extract_tool_calls_streaming\b/,
      causes: ['damaged', 'lost'],
      did: 'nothing',
      says: 'The tool parser of vLLM failed in the stream. What it was reading does not reach the client.',
    },
    {
      id: 'vllm-parsed',
      pattern: /_tool_parser\.py:\d{1,5}\] Parsed tool call\b(?! None)/,
      causes: [],
      did: 'calls',
      says: 'The tool parser of vLLM logs the call that it read.',
    },
    {
      id: 'vllm-undetermined',
      pattern:
        /\bcannot determine if tools should\b|\btools should be extracted\. Returning|\. Returning a standard chat completion\b/,
      causes: ['no-tools'],
      did: 'text',
      says: 'vLLM did not look for calls: its parser is switched on, and the request sends no tools.',
      fix: 'Send at least one tool in `tools` of the request. An empty list is none, also with `tool_choice`.',
    },
    // vllm entrypoints/openai/serving_chat.py chat_completion_stream_generator, and sglang, which has it from there; vllm#34322
    {
      id: 'vllm-stream-rest',
      pattern: /\b(?:streamed_args_for_tool|prev_tool_call_arr)\[index\]/,
      by: ['vllm', 'hint'],
      endsStream: true,
      causes: ['lost', 'cut'],
      did: 'error',
      says: 'At the end of the stream, the server missed the rest of a call in its parser.',
      fix: 'Send the request with `stream: false` or a higher token limit, and update the server.',
    },
    {
      id: 'vllm-stream-generator',
      pattern: /\bError in chat completion stream generator\b/,
      endsStream: true,
      causes: [],
      did: 'error',
      says: 'The stream of vLLM ended with an error.',
    },
    {
      id: 'vllm-history-arguments',
      pattern: /, in _postprocess_messages\b/,
      causes: ['arguments', 'client'],
      did: 'error',
      says: 'The history holds a call whose arguments are no JSON, and vLLM refuses it.',
      fix: ownFixes.arguments,
    },
    {
      id: 'vllm-render',
      pattern: /\bvllm[/\\]entrypoints[/\\]serve[/\\]render[/\\]|\bError in preprocessing prompt inputs\b/,
      causes: ['client'],
      did: 'error',
      isVague: true,
      says: 'vLLM could not make a prompt of what the client sent.',
      fix: ownFixes.message,
    },
    {
      id: 'vllm-grammar',
      pattern: /features not supported by (?:xgrammar|outlines|guidance)\b/,
      by: ['vllm', 'hint'],
      causes: ['schema'],
      did: 'error',
      says: 'The grammar of the engine does not support this schema.',
      fix: 'Update vLLM. Then write the schema plainly: without `pattern`, `multipleOf`, `uniqueItems` and `patternProperties`.',
    },
  ],
);

// Source: sglang function_call/ and entrypoints/openai/serving_chat.py, 004c82e0
const sglang = phrasesOf(
  ['sglang', 'proof'],
  [
    {
      id: 'sglang-schema',
      pattern: /\bTool (\d{1,4}) function has invalid 'parameters' schema: /,
      causes: ['schema'],
      did: 'error',
      says: 'The parameters of tool $1, counted from 0, are no JSON Schema of draft 2020-12.',
      fix: ownFixes.definition,
    },
    {
      id: 'sglang-json-part',
      pattern: /\bFailed to parse JSON part\b/,
      causes: ['damaged', 'lost'],
      did: 'nothing',
      says: 'SGLang could not parse the JSON of the call. It drops the block, with status 200.',
    },
    {
      id: 'sglang-undefined',
      pattern: /\bModel attempted to call undefined function: \S/,
      causes: ['unknown-tool', 'lost'],
      did: 'nothing',
      says: 'SGLang drops calls to tools that are not declared, with status 200.',
    },
    // entrypoints/openai/serving_chat.py: the text is returned as it is
    {
      id: 'sglang-parsing',
      pattern: /^\[\d{4}-[\d: TPDE-]{10,40}\] Tool call parsing error: /m,
      causes: ['damaged'],
      did: 'text',
      says: 'SGLang could not parse the call, and returned the text.',
    },
    // srt/constrained/xgrammar_backend.py
    {
      id: 'sglang-grammar',
      pattern: /\bHit invalid (?:json_schema|structural_tag|ebnf): /,
      causes: ['schema'],
      did: 'error',
      says: 'SGLang cannot make a grammar of the schema.',
    },
    {
      id: 'sglang-stream-detector',
      pattern: /\bfunction_call[/\\]\w{2,40}_detector\.py", line \d{1,5}, in parse_streaming_increment\b/,
      endsStream: true,
      causes: ['lost', 'damaged'],
      did: 'error',
      says: 'The detector of SGLang failed in the stream. What it was reading does not reach the client.',
      fix: 'Update SGLang, or send the request with `stream: false`.',
    },
    {
      id: 'sglang-detector',
      pattern: /\bError in (?:detect_and_parse|parse_streaming_increment)\b/,
      causes: ['damaged'],
      did: 'text',
      says: 'The detector of SGLang failed, and returned the text.',
      fix: 'Update SGLang. If the request streams, send it with `stream: false`: if the call is whole there, the stream loses it.',
    },
  ],
);

// Source: text-generation-inference router/src/infer/mod.rs InferError and server.rs; text-generation-inference#2310
const tgi = phrasesOf(
  ['tgi', 'proof'],
  [
    {
      id: 'tgi-tool',
      pattern: /^Tool error: (?![^\n]{0,80}not found)|Tool error: Failed to parse generated text\b/,
      causes: ['damaged', 'arguments'],
      did: 'error',
      says: 'TGI could not read the call that the model wrote.',
    },
  ],
);

// Source: mlx-lm server.py, d78bf58e, and tool_parsers/mistral.py, mlx-lm#1374
const mlx = phrasesOf(
  ['mlx', 'proof'],
  [
    {
      id: 'mlx-failed',
      pattern: /\bFailed to parse tool call \([A-Z]\w{2,40}: /,
      causes: ['lost', 'damaged', 'cut'],
      did: 'nothing',
      says: 'mlx_lm.server could not parse the call, and leaves it out of the response.',
    },
    {
      id: 'mlx-no-call',
      pattern: /\bCould not parse tool call from: /,
      causes: ['other-format', 'damaged'],
      did: 'error',
      says: 'The reader of mlx_lm for this model reads another form of call.',
    },
    {
      id: 'mlx-no-tools',
      pattern: /\bReceived tools but model does not support ?tool calling\b/,
      causes: ['parser-off', 'template'],
      did: null,
      says: 'mlx_lm.server has no reader for the chat template of this model.',
    },
    {
      id: 'mlx-loads',
      pattern: /\btool_call = json\.loads\(tool_text\.strip\(\)\)/,
      causes: ['damaged', 'other-format'],
      did: 'error',
      hasTraceback: true,
      says: 'mlx_lm.server takes the text of every call for JSON, and this one is none.',
      fix: 'Update mlx_lm: newer releases have a reader for each of many formats.',
    },
    // mlx_lm/tool_parsers/glm47.py
    {
      id: 'mlx-glm',
      pattern: /\b_func_name_regex\.search\(/,
      causes: ['damaged', 'other-format'],
      did: 'error',
      says: 'The reader of mlx_lm for GLM found no name before the arguments of the call.',
      fix: 'Update mlx_lm, or send the request again.',
    },
  ],
);

// Source: lmdeploy openai/chat_completions/serving.py, 1263d5cd
const lmdeploy = phrasesOf(
  ['lmdeploy', 'proof'],
  [
    {
      id: 'lmdeploy-failed',
      pattern: / - lmdeploy - (?:ERROR|WARNING) - [^\n]{0,80}\bFailed to parse /,
      causes: ['damaged'],
      did: 'error',
      says: 'LMDeploy could not parse the call.',
    },
    // api_server.py, set_parsers of 0.12
    {
      id: 'lmdeploy-no-parser',
      pattern: /\bThe (?:reasoning|tool) parser [\w.-]{1,60} is not in the parser list\b/,
      causes: ['parser-off'],
      did: 'error',
      says: 'This release of LMDeploy has no parser of that name, and does not start.',
      fix: 'Choose a parser of the list that the error shows, or update LMDeploy.',
    },
    {
      id: 'lmdeploy-needs-parser',
      pattern: /\bPlease launch the api_server with --tool-call-parser\b/,
      causes: ['parser-off'],
      did: 'error',
      says: 'LMDeploy was started without a tool parser.',
    },
  ],
);

// Source: OpenVINO model_server src/llm/io_processing, 0dd849d6
const ovms = phrasesOf(
  ['ovms', 'proof'],
  [
    {
      id: 'ovms-structure',
      pattern: /\bGenerated tool call structure is not valid\b/,
      endsStream: true,
      causes: ['damaged'],
      did: 'error',
      says: 'OpenVINO Model Server could not parse the call, and broke off.',
    },
  ],
);

// Source: tabbyAPI endpoints/OAI/utils/tools.py, 04090640: no call is returned, with status 200
const tabbyapi = phrasesOf(
  ['tabbyapi', 'proof'],
  [
    {
      id: 'tabbyapi-format',
      pattern: /\bUnknown tool format given: \S/,
      causes: ['parser-off'],
      did: null,
      says: 'TabbyAPI knows no tool format of this name, and reads no calls.',
      fix: 'Set `tool_format` to one of the formats that TabbyAPI knows, or update it.',
    },
    {
      id: 'tabbyapi-parse',
      pattern: /\bToolCallProcessor\.parse: Failed to parse tool calls\b/,
      causes: ['damaged', 'lost'],
      did: 'nothing',
      says: 'TabbyAPI could not parse the call, and returns none.',
    },
    // tabbyAPI, pull request 302
    {
      id: 'tabbyapi-history',
      pattern: /\bTypeError: Object of type ToolCall is not JSON serializable\b/,
      by: ['tabbyapi', 'hint'],
      ...sent('TabbyAPI could not put an earlier call into the prompt.', 'Update TabbyAPI.'),
    },
  ],
);

/** What engines say that serve many: the most exact sentences of each first. */
export const saidByEngines: readonly Phrase[] = [...vllm, ...sglang, ...tgi, ...mlx, ...lmdeploy, ...ovms, ...tabbyapi];
