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
export const saidByVllm: readonly Phrase[] = phrasesOf(
  ['vllm', 'proof'],
  [
    {
      id: 'vllm-needs-flags',
      pattern: /auto["'\\]{0,4} tool choice requires --enable-auto-tool-choice\b/,
      causes: ['parser-off'],
      did: 'error',
      hasNoParser: true,
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
