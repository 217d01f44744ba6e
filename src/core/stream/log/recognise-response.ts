import { member, type JsonArrayNode, type JsonNode } from '../../json/node.ts';
import { readJson } from '../../json/strict.ts';

/** What a pasted text turned out to be. */
export type ResponseShape =
  | 'text'
  | 'openai-completion'
  | 'openai-message'
  | 'openai-responses'
  | 'anthropic-message'
  | 'ollama-chat'
  | 'ollama-generate'
  | 'tool-calls'
  | 'provider-response';

export interface RecognisedResponse {
  readonly shape: ResponseShape;
  /** The reply text, or null when the response has none. */
  readonly text: string | null;
  /** The native calls as JSON text, cut from the source without loss; null when there are none. */
  readonly toolCallsText: string | null;
  /** What the reader should know about the rest: sentences. */
  readonly notes: readonly string[];
}

const shapeLabels = {
  text: 'plain reply text',
  'openai-completion': 'an OpenAI chat completion',
  'openai-message': 'an OpenAI message',
  'openai-responses': 'an OpenAI Responses API response',
  'anthropic-message': 'an Anthropic message',
  'ollama-chat': 'an Ollama chat response',
  'ollama-generate': 'an Ollama generate response',
  'tool-calls': 'a list of tool calls',
  'provider-response': 'a response with text and tool_calls',
} as const satisfies Record<ResponseShape, string>;

export function shapeLabel(shape: ResponseShape): string {
  return shapeLabels[shape];
}

/**
 * Recognises a provider's response in a pasted text. A bare tool call such as `{"name": …, "arguments": …}` is NOT a
 * response: it is what a model says, so it stays text. What is not JSON is text as well.
 */
export function recogniseResponse(source: string): RecognisedResponse {
  const reading = readJson(source);
  if (!reading.ok) return plainText(source);
  const { node } = reading;
  if (node.kind === 'array')
    return isCallList(node) ? { ...empty('tool-calls'), toolCallsText: cut(source, node) } : plainText(source);
  if (node.kind !== 'object') return plainText(source);

  const choices = member(node, 'choices');
  if (choices?.kind === 'array' && choices.items.length > 0) return openAiCompletion(source, choices);
  const output = member(node, 'output');
  if (output?.kind === 'array' && output.items.some(isOutputItem)) return openAiResponses(source, node, output);
  const content = member(node, 'content');
  if (content?.kind === 'array' && isAnthropic(node, content)) return anthropicMessage(source, node, content);
  const message = member(node, 'message');
  if (message?.kind === 'object' && member(message, 'role') !== undefined) {
    return withReasons(fromMessage(source, message, 'ollama-chat'), member(node, 'done_reason'));
  }
  if (member(node, 'response')?.kind === 'string' && member(node, 'done') !== undefined) {
    return { ...empty('ollama-generate'), text: textOf(member(node, 'response')) };
  }
  if (member(node, 'role') !== undefined && (content !== undefined || member(node, 'tool_calls') !== undefined)) {
    return fromMessage(source, node, 'openai-message');
  }
  if (member(node, 'tool_calls') !== undefined) {
    return { ...empty('provider-response'), text: textOf(member(node, 'text')), toolCallsText: callsOf(source, node) };
  }
  return plainText(source);
}

function openAiCompletion(source: string, choices: JsonArrayNode): RecognisedResponse {
  const [choice] = choices.items;
  const message = choice && member(choice, 'message');
  if (choice === undefined || message?.kind !== 'object') {
    return plainText(
      source,
      choice && member(choice, 'delta') ? ['This is one chunk of a stream, not a whole response.'] : [],
    );
  }
  const recognised = withReasons(fromMessage(source, message, 'openai-completion'), member(choice, 'finish_reason'));
  if (choices.items.length === 1) return recognised;
  return {
    ...recognised,
    notes: [...recognised.notes, `Callscope reads only the first of ${String(choices.items.length)} choices.`],
  };
}

function fromMessage(source: string, message: JsonNode, shape: ResponseShape): RecognisedResponse {
  const content = member(message, 'content');
  const reasoning = textOf(
    member(message, 'reasoning_content') ?? member(message, 'reasoning') ?? member(message, 'thinking'),
  );
  return {
    shape,
    text: content?.kind === 'array' ? joinedText(content) : textOf(content),
    toolCallsText: callsOf(source, message),
    notes: reasoning === null || reasoning === '' ? [] : [reasoningNote(reasoning.length)],
  };
}

