import { MLX_LIMIT, ownFixes } from './fixes.ts';
import { phrasesOf, sent, type Phrase } from './phrase.ts';
import { saidByVllm } from './vllm.ts';

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

const AGAIN =
  'Send the request again, at a lower temperature and with a higher token limit. A strongly quantised model breaks calls more often.';

// Source: mlx-lm server.py, d78bf58e, and tool_parsers/mistral.py, mlx-lm#1374
const mlx = phrasesOf(
  ['mlx', 'proof'],
  [
    // CPython Lib/json: what it finds before the end of the text, so that no limit is to blame
    {
      id: 'mlx-failed-json',
      pattern:
        /\bFailed to parse tool call \(JSONDecodeError: ((?:Illegal trailing comma|Extra data|Invalid (?:control character|\\escape))[^():\n]{0,40}: line \d{1,6} column \d{1,6})/,
      isExact: true,
      causes: ['damaged', 'lost'],
      did: 'nothing',
      says: 'mlx_lm.server left the call out of the response, since its JSON is invalid: `$1`.',
      fix: 'Send the request again, at a lower temperature or with a less quantised model. The client has to take such a reply as failed.',
    },
    // It ends inside of a string, which an unescaped line break or quote never gives. Source: mlx-lm#905
    {
      id: 'mlx-cut',
      pattern: /\bFailed to parse tool call \(JSONDecodeError: Unterminated string starting at\b/,
      isExact: true,
      causes: ['cut', 'lost'],
      did: 'nothing',
      says: 'mlx_lm.server left the call out of the response: it ends inside of a string, as at the token limit.',
      fix: MLX_LIMIT,
    },
    // In the middle of the text, or at its end: the log alone shows what the model wrote, token by token (`logging.debug(gen.text)`)
    {
      id: 'mlx-inside',
      pattern:
        /\bFailed to parse tool call \(JSONDecodeError: (Expecting [^():\n]{1,60}(?:: line \d{1,6} column \d{1,6})?)/,
      isExact: true,
      causes: ['damaged', 'lost', 'cut'],
      did: 'nothing',
      says: 'mlx_lm.server left the call out of the response, since its JSON is invalid: `$1`.',
      fix: 'Send the request again. If that repeats, start mlx_lm.server with `--log-level DEBUG`: its log shows what the model wrote. A less quantised model breaks calls less often.',
    },
    {
      id: 'mlx-failed',
      pattern:
        /\bFailed to parse tool call \((?!JSONDecodeError: (?:Unterminated|Expecting|Illegal trailing comma|Extra data|Invalid (?:control|\\escape)))[A-Z]\w{2,40}: /,
      causes: ['lost', 'damaged', 'cut'],
      did: 'nothing',
      says: 'mlx_lm.server could not parse the call, and leaves it out of the response.',
      fix: AGAIN,
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

// Source: oMLX omlx/api/tool_calling.py
const omlx = phrasesOf(
  ['omlx', 'proof'],
  [
    {
      id: 'omlx-unclosed',
      pattern: /\bUnclosed tool-call envelope at end of stream\b/,
      isVague: true,
      causes: ['damaged', 'cut'],
      did: null,
      says: 'oMLX saw a call begin in the stream, and the model never ended it.',
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
export const saidByEngines: readonly Phrase[] = [
  ...saidByVllm,
  ...sglang,
  ...tgi,
  ...mlx,
  ...omlx,
  ...lmdeploy,
  ...ovms,
  ...tabbyapi,
];
