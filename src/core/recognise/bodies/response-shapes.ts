import { CLASS_KEY } from '../printed/index.ts';
import { hasMarkup, isCall } from '../markup.ts';
import { messageOf } from '../message/index.ts';
import type { RecognisedReply } from '../recognised.ts';
import { at, firstAt, hasAny, isObject, itemsOf, keyed, stringAt, stringOf, type Source } from '../sources.ts';
import { isWrittenList } from './written-list.ts';

/** What a provider answered. */
export interface Response {
  readonly shape: ResponseShape;
  /** What holds the text and the calls, one for each choice. */
  readonly bodies: readonly Source[];
  readonly replies: readonly RecognisedReply[];
  /** Where the reasons for the end and the separate reasoning are. */
  readonly message: Source;
  readonly finishReason: string | null;
  /** Whether a console left the message out, so that nothing is known of it. */
  readonly isUnprinted?: boolean;
}

interface Shape {
  /** With its article. */
  readonly label: string;
  /** Of the message where it is another than the first body, and of the reason where there is one. */
  read(source: Source): (Pick<Response, 'bodies'> & Partial<Response>) | null;
}

/**
 * THE list of the shapes in which providers answer, the most telling first. A bare call such as `{"name": …, "arguments": …}`
 * is none of them: it is what a model writes.
 */
