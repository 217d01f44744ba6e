import { at, CLASS_KEY, isObject, keyed, keysOf, stringAt } from '../../index.ts';
import {
  callId,
  errorOf,
  type FieldRule,
  has,
  hasIndex,
  is,
  keyedIn,
  mistralError,
  of,
  unless,
  UUID,
  wrappedError,
} from './field-rule.ts';

/** Traits of engines. */
export const engineFields: readonly FieldRule[] = [
  // Source: vllm entrypoints/openai/chat_completion/protocol.py and utils random_uuid, make_tool_call_id, 002032ee
  ...of('vllm', [
    [
      'vllm-fingerprint',
      'proof',
      '`system_fingerprint` names a version of vLLM.',
      is('top', 'system_fingerprint', /^vllm-(?:\d+\.\d|[\da-f]{8}$)/),
    ],
    [
      'vllm-transfer',
      'proof',
      'Only vLLM has `kv_transfer_params` or `ec_transfer_params`.',
      has('top', 'kv_transfer_params', 'ec_transfer_params'),
    ],
    [
      'vllm-output',
      'proof',
      'It is a `RequestOutput`, what `LLM.generate` of vLLM returns.',
      (view) => (keyed(view.top, 'outputs') === null ? null : is('top', CLASS_KEY, /^RequestOutput$/)(view)),
    ],
    [
      'vllm-settings',
      'proof',
      'Only vLLM has the setting `enable_auto_tool_choice`.',
      has('top', 'enable_auto_tool_choice'),
    ],
    [
      'vllm-prompt',
      'proof',
      'Only vLLM has `prompt_logprobs`, `prompt_text` or `prompt_token_ids` beside the choices.',
      (view) => (view.choice === null ? null : has('top', 'prompt_logprobs', 'prompt_text', 'prompt_token_ids')(view)),
    ],
    [
      'vllm-tool-id',
      'proof',
      'The id of the call begins with `chatcmpl-tool-`, as in vLLM.',
      callId(/^chatcmpl-tool-[\da-f]{16,32}$/),
      { isSentBack: true },
    ],
    [
      'vllm-stream-reason',
      'proof',
      'A piece of the stream has `stop_reason` or `token_ids` in its choice, as in vLLM.',
      (view) => (view.isChunk ? has('choice', 'stop_reason', 'token_ids')(view) : null),
    ],
    [
      'vllm-stop-reason',
      'hint',
      'The choice has `stop_reason`, as in vLLM.',
      (view) => (view.isChunk || view.message === null ? null : has('choice', 'stop_reason')(view)),
    ],
    [
      'vllm-token-ids',
      'hint',
      'The choice has `token_ids`, as in vLLM.',
      (view) => (view.isChunk ? null : has('choice', 'token_ids')(view)),
    ],
    [
      'vllm-id',
      'hint',
      'The id is `chatcmpl-` and 16 or 32 hexadecimal digits, as in vLLM.',
      is('top', 'id', /^chatcmpl-(?:[\da-f]{16}|[\da-f]{32})$/),
    ],
    [
      'vllm-empty-fields',
      'hint',
      '`refusal`, `annotations`, `audio` and `function_call` are all null, as in vLLM.',
      ({ message }) => {
        const keys = ['refusal', 'annotations', 'audio', 'function_call'];
        const found = message === null ? [] : keys.map((key) => keyed(message, key));
        return found.every((one) => one?.node.kind === 'null') ? (found[0] ?? null) : null;
      },
    ],
    errorOf('vllm'),
    wrappedError,
    mistralError,
  ]),
  // Source: TensorRT-LLM tensorrt_llm/serve/openai_protocol.py, 0076e939
  ...of('tensorrt-llm', [
    [
      'tensorrt-llm-choice',
      'proof',
      'Only TensorRT-LLM has `disaggregated_params` or `avg_decoded_tokens_per_iter` in its choice.',
      has('choice', 'disaggregated_params', 'avg_decoded_tokens_per_iter'),
    ],
  ]),
  // Source: sglang entrypoints/openai/protocol.py and serving_chat.py, managers/tokenizer_manager.py, 004c82e0
  ...of('sglang', [
    errorOf('sglang'),
    ['sglang-matched-stop', 'proof', 'Only SGLang has `matched_stop`.', has('choice', 'matched_stop')],
    [
      'sglang-ext',
      'proof',
      'Only SGLang has `sglext`.',
      (view) => has('top', 'sglext')(view) ?? has('choice', 'sglext')(view),
    ],
    [
      'sglang-weights',
      'proof',
      'Only SGLang has `metadata.weight_version`.',
      ({ top }) => keyedIn(at(top, 'metadata'), 'weight_version'),
    ],
    [
      'sglang-meta',
      'proof',
      'Only SGLang has `meta_info` with counts of tokens.',
      ({ top }) => keyedIn(at(top, 'meta_info'), 'completion_tokens'),
    ],
    [
      'sglang-generate',
      'proof',
      'Only SGLang has `meta_info` with an `id` beside `text`.',
      ({ top }) => (stringAt(top, 'text') === null ? null : keyedIn(at(top, 'meta_info'), 'id')),
    ],
    [
      'sglang-id',
      'hint',
      'The id is 32 hexadecimal digits without a prefix, as in SGLang.',
      is('top', 'id', /^[\da-f]{32}$/),
    ],
    [
      'sglang-usage',
      'hint',
      '`reasoning_tokens` is beside the other counts, as in SGLang.',
      has('usage', 'reasoning_tokens'),
    ],
    [
      'sglang-call-id',
      'hint',
      'The id of the call is `call_` and 24 hexadecimal digits, with an `index`, as in SGLang.',
      callId(/^call_[\da-f]{24}$/, hasIndex),
    ],
  ]),
  // Source: llama.cpp tools/server/server-task.cpp, 00efb3e1
  ...of('llamacpp', [
    [
      'llamacpp-timings',
      'proof',
      'Only llama.cpp has `timings` with counts per second.',
      ({ top }) => keyedIn(at(top, 'timings'), 'predicted_per_second') ?? keyedIn(at(top, 'timings'), 'predicted_ms'),
    ],
    ['llamacpp-verbose', 'proof', 'Only llama.cpp has `__verbose`.', has('top', '__verbose')],
    [
      'llamacpp-build',
      'proof',
      '`system_fingerprint` is a build of llama.cpp.',
      is('top', 'system_fingerprint', /^b\d{3,6}-[\da-f]{7,12}$/),
    ],
    [
      'llamacpp-completion',
      'proof',
      'Only llama.cpp has `generation_settings` or `tokens_predicted`.',
      has('top', 'generation_settings', 'tokens_predicted'),
    ],
    [
      'llamacpp-id',
      'hint',
      'The id is `chatcmpl-` and 32 letters and digits, as in llama.cpp.',
      is('top', 'id', /^chatcmpl-(?=[\da-f]{0,31}[A-Zg-z])[\dA-Za-z]{32}$/),
    ],
    [
      'llamacpp-call-id',
      'hint',
      'The id of the call is 32 letters and digits, as in llama.cpp.',
      callId(/^(?=[\da-f]{0,31}[A-Zg-z])[\dA-Za-z]{32}$/),
    ],
    [
      'llamacpp-order',
      'hint',
      'The choices come first, and in them the reason for the end, as in llama.cpp.',
      ({ top, choice }) => {
        const keys = keysOf(top);
        // Other programs sort the keys.
        const isSorted = keys.every((key, index) => index === 0 || key >= (keys[index - 1] ?? ''));
        return !isSorted && keys[0] === 'choices' && keysOf(choice)[0] === 'finish_reason' ? at(top, 'choices') : null;
      },
    ],
    [
      'llamacpp-error',
      'proof',
      'The error has a number under `code` before its message, as in llama.cpp.',
      ({ error }) => {
        const keys = keysOf(error);
        const isBare = keys[0] === 'code' && keys[1] === 'message' && keys[2] === 'type';
        const code = at(error, 'code');
        const isNamed = /^[a-z_]{4,40}_error$/.test(stringAt(error, 'type') ?? '');
        return isBare && isNamed && code?.node.kind === 'number' ? code : null;
      },
    ],
  ]),
  // Source: ollama openai/openai.go, middleware/openai.go and api/types.go, fb307609
  ...of('ollama', [
    [
      'ollama-fingerprint',
      'proof',
      '`system_fingerprint` is `fp_ollama`.',
      is('top', 'system_fingerprint', /^fp_ollama$/),
    ],
    [
      'ollama-durations',
      'proof',
      'Only Ollama has `total_duration`, `eval_count` or `done_reason`.',
      has('top', 'total_duration', 'eval_duration', 'prompt_eval_count', 'eval_count', 'done_reason'),
    ],
    [
      'ollama-done',
      'proof',
      'It has `done` with `created_at` or beside a model and its message, as in the API of Ollama.',
      ({ top }) => {
        const done = at(top, 'done');
        const isBoolean = done?.node.kind === 'true' || done?.node.kind === 'false';
        const isChat = stringAt(top, 'model') !== null && stringAt(at(top, 'message'), 'role') !== null;
        return isBoolean && (isChat || stringAt(top, 'created_at') !== null) ? done : null;
      },
    ],
    [
      'ollama-id',
      'hint',
      'The id is `chatcmpl-` and at most three digits, as in Ollama.',
      // It has its own names for models: one of Hugging Face without a tag was asked of another server.
      unless(is('top', 'model', /^(?!hf\.co\/)[\w.-]+\/[\w.-]+$/), is('top', 'id', /^chatcmpl-\d{1,3}$/)),
    ],
    [
      'ollama-call-id',
      'hint',
      'The id of the call is `call_` and eight small letters and digits, with an `index`, as in Ollama.',
      callId(/^call_[\da-z]{8}$/, hasIndex),
    ],
    ['ollama-thinking', 'hint', 'The reasoning is under `thinking`, as in Ollama.', has('message', 'thinking')],
    [
      'ollama-object',
      'hint',
      'The arguments are an object, as in Ollama.',
      ({ calls }) => {
        const fun = calls.map((call) => at(at(call, 'function'), 'arguments')).find(isObject);
        return fun ?? null;
      },
    ],
  ]),
  // Source: mlx-lm server.py, d78bf58e
  ...of('mlx', [
    [
      'mlx-fingerprint',
      'proof',
      '`system_fingerprint` names versions, a platform and a GPU, as in mlx_lm.server.',
      is('top', 'system_fingerprint', /^\d+\.\d+\.\d+\S{0,20}-\d+\.\d+\S{0,120}-(?:applegpu_\w|cpu|cuda)/),
    ],
    ['mlx-id', 'hint', 'The id is `chatcmpl-` and a UUID, as in mlx_lm.server.', is('top', 'id', UUID)],
    [
      'mlx-call-id',
      'hint',
      'The id of the call is a bare UUID, and `function` comes before `type`, as in mlx_lm.server.',
      callId(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, (call) => {
        const keys = keysOf(call);
        return keys.includes('type') && keys.indexOf('function') < keys.indexOf('type');
      }),
    ],
  ]),
  // Source: lmdeploy openai/protocol.py and chat_completions/serving.py, 1263d5cd
  ...of('lmdeploy', [
    [
      'lmdeploy-output',
      'proof',
      'Only LMDeploy has `output_ids` or `output_token_logprobs` in the choice.',
      has('choice', 'output_ids', 'output_token_logprobs'),
    ],
    [
      'lmdeploy-finish',
      'proof',
      'Only LMDeploy ends with `parse_error`.',
      is('choice', 'finish_reason', /^parse_error$/),
    ],
    [
      'lmdeploy-id',
      'hint',
      'The id is `chatcmpl-` and a short UUID of 22 letters and digits, or a small number, as in LMDeploy.',
      // Source: lmdeploy#3349, release 0.7: the number of the session
      is('top', 'id', /^(?:chatcmpl-[2-9A-HJ-NP-Za-km-z]{22}|\d{1,7})$/),
    ],
    [
      'lmdeploy-call-id',
      'hint',
      'The id of the call is `chatcmpl-tool-` and a short UUID, as in LMDeploy.',
      callId(/^chatcmpl-(?:tool-)?(?=[\da-f]{0,21}[A-Zg-z])[2-9A-HJ-NP-Za-km-z]{22}$/),
    ],
    [
      'lmdeploy-tier',
      'hint',
      '`service_tier` is null at the end, and there is no `system_fingerprint`, as in LMDeploy.',
      ({ top }) => {
        const tier = keyed(top, 'service_tier');
        const isLast = keysOf(top).at(-1) === 'service_tier' && keyed(top, 'system_fingerprint') === null;
        return isLast && tier?.node.kind === 'null' ? tier : null;
      },
    ],
  ]),
  // Source: lmstudio-ai/docs openai-compat/tools.md and 2_rest, 15a12999
  ...of('lmstudio', [
    [
      'lmstudio-fingerprint',
      'proof',
      '`system_fingerprint` is the name of the model, as in LM Studio.',
      ({ top }) => {
        const print = stringAt(top, 'system_fingerprint');
        return print !== null && print === stringAt(top, 'model') ? at(top, 'system_fingerprint') : null;
      },
    ],
    [
      'lmstudio-stats',
      'proof',
      'Only LM Studio has `stats` beside the choices.',
      ({ top, choice }) => {
        const stats = at(top, 'stats');
        return choice !== null && isObject(stats) ? stats : null;
      },
    ],
    [
      'lmstudio-runtime',
      'proof',
      'Only LM Studio names its `runtime` and `model_info`.',
      ({ top }) => (isObject(at(top, 'runtime')) && isObject(at(top, 'model_info')) ? at(top, 'runtime') : null),
    ],
    ['lmstudio-instance', 'proof', 'Only LM Studio has `model_instance_id`.', has('top', 'model_instance_id')],
    [
      'lmstudio-id',
      'hint',
      'The id is `chatcmpl-` and about 21 small letters and digits, as in LM Studio.',
      is('top', 'id', /^chatcmpl-(?=[\da-f]{0,21}[g-z])[\da-z]{20,22}$/),
    ],
    ['lmstudio-call-id', 'hint', 'The id of the call is nine digits, as in LM Studio.', callId(/^\d{9}$/)],
  ]),
  // Source: text-generation-inference router/src/server.rs, `system_fingerprint`: the version and the label of the image
  ...of('tgi', [
    [
      'tgi-fingerprint',
      'proof',
      '`system_fingerprint` names a version of TGI.',
      is('top', 'system_fingerprint', /^\d{1,3}\.\d{1,3}\.\d{1,3}(?:-\w{1,10})?-(?:sha-[\da-f]{7,40}|native)$/),
    ],
  ]),
  // Source: text-generation-inference router/src/lib.rs ErrorResponse
  ...of('tgi', [
    [
      'tgi-error',
      'proof',
      'The error is a text, with its `error_type` beside it, as in TGI.',
      ({ top }) => (stringAt(top, 'error') === null ? null : keyed(top, 'error_type')),
    ],
  ]),
  // Source: LocalAI core/schema/openai.go APIError; LocalAI#1909
  ...of('localai', [
    [
      'localai-error',
      'hint',
      'The error has a number under `code`, and its type is empty, as in LocalAI.',
      ({ error }) => {
        const type = at(error, 'type');
        return stringAt(error, 'type') === '' && at(error, 'code')?.node.kind === 'number' ? type : null;
      },
    ],
  ]),
  // Source: tabbyAPI endpoints/OAI/types/chat_completion.py, 0158fb48
  ...of('tabbyapi', [
    [
      'tabbyapi-stop',
      'proof',
      'Only TabbyAPI has `stop_str` or `eos_reason` in the choice.',
      has('choice', 'stop_str', 'eos_reason'),
    ],
  ]),
  // Source: koboldcpp koboldcpp.py, friendlymodelname
  ...of('koboldcpp', [
    [
      'koboldcpp-model',
      'proof',
      'The name of the model begins with `koboldcpp/`, as KoboldCpp has it.',
      (view) => (view.choice === null ? null : is('top', 'model', /^koboldcpp\//)(view)),
    ],
  ]),
];
