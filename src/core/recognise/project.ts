import type { GivenAway } from './recognised.ts';
import { at, firstAt, hasAny, isObject, itemsOf, stringAt, type Source } from './sources.ts';
import { CLASS_KEY } from './printed/index.ts';

/** Keys that only one project has: in an answer, or in its choices. */
const answerKeys: readonly (readonly [GivenAway, readonly string[]])[] = [
  ['llamacpp', ['timings', '__verbose', 'generation_settings', 'tokens_predicted', 'slot_id', 'id_slot']],
  ['ollama', ['total_duration', 'eval_duration', 'prompt_eval_duration', 'load_duration', 'done_reason']],
  ['sglang', ['meta_info', 'matched_stop', 'hidden_states', 'weight_version', 'sglext']],
  ['vllm', ['prompt_logprobs', 'kv_transfer_params', 'prompt_token_ids', 'token_ids', 'stop_reason']],
];

/** Which project answered in this shape, told by the keys that only it has; null for what any may have written. */
export function projectOfAnswer(source: Source): GivenAway | null {
  const [first] = source.node.kind === 'array' ? itemsOf(source) : [source];
  if (first === undefined || !isObject(first)) return null;
  const choice = itemsOf(at(first, 'choices'))[0] ?? null;
  const metadata = at(first, 'metadata');
  const fingerprint = stringAt(first, 'system_fingerprint') ?? '';
  if (fingerprint === 'fp_ollama') return 'ollama';
  if (/^b\d{3,6}-[0-9a-f]{6,}/.test(fingerprint)) return 'llamacpp';
  if (isObject(metadata) && hasAny(metadata, ['weight_version'])) return 'sglang';
  const isAnthropic = stringAt(first, 'type') === 'message';
  for (const [project, keys] of answerKeys) {
    // Anthropic has `stop_reason` as well; vLLM has it in each choice.
    const inAnswer = keys.filter((key) => key !== 'stop_reason');
    if (hasKey(first, inAnswer) || (choice !== null && hasKey(choice, isAnthropic ? inAnswer : keys))) return project;
  }
  if (at(first, 'created_at') !== null && at(first, 'done') !== null) return 'ollama';
  // The ids that vLLM makes for calls.
  if (choice !== null && choice.text.slice(choice.node.from, choice.node.to).includes('chatcmpl-tool-')) return 'vllm';
  return stringAt(first, 'owned_by') === 'vllm' ? 'vllm' : null;
}

function hasKey(source: Source, keys: readonly string[]): boolean {
  return source.node.kind === 'object' && source.node.members.some(({ key }) => keys.includes(key.value));
}

/** Message types of LangChain, in its JSON and in what Python prints. */
const LANGCHAIN_CLASS = /^(?:AI|Human|System|Tool|Function|Chat)Message(?:Chunk)?$/;

/** Which library wrote a message: LangChain and the AI SDK have shapes of their own. */
export function projectOfMessage(source: Source): GivenAway | null {
  if (!isObject(source)) return null;
  // LlamaIndex, smolagents and many others have a class of that name as well.
  if (hasAny(source, ['blocks', '_content', 'tool_calls', 'role']) && stringAt(source, CLASS_KEY) === 'ChatMessage')
    return null;
  const name = stringAt(source, CLASS_KEY) ?? '';
  if (LANGCHAIN_CLASS.test(name)) return 'langchain';
  if (name.startsWith('ExAthena.')) return 'exathena';
  const id = itemsOf(at(source, 'id'));
  if (at(source, 'lc') !== null && id.length > 0) return 'langchain';
  const type = stringAt(source, 'type');
  if (stringAt(source, 'role') === null && (type === 'ai' || type === 'human')) {
    if (hasAny(source, ['data', 'additional_kwargs', 'response_metadata', 'content'])) return 'langchain';
  }
  if (hasAny(source, ['additional_kwargs', 'response_metadata'])) return 'langchain';
  // OpenCode keeps the parts of the AI SDK, and is another program.
  if (isObject(at(source, 'info'))) return null;
  const parts = firstAt(source, ['parts', 'content']);
  const isAiSdk = itemsOf(parts).some((part) => {
    const partType = stringAt(part, 'type') ?? '';
    return (
      partType === 'step-start' ||
      partType === 'tool-invocation' ||
      partType === 'dynamic-tool' ||
      (partType.startsWith('tool-') && (hasAny(part, ['toolCallId', 'toolName']) || at(part, 'state') !== null))
    );
  });
  return isAiSdk || hasAny(source, ['toolInvocations']) ? 'ai-sdk' : null;
}

/** Parameters of a request that one project alone takes. */
const requestKeys: readonly (readonly [GivenAway, readonly string[]])[] = [
  ['ollama', ['keep_alive', 'num_ctx']],
  ['sglang', ['separate_reasoning', 'stream_reasoning', 'sampling_params', 'custom_logit_processor', 'ebnf']],
  [
    'vllm',
    [
      'guided_json',
      'guided_choice',
      'guided_grammar',
      'guided_regex',
      'structured_outputs',
      'vllm_xargs',
      'include_reasoning',
    ],
  ],
  [
    'llamacpp',
    ['cache_prompt', 'id_slot', 'n_predict', 'timings_per_token', 'parse_tool_calls', 'mirostat_tau', 'samplers'],
  ],
];

export function projectOfRequest(source: Source): GivenAway | null {
  for (const [project, keys] of requestKeys) if (hasKey(source, keys)) return project;
  const options = at(source, 'options');
  return isObject(options) && hasAny(options, ['num_ctx', 'num_predict']) ? 'ollama' : null;
}

/** What Go's readers of JSON and XML say, and Ollama's readers of calls. */
const GO_WORDS =
  /\binvalid character '|unexpected end of JSON input|^XML syntax error on line|looks like object, but can't find closing|tool call|\btool '[^']{1,80}' not found/;

/**
 * llama-server has the types of OpenAI, but a number for the code, and no `param`. vLLM has the names of Python's exceptions and
 * a `param`. Ollama has a sentence of Go.
 */
export function projectOfErrorBody(source: Source): GivenAway | null {
  const message = stringAt(source, 'error');
  if (isObject(source) && source.node.members.length === 1 && message !== null)
    return GO_WORDS.test(message) ? 'ollama' : null;
  const error = at(source, 'error');
  if (!isObject(error) || at(error, 'code')?.node.kind !== 'number') return null;
  const hasParam = error.node.members.some(({ key }) => key.value === 'param');
  const type = stringAt(error, 'type') ?? '';
  if (!hasParam && type.endsWith('_error')) return 'llamacpp';
  return hasParam && /^(?:[A-Z]\w{2,40}Error|Internal Server Error)$/.test(type) ? 'vllm' : null;
}

/** So many messages are asked for their library. */
const LOOKED_AT = 200;

export function projectOfMessages(list: readonly Source[]): GivenAway | null {
  for (const message of list.slice(0, LOOKED_AT)) {
    const project = projectOfMessage(message);
    if (project !== null) return project;
  }
  return null;
}
