import { ownFixes } from './fixes.ts';
import { phrasesOf, sent, type Phrase } from './phrase.ts';

// Source: OpenAI API, error messages; openai-python issues
const openai = phrasesOf(
  ['openai', 'hint'],
  [
    {
      id: 'openai-unanswered-call',
      pattern:
        /must be followed by tool messages responding to each 'tool_call_id'|tool_call_ids did not have response|\bExpected tool outputs for call_ids\b/,
      ...sent('The history holds a call without its result.', ownFixes.pairs),
    },
    {
      id: 'openai-stray-result',
      pattern: /role 'tool' must be a response to a prece(?:e)?ding message with 'tool_calls'/,
      ...sent('The history holds a result without its call.', ownFixes.pairs),
    },
    {
      id: 'openai-responses-pairs',
      pattern: /\bNo tool (?:call found for function call output|output found for function call)\b/,
      ...sent('In the history, a call and its result do not belong together.', ownFixes.pairs),
    },
    {
      id: 'openai-reasoning-item',
      pattern: /\bwas provided without its required (?:following|'reasoning') item/,
      ...sent('The client left an item out of the history.', ownFixes.reasoning),
    },
    {
      id: 'openai-messages',
      pattern:
        /\bInvalid (?:type for |value for )?'(?:messages\[\d{1,4}\]\.(?:tool_call|content|role)|input\[\d{1,4}\]\.)|\[\] is too short - 'messages\.\d{1,4}\.tool_calls'/,
      ...sent('The client sends a message that the server does not take.', ownFixes.message),
    },
    {
      id: 'openai-schema',
      pattern: /\bInvalid schema for function '/,
      causes: ['schema'],
      did: 'error',
      says: 'The server refuses the schema of a tool.',
    },
    {
      id: 'openai-tool-name',
      pattern: /\bInvalid '?tools\[\d{1,4}\]\.(?:function\.)?(?:name|parameters)/,
      causes: ['schema'],
      did: 'error',
      says: 'The server refuses the definition of a tool.',
      fix: ownFixes.definition,
    },
    {
      id: 'openai-responses-only',
      pattern: /\bPlease use \/v1\/responses instead\b/,
      ...sent(
        'This model takes tools only under `/v1/responses`.',
        'Send the request to `/v1/responses`, or without the setting that the error names.',
      ),
    },
    // opengpts#166, lobehub#1118, instructor#155: old versions at Azure
    {
      id: 'openai-no-tools',
      pattern: /\bUnrecognized request arguments? supplied: (?:tool|function)/,
      ...sent(
        'The server knows no tools in a request for this model.',
        'Choose a newer version of the model and, at Azure, a newer `api_version`.',
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

// Source: Anthropic API, errors of the Messages API (docs.claude.com)
const anthropic = phrasesOf(
  ['anthropic', 'proof'],
  [
    {
      id: 'anthropic-unanswered-call',
      pattern: /[`']?tool_use[`']? ids were found without [`']?tool_result[`']? blocks/,
      ...sent('The history holds a call without its result.', ownFixes.pairs),
    },
    {
      id: 'anthropic-stray-result',
      pattern: /unexpected [`']?tool_use_id[`']? found in [`']?tool_result[`']? blocks/,
      ...sent('The history holds a result without its call.', ownFixes.pairs),
    },
    {
      id: 'anthropic-ids',
      pattern: /[`']?tool_use[`']? ids must be unique|each [`']?tool_use[`']? must have a single (?:[`']?tool_)?result/,
      ...sent('Two calls or results of the history have one id.', ownFixes.ids),
    },
    {
      id: 'anthropic-thinking',
      pattern: /Expected `?thinking`? or `?redacted_thinking`?, but found `?(?:tool_use|text)/,
      ...sent('The client left the thinking block out of the history.', ownFixes.reasoning),
    },
    {
      id: 'anthropic-block',
      pattern: /\bmessages\.\d{1,4}\.content\.\d{1,4}\.(?:tool_(?:use|result)\.|thinking\b)/,
      causes: ['client', 'arguments'],
      did: 'error',
      says: 'The client sends a block that Anthropic does not take.',
      fix: ownFixes.message,
    },
    {
      id: 'anthropic-schema',
      pattern: /\btools\.\d{1,4}\.(?:custom\.)?(?:input_schema|name)\b|\binput_schema: JSON schema is invalid/,
      causes: ['schema'],
      did: 'error',
      says: 'Anthropic refuses the definition of a tool.',
    },
    {
      id: 'anthropic-overloaded',
      pattern: /\boverloaded_error\b/,
      by: ['anthropic', 'hint'],
      causes: [],
      did: 'error',
      says: 'The server is overloaded.',
    },
  ],
);

// Source: Gemini API, errors of generateContent (ai.google.dev)
const gemini = phrasesOf(
  ['gemini', 'proof'],
  [
    {
      id: 'gemini-declaration',
      pattern:
        /\bfunction_?[dD]eclarations?(?:\[\d{1,4}\]| parameters schema| `parameters[\w.[\]]{0,80}` schema)|\bGenerateContentRequest\.tools\b/,
      causes: ['schema'],
      did: 'error',
      says: 'Gemini refuses the schema of a tool.',
    },
    {
      id: 'gemini-malformed',
      pattern:
        /\bResponse stopped due to (?:a )?malformed function call\b|\bFinish message: Malformed function call:|\bfinish_?[Rr]eason\b[^\n]{0,20}\bMALFORMED_FUNCTION_CALL\b|^MALFORMED_FUNCTION_CALL$/,
      causes: ['damaged', 'lost'],
      did: 'nothing',
      says: 'Gemini could not read the call that its model wrote, and returned nothing.',
    },
    {
      id: 'gemini-unknown-name',
      pattern: /\bInvalid JSON payload received\. Unknown name [^\n]{1,60} at 'tools/,
      causes: ['schema'],
      did: 'error',
      says: 'The schema of a tool has a key that Gemini does not know.',
    },
    {
      id: 'gemini-signature',
      pattern: /\bmissing a `?thought_signature`?/,
      ...sent('The client left the signature of the thought out of the history.', ownFixes.reasoning),
    },
    {
      id: 'gemini-parts',
      pattern: /\bnumber of function response parts (?:is|should be) equal to the number of function call parts/,
      ...sent('The history has more calls than results, or fewer.', ownFixes.pairs),
    },
    {
      id: 'gemini-turns',
      pattern: /\bfunction call turn comes immediately after a user turn/,
      ...sent('The turns of the history are in an order that Gemini does not take.', ownFixes.order),
    },
    {
      id: 'gemini-response-turn',
      pattern:
        /\bfunction response turn comes immediately after a function call turn|\bfunction_response\.name: Name cannot be empty/,
      ...sent('The client sends a result that Gemini does not take.', ownFixes.message),
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
  {
    id: 'groq-schema-mismatch',
    pattern: /\bparameters for tool \S{1,80} did not match schema/,
    by: ['groq', 'proof'],
    causes: ['arguments'],
    did: 'error',
    says: 'The arguments do not fit the schema of the tool.',
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
  {
    id: 'groq-failed',
    pattern:
      /\bFailed to call a function\. Please adjust your prompt|\bFailed to parse tool call arguments as JSON(?!: (?:\[json|parse error))/,
    by: ['groq', 'hint'],
    causes: ['damaged'],
    did: 'error',
    says: 'The server could not parse the call.',
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
    id: 'litellm-needs-tools',
    pattern: /doesn't support tool calling without `?tools=`? param specified/,
    by: ['litellm', 'proof'],
    causes: ['no-tools'],
    did: 'error',
    says: 'The history holds calls, and the request declares no tools.',
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
  // litellm llms/ollama.py and prompt_templates/factory.py, litellm#4592, #5160, bytebot#97
  {
    id: 'litellm-ollama',
    pattern: /\bfunction_call\["name"\]|, in ollama_pt\b/,
    by: ['litellm', 'hint'],
    causes: ['client', 'other-format'],
    did: 'error',
    says: 'LiteLLM failed under `ollama/`: it makes one prompt of the messages there, and takes JSON for a call.',
    fix: 'Ask for the model under `ollama_chat/` instead of `ollama/`, and update LiteLLM.',
  },
  {
    id: 'litellm-unsupported',
    pattern: /does not support parameters: \[[^\]\n]{0,120}'tools'/,
    by: ['litellm', 'proof'],
    causes: ['parser-off'],
    did: 'error',
    says: 'LiteLLM knows that the provider takes no tools for this model.',
    fix: 'Choose a model or a provider that takes tools.',
  },
  {
    id: 'bedrock-pairs',
    pattern:
      /\bExpected toolResult blocks at messages|\btoolResult blocks[^\n]{0,80}exceeds the number of toolUse blocks/,
    by: ['bedrock', 'proof'],
    ...sent('In the history, a call and its result do not belong together.', ownFixes.pairs),
  },
  {
    id: 'bedrock-blank',
    pattern: /\bin the ContentBlock object at messages\.\d{1,5}\.content\.\d{1,5} is blank\b/,
    by: ['bedrock', 'proof'],
    ...sent('The client sends an empty text beside its calls, and Bedrock does not take it.', ownFixes.message),
  },
  {
    id: 'bedrock-same-turn',
    pattern: /\bConversation blocks and tool (?:use|result) blocks cannot be provided in the same turn\b/,
    by: ['bedrock', 'proof'],
    ...sent(
      'The history holds text beside a call or its result, and this model of Bedrock does not take that.',
      ownFixes.message,
    ),
  },
  {
    id: 'bedrock-empty-result',
    pattern: /\bThe content field at messages\.\d{1,5}\.content\.\d{1,5}\.toolResult cannot be empty\b/,
    by: ['bedrock', 'proof'],
    ...sent('The client sends the result of a call without a content.', ownFixes.message),
  },
  {
    id: 'bedrock-sequence',
    pattern: /\bModel produced invalid sequence as part of ToolUse\b/,
    by: ['bedrock', 'proof'],
    causes: ['damaged'],
    did: 'error',
    says: 'The model wrote a call that Bedrock could not read.',
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
export const saidByProviders: readonly Phrase[] = [...anthropic, ...gemini, ...proxies, ...openai];
