import { phrasesOf, type Phrase } from './phrase.ts';

const vllm = phrasesOf(
  'vllm entrypoints/openai/chat_completion/serving.py and tool_parsers/, 002032ee',
  ['vllm', 'proof'],
  [
    {
      id: 'vllm-needs-flags',
      pattern: /auto["'\\]{0,4} tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set/,
      causes: ['parser-off'],
      did: 'error',
      says: 'vLLM has no tool parser switched on.',
    },
    {
      id: 'vllm-unknown-parser',
      pattern: /invalid tool call parser: \S/,
      causes: ['parser-off'],
      did: 'error',
      says: 'vLLM knows no tool parser of this name.',
    },
    {
      id: 'vllm-parser-failed',
      pattern: /\[\w{2,40}\.py:\d{1,5}\] Error in extracting tool call from response/,
      causes: ['damaged'],
      did: 'text',
      says: 'The tool parser of vLLM failed. The client receives the whole reply as text, with status 200.',
    },
    {
      id: 'vllm-stream-failed',
      pattern: /Error trying to handle streaming tool call/,
      causes: ['damaged', 'lost'],
      did: 'nothing',
      says: 'The tool parser of vLLM failed in the stream. What it was reading does not reach the client.',
    },
    {
      id: 'vllm-stream-generator',
      pattern: /\bError in chat completion stream generator\b/,
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
    },
    {
      id: 'vllm-grammar',
      pattern: /features not supported by (?:xgrammar|outlines|guidance)\b/,
      by: ['vllm', 'hint'],
      causes: ['schema'],
      did: 'error',
      says: 'The grammar of the engine does not support this schema.',
    },
  ],
);

const sglang = phrasesOf(
  'sglang function_call/ and entrypoints/openai/serving_chat.py, 004c82e0',
  ['sglang', 'proof'],
  [
    {
      id: 'sglang-json-part',
      pattern: /\bFailed to parse JSON part: /,
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
    {
      id: 'sglang-detector',
      pattern: /\bError in (?:detect_and_parse|parse_streaming_increment)\b/,
      causes: ['damaged'],
      did: 'text',
      says: 'The detector of SGLang failed, and returned the text.',
    },
  ],
);

const llamacpp = phrasesOf(
  'llama.cpp common/chat.cpp, common/jinja and tools/server, 00efb3e1',
  ['llamacpp', 'proof'],
  [
    {
      id: 'llamacpp-needs-jinja',
      pattern: /\b(?:tools|tool_choice) param requires --jinja flag/,
      causes: ['parser-off'],
      did: 'error',
      says: 'llama-server was started without `--jinja`, so it takes no tools.',
    },
    {
      id: 'llamacpp-unsupported',
      pattern: /\bUnsupported param: tool/,
      causes: ['parser-off'],
      did: 'error',
      says: 'This release of llama-server takes no tools.',
    },
    {
      id: 'llamacpp-expected-format',
      pattern: /output that does not match the expected [\w-]{2,40} format/,
      causes: ['damaged', 'other-format'],
      did: 'error',
      says: 'The reply does not fit the grammar that llama.cpp made of the chat template.',
    },
    {
      id: 'llamacpp-parse-input',
      pattern: /\bFailed to parse input at pos \d/,
      causes: ['damaged', 'other-format'],
      did: 'error',
      says: 'llama.cpp could not parse the reply, and answered with an error.',
    },
    {
      id: 'llamacpp-unparsed',
      pattern: /\bunparsed peg-\w{2,30} output:/,
      causes: ['damaged', 'other-format'],
      did: 'error',
      says: 'llama.cpp could not parse the reply.',
    },
    {
      id: 'llamacpp-history-arguments',
      pattern: /\bFailed to parse tool call arguments as JSON: \[json\.exception/,
      causes: ['client', 'arguments'],
      did: 'error',
      says: 'The history holds a call whose arguments are no JSON, and llama.cpp refuses it.',
    },
    {
      id: 'llamacpp-diff',
      pattern: /\bInvalid diff: '/,
      causes: ['stream'],
      did: 'error',
      says: 'llama.cpp took back what it had already streamed, and broke off.',
    },
    {
      id: 'llamacpp-no-parser-for-template',
      pattern: /\bUnable to generate parser for this template/,
      causes: ['template'],
      did: 'error',
      says: 'llama.cpp could not make a parser of the chat template.',
    },
    {
      id: 'llamacpp-not-callable',
      pattern: /\bValue is not callable: /,
      causes: ['template'],
      did: 'error',
      says: 'The chat template calls something that llama.cpp does not know.',
    },
    {
      id: 'llamacpp-filter',
      pattern: /\bUnknown \(built-in\) filter /,
      causes: ['template', 'arguments'],
      did: 'error',
      says: 'The chat template filters a value of another type.',
    },
    {
      id: 'llamacpp-executing',
      pattern: /\bWhile executing \w{3,40} at line \d/,
      causes: ['template'],
      did: 'error',
      says: 'The chat template failed in llama.cpp.',
    },
    {
      id: 'llamacpp-ids',
      pattern: /\bTool call IDs should be alphanumeric strings with length 9\b/,
      by: ['llamacpp', 'hint'],
      causes: ['client', 'template'],
      did: 'error',
      says: 'The chat template wants ids of nine letters and digits, and the client sends others.',
    },
    {
      id: 'llamacpp-row',
      pattern: /\bat row \d{1,5}, column \d{1,5}:\s/,
      causes: ['template'],
      did: 'error',
      says: 'The chat template failed in llama.cpp.',
    },
    {
      id: 'llamacpp-schema',
      pattern: /\bJSON schema conversion failed:/,
      causes: ['schema'],
      did: 'error',
      says: 'llama.cpp cannot make a grammar of the schema of a tool.',
    },
    {
      id: 'llamacpp-grammar',
      pattern: /\bfailed to (?:parse|initialize) grammar|\bFailed to initialize samplers/,
      by: ['llamacpp', 'hint'],
      causes: ['schema'],
      did: 'error',
      says: 'llama.cpp refuses the grammar that it made of the tools.',
    },
    {
      id: 'llamacpp-context',
      pattern: /\bthe request exceeds the available context size\b/,
      causes: [],
      did: 'error',
      says: 'The prompt is longer than the context of llama-server.',
    },
    {
      id: 'llamacpp-content-only',
      pattern: /\bChat format: Content-only\b/,
      causes: ['no-tools'],
      did: null,
      says: 'llama.cpp read the reply as plain text: the request had no tools, or the chat template takes none.',
    },
  ],
);

const ollama = phrasesOf(
  'ollama server/routes.go, harmony/harmonyparser.go, model/parsers and api/types.go, fb307609',
  ['ollama', 'proof'],
  [
    {
      id: 'ollama-no-tools',
      pattern: /\bregistry\.ollama\.ai\/\S{1,200} does not support tools/,
      causes: ['template', 'parser-off'],
      did: 'error',
      says: 'The template of the model in Ollama takes no tools.',
    },
    {
      id: 'ollama-harmony',
      pattern: /\berror parsing tool call: raw='/,
      causes: ['damaged', 'arguments'],
      did: 'error',
      says: 'Ollama could not parse the arguments of the call.',
    },
    {
      id: 'ollama-parsing-failed',
      pattern:
        /source=\w{2,40}\.go:\d{1,5} msg="[^"\n]{0,60}tool call[^"\n]{0,60}(?:fail|error|invalid|incomplete)|\bqwen\w{0,10} tool call parsing failed error="/i,
      causes: ['damaged'],
      did: 'error',
      says: 'The reader of Ollama could not parse the call.',
    },
    {
      id: 'ollama-failed-parsing',
      pattern: /source=\w{2,40}\.go:\d{1,5} msg="[^"\n]{0,20}(?:fail|error|could not)[^"\n]{0,60}tool call/i,
      causes: ['damaged'],
      did: 'error',
      says: 'The reader of Ollama could not parse the call.',
    },
    {
      id: 'ollama-glm',
      pattern: /\bincomplete GLM tool call\b/,
      causes: ['damaged', 'cut'],
      did: 'error',
      says: 'The call has no end, and Ollama refuses the reply.',
    },
    {
      id: 'ollama-not-found',
      pattern: /\btool '[^'\n]{1,80}' not found/,
      by: ['ollama', 'hint'],
      causes: ['unknown-tool'],
      did: 'error',
      says: 'The call is to a tool that the request does not declare.',
    },
    {
      id: 'ollama-xml',
      pattern: /\bXML syntax error on line \d/,
      by: ['ollama', 'hint'],
      causes: ['damaged'],
      did: 'error',
      says: 'The tags of the call are broken.',
    },
    {
      id: 'ollama-sent-text',
      pattern: /cannot unmarshal string into Go struct field [\w.]{0,60}tool_calls[\w.]{0,60}arguments/,
      causes: ['client', 'arguments'],
      did: 'error',
      says: 'The client sends the arguments of an earlier call as text, where Ollama takes an object.',
    },
    {
      id: 'ollama-sent-schema',
      pattern: /cannot unmarshal \w{2,20} into Go struct field [\w.]{0,60}(?:tools|parameters)/i,
      causes: ['schema'],
      did: 'error',
      says: 'Ollama cannot read the schema of a tool.',
    },
    {
      id: 'ollama-template',
      pattern: /\btemplate: [^\n]{0,80}:\d{1,5}:\d{0,5}:? ?(?:executing|function|unexpected)/,
      by: ['ollama', 'hint'],
      causes: ['template'],
      did: 'error',
      says: 'The Go template of the model failed.',
    },
    {
      id: 'go-json-object',
      pattern: /\blooks like object, but can't find closing/,
      by: ['ollama', 'hint'],
      causes: ['damaged'],
      did: 'error',
      says: 'A JSON object has no end.',
    },
    {
      id: 'go-json-end',
      pattern: /\bunexpected end of JSON input/,
      by: ['ollama', 'hint'],
      causes: ['damaged', 'cut'],
      did: 'error',
      says: 'The JSON of the call ends too early.',
    },
    {
      id: 'go-json-character',
      pattern: /\binvalid character '[^\n]{1,8}' (?:after|in|looking for)/,
      by: ['ollama', 'hint'],
      causes: ['damaged'],
      did: 'error',
      says: 'The JSON of the call is invalid.',
    },
  ],
);

const lmstudio = phrasesOf(
  'LM Studio 0.3 and 0.4, its server log; lmstudio-bug-tracker#1528, #1979',
  ['lmstudio', 'proof'],
  [
    {
      id: 'lmstudio-template',
      pattern: /\bError rendering prompt with jinja template\b/,
      causes: ['template'],
      did: 'error',
      says: 'LM Studio could not render the chat template.',
    },
    {
      id: 'lmstudio-omitted',
      pattern: /\bthis tool call will be omitted from the response/,
      causes: ['lost', 'damaged'],
      did: 'nothing',
      says: 'LM Studio could not parse the call, and leaves it out of the response.',
    },
    {
      id: 'lmstudio-failed',
      pattern: /\bFailed to (?:parse|generate a) tool call: /,
      by: ['lmstudio', 'hint'],
      causes: ['damaged'],
      did: 'error',
      says: 'LM Studio could not parse the call.',
    },
    {
      id: 'lmstudio-engine',
      pattern: /\bEngine protocol \w{3,20} request failed: |\bError predicting: /,
      causes: [],
      did: 'error',
      says: 'The engine inside of LM Studio failed.',
    },
  ],
);

const mlx = phrasesOf(
  'mlx-lm server.py, d78bf58e',
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
      id: 'mlx-no-tools',
      pattern: /\bReceived tools but model does not support tool calling\b/,
      causes: ['parser-off', 'template'],
      did: null,
      says: 'mlx_lm.server has no reader for the chat template of this model.',
    },
  ],
);

const lmdeploy = phrasesOf(
  'lmdeploy openai/chat_completions/serving.py, 1263d5cd',
  ['lmdeploy', 'proof'],
  [
    {
      id: 'lmdeploy-fc',
      pattern: /\bFailed to parse fc related info to json format!/,
      causes: ['damaged'],
      did: 'error',
      says: 'LMDeploy could not parse the call, and answered with an error.',
    },
    {
      id: 'lmdeploy-failed',
      pattern: / - lmdeploy - (?:ERROR|WARNING) - [^\n]{0,80}\bFailed to parse /,
      causes: ['damaged'],
      did: 'error',
      says: 'LMDeploy could not parse the call.',
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

/** What engines say: the most exact sentences of each first. */
export const saidByEngines: readonly Phrase[] = [
  ...vllm,
  ...sglang,
  ...llamacpp,
  ...lmstudio,
  ...mlx,
  ...lmdeploy,
  ...ollama,
];
