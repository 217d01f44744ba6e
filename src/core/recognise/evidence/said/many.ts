import { ownFixes } from './fixes.ts';
import { meant, phrasesOf, sent, type Phrase } from './phrase.ts';

/** What several servers say, or nobody alone. These come last: the sentences of one server are more exact. */
// Source: Jinja2 3.1, minijinja 2, transformers 4, and the servers that use them
export const saidByMany: readonly Phrase[] = phrasesOf(null, [
  // llguidance parser/src/tokenparser.rs, in Foundry Local and others
  {
    id: 'grammar-refused',
    pattern: /\bParser Error: token .{1,60} doesn't satisfy the grammar\b/,
    causes: ['damaged'],
    did: 'error',
    says: 'The grammar that the server made of the tools refused what the model wrote.',
    fix: 'Send the request with `tool_choice: auto`, take another build of the model, or update the server.',
  },
  {
    id: 'template-jinja',
    pattern:
      /\bjinja2\.exceptions\.\w|\bTemplate(?:Syntax|Assertion)?Error: |\bTemplateError\b|^Template error: |\bexpected token '[^'\n]{1,40}', got '|\bEncountered unknown tag '|\bNo filter named '|\b(?:string|map|sequence) has no method named \w/,
    causes: ['template'],
    did: 'error',
    says: 'The chat template failed.',
  },
  // llama.cpp common/sampling.cpp and tools/server/server-context.cpp, which Ollama and others run
  {
    id: 'grammar-sampler',
    pattern: /\berror initializing grammar sampler for grammar\b|\bFailed to initialize samplers\b/,
    causes: ['schema'],
    did: 'error',
    says: 'The server could not make a grammar of the schemas of the tools.',
  },
  {
    id: 'response-unparsed',
    pattern: /(?:^|: )\s?Could not parse (?:the )?(?:model )?(?:response|output)\b/m,
    causes: ['other-format', 'damaged'],
    did: 'text',
    says: 'The client could not read the reply.',
  },
  // Jackson, kotlinx.serialization, and Pydantic where a class forbids more: ollama4j#237, openai-java#93, quarkus-langchain4j#1912
  {
    id: 'unknown-field',
    pattern:
      /\bUnrecognized field \\{0,3}"([\w.-]{1,60})\\{0,3}" \(class (?![\w.$]{0,200}Request\b)[\w.$]{1,200}\), not marked as ignorable|\bEncountered an unknown key '[\w.-]{1,60}' at |\bvalidation errors? for \w{0,40}(?:Response|Completion|Chunk)\n[\w.]{1,200}\n\s{1,8}Extra inputs are not permitted\b/,
    isExact: true,
    ...sent(
      'The client does not know a field of the answer, and fails at it.',
      'Update the client, or have it ignore fields that it does not know: servers add new ones.',
    ),
  },
  {
    id: 'wire-unparsed',
    pattern:
      /\b(?:[Uu]nable|[Ff]ailed) to (?:parse|decode|deserialize) (?:the )?(?:chat|API|server) (?:completions? )?response\b/,
    ...sent(
      'The client could not read what the server sent.',
      'Update the client or the server: the client expects another form of response.',
    ),
  },
  // OpenAI for its models that reason (semantic-kernel#10365, llama_index#20865), Cerebras (agno), LiteLLM, Gemini’s library (langchain-google#816)
  {
    id: 'parallel-unsupported',
    pattern:
      /\bparallel_tool_calls["'\x60\\]{0,3}(?:=\w{4,5})? (?:is|are) not supported\b|\bdoes not support parameters: \[[^\]\n]{0,120}'parallel_tool_calls'|\b(?:[Uu]nexpected keyword argument|[Uu]nsupported (?:parameter|argument)|[Uu]nknown (?:parameter|name)|[Uu]nrecognized request argument supplied):? ["'\x60\\]{0,3}parallel_tool_calls\b/,
    ...sent(
      'This model or server does not take `parallel_tool_calls`.',
      'Leave `parallel_tool_calls` out of the request, or update the client.',
    ),
  },
  // What Pydantic keeps of a list until somebody reads it: vLLM and SGLang take the types of openai-python, rig#1362
  {
    id: 'list-unread',
    pattern: /\bValidatorIterator\b/,
    ...sent(
      'A message holds a list that the server could not read.',
      'Send `content` as a string in every message, and update the server.',
    ),
  },
  // Perplexity; nexus-ai-chat-importer and others ask it with tools
  {
    id: 'definition-object',
    pattern: /\bTool parameters must be a JSON object\b/,
    causes: ['schema'],
    did: 'error',
    says: 'The server refuses the parameters in the definition of a tool, or takes no tools.',
    fix: ownFixes.definition,
  },
  // llama.cpp#20156, where clients send `web_search`, `namespace` and others; llama.cpp#23041 skips them
  {
    id: 'definition-type',
    pattern: /['"`]type['"`] of tool must be ['"`]function['"`]/,
    causes: ['schema'],
    did: 'error',
    says: 'The client sends a tool of another type, as `web_search`, and this server takes only functions.',
    fix: 'Switch off the built-in tools of the client. In Codex: `web_search = "disabled"`. Or update the server: llama.cpp skips them now.',
  },
  // Anthropic (goose#7425), llama.cpp common/chat.cpp, mistral-common protocol/instruct/validator.py
  {
    id: 'history-end',
    pattern:
      /\bconversation must end with a user message\b|\bCannot have 2 or more assistant messages at the end\b|\bExpected last role User or Tool\b/,
    ...sent(
      'The conversation ends with a message of the assistant, and the server refuses that.',
      'End `messages` with one of the user or a tool. Update the client, or write on: `continue`.',
    ),
  },
  {
    id: 'history-pairs',
    pattern:
      /\bFunction call output is missing for call id\b|\bnumber of tool (?:calls|results) [^\n]{0,40}(?:match|equal)/,
    ...sent('The history has more calls than results, or fewer.', ownFixes.pairs),
  },
  // OpenAI, and the servers that copy the sentence with its mistake: DashScope, DeepSeek and others
  {
    id: 'history-result-first',
    pattern: /\bmessages with role \\?["'\x60]tool\\?["'\x60] must be a response to a prece{1,2}ding message with\b/i,
    ...sent('The history holds a result without its call right before it.', ownFixes.pairs),
  },
  // OpenAI, DashScope, and servers that check with the schema of OpenAI
  {
    id: 'history-no-calls',
    pattern:
      /\b[Ee]mpty tool_calls is not supported in message\b|\btool_calls'?: empty array\b|\[\] is too short - 'messages\.\d{1,4}\.tool_calls'/,
    ...sent(
      'A message of the history has an empty list of calls, and the server refuses it.',
      'Leave `tool_calls` out of messages without calls.',
    ),
  },
  // ollama model/parsers/qwen3coder.go reads XML by Go's `xml.Unmarshal`: ollama#14986, ollama#15011
  {
    id: 'eof-alone',
    pattern: /^(?:Error: )?EOF$/,
    isExact: true,
    causes: ['other-format'],
    did: 'error',
    says: '`EOF` alone may come from Ollama’s parser of Qwen: it says so of a `<tool_call>` without XML.',
    fix: 'Look in the log of Ollama for `tool call parsing failed`. If it is there, ask for no `<tool_call>` in the prompt, and send `tools` to `/api/chat`.',
  },
  // vLLM, OpenAI with those who check with its schema, and Bedrock: gateway#1124, aws-bedrock-js-plugin#43, bedrock-access-gateway#213
  {
    id: 'tools-empty',
    pattern:
      /["'`]?\btools["'`]? must not be an empty (?:array|list)\b|\[\] is too short - 'tools'|\bInvalid 'tools': empty array\b|\bat 'toolConfig\.tools' failed\b[^\n]{0,60}\blength greater than|\bparameter toolConfig\.tools, value: 0\b/,
    isExact: true,
    causes: ['no-tools', 'client'],
    did: 'error',
    says: 'An empty list of `tools` was sent, and the server refuses that.',
    fix: 'Leave `tools` out where the client has none, or update what sends the empty list. If it should have some, look why it has none.',
  },
  // Pydantic 2, Zod, serde, @langchain/google-genai: llm-scaler#341, langchainjs#10103
  {
    id: 'reasoning-refused',
    pattern:
      /\bInput tag '(?:redacted_)?thinking' found\b|\bInput should be '[^\n]{0,300}?['"]?\binput(?:_value=|['"]: ?)'(?:redacted_)?thinking'|\b(?:[Uu]nknown|[Uu]nsupported|[Ii]nvalid|[Uu]nexpected) (?:(?:variant|(?:content )?(?:block |part )?type):? ["'`]?(?:redacted_thinking|thinking|reasoning)|value: '(?:redacted_)?thinking)\b/,
    isExact: true,
    ...sent(
      'The history holds a block of reasoning from an earlier turn, and it is refused.',
      'Update the server or the library that refuses it. Or keep reasoning out of the messages: turn thinking off.',
    ),
  },
  {
    id: 'history-arguments',
    pattern: /\binvalid_tool_call_format\b|\bInvalid JSON format in tool call arguments\b/,
    causes: ['client', 'arguments'],
    did: 'error',
    says: 'The history holds a call whose arguments are no JSON, and the server refuses it.',
    fix: ownFixes.arguments,
  },
  // argparse, in vLLM and SGLang
  {
    id: 'parser-choice',
    pattern:
      /\bargument --(?:tool-call|reasoning)-parser: invalid choice: |\bUnsupported tool_call_parser: (?!None\b)|\bunrecognized arguments: [^\n]{0,200}--(?:tool-call|reasoning)-parser\b/,
    causes: ['parser-off'],
    did: 'error',
    says: 'This release of the server does not know that parser.',
    fix: 'Update the server, or choose one of the names that its `--help` lists.',
  },
  // Forks of vLLM, without what its log has before it
  {
    id: 'extracting-failed',
    pattern: /\bError in extracting tool call from response\b/,
    causes: ['damaged'],
    did: 'text',
    says: 'The tool parser failed. The client receives the whole reply as text, with status 200.',
  },
  // openai-python lib/_parsing/_completions.py and openai-node src/lib/parser.ts
  {
    id: 'strict-only',
    pattern: /\bOnly `?strict`? function tools can be auto-parsed\b/,
    causes: ['schema'],
    did: 'error',
    says: 'The client library takes only tools with `strict: true` here.',
    fix: 'Set `strict: true` in the definition of the tool, or ask without the helper that parses.',
  },
  // A stack shows that line, and so does the code that a person shows of an error of another kind.
  {
    id: 'loads-arguments',
    pattern:
      /\b(?:json\.loads|JSON\.parse)\([^\n]{0,120}\barguments\b(?=[^]{0,2000}?\b(?:JSONDecodeError|SyntaxError|Expecting (?:value|property|',')|Unexpected (?:token|end|string|non-whitespace)|Unterminated string)\b)/,
    ...meant.noJson,
  },
  // Cline's SDK, packages/agents, which others copy
  { id: 'call-emitted', pattern: /\bTool call \S{1,80} emitted invalid JSON arguments\b/, ...meant.noJson },
  {
    id: 'call-invalid',
    pattern:
      /^(?:The )?(?:model|LLM|agent|assistant) (?:produced|generated|made|wrote|emitted|returned) an? (?:invalid|malformed|unparse?able) (?:tool|function) call\b/m,
    causes: ['arguments', 'damaged'],
    did: 'calls',
    wantsPlace: true,
    says: 'The client could not read the call that the model wrote.',
  },
  {
    id: 'arguments-unreadable',
    pattern:
      /\bInvalid tool call arguments: (?:EOF|expected|invalid|trailing|control)|\b(?:[Uu]nrepairable|[Mm]alformed|[Uu]nparse?able) (?:JSON )?(?:string )?(?:in |for )?(?:tool|function)[_ -]?(?:call )?arguments\b|\barguments were not valid JSON\b|\bUnable to parse tool parameter JSON from model\b|(?:^(?!Failed to parse arguments: \[json\.exception\.)|: |\] |> )(?:[Ff]ailed to parse|[Ee]rror parsing|[Cc]ould not parse) (?:the )?(?:(?:tool |function )?(?:call )?(?:arguments|parameters)|tool call input)\b|\bat \S{0,80}(?:argumentsAsMap|ToolExecutionRequestUtil|ToolCallArguments|extractToolArguments)\b/m,
    ...meant.noJson,
  },
  // Python json/decoder.py and V8
  {
    id: 'arguments-unterminated',
    pattern:
      /\barg(?:ument)?s\b[^\n]{0,160}\bUnterminated string (?:starting at|in JSON at)\b|\bUnterminated string (?:starting at|in JSON at)\b[^\n]{0,160}\barguments\b/,
    causes: ['cut', 'arguments'],
    did: 'calls',
    says: 'The arguments of the call end inside of a string.',
  },
  // lmdeploy openai/api_server.py, and sglang openai_api/adapter.py of 0.4, which has it from there
  {
    id: 'fc-unread',
    pattern: /\bFailed to parse fc related info to json format!/,
    causes: ['damaged'],
    did: 'error',
    says: 'The server could not parse the call.',
  },
  // sglang openai/serving_chat.py, mlx-vlm and others, without what a log has before it
  {
    id: 'call-unparsed',
    pattern:
      /(?:^|[`:] ?|\] |- )(?:Tool call parsing error: \S|Tool parser error: \S|Failed to parse tool calls?(?: as JSON)?(?:: |$))/m,
    causes: ['damaged'],
    did: null,
    says: 'The reader of calls failed on what the model wrote.',
  },
  // hermes_tool_parser.py, mistral_tool_parser.py and others of vLLM, lmdeploy qwen2d5_parser.py: they skip the piece
  {
    id: 'parser-invariant',
    pattern: /\bINVARIANT - impossible to have arguments reset mid-/,
    causes: ['lost'],
    did: null,
    says: 'The tool parser had read arguments in the stream, and then found none: a piece of the call is lost.',
    fix: 'Send the request with `stream: false`, and update the server.',
  },
  // What pydantic says of an answer: pydantic-ai#822
  {
    id: 'arguments-null',
    pattern:
      /\btool_calls\.\d{1,4}\.(?:\w{1,60}\.)?function\.arguments\s{1,12}Input should be a valid string\b[^\n]{0,40}\binput_value=None\b/,
    isExact: true,
    causes: ['arguments'],
    did: 'calls',
    says: 'The arguments of the call are `null` in the answer, and the client takes only a string.',
    fix: 'Choose another provider or release, which sends `{}`. Or put `{}` there before the client checks the answer.',
  },
  // aichat src/client/openai.rs
  {
    id: 'arguments-empty',
    pattern: /\b[Tt]ool call '([\w.-]{1,80})' have non-JSON arguments ''/,
    isExact: true,
    causes: ['arguments'],
    did: 'calls',
    says: 'The arguments of `$1` came empty in place of `{}`, and the client could not read them.',
    fix: ownFixes.empty,
  },
  // Qwen Code, in qwen-code#4964
  {
    id: 'call-truncated',
    pattern:
      /(?:^|: |\] )[Tt]ool call (?:was |is )?(?:truncated|cut off)\b|\btool call has been rejected to prevent writing truncated\b/m,
    causes: ['cut', 'arguments'],
    did: 'calls',
    says: 'The client says that the call was cut off.',
  },
  {
    id: 'arguments-refused',
    pattern:
      /\bvalidation errors? for call\[|\bValidation failed for tool "[^"\n]{1,80}":|\bError calling tool [\w.-]{1,80}: \[\s{0,40}\{\s{0,40}"(?:code|expected|received|validation)":|(?:^\s{0,12}|: |\] |⎿ {1,2}|> )(?:Error: )?Invalid (?:tool )?(?:parameters|arguments|args|params|input)(?: provided)?(?: for| to|:(?! expected)) \S|⎿ {1,2}Invalid tool parameters\s*$|\binvalid params: \S|\binvalid_arguments\b|\bTool(?:Arguments?|Input)(?:Parsing)?(?:Exception|Error)\b|\bParameter \S{1,60} is required but not provided in the arguments\b|\bInput validation error: (?!`)[^\n]{1,200}?\b(?:required property|not of type|is not one of|unexpected\))/m,
    causes: ['arguments'],
    did: 'calls',
    says: 'The tool refused the arguments of the call.',
  },
  // mlx-openai-server app/handler: the call is read, and then put where a text belongs
  {
    id: 'call-in-content',
    pattern: /\bvalidation errors? for Message\s{1,12}content\.str\n[^\n]{0,200}\binput_value=\{'tool_calls'/,
    isExact: true,
    causes: ['lost'],
    did: 'error',
    says: 'The server read the call, and failed to put it into its answer.',
    fix: 'Update the server, or choose another parser for this model.',
  },
  {
    id: 'strict-tools',
    pattern:
      /[`'"]?\bstrict[`'"]?(?: mode)? (?:on|for|in) (?:function|tool)[^\n]{0,20} (?:is|are) (?:currently )?not supported\b/,
    causes: ['schema'],
    did: 'error',
    says: 'The server takes no `strict` in the definition of a tool.',
    fix: 'Leave `strict` out of the tools that the client sends.',
  },
  // What Python says of a string that is no JSON, as the whole answer of a server: vllm#47761
  {
    id: 'history-json',
    pattern:
      /^(?:Unterminated string starting at|Expecting (?:value|property name enclosed in double quotes|'[,:]' delimiter)|Extra data|Invalid (?:control character at|\\escape)): line \d{1,6} column \d{1,7} \(char \d{1,8}\)$/,
    isVague: true,
    ...sent(
      'The history may hold a call whose arguments are no JSON: the server cannot read what it was sent.',
      ownFixes.arguments,
    ),
  },
  // opencode packages/opencode/src/session: a call that it cannot take goes to a tool of its own, which some agents lack
  {
    id: 'opencode-refused',
    pattern: /\bModel tried to call unavailable tool 'invalid'/,
    by: ['opencode', 'proof'],
    causes: ['unknown-tool', 'arguments'],
    did: 'calls',
    says: 'The client could not take the call: no tool has its name, or its arguments do not fit.',
    fix: 'Look at the call before this line: its name or its arguments are wrong.',
  },
  // QwenPaw#4299, agentscope
  {
    id: 'qwenpaw-repair',
    pattern: /\bFailed to repair tool_use input from raw_input: /,
    ...meant.noJson,
  },
  {
    id: 'call-logged',
    pattern:
      /^[^\n{]{0,200}\] Tool call: [\w.-]{1,64}\(|\b(?:[Ee]xtracted|[Pp]arsed|[Rr]eceived) tool calls?:? [^\n{]{0,40}\bname="?[\w.-]/m,
    causes: [],
    did: 'calls',
    says: 'The client logs the call that came.',
  },
  {
    id: 'tool-not-found',
    pattern:
      /\bNo ToolCallback found for tool name: \S|\bInvalid tool_call: \S|\bis not part of the provided tools\b|\b[Uu]nknown tool(?: name)?: \S|^\W{0,8}Unknown tool [\x22'`]|(?:^\s{0,12}|: ['\x22]?|\] |> )(?:[Tt]ool|[Ff]unction) (?:with (?:the )?name |named )?(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|`[^`\n]{0,300}`|[\w.:/-]{0,80}) (?:does not exist|(?:was |is |could )?not (?:be )?(?:found|available|registered|defined))\b/m,
    ...meant.unknown,
  },
  {
    // Source: langchain agents/mrkl/output_parser.py
    id: 'langchain-action',
    pattern: /Invalid Format: Missing \x27Action/,
    by: ['langchain', 'hint'],
    ...meant.noAction,
  },
  { id: 'action-format', pattern: /Invalid Format: I missed (?:the )?\x27Action/, ...meant.noAction },
  {
    id: 'needs-parser',
    pattern:
      /(?:requires?|without|[Pp]lease (?:set|start|launch|specify|use)|[Nn]eeds?)[^\n]{0,60}--tool-call-parser|\bUnsupported tool_call_parser: None\b/,
    causes: ['parser-off'],
    did: 'error',
    hasNoParser: true,
    says: 'The server has no tool parser switched on.',
  },
  // What Python raises where a program takes the first call of a reply that has none.
  {
    id: 'first-of-none',
    pattern:
      /\btool_calls\[0\][^\n]{0,80}\n(?:[ \t]{0,40}[~^]{2,80}\n)?(?:TypeError: 'NoneType' object is not subscriptable|IndexError: list index out of range)/,
    isVague: true,
    causes: ['client'],
    did: null,
    says: 'The program takes the first call of a reply that has none.',
    fix: 'Look whether `tool_calls` holds a call before the program takes it: an answer without calls is no error.',
  },
  // Python: the line that names the error is the last one, and begins without a space. Some programs name it before all.
  {
    id: 'traceback-cut',
    pattern:
      /(?:^|\n)(?<!(?:\b(?:Error|[Ff]ailed\b[^:\n]{0,200})|\w(?:Error|Exception)): \S[^\n]{8,600}\n)([ \t]{0,12})Traceback \(most recent call last\):(?:\n\1[ \t][^\n]*){1,400}(?:\s|```)*$(?<!\n[\w.]{1,120}(?:Error|Exception): [^]*)/,
    causes: [],
    did: 'error',
    says: 'The traceback ends before the line that names the error: paste that line as well.',
  },
  {
    id: 'stream-broke-off',
    pattern:
      /\bincomplete chunked read\b|\bstream (?:disconnected|closed|ended) (?:before|prematurely|unexpectedly)|\bpeer closed connection without sending complete message body|\bPremature close\b|\b(?:missing|ended without(?: a)?) finish[_ ]reason\b|\brequest ended without sending any chunks\b/i,
    endsStream: true,
    causes: ['cut'],
    did: 'error',
    says: 'The stream broke off.',
    fix: ownFixes.brokenOff,
  },
]);