export const responseShapes = {
  'openai-completion': {
    label: 'an OpenAI chat completion',
    read: (source) => {
      const choices = itemsOf(at(source, 'choices'));
      const messages = choices.flatMap((choice) => at(choice, 'message') ?? flatMessage(choice) ?? []).filter(isObject);
      const [first] = messages;
      const reason = stringAt(choices[0], 'finish_reason');
      if (first !== undefined) return { bodies: messages, finishReason: reason };
      if (stringAt(source, 'object') !== 'chat.completion' || !isUnprinted(source, choices)) return null;
      return { bodies: [source], finishReason: reason, isUnprinted: true };
    },
  },
  'text-completion': {
    label: 'a text completion',
    read: (source) => {
      const [choice, ...others] = itemsOf(at(source, 'choices'));
      if (choice === undefined || stringAt(choice, 'text') === null) return null;
      const bodies = [choice, ...others].flatMap((one) => textIn(at(one, 'text')));
      return { bodies, message: choice, finishReason: stringAt(choice, 'finish_reason') };
    },
  },
  gemini: {
    label: 'a Gemini response',
    read: (source) => {
      const candidates = itemsOf(at(source, 'candidates'));
      const contents = candidates.flatMap((candidate) => at(candidate, 'content') ?? []).filter(isObject);
      const [first] = contents;
      const reason = stringAt(candidates[0], 'finishReason');
      return first === undefined ? null : { bodies: contents, finishReason: reason };
    },
  },
  'openai-responses': {
    label: 'an OpenAI Responses API response',
    read: readResponsesApi,
  },
  lmstudio: {
    label: 'a response of LM Studio’s own API',
    read: readLmStudio,
  },
  bedrock: {
    label: 'a Bedrock Converse response',
    read: (source) => {
      const message = at(at(source, 'output'), 'message');
      if (!isObject(message)) return null;
      return { bodies: [message], finishReason: stringAt(source, 'stopReason') };
    },
  },
  'anthropic-message': {
    label: 'an Anthropic message',
    read: (source) => {
      const content = at(source, 'content');
      const blocks = itemsOf(content);
      const isMessage = stringAt(source, 'type') === 'message' || stringAt(source, CLASS_KEY) === 'Message';
      // The result of a tool has blocks of text as well, but no call in them.
      const hasBlocks = blocks.some(
        (block) =>
          ['tool_use', 'thinking'].includes(stringAt(block, 'type') ?? '') || isCall(stringAt(block, 'text') ?? ''),
      );
      if (content?.node.kind !== 'array' || !(isMessage || hasBlocks)) return null;
      return { bodies: [source], finishReason: stringAt(source, 'stop_reason') };
    },
  },
  'ai-sdk': {
    label: 'a result of the AI SDK',
    read: (source) => {
      if (!hasAny(source, ['finishReason', 'steps']) || !hasAny(source, ['text', 'content', 'toolCalls', 'steps']))
        return null;
      const steps = itemsOf(at(source, 'steps')).filter((step) => hasAny(step, ['text', 'content', 'toolCalls']));
      return {
        bodies: steps.length === 0 ? [source] : steps,
        message: source,
        finishReason: stringAt(source, 'finishReason'),
      };
    },
  },
  'openai-choice': {
    label: 'a choice of an OpenAI chat completion',
    read: (source) => {
      const message = at(source, 'message');
      const hasReason = keyed(source, 'finish_reason') !== null;
      if (!hasReason || !isObject(message) || stringAt(message, 'role') === null) return null;
      return { bodies: [message], finishReason: stringAt(source, 'finish_reason') };
    },
  },
  'ollama-chat': {
    label: 'an Ollama chat response',
    read: (source) => {
      const message = at(source, 'message');
      if (!isObject(message) || stringAt(message, 'role') === null || !hasAny(source, OF_OLLAMA)) return null;
      return { bodies: [message], finishReason: stringAt(source, 'done_reason') };
    },
  },
  'ollama-generate': {
    label: 'an Ollama generate response',
    read: (source) => {
      const text = at(source, 'response');
      if (stringOf(text) === null || at(source, 'done') === null) return null;
      return { bodies: textIn(text), message: source, finishReason: stringAt(source, 'done_reason') };
    },
  },
  'llamacpp-completion': {
    label: 'an answer of `/completion` of llama-server',
    read: (source) => {
      const text = at(source, 'content');
      if (
        stringOf(text) === null ||
        !hasAny(source, ['generation_settings', 'tokens_predicted', 'stop_type', 'tokens_evaluated'])
      )
        return null;
      return { bodies: textIn(text), message: source, finishReason: stringAt(source, 'stop_type') };
    },
  },
  'sglang-generate': {
    label: 'an answer of `/generate` of SGLang',
    read: (source) => {
      const all = source.node.kind === 'array' ? itemsOf(source) : [source];
      const texts = all.map((one) => (at(one, 'meta_info') === null ? null : at(one, 'text')));
      if (texts.length === 0 || texts.some((text) => stringOf(text) === null)) return null;
      return { bodies: texts.flatMap(textIn), message: source };
    },
  },
  'text-generation': {
    label: 'an answer of a text generation server',
    read: (source) => {
      const all = source.node.kind === 'array' ? itemsOf(source) : [source];
      const results = isObject(source) ? [...itemsOf(at(source, 'results')), ...itemsOf(at(source, 'outputs'))] : [];
      const texts = [...all, ...results].flatMap(
        (one) => firstAt(one, ['generated_text', 'outputText', 'completion']) ?? [],
      );
      const plain = results.flatMap((one) => at(one, 'text') ?? []);
      const bodies = [...texts, ...plain].flatMap(textIn);
      if (
        bodies.length === 0 ||
        (at(source, 'completion') !== null && !hasAny(source, ['stop_reason', 'model', 'stop']))
      )
        return null;
      return { bodies, message: source, finishReason: stringAt(source, 'stop_reason') };
    },
  },
  'langchain-result': {
    label: 'a result of LangChain',
    read: (source) => {
      // Spring AI.
      if (stringAt(source, CLASS_KEY) === 'ChatResponse') return null;
      const generations = itemsOf(at(source, 'generations')).flatMap((one) =>
        one.node.kind === 'array' ? itemsOf(one) : [one],
      );
      const messageIn = (one: Source): Source | null => {
        const message = at(one, 'message');
        const inner = isObject(message) ? (firstAt(message, ['kwargs', 'data']) ?? message) : null;
        return isObject(inner) ? inner : null;
      };
      const bodies = generations.flatMap((one) => messageIn(one) ?? textIn(at(one, 'text')));
      const [first] = generations;
      if (first === undefined || bodies.length === 0) return null;
      const about = at(first, 'generation_info');
      const reason = stringAt(about, 'finish_reason') ?? stringAt(about, 'done_reason');
      return { bodies, message: messageIn(first) ?? first, finishReason: reason };
    },
  },
  'printed-answer': {
    label: 'a printed answer',
    read: (source) => {
      if (stringAt(source, CLASS_KEY) === null) return null;
      // LangChain4j and Google's ADK have one message, Spring AI a list of them.
      const results = [source, ...itemsOf(at(source, 'generations'))];
      const messages = results.flatMap((one) => firstAt(one, ['message', 'content']) ?? []).filter(isObject);
      const [first] = messages.some((one) => messageOf(one)?.role !== 'assistant') ? [] : messages;
      const reason = stringAt(source, 'finish_reason');
      return first === undefined ? null : { bodies: messages, finishReason: reason };
    },
  },
  'openai-message': {
    label: 'an OpenAI message',
    read: (source) => {
      const role = stringAt(source, 'role');
      if (role === null || role === 'user' || role === 'system' || role === 'tool' || role === 'developer') return null;
      const keys = ['content', 'contents', 'tool_calls', 'parts', 'blocks', 'items'];
      return keys.some((key) => keyed(source, key) !== null) ? { bodies: [source] } : null;
    },
  },
  'assistant-message': {
    label: "an assistant's message",
    read: (source) => {
      const message = stringAt(source, 'role') === null ? messageOf(source) : null;
      if (message?.role !== 'assistant') return null;
      return { bodies: [message.body] };
    },
  },
  'content-alone': {
    label: 'a message without a role',
    read: (source) => {
      const inner = isObject(source) && source.node.members.length === 1 ? at(source, 'message') : null;
      const message = inner ?? source;
      if (!isObject(message) || message.node.members.length !== 1) return null;
      // n8n.
      const output = at(message, 'output');
      // Small programs that print what a model wrote.
      const printed = firstAt(message, ['response', 'answer', 'reply', 'text']);
      if (hasMarkup(stringOf(output) ?? '')) return { bodies: textIn(output), message };
      if (isCall(stringOf(printed) ?? '')) return { bodies: textIn(printed), message };
      if (stringAt(message, 'content') === null) return null;
      return { bodies: [message] };
    },
  },
  'printed-result': {
    label: 'a printed result',
    read: (source) => {
      const isResult = /(?:Result|Response|Output|Completion|Reply|Generation|Answer)$/.test(
        stringAt(source, CLASS_KEY) ?? '',
      );
      const text = firstAt(source, ['text', 'content', 'output', 'completion', 'response', 'reply', 'answer']);
      return !isResult || stringOf(text) === null
        ? null
        : { bodies: [source], finishReason: stringAt(source, 'finish_reason') };
    },
  },
  'provider-response': {
    label: 'a response with text and tool_calls',
    read: (source) => (keyed(source, 'tool_calls') === null || isWrittenList(source) ? null : { bodies: [source] }),
  },
  'tool-calls': {
    label: 'a list of tool calls',
    read: (source) => {
      const isCall = (item: Source): boolean => {
        const fun = at(item, 'function');
        return stringAt(item, 'type') === 'tool_use' || (isObject(fun) && at(fun, 'arguments') !== null);
      };
      const items = source.node.kind === 'array' ? itemsOf(source) : [];
      if (!items.some(isCall)) return null;
      return { bodies: [source] };
    },
  },
} as const satisfies Record<string, Shape>;