function anthropicMessage(source: string, message: JsonNode, content: JsonArrayNode): RecognisedResponse {
  const calls = content.items.filter((block) => typeOf(block) === 'tool_use');
  const thinking = content.items.filter((block) => typeOf(block) === 'thinking');
  const length = thinking.reduce((sum, block) => sum + (textOf(member(block, 'thinking'))?.length ?? 0), 0);
  return withReasons(
    {
      shape: 'anthropic-message',
      text: joinedText(content),
      toolCallsText: calls.length === 0 ? null : `[${calls.map((block) => cut(source, block)).join(',\n')}]`,
      notes: thinking.length === 0 ? [] : [reasoningNote(length)],
    },
    member(message, 'stop_reason'),
  );
}

/** OpenAI API reference, "The response object": messages, calls and reasoning are side by side in `output`. */
function openAiResponses(source: string, response: JsonNode, { items }: JsonArrayNode): RecognisedResponse {
  const ofType = (type: string): readonly JsonNode[] => items.filter((item) => typeOf(item) === type);
  const texts = ofType('message').flatMap((item) => {
    const content = member(item, 'content');
    return content?.kind === 'array' ? (joinedText(content) ?? []) : [];
  });
  const calls = ofType('function_call');
  const reasoning = ofType('reasoning').length;
  const details = member(response, 'incomplete_details');
  const reason = details?.kind === 'object' ? textOf(member(details, 'reason')) : null;
  return {
    shape: 'openai-responses',
    text: texts.length === 0 ? null : texts.join(''),
    toolCallsText: calls.length === 0 ? null : `[${calls.map((call) => cut(source, call)).join(',\n')}]`,
    notes: [
      ...(reasoning === 0 ? [] : ['Separate reasoning is not part of the text. No runtime looks for calls in it.']),
      ...(reason === null ? [] : [`The reply is cut off (${reason}).`]),
    ],
  };
}

/** A reason that says the reply was cut is worth a note: half a call may follow from it. */
function withReasons(recognised: RecognisedResponse, reason: JsonNode | undefined): RecognisedResponse {
  const text = textOf(reason);
  if (text !== 'length' && text !== 'max_tokens') return recognised;
  return { ...recognised, notes: [...recognised.notes, `The token limit cut off the reply (${text}).`] };
}

function reasoningNote(length: number): string {
  return `${String(length)} characters of separate reasoning are not part of the text. No runtime looks for calls in them.`;
}

function isAnthropic(message: JsonNode, content: JsonArrayNode): boolean {
  if (typeOf(message) === 'message') return true;
  return content.items.some((block) => typeOf(block) === 'tool_use' || typeOf(block) === 'thinking');
}

function isOutputItem(item: JsonNode): boolean {
  const type = typeOf(item);
  return (
    (type === 'message' && member(item, 'content')?.kind === 'array') ||
    (type === 'function_call' && member(item, 'call_id') !== undefined)
  );
}

function isCallList(list: JsonArrayNode): boolean {
  return list.items.some((item) => member(item, 'function') !== undefined || typeOf(item) === 'tool_use');
}

function callsOf(source: string, message: JsonNode): string | null {
  const calls = member(message, 'tool_calls');
  return calls === undefined || calls.kind === 'null' ? null : cut(source, calls);
}

function typeOf(node: JsonNode): string | null {
  return textOf(member(node, 'type'));
}

function textOf(node: JsonNode | undefined): string | null {
  return node?.kind === 'string' ? node.value : null;
}

function joinedText(content: JsonArrayNode): string | null {
  const texts = content.items.flatMap((block) => textOf(member(block, 'text')) ?? []);
  return texts.length === 0 ? null : texts.join('');
}

function cut(source: string, { from, to }: { from: number; to: number }): string {
  return source.slice(from, to);
}

function empty(shape: ResponseShape): RecognisedResponse {
  return { shape, text: null, toolCallsText: null, notes: [] };
}

function plainText(source: string, notes: readonly string[] = []): RecognisedResponse {
  return { shape: 'text', text: source, toolCallsText: null, notes };
}
