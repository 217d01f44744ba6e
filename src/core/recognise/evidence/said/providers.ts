import { ownFixes, pythonForCall } from './fixes.ts';
import { unknownKeyword } from './gemini-schema.ts';
import { outsideOfTable } from './litellm-table.ts';
import { phrasesOf, sent, type Phrase } from './phrase.ts';
import { saidByValidators } from './validators.ts';

// Source: OpenAI API, error messages; openai-python issues
const openai = phrasesOf(
  ['openai', 'hint'],
  [
    // atlas-ui-3#756, joplin#16451: models that reason where a request says nothing of it
    {
      id: 'openai-reasoning-tools',
      pattern: /\bFunction tools with reasoning_effort are not supported\b/,
      isExact: true,
      ...sent(
        'This model reasons also where no setting asks for it, and takes no tools then under `/v1/chat/completions`.',
        'Have the client send the request to `/v1/responses`, or with `reasoning_effort` set to `none`. Newer releases may do so.',
      ),
    },
    {
      id: 'openai-responses-only',
      pattern: /\bPlease use \/v1\/responses instead\b|\bonly supported in v1\/responses\b/,
      ...sent(
        'This model takes such a request only under `/v1/responses`.',
        'Send the request to `/v1/responses`, or choose another model.',
      ),
    },
    {
      id: 'openai-length',
      pattern:
        /\bcould not (?:parse|finish)[^\n]{0,40}because[^\n]{0,40}(?:max_tokens|length limit)|\bas the length limit was reached/i,
      causes: ['cut'],
      did: 'error',
      says: 'The token limit ended the reply.',
    },
  ],
);

