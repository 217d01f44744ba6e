import { ownFixes } from './fixes.ts';
import { phrasesOf, sent, type Phrase } from './phrase.ts';

// Source: ollama server/routes.go, harmony/harmonyparser.go, model/parsers and api/types.go, fb307609
export const ollama: readonly Phrase[] = phrasesOf(
  ['ollama', 'proof'],
  [
    {
      id: 'ollama-no-tools',
      // Without its registry, a tag that says a size or `latest`: `host:8080` and `name:free` are none
      pattern:
        /(?:\b(?:registry\.ollama\.ai|hf\.co)\/\S{1,200}|(?<![\w./:-])[\w./-]{1,100}:(?:latest|e?\d[\dx.]{0,8}[bm](?:-[\w.-]{1,60})?|I?Q\d_\w{1,8})) does not support tools/,
      causes: ['template', 'parser-off'],
      did: 'error',
      says: 'The template of the model in Ollama takes no tools.',
    },
    // ollama cmd/cmd.go, `ollama show`
    {
      id: 'ollama-capabilities',
      pattern:
        /^[ \t]*Capabilities[ \t]*\n(?!(?:[ \t]+\w{1,20}[ \t]*\n){0,8}[ \t]+tools\b)[ \t]+(?:completion|vision|insert|embedding|thinking)\b/m,
      causes: ['template'],
      did: null,
      says: 'Ollama lists no `tools` among the capabilities of the model: its template takes none.',
    },
    // ollama-python _types.py
    {
      id: 'ollama-arguments-text',
      pattern: /\btool_calls\.\d{1,3}\.function\.arguments\n\s{0,12}Input should be a valid dictionary\b/,
      causes: ['arguments', 'client'],
      did: 'error',
      isExact: true,
      says: 'The arguments of a call are a string, and the library of Ollama wants an object.',
      fix: 'Give `arguments` as an object in the messages, or ask a server that answers in the form of Ollama.',
    },
    // ollama openai/openai.go, FromChatRequest: it reads the calls of the messages, before any model is asked
    {
      id: 'ollama-sent-arguments',
      by: ['ollama', 'hint'],
      pattern:
        /^\s{0,4}invalid tool call arguments\s{0,4}$|['"]message\\?['"]: ?\\?['"]invalid tool call arguments\\?['"]/,
      isExact: true,
      ...sent(
        'The arguments of a call in the messages are no JSON object: the server refused them.',
        ownFixes.arguments,
      ),
    },
    {
      id: 'ollama-harmony',
      pattern: /\berror parsing tool call: (?:raw='|invalid character)/,
      causes: ['damaged', 'arguments'],
      did: 'error',
      says: 'Ollama could not parse the arguments of the call.',
    },
    // ollama#18107 and #17778: the messages are cut to the context first, and then the user's is looked for
    {
      id: 'ollama-no-query',
      pattern: /\bno user query found in messages\b/,
      isExact: true,
      causes: ['template'],
      did: 'error',
      says: 'Ollama found no message of the user: it cuts a conversation that is longer than its context.',
      fix: 'Raise `num_ctx` or `OLLAMA_CONTEXT_LENGTH` until the whole conversation fits. The request needs a message of the user as well.',
    },
    // openai/openai.go: `%T` of a JSON null
    {
      id: 'ollama-null-content',
      pattern: /\binvalid message content type: <nil>/,
      ...sent(
        'A message has `content: null`, and Ollama refuses it.',
        'Send `content` as a string in every message: an empty one beside calls.',
      ),
    },
    // model/parsers: those of Qwen and GLM hand the error to the client, the others drop the call
    {
      id: 'ollama-parser-error',
      pattern: /\b(?:qwen|glm)[\w.-]{0,10} tool call parsing failed"? error="/i,
      endsStream: true,
      causes: ['damaged'],
      did: 'error',
      says: 'The reader of Ollama could not parse the call, and the client gets the error.',
    },
    {
      id: 'ollama-parsing-failed',
      pattern:
        /source=\w{2,40}\.go:\d{1,5} msg="(?!(?:qwen|glm)[\w.-]{0,10} tool call parsing failed" error=")[^"\n]{0,60}(?:tool call[^"\n]{0,60}(?:fail|error|invalid|incomplete)|(?:fail|error|could not)[^"\n]{0,60}tool call)/i,
      // It logs what is between the markers.
      isExact: true,
      causes: ['damaged', 'lost'],
      did: 'nothing',
      says: 'The reader of Ollama could not parse the call, and drops it.',
    },
    {
      id: 'ollama-no-mapping',
      pattern: /\bharmony parser: no reverse mapping found for function name\b/,
      causes: ['unknown-tool', 'no-tools'],
      did: 'calls',
      says: 'The model called a tool that the request does not declare, and Ollama hands the name on.',
    },
    {
      id: 'ollama-glm',
      pattern: /\bincomplete GLM tool call\b/,
      causes: ['damaged', 'cut'],
      did: 'error',
      says: 'The call has no end, and Ollama refuses the reply.',
    },
    // model/parsers/laguna.go
    {
      id: 'ollama-laguna',
      pattern: /\bempty Laguna tool call name\b/,
      causes: ['damaged'],
      did: 'error',
      says: 'The reader of Ollama took an object in the reply for a call, and found no name in it.',
      fix: 'Update Ollama, or send requests that need no tool without tools.',
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
      // Older releases name the type alone.
      pattern:
        /cannot unmarshal string into Go struct field [\w.]{0,60}(?:tool_calls[\w.]{0,60}arguments|messages of type api\.ToolCallFunctionArguments)/,
      ...sent(
        'The client sends the arguments of an earlier call as text, where Ollama takes an object.',
        'Send the arguments of earlier calls as an object, or ask Ollama under `/v1`.',
      ),
    },
    {
      id: 'ollama-sent-parts',
      pattern: /cannot unmarshal \w{2,20} into Go struct field [\w.]{0,60}messages(?:\.content\b| of type string\b)/,
      ...sent('The client sends the content of a message in parts, where Ollama takes one text.', ownFixes.message),
    },
    {
      id: 'ollama-sent-result',
      pattern: /cannot unmarshal \w{2,20} into Go struct field ResponsesFunctionCallOutput\b/,
      ...sent('The client sends the result of a tool in parts, where Ollama takes one text.', ownFixes.message),
    },
    {
      id: 'ollama-sent-list',
      pattern:
        /cannot unmarshal array into Go struct field[ .][\w.]{0,60}\b(?:properties|parameters) of type (?!string\b|\[\])/,
      causes: ['schema'],
      did: 'error',
      says: 'The parameters of a tool are a list, where Ollama takes an object.',
      fix: 'Send `{}` for a tool without parameters, and no `[]`. PHP writes an empty array so: give it `new stdClass()`.',
    },
    {
      id: 'ollama-sent-schema',
      pattern: /cannot unmarshal \w{2,20} into Go struct field[ .][\w.]{0,60}(?:tools|parameters)/i,
      causes: ['schema'],
      did: 'error',
      says: 'Ollama cannot read the schema of a tool.',
      fix: ownFixes.definition,
    },
    {
      id: 'ollama-template',
      pattern: /\btemplate: [^\n]{0,80}:\d{1,5}:\d{0,5}:? ?(?:executing|function|unexpected)/,
      by: ['ollama', 'hint'],
      causes: ['template'],
      did: 'error',
      says: 'The Go template of the model failed.',
    },
    // runner/ollamarunner/runner.go; docs/faq.mdx names the settings
    {
      id: 'ollama-truncated',
      pattern: /\bmsg="truncating input prompt" limit=\d/,
      causes: ['no-tools'],
      did: null,
      says: 'Ollama cut the prompt to its context: the tools may be in what is gone.',
      fix: 'Raise the context: set `OLLAMA_CONTEXT_LENGTH`, or `num_ctx` in the request. `ollama ps` shows what counts.',
    },
    // docs/context-length.mdx: agents need 64,000 tokens; the default is 4096
    {
      id: 'ollama-small-context',
      pattern: /^NAME +ID +SIZE +PROCESSOR +CONTEXT +UNTIL[ \t]*\n[^\n]{20,200} (?:2048|4096) +\S/m,
      isVague: true,
      causes: ['no-tools'],
      did: null,
      says: 'The context of Ollama is small: of what an agent sends, the tools may not fit.',
      fix: 'Raise the context: set `OLLAMA_CONTEXT_LENGTH`, or `num_ctx` in the request.',
    },
    {
      id: 'go-json-end',
      pattern: /\bunexpected end of JSON input|\blooks like object, but can't find closing/,
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
