import { lastMember, partsOf, readJavascriptJson } from '../../text/languages/index.ts';
import { type JsonError, type JsonValue, valueToText } from '../../text/json/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { Delta, Runtime } from '../runtime.ts';
import {
  contentDelta,
  divide,
  type EngineCall,
  type EngineOutcome,
  engineRuntime,
  type EngineStream,
  streamWords,
} from '../kit/index.ts';

const words = {
  ...streamWords,
  'hermes-functions': 'WebLLM function calling',
  'whole-json': 'A JSON array with calls',
  'json-syntax': 'WebLLM reads the whole reply with `JSON.parse`, which rejects this',
  'not-an-array': 'The reply is JSON, but not an array: WebLLM demands an array of calls',
  'missing-field': 'This item lacks `name` or `arguments`, and WebLLM demands both',
  'item-is-null': 'This item is `null`, and WebLLM asks for its name',
  'too-deep': 'The arguments are nested so deeply that `JSON.stringify` runs out of stack',
  'no-calls': 'The array is empty: WebLLM returns neither a call nor text',
  'raises-ToolCallOutputParseError': 'WebLLM raises ToolCallOutputParseError: the reply is not JSON',
  'raises-ToolCallOutputInvalidTypeError': 'WebLLM raises ToolCallOutputInvalidTypeError: the reply is not an array',
  'raises-JSONFieldError': 'WebLLM raises JSONFieldError: a call lacks its name or its arguments',
  'raises-TypeError': 'WebLLM raises TypeError: an item is `null`',
  'raises-RangeError': 'WebLLM raises RangeError: the arguments are nested too deeply',
} as const;

type Code = keyof typeof words;

/** A call, with the name as the client gets it: of any type. */
export interface WebllmCall extends EngineCall {
  readonly givenName: JsonValue;
}

export interface WebllmAnswer {
  readonly calls: readonly WebllmCall[];
  readonly raises?: {
    readonly raises: string;
    readonly code: Code;
    readonly at: number;
    readonly error?: JsonError;
    /** What the exception of `JSON.parse` says. */
    readonly message?: string;
    /** The item that was refused. */
    readonly item?: JsonValue;
  };
}

/**
 * Function calling of WebLLM, for the five Hermes models that have it and a reply that the model itself ended. The grammar
 * that WebLLM sets lets such a model write nothing but an array of objects with `name` and `arguments`; without it the
 * `<tool_call>` tags that Hermes was trained on always raise. Cut off by the token limit, a reply gives neither calls nor text.
 */
export const hermesFunctions: WebllmRuntime = {
  ...engineRuntime({
    id: 'webllm:hermes-functions',
    project: 'webllm',
    flag: 'tools',
    label: 'WebLLM function calling',
    emulates: 'WebLLM function calling with a Hermes model: the whole reply must be a JSON array of calls.',
    source: { version: '@mlc-ai/web-llm 0.2.86', file: 'src/conversation.ts' },
    formats: [],
    words,
    needsTools: true,
    tier: 'hermes-functions',
    read: (reply, _tools, _options, steps) => readReply(reply, steps),
    stream: streamOutput,
  }),
  parse: parseOutput,
};

export interface WebllmRuntime extends Runtime {
  readonly parse: (reply: string) => WebllmAnswer;
}

/** `getToolCallFromOutputMessage`. */
function parseOutput(reply: string): WebllmAnswer {
  const reading = readJavascriptJson(reply);
  if (!reading.ok) {
    const { error, message } = reading;
    return {
      calls: [],
      raises: { raises: 'ToolCallOutputParseError', code: 'json-syntax', at: error.at, error, message },
    };
  }
  const from = reply.length - reply.trimStart().length;
  const { value: items } = reading;
  if (!Array.isArray(items))
    return { calls: [], raises: { raises: 'ToolCallOutputInvalidTypeError', code: 'not-an-array', at: from } };
  const calls: WebllmCall[] = [];
  const places = partsOf(reply, from);
  for (const [index, item] of items.entries()) {
    const { from: at, to } = places[index] ?? { from, to: reply.length };
    if (item === null) return { calls: [], raises: { raises: 'TypeError', code: 'item-is-null', at, item } };
    const { name, arguments: given } = item as { name?: JsonValue; arguments?: JsonValue };
    if (typeof item !== 'object' || name === undefined || given === undefined)
      return { calls: [], raises: { raises: 'JSONFieldError', code: 'missing-field', at, item } };
    const argumentsText = stringified(given);
    if (argumentsText === null) return { calls: [], raises: { raises: 'RangeError', code: 'too-deep', at } };
    const span = { from: at, to };
    const members = partsOf(reply, at);
    calls.push({
      span,
      name: typeof name === 'string' ? name : valueToText(name),
      givenName: name,
      nameSpan: lastMember(members, 'name') ?? span,
      argumentsText,
      argumentsSpan: lastMember(members, 'arguments'),
      id: String(index),
    });
  }
  return { calls };
}

function stringified(value: JsonValue): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

function readReply(reply: string, steps: Recorder<string>): EngineOutcome {
  const { calls, raises } = parseOutput(reply);
  const whole = { from: 0, to: reply.length };
  if (raises !== undefined) {
    const { code, at, error } = raises;
    steps.reject(code, whole, at, error ?? null);
    divide(steps, 'hermes-functions', 'hermes-functions', { calls: [], content: [] });
    steps.fail({ code: `raises-${raises.raises}`, served: 'crash', span: whole, at });
    return { content: null };
  }
  steps.read('whole-json', whole);
  for (const { nameSpan, argumentsSpan } of calls) {
    steps.read('name', nameSpan);
    if (argumentsSpan !== null) steps.read('arguments', argumentsSpan);
  }
  const edges = [0, ...calls.flatMap(({ span }) => [span.from, span.to]), reply.length];
  const markup = edges.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: edges[at + 1] ?? from }] : []));
  divide(steps, 'hermes-functions', 'hermes-functions', {
    calls,
    content: [],
    markup: markup.filter(({ from, to }) => from < to),
  });
  if (calls.length === 0) steps.quirk('no-calls', whole);
  return { content: null };
}

/** All of the text is content while it comes in; the calls follow at the end, without ids, or the exception. */
function streamOutput(): EngineStream {
  return {
    isLinear: true,
    push: (text, current) => contentDelta(text, current.length - text.length),
    end(current) {
      const { calls, raises } = parseOutput(current);
      if (raises !== undefined) return { raises: raises.raises };
      return calls.flatMap(({ name, argumentsText }, index): Delta[] => [
        { kind: 'call', index, name },
        { kind: 'arguments', index, text: argumentsText },
      ]);
    },
  };
}