// Source: Gemini API, errors of generateContent (ai.google.dev)
const gemini = phrasesOf(
  ['gemini', 'proof'],
  [
    {
      id: 'gemini-python-call',
      pattern: /\bMalformed function call:[^]{0,600}?\bdefault_api\.([\w-]{1,80})\(/,
      causes: ['damaged', 'lost'],
      did: 'nothing',
      ...pythonForCall('$1'),
    },
    {
      id: 'gemini-malformed',
      pattern:
        /\bResponse stopped due to (?:a )?malformed function call\b|\bFinish message: Malformed function call:|\b[Ff]inish[_ ]?[Rr]eason\b[^\n]{0,20}\bMALFORMED_FUNCTION_CALL\b|^MALFORMED_FUNCTION_CALL(?:\n|$)/,
      causes: ['damaged', 'lost'],
      did: 'nothing',
      says: 'Gemini could not read the call that its model wrote, and returned nothing.',
    },
  ],
);

// Source: Groq, OpenRouter and LiteLLM: their documentation of errors; Bedrock: botocore, the Nova guide, browser-use#710
const proxies = phrasesOf(null, [
  {
    id: 'groq-not-in-tools',
    pattern: /\bwhich was not in request\.tools/,
    by: ['groq', 'proof'],
    causes: ['unknown-tool'],
    did: 'error',
    says: 'The call is to a tool that the request does not declare.',
  },
  // litellm#21242, OpenHands#11725
  {
    id: 'groq-choice-none',
    pattern: /\bTool choice is none, but model called a tool\b/,
    by: ['groq', 'proof'],
    causes: ['no-tools', 'unknown-tool'],
    did: 'error',
    says: 'The request declares no tools or forbids calls, and the model wrote one.',
  },
  {
    id: 'groq-schema-mismatch',
    pattern: /\bparameters for tool \S{1,80} did not match schema/,
    by: ['groq', 'proof'],
    causes: ['arguments'],
    did: 'error',
    says: 'The arguments do not fit the schema of the tool.',
  },
  {
    id: 'groq-nothing',
    endsStream: true,
    pattern: /['"]failed_generation\\?['"]\s{0,4}:\s{0,4}\\?(?:""|''|"\\")/,
    by: ['groq', 'proof'],
    causes: ['damaged'],
    did: 'error',
    isExact: true,
    says: 'The model wrote nothing, so there was no call to parse.',
  },
  {
    id: 'groq-generation',
    endsStream: true,
    pattern: /\bSee 'failed_generation' for more details\b/,
    by: ['groq', 'proof'],
    causes: ['damaged'],
    did: 'error',
    says: 'The server could not parse the call.',
  },
  // The code of the error, as clients show it; in the body of an error its sentence says more
  {
    id: 'groq-code',
    pattern: /\b400\W{1,3}tool_use_failed\b/,
    isVague: true,
    by: ['groq', 'hint'],
    causes: ['damaged'],
    did: 'error',
    says: 'The server could not parse the call.',
  },
  {
    id: 'groq-failed',
    pattern:
      /\bFailed to call a function\. Please adjust your prompt|\bFailed to parse tool call arguments as JSON(?!: )/,
    by: ['groq', 'hint'],
    causes: ['damaged'],
    did: 'error',
    says: 'The server could not parse the call.',
  },
  // llxprt-code#221
  {
    id: 'cerebras-not-present',
    pattern: /\bFailed to generate tool call\. Tool is not present in the tools list\b/,
    by: ['cerebras', 'proof'],
    causes: ['unknown-tool'],
    did: 'error',
    says: 'The call is to a tool that the request does not declare.',
  },
  // llxprt-code#221, and clients that look for it: `{"message": …, "type": "generation_error", "code": "parser_error"}`
  {
    id: 'cerebras-failed',
    pattern: /\bFailed to generate tool_calls\./,
    by: ['cerebras', 'proof'],
    causes: ['damaged'],
    did: 'error',
    says: 'Cerebras could not make a call of what the model wrote.',
  },
  // Roo-Code#10334, code_puppy#368: a tool without `strict` counts as `false` there
  {
    id: 'cerebras-strict-mixed',
    pattern: /\bTools with mixed values for '?strict'? are not allowed\b/,
    by: ['cerebras', 'proof'],
    causes: ['schema'],
    did: 'error',
    says: 'Some tools have `strict: true` and others do not, and Cerebras refuses such a mixture.',
    fix: 'Give all tools the same `strict`: `false`, or `true` where every schema allows it. Or update the client.',
  },
  // livekit/agents#3134
  {
    id: 'cerebras-strict',
    pattern: /\bTools with strict=True are not supported by this model\b/,
    by: ['cerebras', 'proof'],
    causes: ['schema'],
    did: 'error',
    says: 'This model at Cerebras takes no tools with `strict: true`.',
    fix: 'Leave `strict` out of the definitions of the tools, or choose another model.',
  },
  {
    id: 'groq-message',
    pattern: /'messages\.\d{1,4}' : for 'role:\w{2,12}' the following must be satisfied\b/,
    by: ['groq', 'proof'],
    ...sent('Groq refuses the form of a message that the client sends.', ownFixes.message),
  },
  {
    id: 'groq-property',
    pattern: /(?:^|["'`: ])property '[\w.]{1,60}' is unsupported\b/,
    by: ['groq', 'hint'],
    ...sent('Groq refuses a member of what the client sends.', ownFixes.message),
  },
  {
    id: 'openrouter-no-endpoint',
    pattern: /\bNo endpoints found that support tool use/,
    by: ['openrouter', 'proof'],
    causes: ['parser-off'],
    did: 'error',
    says: 'No provider of OpenRouter takes tools for this model.',
    fix: 'Choose a model that OpenRouter lists with tools.',
  },
  {
    id: 'openrouter-no-choice',
    pattern: /\bNo endpoints found that support the provided 'tool_choice'/,
    by: ['openrouter', 'proof'],
    causes: ['parser-off'],
    did: 'error',
    says: 'No provider of OpenRouter takes this `tool_choice` for the model.',
    fix: 'Leave `tool_choice` out or set it to `auto`, or choose another model.',
  },
  {
    id: 'litellm-needs-tools',
    pattern: /doesn't support tool calling without `?tools=`? param specified/,
    by: ['litellm', 'proof'],
    causes: ['no-tools'],
    did: 'error',
    says: 'The history holds calls, and the request declares no tools.',
  },
  // litellm llms/ollama/completion/transformation.py: the tools that it writes into the prompt
  {
    id: 'litellm-prompted',
    pattern: /\bfunctions_unsupported_model\b/,
    by: ['litellm', 'proof'],
    causes: ['client'],
    did: null,
    says: 'LiteLLM writes the tools into the prompt: it takes this for a model without tools.',
    fix: 'Ask for the model under `ollama_chat/` instead of `ollama/`, or set `supports_function_calling` for it.',
  },
  // litellm experimental_pass_through/adapters/transformation.py: older releases do not know `none`
  {
    id: 'litellm-tool-choice',
    pattern: /\bIncompatible tool choice param submitted - /,
    by: ['litellm', 'proof'],
    ...sent(
      'LiteLLM does not know this `tool_choice` under `/v1/messages`.',
      'Update LiteLLM, or leave `tool_choice` out of the request.',
    ),
  },
  // litellm llms/ollama.py, llms/ollama/completion/transformation.py and prompt_templates/factory.py, litellm#4592, #5160, #13823, bytebot#97
  {
    id: 'litellm-ollama',
    pattern:
      /\bfunction_call\["name"\]|, in ollama_pt\b|= ollama_pt\(|\bllms[/\\]ollama[/\\]completion[/\\]transformation\.py", line \d{1,5}, in transform_response\b/,
    by: ['litellm', 'hint'],
    causes: ['client', 'other-format'],
    did: 'error',
    says: 'LiteLLM failed under `ollama/`: it makes one prompt of the messages there, and takes JSON for a call.',
    fix: 'Ask for the model under `ollama_chat/` instead of `ollama/`, and update LiteLLM.',
  },
  // litellm llms/ollama_chat.py, 1.54
  {
    id: 'litellm-ollama-stream',
    pattern: /, in ollama_async_streaming\b/,
    by: ['litellm', 'hint'],
    endsStream: true,
    causes: ['client', 'stream'],
    did: 'error',
    says: 'LiteLLM failed to join the pieces of the stream of Ollama.',
    fix: 'Update LiteLLM, or send the request with `stream: false`.',
  },
  // litellm llms/ollama/chat/transformation.py
  {
    id: 'litellm-ollama-history',
    pattern: /\bollama[/\\]chat[/\\]transformation\.py", line \d{1,5}, in transform_request\b/,
    by: ['litellm', 'hint'],
    ...sent('LiteLLM could not read the arguments of a call in the history.', ownFixes.arguments),
  },
  // litellm llms/ollama/chat/transformation.py reads them with json.loads; litellm#33678
  {
    id: 'litellm-history-two',
    pattern: /\blitellm\.\w{3,40}: Extra data: line 1 column \d/,
    by: ['litellm', 'proof'],
    ...sent(
      'A call in the history has text after the JSON of its arguments: often two calls were joined.',
      ownFixes.arguments,
    ),
  },
  // strix#526: under this prefix it asks /api/generate, which takes no tools
  {
    id: 'litellm-ollama-model',
    pattern:
      /^[ \t]{0,8}(?:export |set |- )?[A-Z_]{0,30}(?:LLM|MODEL)[A-Z_]{0,12} ?[=:] ?["']?ollama\/[\w.:-]{2,60}["']?[ \t]*$/m,
    by: ['litellm', 'hint'],
    isVague: true,
    causes: ['client', 'no-tools'],
    did: null,
    says: 'The model is asked under `ollama/`, where LiteLLM sends no tools to Ollama.',
    fix: 'Ask for the model under `ollama_chat/` instead of `ollama/`.',
  },
  // strix#526, litellm#12481
  {
    id: 'litellm-ollama-call',
    pattern: /\blitellm\.a?completion\((?:[^()\n]{0,200}[(, ])?model ?= ?["']ollama\//,
    by: ['litellm', 'hint'],
    causes: ['client', 'other-format'],
    did: 'text',
    says: 'The model is asked under `ollama/`, where LiteLLM writes the tools into the prompt.',
    fix: 'Ask for the model under `ollama_chat/` instead of `ollama/`.',
  },
  // litellm litellm_core_utils/prompt_templates: it makes blocks of Anthropic of the history before anybody is asked
  {
    id: 'litellm-history-arguments',
    pattern: /\bFailed to parse tool call arguments for tool '[^'\n]{1,80}' \(Anthropic tool invoke\)/,
    by: ['litellm', 'proof'],
    isExact: true,
    causes: ['client', 'arguments'],
    did: 'error',
    says: 'The history holds a call whose arguments are no JSON, and LiteLLM refuses it.',
    fix: ownFixes.arguments,
  },
  // litellm litellm_core_utils/prompt_templates/factory.py
  {
    id: 'litellm-convert',
    pattern: /\bUnable to convert openai tool calls=/,
    by: ['litellm', 'proof'],
    causes: ['client', 'arguments'],
    did: 'error',
    says: 'The history holds a call that LiteLLM cannot write in the form of the provider.',
    fix: ownFixes.arguments,
  },
  ...outsideOfTable,
  {
    id: 'bedrock-sequence',
    pattern: /\bModel produced invalid sequence as part of ToolUse\b|\bmalformed_tool_use\b/,
    by: ['bedrock', 'proof'],
    causes: ['damaged'],
    did: 'error',
    says: 'The model wrote a call that Bedrock could not read.',
  },
  {
    id: 'bedrock-choice',
    pattern: /\bdoesn't support the toolConfig\.toolChoice\.\w{2,10} field\b/,
    by: ['bedrock', 'proof'],
    ...sent(
      'This model in Bedrock cannot be forced to call that tool.',
      'Send the request with `tool_choice: auto`, or choose a model that takes a forced tool.',
    ),
  },
  {
    id: 'bedrock-same-turn',
    pattern: /\bConversation blocks and tool (?:use|result) blocks cannot be provided in the same turn\b/,
    by: ['bedrock', 'proof'],
    ...sent(
      'A turn of the history holds text beside a call or a result, and this model in Bedrock refuses it.',
      'Leave the text out of turns with calls or results, or choose another model.',
    ),
  },
  // The Responses API
  {
    id: 'openai-no-output',
    pattern: /\bNo tool output found for (?:function call|custom tool call|tool call) \S/,
    by: ['openai', 'hint'],
    ...sent('The history has a call without its result.', ownFixes.pairs),
  },
  {
    id: 'bedrock-results',
    pattern: /\bnumber of toolResult blocks at messages\.\S{1,20} exceeds the number of toolUse blocks\b/,
    by: ['bedrock', 'proof'],
    ...sent('The history has more results than calls.', ownFixes.pairs),
  },
  // agno#6890, crewAI#4775, opencode#41780, semantic-kernel#14073
  {
    id: 'bedrock-one-message',
    pattern: /\bExpected toolResult blocks at messages\.\d/,
    by: ['bedrock', 'proof'],
    ...sent(
      'The message after the calls lacks the result of one: all of them belong into that message.',
      ownFixes.oneMessage,
    ),
  },
  {
    id: 'bedrock-operation',
    pattern:
      /\bAn error occurred \(\w{3,60}\)\s{1,3}when calling the (?:Converse(?:Stream)?|InvokeModel(?:WithResponseStream)?) operation\b|\(Service: BedrockRuntime, Status Code: \d/,
    by: ['bedrock', 'proof'],
    causes: [],
    did: 'error',
    says: 'Bedrock refused the request.',
  },
  {
    id: 'bedrock-needs-tools',
    pattern: /\btoolConfig field must be defined when using toolUse\b/,
    by: ['bedrock', 'proof'],
    causes: ['no-tools'],
    did: 'error',
    says: 'The history holds calls, and the request declares no tools.',
  },
]);

/** What providers and proxies say of the history, the tools and the call. */
export const saidByProviders: readonly Phrase[] = [
  ...unknownKeyword,
  ...gemini,
  ...proxies,
  ...saidByValidators,
  ...openai,
];
