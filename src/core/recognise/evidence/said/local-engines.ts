import { ownFixes } from './fixes.ts';
import { lmstudio } from './lmstudio.ts';
import { ollama } from './ollama.ts';
import { phrasesOf, sent, type Phrase } from './phrase.ts';

// Source: llama.cpp common/chat.cpp, common/jinja and tools/server, 00efb3e1
const llamacpp = phrasesOf(
  ['llamacpp', 'proof'],
  [
    {
      id: 'llamacpp-needs-jinja',
      pattern: /\b(?:tools|tool_choice) param requires --jinja flag/,
      causes: ['parser-off'],
      did: 'error',
      says: 'llama-server was started without `--jinja`, so it takes no tools.',
    },
    // src/llama-grammar.cpp, with the end of the reply from tools/server, as llama.cpp#11866 shows both
    {
      id: 'llamacpp-awaiting',
      pattern:
        /\bGrammar still awaiting trigger after token \d(?:(?!Grammar triggered)[^]){0,1500}?\bstop processing: n_/,
      causes: [],
      did: 'answer',
      says: 'Nothing is stuck: the grammar acts only where the model begins a call, and it saw no beginning. Ask for something that needs the tool.',
    },
    // tools/server before May 2025
    {
      id: 'llamacpp-stream-tools',
      pattern: /\bCannot use tools with stream\b/,
      causes: ['client'],
      did: 'error',
      isExact: true,
      says: 'This release of llama.cpp takes no tools in a request with `stream: true`.',
      fix: 'Update llama.cpp, or send the request with `stream: false`.',
    },
    {
      id: 'llamacpp-chatml',
      pattern: /\bllama-server\b[^]{0,1500}?\s--chat-template[= ]chatml\b/,
      by: ['llamacpp', 'hint'],
      isVague: true,
      causes: ['template'],
      did: null,
      says: '`--chat-template chatml` replaces the template of the model, and with it the format of calls that it knows.',
      fix: 'Leave `--chat-template` out: with `--jinja`, llama-server takes the template in the GGUF.',
    },
    {
      id: 'llamacpp-unsupported',
      pattern: /\bUnsupported param: tool/,
      causes: ['parser-off'],
      did: 'error',
      says: 'This release of llama-server takes no tools.',
    },
    {
      id: 'llamacpp-result-text',
      pattern: /\bOutput of tool call should be 'Input text'/,
      ...sent('A result of a tool holds something else than text, and llama.cpp refuses it.', ownFixes.message),
    },
    // llama.cpp src/llama-grammar.cpp: Ollama and LM Studio run the same code
    {
      id: 'llamacpp-repetitions',
      pattern:
        /\bnumber of repetitions exceeds sane defaults\b|\bmultiplied by the new repetition exceeds\s{1,4}sane defaults\b/,
      isExact: true,
      by: ['llamacpp', 'hint'],
      causes: ['schema'],
      did: 'error',
      says: 'The schema of a tool repeats something more often than llama.cpp allows in a grammar.',
      fix: 'Lower `maxLength`, `maxItems` and the numbers in `pattern` in the schemas of the tools, or update llama.cpp.',
    },
    {
      id: 'llamacpp-escape',
      pattern: /\bparse: error parsing grammar: unknown escape at /,
      isExact: true,
      by: ['llamacpp', 'hint'],
      causes: ['schema'],
      did: 'error',
      says: 'llama.cpp does not know an escape in the grammar that it made of the tools.',
      fix: 'Update llama.cpp. Until then leave `pattern` out of the schemas of the tools.',
    },
    // common/json-schema-to-grammar.cpp: Ollama and LM Studio run the same code; openclaw#107430
    {
      id: 'llamacpp-pattern',
      pattern: /\bPattern must start with '\^' and end with '\$'/,
      isExact: true,
      by: ['llamacpp', 'hint'],
      causes: ['schema'],
      did: 'error',
      says: 'The `pattern` of a parameter has no `^` and `$` around it, and llama.cpp makes no grammar of it.',
      fix: 'Leave `pattern` out of the schemas of the tools, or begin it with `^` and end it with `$`. One such tool makes every request fail.',
    },
    // src/llama-grammar.cpp and src/llama-sampler.cpp; llama.cpp#19051, where it goes on without the grammar, #22314 and #25895
    {
      id: 'llamacpp-grammar-unread',
      pattern: /\bllama_(?:grammar_init_impl|sampl(?:er|ing)_init\w{0,20}): failed to parse grammar\b/,
      isExact: true,
      causes: ['schema'],
      did: null,
      says: 'llama.cpp could not read the grammar that it made of the schemas, so nothing held the model to them.',
      fix: 'Leave `pattern` out of the schemas of the tools, the nested ones first. Or choose another release of llama.cpp.',
    },
    // tools/server/server-task.cpp
    {
      id: 'llamacpp-no-triggers',
      pattern: /\bno triggers set for lazy grammar\b/,
      causes: ['template'],
      did: 'error',
      says: 'This release of llama.cpp made a grammar of the tools for this chat template, and set nothing that starts it.',
      fix: 'Update llama.cpp, or start it with another chat template.',
    },
    {
      id: 'llamacpp-expected-format',
      pattern: /output that does not match the expected [\w-]{2,40} format/,
      causes: ['damaged', 'other-format'],
      did: 'error',
      says: 'The reply does not fit the grammar that llama.cpp made of the chat template.',
    },
    // What it quotes is the rest from there: `input.substr(result.end)` in common/chat.cpp.
    {
      id: 'llamacpp-parse-end',
      pattern: /\bFailed to parse input at pos [1-9]\d{0,8}:\s{0,4}(?:$|",)/,
      isExact: true,
      causes: ['damaged', 'cut'],
      did: 'error',
      says: 'The reply ends where the parser of llama.cpp expects more of it.',
      fix: 'Raise the token limit of the request (`max_tokens`), or turn thinking off. A reply that ends inside of its thinking fails so.',
    },
    {
      id: 'llamacpp-parse-rest',
      pattern:
        /\bFailed to parse input at pos [1-9]\d{0,8}: \s{0,8}(?:<\/|\\?"|[}\],]|<(?:parameter|arg_(?:key|value))\b|<[|｜]tool[\w▁]{2,20}(?:end|sep)\b)/,
      isExact: true,
      causes: ['damaged', 'other-format'],
      did: 'error',
      says: 'llama.cpp read the reply up to the place that it quotes, and could not parse the rest from there.',
      fix: 'Start llama-server with `-lv 5`: its log shows the whole reply, and what is before that place. Send the request again, at a lower temperature.',
    },
    // llama.cpp#20806: templates as those of Llama 3 mark a call by a brace alone; it and #20800, which return what is none as text, were
    // closed. Later builds fail with other words: #27025, #27733
    {
      id: 'llamacpp-parse-brace',
      pattern:
        /\bFailed to parse input at pos [1-9]\d{0,8}: \s{0,8}\{(?!(?:\s|\\n){0,8}\\{0,3}["'](?:name|type|function|arguments|parameters|id|tool\w{0,12})\b)/,
      isExact: true,
      causes: ['other-format'],
      did: 'error',
      says: 'llama.cpp took a brace in the answer for the beginning of a call, and what it quotes is no call.',
      fix: 'Send such questions without tools, or choose a model with markers around its calls. Newer builds of llama.cpp may fail as well, with other words.',
    },
    {
      id: 'llamacpp-parse-input',
      pattern: /\bFailed to parse input at pos \d/,
      causes: ['damaged', 'other-format'],
      did: 'error',
      says: 'llama.cpp could not parse the reply.',
    },
    {
      id: 'llamacpp-unparsed',
      pattern: /\bunparsed peg-\w{2,30} output:/,
      causes: ['damaged', 'other-format'],
      did: 'error',
      says: 'llama.cpp could not parse the reply.',
    },
    // The same where the end is missing: Crow#203
    {
      id: 'llamacpp-arguments-cut',
      pattern:
        /\bFailed to parse tool call arguments as JSON: [^\n]{0,60}\bcolumn (?!1:)\d{1,9}: [^\n]{0,80}?\b(?:missing closing quote|unexpected end of input)\b/,
      isExact: true,
      causes: ['cut', 'client'],
      did: 'error',
      says: 'The arguments of a call have no end, as in a reply that was cut off.',
      fix: 'Raise the token limit (`max_tokens`) or ask for shorter values. Take that call out of the history, if it is there.',
    },
    {
      id: 'llamacpp-history-arguments',
      pattern: /\bFailed to parse tool call arguments as JSON: (?:\[json\.exception|parse error at line \d)/,
      causes: ['client', 'arguments'],
      did: 'error',
      says: 'The history holds a call whose arguments are no JSON, and llama.cpp refuses it.',
      fix: ownFixes.arguments,
    },
    // google/minja include/minja/chat-template.hpp, 282bd116: it goes on with the arguments as a string
    {
      id: 'llamacpp-history-unread',
      pattern: /^Failed to parse arguments: \[json\.exception\./m,
      causes: ['client', 'arguments'],
      did: null,
      says: 'The history holds a call whose arguments are no JSON.',
      fix: ownFixes.arguments,
    },
    {
      id: 'llamacpp-diff',
      pattern: /\bInvalid diff: (?:'|now finding )/,
      endsStream: true,
      causes: ['stream'],
      did: 'error',
      says: 'llama.cpp took back what it had already streamed, and broke off.',
    },
    // ik_llama.cpp#750, llama.cpp#14051 and #16465
    {
      id: 'llamacpp-ended',
      pattern: /\bterminate called after throwing an instance of 'nlohmann::[^']{2,60}parse_error'/,
      endsStream: true,
      causes: ['damaged'],
      did: 'error',
      says: 'llama-server ended on JSON that it could not read: in known reports, that of a call.',
      fix: 'Update llama.cpp, and start it again. Send the request again, at a lower temperature.',
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
      fix: 'Update llama.cpp, or give it a newer chat template of the model.',
    },
    {
      id: 'llamacpp-filter',
      pattern: /\bUnknown \(built-in\) filter /,
      causes: ['template', 'arguments'],
      did: 'error',
      says: 'The chat template filters a value of another type.',
      fix: 'Give the server a newer chat template of the model, or update llama.cpp.',
    },
    {
      id: 'llamacpp-row',
      pattern: /\bat row \d{1,5}, column \d{1,5}(?=:\s)|\bWhile executing \w{3,40} at line \d/,
      causes: ['template'],
      did: 'error',
      isBroad: true,
      says: 'The error is about the chat template, which failed in llama.cpp.',
    },
    // llama.cpp src/llama-grammar.cpp: Ollama and LM Studio run the same code
    {
      id: 'llamacpp-empty-grammar',
      pattern: /\bUnexpected empty grammar stack after accepting piece\b/,
      causes: ['schema', 'other-format'],
      did: 'error',
      says: 'The model wrote what the grammar of the tools does not allow, and llama.cpp broke off.',
      fix: 'Update llama.cpp: newer releases do not end there. Then send the request again.',
    },
    // common/chat.cpp, common_chat_tools_parse_oaicompat; llm-tools-mcp#51
    {
      id: 'llamacpp-tool-null',
      pattern: /\bFailed to parse tools: [^\n]{0,60}\btype must be string, but is null\b/,
      causes: ['schema'],
      did: 'error',
      says: 'A tool has `null` as its description or its name, and llama.cpp takes only a string there.',
      fix: 'Give every tool a `description`, even an empty one, or leave that field out. The client or the MCP server sends it.',
    },
    // common/chat.cpp; llama.cpp#20861
    {
      id: 'llamacpp-prefill-thinking',
      pattern: /\b[Aa]ssistant response prefill is incompatible with enable_thinking\b/,
      ...sent(
        'The conversation ends with a message of the assistant, and llama.cpp takes none there while thinking is on.',
        'End `messages` with one of the user or a tool. Or turn thinking off: `chat_template_kwargs: {"enable_thinking": false}`.',
      ),
    },
    {
      id: 'llamacpp-tools',
      pattern: /\bFailed to parse tools: /,
      causes: ['schema'],
      did: 'error',
      says: 'llama.cpp cannot read the definition of a tool.',
      fix: ownFixes.definition,
    },
    {
      id: 'llamacpp-messages',
      pattern: /\bFailed to parse messages: /,
      ...sent('llama.cpp cannot read a message that the client sends.', ownFixes.message),
    },
    {
      id: 'llamacpp-schema',
      pattern: /\bJSON schema conversion failed:/,
      causes: ['schema'],
      did: 'error',
      says: 'llama.cpp cannot make a grammar of the schema of a tool.',
    },
    {
      id: 'llamacpp-context',
      pattern: /\bthe request exceeds the available context size\b/,
      causes: [],
      did: 'error',
      says: 'The prompt is longer than the context of llama-server.',
    },
    // docs/function-calling.md: a template that shows no tools gets the generic format
    {
      id: 'llamacpp-described',
      pattern: /\bTemplate supports tool calls but does not natively describe tools\b/,
      causes: ['template'],
      did: null,
      says: 'The chat template shows the model no tools: llama.cpp puts them into the prompt in a form of its own.',
    },
    {
      id: 'llamacpp-content-only',
      pattern: /\bChat format: Content-only\b/,
      causes: ['no-tools'],
      did: null,
      isOfText: true,
      says: 'llama.cpp read the reply as plain text: the request had no tools, or the chat template takes none.',
      fix: 'Send `tools` with the request. If it has some, give llama-server a template that shows them: `--chat-template-file`.',
    },
  ],
);

// Source: LocalAI, whose back ends are processes that it asks with gRPC; LocalAI#1909
const localai = phrasesOf(
  ['localai', 'hint'],
  [
    // LocalAI#2293
    {
      id: 'localai-list',
      pattern: /\bunable to unmarshal llm result\b[^\n]{0,20}\bjson: cannot unmarshal array\b/,
      isExact: true,
      causes: ['other-format', 'lost'],
      did: 'text',
      says: 'LocalAI wants one object for a call, and the model wrote a list.',
      fix: 'Update LocalAI, or ask in the prompt for one object without a list around it.',
    },
    {
      id: 'localai-rpc',
      pattern: /\brpc error: code = \w{2,30} desc = /,
      causes: [],
      did: 'error',
      says: 'The process that runs the model failed.',
    },
  ],
);

/** What engines say that run on one's own computer: the most exact sentences of each first. */
export const saidByLocalEngines: readonly Phrase[] = [...llamacpp, ...lmstudio, ...ollama, ...localai];