export type ResponseShape = keyof typeof responseShapes;

/** Clients keep messages in records of their own. Source: ollama docs/api.md, "Generate a chat completion" */
const OF_OLLAMA = ['done', 'done_reason', 'created_at', 'model', 'total_duration', 'eval_count'];

/** A choice of a chat completion that was written down without the object of its message. */
function flatMessage(choice: Source): Source | null {
  return stringAt(choice, 'role') === 'assistant' && stringAt(choice, 'content') !== null ? choice : null;
}

/** Consoles print the message of a completion as `[Object]`, or nothing of its choices: both are null here, which no server sends. */
function isUnprinted(source: Source, choices: readonly Source[]): boolean {
  const [first] = choices;
  return keyed(first ?? source, first === undefined ? 'choices' : 'message')?.node.kind === 'null';
}

function textIn(text: Source | null): Source[] {
  return text === null || stringOf(text) === null ? [] : [text];
}

/** OpenAI API reference, "The response object": messages, calls and reasoning are side by side in `output`. */
function readResponsesApi(source: Source): ReturnType<Shape['read']> {
  const output = at(source, 'output');
  const isItem = (item: Source): boolean =>
    (stringAt(item, 'type') === 'message' && at(item, 'content')?.node.kind === 'array') ||
    (/^(?:function|custom_tool)_call$/.test(stringAt(item, 'type') ?? '') && at(item, 'call_id') !== null);
  if (output === null || !itemsOf(output).some(isItem)) return null;
  const finishReason = stringAt(at(source, 'incomplete_details'), 'reason');
  return { bodies: [output], message: source, finishReason };
}

/** LM Studio runs the tools that it was given, and keeps each call with its result. Source: lmstudio-ai/docs, 2_rest/chat.md */
function readLmStudio(source: Source): ReturnType<Shape['read']> {
  const output = at(source, 'output');
  const isLmStudio = stringAt(source, 'model_instance_id') !== null && itemsOf(output).length > 0;
  return isLmStudio && output !== null ? { bodies: [output], message: source } : null;
}
