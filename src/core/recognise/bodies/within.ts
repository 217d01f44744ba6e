import { messageList } from './conversation.ts';
import { messageOf } from '../message/index.ts';
import { responseOf, type RecognisedResponse } from './response.ts';
import { at, hasAny, isObject, itemsOf, stringAt, type Source } from '../sources.ts';
import { isPieceOfStream } from './streams.ts';
import { isWrittenList } from './written-list.ts';

/** What is found inside of a value that is itself nothing known. */
export interface Within {
  /** The longest list of messages, or all messages in order; empty where nothing is asked in it. */
  readonly messages: readonly Source[];
  readonly answers: readonly Source[];
  /** The pieces of a stream, from a list of them; these come before all else. */
  readonly pieces: readonly Source[];
}

/** What went in, what a tool takes, and what a model wrote for one are no answers. */
const NOT_ANSWERS =
  /^(?:inputs?|prompts?|request|options|config|examples?|tools?|functions|schema|properties|parameters|arguments|expected|reference)$/i;

/** The shapes that nothing else has: in an unknown value a text under a common key is no answer. */
const TELLING: ReadonlySet<RecognisedResponse['shape']> = new Set([
  'openai-completion',
  'gemini',
  'openai-responses',
  'lmstudio',
  'bedrock',
  'anthropic-message',
  'ollama-chat',
  'ollama-generate',
  'llamacpp-completion',
  'langchain-result',
]);

/** So many values are looked at. */
const MOST_VALUES = 20_000;

/**
 * Looks in a value of any shape, which a trace, a workflow or a program of one's own wrote, for what a server answered or for the
 * messages of a conversation: the longest list of messages with an answer, or else all answers in order, or the pieces of a stream. Null
 * where it has none, and for a call, whose arguments are its own. Linear.
 */
export function foundWithin(root: Source): Within | null {
  if (isCall(root) || (at(root, 'tool_calls') !== null && isWrittenList(root))) return null;
  const answers: Source[] = [];
  const turns: Source[] = [];
  let messages: readonly Source[] = [];
  const waiting: Source[] = [root];
  for (let count = 0; waiting.length > 0 && count < MOST_VALUES; count += 1) {
    const value = waiting.pop();
    if (value === undefined) break;
    if (value.node.kind === 'array') {
      const list = itemsOf(value);
      const hasAnswer = list.length > 1 && list.some((item) => messageOf(item)?.role === 'assistant');
      if (hasAnswer && messageList(value) !== null) messages = list.length > messages.length ? list : messages;
      else if (list.length > 1 && list.every(isPieceOfStream)) return { messages: [], answers: [], pieces: list };
      else if (responseOf(value)?.shape === 'tool-calls') answers.push(value);
      else waiting.push(...list.slice(0, MOST_VALUES).toReversed());
    } else if (isObject(value)) {
      const response = responseOf(value);
      if ((response !== null && TELLING.has(response.shape)) || isAnswer(value)) {
        answers.push(value);
        turns.push(value);
      } else if (messageOf(value)?.role === 'user') turns.push(value);
      else
        for (const { key, value: node } of value.node.members.toReversed())
          if (!NOT_ANSWERS.test(key.value)) waiting.push({ ...value, node });
    }
  }
  if (messages.length === 0 && answers.length > 0 && turns.length > answers.length) messages = turns;
  return messages.length === 0 && answers.length === 0 ? null : { messages, answers, pieces: [] };
}

function isAnswer(value: Source): boolean {
  return (
    messageOf(value)?.role === 'assistant' &&
    hasAny(value, ['content', 'contents', 'parts', 'steps', 'tool_calls', 'toolCalls'])
  );
}

/** What a model wrote is read by those who read calls. */
export function isCall(root: Source): boolean {
  const [first] = root.node.kind === 'array' ? itemsOf(root) : [root];
  if (first === undefined || !isObject(first)) return false;
  const call = at(first, 'function') ?? first;
  // A step of a trace has a name and an input as well.
  if (hasAny(call, ['output', 'outputs', 'result', 'response'])) return false;
  return (
    hasAny(call, ['name', 'tool', 'action_input']) &&
    hasAny(call, ['arguments', 'parameters', 'args', 'input', 'action_input'])
  );
}

/** A structured call cut out of its response: it has an id, and its arguments are a string. */
export function isGivenCall(source: Source): boolean {
  if (!isObject(source)) return false;
  const type = stringAt(source, 'type');
  if (type === 'tool_use' && stringAt(source, 'id') !== null && stringAt(source, 'input_json') !== null) return true;
  const fun = type === 'function_call' ? source : at(source, 'function');
  const hasId = (type === 'function' && stringAt(source, 'id') !== null) || stringAt(source, 'call_id') !== null;
  return hasId && fun !== null && stringAt(fun, 'arguments') !== null;
}
