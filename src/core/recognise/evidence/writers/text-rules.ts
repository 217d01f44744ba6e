import { addresses } from './addresses.ts';
import { asked, logged, reported } from './asked-rules.ts';
import { consoles } from './console-rules.ts';
import { packages } from './packages.ts';
import { each, of, type TextRule } from './text-rule.ts';

/** Lines that only servers write. Prefixes of containers and journals are taken off before. */
const logs: readonly TextRule[] = [
  // Source: vllm logger.py and entrypoints/logger.py, 002032ee
  ...of('vllm', [
    [
      'vllm-process',
      'proof',
      'The lines name a process of vLLM.',
      // A program that starts vLLM logs its lines after a time and a level of its own.
      /^(?:.{0,60}[\])] )?\((?:APIServer|EngineCore|Worker)\w{0,20}(?: pid=\d| [^)\n]{0,30}pid=\d)/m,
    ],
    [
      'vllm-line',
      'proof',
      'The lines have the form of the log of vLLM.',
      /^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) \d\d-\d\d \d\d:\d\d:\d\d \[?[\w./]{3,60}:\d{1,5}\]/m,
    ],
    [
      'vllm-output',
      'proof',
      'vLLM logs what the model wrote.',
      /\bGenerated response \S{3,200}(?: \(streaming \w{4,10}\))?: output: /,
    ],
    [
      'vllm-file',
      'proof',
      'The line names a file of vLLM.',
      /\[(?:serving_(?:chat|completion|engine|responses)|async_llm|\w{2,40}_(?:tool|reasoning)_parser)\.py:\d{1,5}\]/,
    ],
    [
      'vllm-command',
      'hint',
      'The command or the flag is one of vLLM.',
      /\bvllm serve \S|\bvllm\.entrypoints\.openai\.api_server\b|(?<!\bmlx-openai-server launch[^]{0,400})--enable-auto-tool-choice\b/,
      { namesServer: true },
    ],
    [
      'vllm-version',
      'proof',
      'The log names the version of vLLM.',
      /\bvLLM API server version (?<version>\d[\w.+-]{0,40})/,
    ],
    ['vllm-usage', 'proof', 'vLLM refuses its own settings.', /^(?:usage: vllm serve\b|vllm serve: error: )/m],
  ]),
  // Source: sglang srt/utils and entrypoints/http_server.py, 004c82e0
  ...of('sglang', [
    [
      'sglang-rank',
      'proof',
      'The lines name a rank, as in SGLang.',
      /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: (?:TP|DP|PP|EP)\d{1,3}){1,4}\]/m,
    ],
    ['sglang-line', 'hint', 'The lines have the form of the log of SGLang.', /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] \S/m],
    [
      'sglang-batch',
      'proof',
      'SGLang logs its batches.',
      /\b(?:Prefill|Decode) batch\b[^\n]{0,30}#(?:new-seq|running-req)/,
    ],
    [
      'sglang-usage',
      'proof',
      'SGLang refuses its own settings.',
      /^(?:usage: )?launch_server\.py(?: \[-h\]|: error: )/m,
    ],
    ['sglang-args', 'proof', 'The log holds the arguments of SGLang.', /\bserver_args=ServerArgs\(/],
    [
      'sglang-command',
      'hint',
      'The command is one of SGLang.',
      /\bsglang\.launch_server\b|\bsglang serve \S/,
      { namesServer: true },
    ],
  ]),
  // Source: llama.cpp tools/server and common/log.cpp, 00efb3e1
  ...of('llamacpp', [
    [
      'llamacpp-line',
      'proof',
      'The lines have the form of the log of llama.cpp.',
      /^(?:(?:[\d.]{6,16} [A-Z] )?(?:srv|slot|que) {1,14}[a-z_]{2,30}|llama_(?:perf|model|context|kv)\w{0,40}): /m,
    ],
    ['llamacpp-chat', 'proof', 'The log names the chat parser of llama.cpp.', /\bcommon_chat_\w{3,40}\b/],
    [
      'llamacpp-version',
      'proof',
      'The log names the build of llama.cpp.',
      /^build: (?<version>\d{3,6}) \([\da-f]{7,12}\) with /m,
    ],
    ['llamacpp-header', 'proof', 'The header `Server` names llama.cpp.', /^(?:< )?server: llama\.cpp\b/im],
    [
      'llamacpp-command',
      'hint',
      'The command is one of llama.cpp.',
      /\bllama-(?:server|cli)(?:\.exe)? {1,8}(?:\\\s|-{1,2}\w)/,
      { namesServer: true },
    ],
    [
      'llamacpp-speed',
      'hint',
      'llama-cli tells the speed after a reply.',
      /^\[ Prompt: [\d.]{1,9} t\/s \| Generation: [\d.]{1,9} t\/s \]$/m,
    ],
    [
      'llamacpp-help',
      'proof',
      'The console is that of llama-cli.',
      /^ {2}\/regen {6,20}regenerate the last response$/m,
    ],
  ]),
  // Source: llama-cpp-python README.md, 00629549
  ...of('llama-cpp-python', [
    [
      'llama-cpp-python-code',
      'proof',
      'The code loads the model with llama-cpp-python.',
      /\bLlama(?:\.from_pretrained)?\(\s{0,8}(?:model_path|repo_id) ?=[^]{0,4000}?\.create_chat_completion\(|\bpython3? -m llama_cpp\.server\b/,
    ],
  ]),
  // Source: ollama logutil and server/routes.go, fb307609; ollama-python _client.py
  ...of('ollama', [
    [
      'ollama-line',
      'proof',
      'The lines have the form of the log of Ollama.',
      /^time=\S{10,40} level=[A-Z]{4,8} source=\w{2,40}\.go:\d/m,
    ],
    [
      'ollama-home-assistant',
      'proof',
      'Home Assistant asks Ollama, by the name of the logger.',
      /\[homeassistant\.components\.ollama\] /,
    ],
    [
      'ollama-gin',
      'proof',
      'The lines have the form of the requests of Ollama.',
      /^\[GIN\] \d{4}\/\d\d\/\d\d - \d\d:\d\d:\d\d \|[^\n]{10,120}"\/(?:api\/(?:chat|generate)|v1\/)/m,
    ],
    // Pydantic AI, and others that name a model by its provider.
    [
      'ollama-agent',
      'hint',
      'The code names a model of Ollama.',
      /\b(?:Agent|init_chat_model)\(\s{0,8}(?:model ?= ?)?["']ollama:[\w.-]/,
      { namesServer: true },
    ],
  ]),
  // Source: mlx-lm server.py, d78bf58e
  ...of('mlx', [
    [
      'mlx-outgoing',
      'proof',
      'mlx_lm.server logs its response.',
      / - DEBUG - (?:Outgoing Response|Incoming Request Body): /,
    ],
    ['mlx-caches', 'proof', 'mlx_lm.server logs its caches.', /\bKV Caches: \d{1,6} seq, /],
    ['mlx-command', 'hint', 'The command is one of mlx_lm.', /\bmlx_lm[. ]server\b/, { namesServer: true }],
    [
      'mlx-access',
      'hint',
      'The request is logged as the server of Python does.',
      /^\S{3,60} - - \[\d\d\/[A-Z][a-z]{2}\/\d{4} \d\d:\d\d:\d\d\] "POST \S{1,80} HTTP\/1\.[01]" \d{3} -/m,
    ],
    ['mlx-header', 'hint', 'The header `Server` names the server of Python.', /^(?:< )?server: BaseHTTP\/\d/im],
  ]),
  // Source: mlx-openai-server README.md and app/cli.py, 81dfa5da and 016ae32d
  ...of('mlx-openai-server', [
    [
      'mlx-openai-server-command',
      'proof',
      'The command is one of mlx-openai-server.',
      /\bmlx-openai-server launch(?= |$)/m,
      { namesServer: true },
    ],
  ]),
  // Source: lmdeploy utils.py get_logger, 1263d5cd
  ...of('lmdeploy', [
    [
      'lmdeploy-line',
      'proof',
      'The lines have the form of the log of LMDeploy.',
      / - lmdeploy - (?:DEBUG|INFO|WARNING|ERROR) - /,
    ],
    [
      'lmdeploy-command',
      'hint',
      'The command is one of LMDeploy.',
      /\blmdeploy serve api_server\b/,
      { namesServer: true },
    ],
  ]),
  // Source: LM Studio 0.3 and 0.4, server log and `lms log stream`
  ...of('lmstudio', [
    [
      'lmstudio-tag',
      'proof',
      'The lines are from the server of LM Studio.',
      /\[LM STUDIO SERVER\]|^\[LMSInternal\]|\[ERROR\] \[Server Error\]/m,
    ],
    [
      'lmstudio-stream',
      'proof',
      'It is what `lms log stream` prints.',
      /^type: llm\.prediction\.(?:input|output)\r?$/m,
    ],
    [
      'lmstudio-bracket',
      'proof',
      'The lines have the form of the log of LM Studio.',
      /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\]\[(?:DEBUG|INFO|WARN|ERROR)\]/m,
    ],
    [
      'lmstudio-received',
      'proof',
      'LM Studio logs the request or its response.',
      /\bReceived request: (?:POST|GET) to \/(?:v1|api\/v\d)\/|\d\] \[INFO\] (?:\[LM STUDIO SERVER\] )?Generated prediction: |^ ?\[[\w./@:-]{2,80}\] Generated (?:packet|prediction): /m,
    ],
    [
      'lmstudio-level',
      'hint',
      'The level is alone on its line, as in LM Studio.',
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {1,3}\[(?:DEBUG|INFO|WARN|ERROR)\]\r?\n/m,
    ],
    ['lmstudio-empty', 'hint', 'LM Studio counts the calls of the model.', /\bModel generated tool calls:/],
    [
      'lmstudio-front',
      'proof',
      'LM Studio reports what its engine answered.',
      /\bEngine protocol predict request returned \d{3}: |^Streaming logs from LM Studio\b/m,
    ],
  ]),
  // Source: LocalAI core/http/endpoints/openai and pkg/model/process.go, log lines
  ...of('localai', [
    [
      'localai-line',
      'proof',
      'The lines have the form of the log of LocalAI.',
      /\bDEBUG (?:GRPC std(?:err|out) id="|Sending chunk chunk=|\[ChatDeltas\] \w|(?:ParseTextContent|LLM result(?:\(processed\))?) result=|CaptureLLMResult config=)|\bERR Server error error="/,
    ],
    [
      'localai-start',
      'proof',
      'LocalAI logs its start.',
      /\bcore\/startup process completed!|\bLocalAI (?:API is listening!|is started and running )/,
    ],
    ['localai-load', 'proof', 'LocalAI logs how it loads a model.', /\bLoading Model \S{1,200} with gRPC \(file: /],
    [
      'localai-clock',
      'hint',
      'The lines begin with a clock and a short level, as in LocalAI.',
      /(?:^|\| )\d{1,2}:\d\d[AP]M (?:DBG|INF|WRN|ERR) \S/m,
    ],
  ]),
  // Source: LocalAI pkg/functions/parse.go and core/http/endpoints/openai/chat.go
  ...of('localai', [
    ['localai-response', 'hint', 'LocalAI logs its response.', /\bDBG Response: /],
    [
      'localai-result',
      'proof',
      'LocalAI logs what the model wrote.',
      /\bDBG (?:LLM result(?:\(processed\))?|Function return): |\bDEBUG LLM result(?:\(processed\))? result="/,
    ],
  ]),
  // Source: OpenVINO model_server src/llm, the name of its logger, and src/mediapipe_internal, 0dd849d6
  ...of('ovms', [
    [
      'ovms-log',
      'proof',
      'The lines have the form of the log of OpenVINO Model Server.',
      /\[(?:serving|modelmanager|llm_\w{2,20})\]\[\w{4,8}\]\[\w{2,60}\.(?:cpp|cc|hpp):\d{1,5}\]|\bMediapipe execution failed\. MP status - [A-Z]|\bfor node \\?"LLMExecutor\\?" failed:/,
    ],
  ]),
  // Source: tabbyAPI endpoints/OAI, 04090640
  ...of('tabbyapi', [
    [
      'tabbyapi-path',
      'proof',
      'The paste names code of TabbyAPI.',
      /\bendpoints[/\\]OAI[/\\](?:utils[/\\])?\w{2,40}\.py\b|\bToolCallProcessor\.parse: /,
    ],
  ]),
  // Source: koboldcpp console, LostRuins/koboldcpp#972 and #2141
  ...of('koboldcpp', [
    [
      'koboldcpp-line',
      'proof',
      'The lines have the form of the log of KoboldCpp.',
      /\bCtxLimit: ?\d{1,9}\/\d{1,9}, (?:Amt:|Process:)/,
    ],
    ['koboldcpp-path', 'proof', 'The paste names code of KoboldCpp.', /\bFile "[^"\n]{0,200}\bkoboldcpp\.py", line \d/],
  ]),
  // Source: litellm _logging.py and exceptions.py; docs.litellm.ai, proxy/configs
  ...of('litellm', [
    ['litellm-config', 'proof', 'The paste has settings of LiteLLM.', /^[ \t-]{0,8}litellm_(?:params|settings):/m],
    [
      'litellm-line',
      'proof',
      'The lines have the form of the log of LiteLLM.',
      /\bLiteLLM(?: Proxy| Router)?:(?:DEBUG|INFO|WARNING|ERROR)\b/,
    ],
    [
      'litellm-header',
      'proof',
      'The headers are those of LiteLLM.',
      /^(?:< )?x-litellm-(?:call-id|version|model-id|model-api-base|response-cost)\b/im,
    ],
    [
      'litellm-help',
      'proof',
      'LiteLLM says where to get help.',
      /\bGive Feedback \/ Get Help: https:\/\/github\.com\/BerriAI\/litellm|^LiteLLM\.Info: /m,
    ],
  ]),
  // Source: openrouter.ai documentation, streaming
  ...of('openrouter', [
    ['openrouter-comment', 'proof', 'OpenRouter keeps the stream open with a comment.', /^: OPENROUTER PROCESSING/m],
  ]),
  // Source: the documentation of each, response headers
  ...each('header', 'proof', 'The headers are those of', [
    ['openai', /(?:^|\\n)(?:< )?openai-(?:processing-ms|organization|version)\b/im],
    ['anthropic', /(?:^|\\n)(?:< )?(?:anthropic-(?:ratelimit|organization-id)|request-id: req_01)/im],
    ['groq', /(?:^|\\n)(?:< )?x-groq-/im],
    ['fireworks', /(?:^|\\n)(?:< )?fireworks-(?:server|prompt|generation|backend)-/im],
    ['mistral', /(?:^|\\n)(?:< )?mistral-correlation-id\b/im],
  ]),
  // Source: the error codes of each: what both say of an account that is used up, or of its key
  ...each('account', 'proof', 'The error names pages about the account at', [
    [
      'openai',
      /\bVisit https:\/\/platform\.openai\.com\/account\/rate-limits\b|\bYou can find your API key at https:\/\/platform\.openai\.com\//,
    ],
    ['groq', /\bUpgrade to Dev Tier today at https:\/\/console\.groq\.com\//],
  ]),
];

/**
 * Fields that only one server has, where their values could not be read: a paste whose beginning is cut off, or what a language
 * prints in a way of its own.
 */
// Source: as of the fields in `field-rules.ts` and `provider-fields.ts`
const fields = each('field', 'proof', 'The paste has a field of', [
  ['vllm', /\b(?:kv_transfer_params|prompt_logprobs)\\?["']?\s?[:=]\s?(?:null|None)\b/],
  ['sglang', /\bmatched_stop\\?["']?\s?[:=]\s?(?:null|None|\d)/],
  ['llamacpp', /\bpredicted_per_second\\?["']?\s?[:=]\s?\d/],
  ['ollama', /\bprompt_eval_duration\\?["']?\s?[:=]\s?\d|["']fp_ollama\\?["']/],
  ['lmdeploy', /\boutput_token_logprobs\\?["']?\s?[:=]\s?(?:null|None|\[)/],
]);

/** What only one interface calls so: who answers in these words is it, or passes on what it said. */
const nouns: readonly TextRule[] = [
  // Source: help.aliyun.com, error messages of Model Studio; docs.mistral.ai; api-docs.deepseek.com; inference-docs.cerebras.ai
  ...each('error-words', 'proof', 'The words are those of', [
    ['dashscope', /\bInternalError\.Algo\.\w/],
    ['mistral', /\binvalid_request_message_order\b/],
    ['deepseek', /\bhttps:\/\/api-docs\.deepseek\.com\//],
    ['cerebras', /\bwrong_api_format\b/],
  ]),
  // Source: docs.claude.com Messages API; ai.google.dev generateContent; docs.aws.amazon.com Bedrock Runtime Converse
  ...each('nouns', 'proof', 'The words are those of', [
    [
      'anthropic',
      /\btool_use[`']? ids? (?:were|was|must|found)\b|\bEach [`']?tool_(?:use|result)[`']? block\b|\bunexpected [`']?tool_use_id[`']? found\b|\bredacted_thinking\b|\btools\.\d{1,4}\.(?:custom\.)?(?:input_schema|name)\b|\bcontent\.\d{1,4}\.(?:tool_(?:use|result)\.|thinking\b)/,
    ],
    [
      'gemini',
      /\bfunction_?[dD]eclarations?(?:\[\d|\b.{0,60}\bschema\b)|\bGenerateContentRequest\b|\bthought_signature\b|\bfunction (?:call|response) (?:turn|parts?)\b|\bUnknown name [^\n]{1,60} at 'tools/,
    ],
    [
      'bedrock',
      /\btoolConfig\b|\btool(?:Use|Result) (?:blocks?|content)\b|\bContentBlock object at\b|\btoolResult cannot\b|\b(?:Conversation|tool result) blocks\b[^\n]{0,80}\bsame turn\b/,
    ],
  ]),
];

const all = [logs, fields, nouns, asked, reported, logged, packages, addresses, consoles];
export const textRules: readonly TextRule[] = all.flat();
