import { conversationOf, messageList, systemBeside, type Conversation } from './conversation.ts';
import { CLASS_KEY } from '../printed/index.ts';
import { at, firstAt, hasAny, isObject, itemsOf, keysOf, stringOf, unpacked, type Source } from '../sources.ts';

/** A body that asks for a reply. */
export interface RequestBody {
  readonly body: Source;
  readonly conversation: Conversation;
}

/** What only a request has beside its messages. */
const PARAMETERS = [
  ...['model', 'modelId', 'temperature', 'top_p', 'max_tokens', 'max_completion_tokens', 'max_output_tokens', 'stream'],
  ...['stream_options', 'tool_choice', 'toolChoice', 'toolConfig', 'parallel_tool_calls', 'generationConfig'],
  ...['generation_config', 'inferenceConfig', 'response_format', 'stop', 'seed', 'options', 'keep_alive'],
  ...['chat_template_kwargs'],
];

/** What only a response has; llama-server repeats the prompt in one. */
const CAME_BACK = [
  ...['choices', 'candidates', 'output', 'response', 'usage', 'completion', 'run_id', 'tokens_predicted'],
  ...['generated_text'],
];

/**
 * A request for a reply: messages with a parameter such as `model`, messages that end with a question or a result, a prompt
 * with a model, or an envelope such as a line of a batch. What came back as well is no request.
 */
export function requestOf(source: Source): RequestBody | null {
  if (!isObject(source)) return null;
  const enveloped = requestIn(source);
  const body = enveloped ?? source;
  if (hasAny(body, CAME_BACK)) return null;
  const list = ownList(body);
  if (list !== null) {
    const conversation = conversationOf(itemsOf(list));
    const isAsking = conversation.endsWith !== 'assistant' || enveloped !== null;
    if (!isAsking && !hasAny(body, PARAMETERS)) return null;
    // What is kept of a conversation may end with a user as well; what sends it has no other keys.
    const isBare = keysOf(body).every((key) => BESIDE.has(key));
    if (!hasAny(body, PARAMETERS) && enveloped === null && !isBare) return null;
    const system = systemBeside(body) ?? conversation.system;
    return { body, conversation: { ...conversation, system } };
  }
  const prompt = firstAt(body, ['prompt', 'input', 'inputs', 'inputText', 'contents']);
  const asked = stringOf(prompt);
  if (asked === null || !hasAny(body, PARAMETERS)) return null;
  const system = systemBeside(body);
  return { body, conversation: { replies: [], system, asked, messages: 1, endsWith: 'user' } };
}

/** `{"method": "POST", "url": …, "body": {…}}`, as batches and logs of requests have it. */
function requestIn(source: Source): Source | null {
  if (!hasAny(source, ['url', 'custom_id', 'endpoint', 'path', 'method', CLASS_KEY])) return null;
  const body = unpacked(firstAt(source, ['body', 'params', 'json', 'payload', 'data']));
  return isObject(body) && ownList(body) !== null ? body : null;
}

/** The messages of the body itself, not of something in it. */
function ownList(body: Source): Source | null {
  for (const key of ['messages', 'contents', 'input']) {
    const list = at(body, key);
    if (list?.node.kind === 'array' && messageList(list) !== null) return list;
  }
  return null;
}

/** The keys that a body without parameters may have beside its messages. */
const BESIDE: ReadonlySet<string> = new Set([
  ...['messages', 'contents', 'input', 'tools', 'functions', 'system', 'systemInstruction', 'system_instruction'],
  ...['instructions'],
]);
