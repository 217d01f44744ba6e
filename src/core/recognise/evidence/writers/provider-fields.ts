import { at, CLASS_KEY, isObject, itemsOf, keyed, keysOf, slice, stringAt, stringOf } from '../../index.ts';
import { writers } from '../evidence.ts';
import { callId, type FieldRule, has, is, keyedIn, of, UUID } from './field-rule.ts';

/** Traits of proxies and of those who serve models of their own or of others. */
export const providerFields: readonly FieldRule[] = [
  // Source: openrouter.ai documentation, "Errors" and "Standardized finish reasons"
  ...of('openrouter', [
    // CLIProxyAPI copies it, with the id of the provider.
    [
      'openrouter-native',
      'hint',
      'The choice has `native_finish_reason`, as in OpenRouter.',
      has('choice', 'native_finish_reason'),
    ],
    [
      'openrouter-id',
      'proof',
      'The id begins with `gen-` and a time, as in OpenRouter.',
      is('top', 'id', /^gen-\d{9,11}-\w/),
    ],
    [
      'openrouter-provider',
      'hint',
      'It names a `provider`, as in OpenRouter.',
      (view) => (view.choice === null ? null : is('top', 'provider', /^\S/)(view)),
    ],
    [
      'openrouter-details',
      'hint',
      'It has `reasoning_details`, as in OpenRouter.',
      has('message', 'reasoning_details'),
    ],
    [
      'openrouter-byok',
      'proof',
      'It says whose key was used, as OpenRouter does.',
      (view) => has('usage', 'is_byok')(view) ?? has('top', 'is_byok')(view),
    ],
    ['openrouter-cost', 'hint', 'It counts the cost, as in OpenRouter.', has('usage', 'cost')],
    [
      'openrouter-error',
      'proof',
      'The error quotes a provider in its metadata, as in OpenRouter.',
      ({ error }) => keyedIn(at(error, 'metadata'), 'provider_name') ?? keyedIn(at(error, 'metadata'), 'raw'),
    ],
  ]),
  // Source: docs.litellm.ai, response headers and proxy; litellm types/utils.py
  ...of('litellm', [
    [
      'litellm-class',
      'proof',
      'It is a `ModelResponse`, the class of LiteLLM.',
      ({ top }) =>
        keyed(top, 'choices') === null || !/^ModelResponse(?:Stream)?$/.test(stringAt(top, CLASS_KEY) ?? '')
          ? null
          : keyed(top, CLASS_KEY),
    ],
    [
      'litellm-hidden',
      'proof',
      'Only LiteLLM has `_hidden_params` or `_response_ms`.',
      has('top', '_hidden_params', '_response_ms'),
    ],
    ['litellm-error', 'proof', 'The error is one of LiteLLM.', is('error', 'message', /^litellm\.\w/)],
    [
      'litellm-fields',
      'hint',
      'The message has `provider_specific_fields`, as in LiteLLM.',
      has('message', 'provider_specific_fields'),
    ],
    [
      'litellm-choice-fields',
      'hint',
      'The choice has `provider_specific_fields`, as in LiteLLM.',
      has('choice', 'provider_specific_fields'),
    ],
    [
      'litellm-vertex',
      'proof',
      'Only LiteLLM has `vertex_ai_grounding_metadata` beside the choices.',
      has('top', 'vertex_ai_grounding_metadata', 'vertex_ai_url_context_metadata'),
    ],
    ['litellm-id', 'hint', 'The id is `chatcmpl-` and a UUID, as in LiteLLM.', is('top', 'id', UUID)],
  ]),
  // Source: Portkey-AI gateway src/providers/utils.ts, 250a7c1e
  ...of('portkey', [
    [
      'portkey-error',
      'proof',
      'The error begins with the name that is under `provider`, as in Portkey.',
      ({ top, error }) => {
        const provider = stringAt(top, 'provider') ?? '';
        const isNamed = stringAt(error, 'message')?.startsWith(`${provider} error: `) === true;
        return provider !== '' && isNamed ? keyed(top, 'provider') : null;
      },
    ],
  ]),
  // Source: one-api relay/controller/error.go, 202c9008; new-api types/error.go, 01f6839b
  ...of('one-api', [
    [
      'one-api-type',
      'proof',
      'The type of the error is one of One API or of New API.',
      is('error', 'type', /^(?:one|new)_api_error$/),
    ],
    [
      'one-api-request',
      'hint',
      'The message ends with the id of the request, as in One API.',
      ({ error }) =>
        /\(request id: \d{14}\w{4,30}\)$/.test(stringAt(error, 'message')?.slice(-80) ?? '')
          ? keyedIn(error, 'message')
          : null,
    ],
    [
      'one-api-code',
      'hint',
      'The code says that another server answered badly, as in One API.',
      is('error', 'code', /^bad_response_(?:status_code|body)$/),
    ],
  ]),
  // Source: OpenAI API reference, "The chat completion object" and "The response object"
  ...of('openai', [
    [
      'openai-id',
      'hint',
      'The id is `chatcmpl-` and 29 letters and digits, as in OpenAI.',
      is('top', 'id', /^chatcmpl-(?=[\dA-Za-z]*[A-Z])(?=[\dA-Za-z]*[a-z])[\dA-Za-z]{28,29}$/),
    ],
    [
      'openai-fingerprint',
      'hint',
      '`system_fingerprint` is `fp_` and 10 hexadecimal digits, as in OpenAI.',
      is('top', 'system_fingerprint', /^fp_[\da-f]{10}$/),
    ],
    [
      'openai-tier',
      'hint',
      '`service_tier` is named, as in OpenAI.',
      is('top', 'service_tier', /^(?:default|flex|priority|scale|auto)$/),
    ],
    [
      'openai-annotations',
      'hint',
      '`annotations` is an empty list, as in OpenAI.',
      ({ message }) => {
        const list = at(message, 'annotations');
        return list?.node.kind === 'array' && itemsOf(list).length === 0 ? list : null;
      },
    ],
    [
      'openai-call-id',
      'hint',
      'The id of the call is `call_` and 24 mixed letters and digits, as in OpenAI.',
      callId(/^call_(?=[\da-z]{0,23}[A-Z])[\dA-Za-z]{24}$/),
    ],
    [
      'openai-response-id',
      'proof',
      'The id is `resp_` and a long row of digits, as in the Responses API of OpenAI.',
      ({ top }) =>
        stringAt(top, 'object') === 'response' && /^resp_[\da-f]{48,}$/.test(stringAt(top, 'id') ?? '')
          ? at(top, 'id')
          : null,
    ],
    [
      'openai-filters',
      'proof',
      'It has the content filters of Azure OpenAI.',
      // Copilot has them for the models of others as well.
      (view) =>
        is('top', 'model', /^(?:claude|gemini|grok)/)(view) === null
          ? (has('top', 'prompt_filter_results')(view) ?? has('choice', 'content_filter_results')(view))
          : null,
    ],
  ]),
  // Source: docs.claude.com, Messages API and errors
  ...of('anthropic', [
    [
      'anthropic-id',
      'proof',
      'The id begins with `msg_01`, as in Anthropic.',
      ({ top }) => (/^msg_(?:bdrk_|vrtx_)?01\w{20,}$/.test(stringAt(top, 'id') ?? '') ? at(top, 'id') : null),
    ],
    [
      'anthropic-request',
      'proof',
      'The id of the request begins with `req_01`, as in Anthropic.',
      // Those of Groq have small letters alone.
      is('top', 'request_id', /^req_(?:vrtx_|bdrk_)?01\w{0,40}[A-Z]\w{0,40}$/),
    ],
    [
      'anthropic-tool-id',
      'proof',
      'The id of the call begins with `toolu_01` or `srvtoolu_01`, as in Anthropic.',
      ({ top, calls }) => {
        const ids = [...itemsOf(at(top, 'content')), ...calls].map((one) => at(one, 'id'));
        return ids.find((id) => id !== null && /^(?:srv)?toolu_(?:bdrk_|vrtx_)?01/.test(stringOf(id) ?? '')) ?? null;
      },
      { isSentBack: true },
    ],
    [
      'anthropic-usage',
      'hint',
      'It counts what the cache was given, as in Anthropic.',
      has('usage', 'cache_creation_input_tokens'),
    ],
    [
      'anthropic-error',
      'hint',
      'The error is in an object with `type: error`, as in Anthropic.',
      ({ top, error }) => (error !== null && stringAt(top, 'type') === 'error' ? at(error, 'type') : null),
    ],
  ]),
  // Source: ai.google.dev, generateContent; google.rpc.Status
  ...of('gemini', [
    [
      'gemini-candidates',
      'proof',
      'It has `candidates` and `usageMetadata`, as in Gemini.',
      ({ top }) =>
        (keyed(top, 'usageMetadata') ?? keyed(top, 'usage_metadata')) === null ? null : keyed(top, 'candidates'),
    ],
    [
      'gemini-extra',
      'proof',
      'The call has `extra_content.google`, as in the OpenAI endpoint of Gemini.',
      ({ calls, message }) =>
        [message, ...calls].map((one) => keyedIn(at(one, 'extra_content'), 'google')).find((one) => one !== null) ??
        null,
    ],
    [
      'gemini-version',
      'proof',
      'It names the version of the model as Gemini does.',
      (view) => has('top', 'modelVersion')(view) ?? is('top', 'model_version', /^(?:models\/)?gem/)(view),
    ],
    [
      'gemini-candidates-alone',
      'hint',
      'It has `candidates` with parts, as in Gemini.',
      ({ top }) => (isObject(at(itemsOf(at(top, 'candidates'))[0] ?? null, 'content')) ? at(top, 'candidates') : null),
    ],
    [
      'gemini-status',
      'proof',
      'The error has a status in capitals beside its number, as in Gemini.',
      ({ error }) => {
        const status = at(error, 'status');
        const isNumber = at(error, 'code')?.node.kind === 'number';
        return isNumber && /^[A-Z]{4,20}(?:_[A-Z]{2,20})*$/.test(stringAt(error, 'status') ?? '') ? status : null;
      },
    ],
  ]),
  // Source: the documentation of each, response headers, as clients print them with an error
  ...(
    [
      ['openai', /^openai-(?:processing-ms|version)$/i],
      ['anthropic', /^anthropic-(?:ratelimit-|organization-id$)/i],
      ['groq', /^x-groq-/i],
      ['mistral', /^mistral-correlation-id$/i],
    ] as const
  ).map(([writer, name]): FieldRule => ({
    id: `${writer}-headers`,
    writer,
    weight: 'proof',
    says: `The headers are those of ${writers[writer].label}.`,
    sign: ({ top }) => (keysOf(at(top, 'headers')).some((key) => name.test(key)) ? at(top, 'headers') : null),
  })),
  // Source: console.groq.com documentation and error codes
  ...of('groq', [
    ['groq-x', 'proof', 'Only Groq has `x_groq`.', has('top', 'x_groq')],
    ['groq-queue', 'proof', 'Only Groq counts the time in the queue.', has('usage', 'queue_time')],
    ['groq-failed', 'proof', 'Only Groq has `failed_generation`.', has('error', 'failed_generation')],
    [
      'groq-code',
      'hint',
      'The code of the error is `tool_use_failed`, as in Groq.',
      is('error', 'code', /^tool_use_failed$/),
    ],
    ['groq-tier', 'hint', '`service_tier` is `on_demand`, as in Groq.', is('top', 'service_tier', /^on_demand$/)],
    ['groq-id', 'hint', 'The id is `chatcmpl-` and a UUID, as in Groq.', is('top', 'id', UUID)],
  ]),
  // Source: docs.together.ai, chat completions
  ...of('together', [
    [
      'together-prompt',
      'proof',
      'It has an empty `prompt` and a `seed` in the choice, as in Together.',
      ({ top, choice }) => {
        const prompt = at(top, 'prompt');
        const isList = prompt?.node.kind === 'array';
        return isList && choice !== null && keyed(choice, 'seed') !== null ? prompt : null;
      },
    ],
    [
      'together-ray',
      'hint',
      'The id ends in the ray of Cloudflare, as in Together.',
      is('top', 'id', /^(?!chatcmpl-|call-|msg-)[\w-]{6,40}-[\da-f]{16}$/),
    ],
  ]),
  // Source: docs.fireworks.ai, chat completions
  ...of('fireworks', [
    [
      'fireworks-model',
      'proof',
      'The model is a path of Fireworks.',
      is('top', 'model', /^accounts\/\w{2,40}\/(?:models|routers|deployments|deployedModels)\//),
    ],
  ]),
  // Source: client-python#234, onyx#6458: `code` is 3230 there, a number or a string
  ...of('mistral', [
    [
      'mistral-error',
      'hint',
      'The error has a code of four digits, as in Mistral.',
      ({ top }) => {
        const code = /^error$/i.test(stringAt(top, 'object') ?? '') ? at(top, 'code') : null;
        return code !== null && /^"?[1-3]\d{3}"?$/.test(slice(code)) ? code : null;
      },
    ],
  ]),
  // Source: docs.aws.amazon.com, Converse
  ...of('bedrock', [
    [
      'bedrock-converse',
      'proof',
      'It has `output.message` and `stopReason`, as in Converse of Bedrock.',
      ({ top }) => (isObject(at(at(top, 'output'), 'message')) ? at(top, 'stopReason') : null),
    ],
    [
      'bedrock-event',
      'proof',
      'It is an event of ConverseStream of Bedrock.',
      has('top', 'contentBlockStart', 'contentBlockDelta', 'contentBlockStop', 'messageStop'),
    ],
  ]),
  // Source: openai-agents-python src/agents/util/_pretty_print.py, which the room above makes this of
  ...of('agents-sdk', [
    ['agents-sdk-result', 'proof', 'It is what the Agents SDK prints of a run.', is('top', CLASS_KEY, /^FinalOutput$/)],
  ]),
  // Source: ai (Vercel), generateText
  ...of('ai-sdk', [
    [
      'ai-sdk-result',
      'proof',
      'It has `finishReason` and `steps` or `toolCalls`, as a result of the AI SDK.',
      ({ top }) => (keysOf(top).some((key) => key === 'steps' || key === 'toolCalls') ? at(top, 'finishReason') : null),
    ],
  ]),
];
