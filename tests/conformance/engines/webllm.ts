import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import {
  hermesFunctions,
  type WebllmAnswer,
  type WebllmCall,
} from '../../../src/core/engines/webllm/hermes-functions.ts';
import { functionCallingModels, refusalOf, type WebllmRefusal } from '../../../src/core/engines/webllm/request.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';
import { plainValue, withoutLine } from './javascript.ts';

/** What `MLCEngine.chatCompletion` answers: its checks of the request, and its reading of what the model said. */
export const webllm: EngineAnswers = {
  engine: '@mlc-ai/web-llm',
  asked: ['model', 'reason', 'extra'],
  streamed: ['stream'],
  notes: [],
  answer: (line) => answerWebllm(line),
  held: [
    {
      runtime: hermesFunctions,
      file: 'webllm/hermes-functions.jsonl',
      asks: { engine: '@mlc-ai/web-llm', parser: 'hermes-functions' },
    },
  ],
  runtimeOf: () => hermesFunctions,
  served(line) {
    const { model, reason, extra, expected } = line as WebllmLine;
    // The page reads a reply to a request that was taken, which the model itself ended.
    if ([model, reason, extra].some((one) => one !== undefined)) return null;
    // The client may get a name of any type; the page has it as text.
    return (expected?.calls ?? []).map(({ name, ...call }) => ({
      ...call,
      name: typeof name === 'string' ? name : JSON.stringify(name),
    }));
  },
};

interface WebllmLine extends EngineLine {
  readonly model?: string;
  /** Finish reason of the model. */
  readonly reason?: string;
  /** Further fields of the request. */
  readonly extra?: Record<string, unknown>;
  readonly expected?: { readonly calls: readonly (Omit<IntendedCall, 'name'> & { readonly name: unknown })[] };
}

interface Request {
  readonly model: string;
  readonly messages: readonly { readonly role: string }[];
  readonly tools?: readonly unknown[] | null;
  readonly response_format?: unknown;
  readonly n?: number | null;
}

function answerWebllm({ text, tools, model, reason = 'stop', extra }: WebllmLine): unknown {
  const request: Request = {
    model: model ?? 'Hermes-3-Llama-3.1-8B-q4f16_1-MLC',
    messages: [{ role: 'user' }],
    tools,
    ...extra,
  };
  const whole = refusalOf(request);
  const streamed = refusalOf({ ...request, stream: true });
  return {
    ...(whole === null ? wholeAnswer(request, text, reason) : refused(request, whole, null)),
    stream: streamed === null ? streamAnswer(request, text, reason) : asOne(refused(request, streamed, '')),
  };
}

interface Answer {
  readonly expected: unknown;
  readonly raises?: string;
}

function wholeAnswer({ tools }: Request, text: string, reason: string): Answer {
  const hasTools = tools !== undefined && tools !== null;
  if (!hasTools || reason !== 'stop')
    return { expected: { calls: [], content: hasTools ? null : text, finish: reason } };
  const { calls, raises } = hermesFunctions.parse(text);
  if (raises !== undefined) return { expected: { calls: [], content: null }, raises: messageOf(raises, text) };
  return { expected: { calls: calls.map(wholeCall), content: null, finish: 'tool_calls' } };
}

function streamAnswer({ tools }: Request, text: string, reason: string): unknown {
  if (tools === undefined || tools === null || reason !== 'stop') return { calls: [], content: text, finish: reason };
  const { calls, raises } = hermesFunctions.parse(text);
  if (raises !== undefined) return { calls: [], content: text, raises: messageOf(raises, text) };
  return { calls: calls.map(withValue), content: text, finish: 'tool_calls' };
}

function refused(request: Request, refusal: WebllmRefusal, content: string | null): Answer {
  return { expected: { calls: [], content }, raises: `${refusal}: ${refusalText(request, refusal)}` };
}

function asOne({ expected, raises }: Answer): unknown {
  return { ...(expected as object), raises };
}

function wholeCall(call: WebllmCall): unknown {
  return { ...withValue(call), callId: call.id };
}

function withValue({ givenName, argumentsText }: WebllmCall): {
  name: unknown;
  arguments: unknown;
  argumentsText: string;
} {
  return { name: givenName, arguments: plainValue(JSON.parse(argumentsText)), argumentsText };
}

function messageOf({ raises, message, item }: NonNullable<WebllmAnswer['raises']>, text: string): string {
  const words: Record<string, string> = {
    ToolCallOutputParseError: `Internal error: error encountered when parsing outputMessage for function calling. Got outputMessage: ${text}\nGot error: SyntaxError: ${withoutLine(message ?? '')}`,
    ToolCallOutputInvalidTypeError: 'Internal error: expect output of function calling to be an array',
    JSONFieldError: `Expect generated tool call to have fields "\`name\`", "\`arguments\`", but got object: ${JSON.stringify(item)}`,
    TypeError: "Cannot read properties of null (reading 'name')",
  };
  return `${raises}: ${words[raises] ?? ''}`;
}

function refusalText({ model, response_format: format }: Request, refusal: WebllmRefusal): string {
  const hermes = 'When using Hermes-2-Pro function calling via ChatCompletionRequest.tools, cannot specify customized';
  return {
    SystemMessageOrderError: 'System prompt should always be the first message in `messages`.',
    MessageOrderError: 'Last message should be from either `user` or `tool`.',
    StreamingCountError: 'When streaming, `n` cannot be > 1.',
    UnsupportedModelIdError: `${model} is not supported for ChatCompletionRequest.tools. Currently, models that support function calling are: ${functionCallingModels.join(', ')}`,
    CustomResponseFormatError: `${hermes} response_format. We will set it for you internally. Currently set to: ${JSON.stringify(format)}`,
    CustomSystemPromptError: `${hermes} system prompt.`,
  }[refusal];
}
