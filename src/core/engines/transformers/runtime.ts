import type { JsonObject, JsonValue } from '../../text/json/index.ts';
import { isDict, isList, PythonDict, pythonDumps, pythonStr, type PythonValue } from '../../text/languages/index.ts';
import {
  concludeReading,
  type Engine,
  type EngineCall,
  engineRuntime,
  raisedWords,
  type Reading,
} from '../kit/index.ts';
import type { Runtime } from '../runtime.ts';
import { parseResponse, type Parsed, type Places } from './response-schema.ts';

/** A response schema of ours, as models may have one. */
export interface ResponseSchema {
  readonly flag: string;
  readonly formats: readonly string[];
  /** One sentence: what it reads. */
  readonly reads: string;
  readonly schema: JsonObject;
}

export interface TransformersRuntime extends Runtime {
  readonly response: ResponseSchema;
}

const words = {
  ...raisedWords,
  'finds-calls': {
    question: 'Does `tool_calls` of the schema match?',
    yes: 'Each match is a call, also one in thinking.',
    no: 'The message has no `tool_calls`.',
  },
  'content-takes-call': 'The pattern of `content` matches the text of a call as well.',
} as const;

/** A schema with what `parse_response` makes of it. There is no stream: it is given whole replies. */
export function transformersRuntime(response: ResponseSchema): TransformersRuntime {
  const { flag, formats, reads, schema } = response;
  const engine: Engine = {
    id: `transformers:${flag}`,
    project: 'transformers',
    flag: 'response_schema',
    label: `transformers ${flag}`,
    emulates: reads,
    source: { version: '5.0.0.dev0', commit: '090a8946', file: 'src/transformers/utils/chat_parsing_utils.py' },
    formats,
    tier: flag,
    words: { [flag]: `The schema ${flag}`, ...words },
    read(reply, _tools, _options, steps) {
      const { reading, places } = readMessage(reply, schema);
      const [first] = places.toolCalls;
      steps.gate('finds-calls', first !== undefined, { from: 0, to: reply.length }, first ?? null);
      const taken = reading.content.find(({ from, to }) =>
        places.toolCalls.some((one) => one.from < to && from < one.to),
      );
      if (taken !== undefined) steps.quirk('content-takes-call', taken);
      return concludeReading(steps, engine, reading);
    },
  };
  return { ...engineRuntime(engine), response };
}

/**
 * The message of a reply, and what of it is calls and text.
 *
 * @internal The golden data ask it with schemas of their own.
 */
export function readMessage(
  reply: string,
  schema: JsonValue,
): { readonly parsed: Parsed; readonly reading: Reading; readonly places: Places } {
  const places: Places = { content: [], thinking: [], toolCalls: [] };
  const parsed = parseResponse(reply, schema, places);
  if ('raises' in parsed) {
    const at = places.toolCalls[0]?.from ?? 0;
    return { parsed, places, reading: { calls: [], content: [], text: null, raises: { ...parsed, at } } };
  }
  const message = isDict(parsed.value) ? parsed.value : new PythonDict();
  const listed = message.get('tool_calls');
  const calls = (isList(listed) ? listed : []).map((item, index): EngineCall => {
    const { name, given } = functionOf(item);
    const span = places.toolCalls[index] ?? { from: 0, to: reply.length };
    return {
      span,
      name: name === null ? '' : pythonStr(name),
      nameSpan: span,
      argumentsText: pythonDumps(given) ?? pythonStr(given),
      argumentsSpan: span,
    };
  });
  const content = message.get('content');
  return {
    parsed,
    places,
    reading: {
      calls,
      content: places.content,
      reasoning: places.thinking,
      text: content === undefined || content === null ? null : pythonStr(content),
    },
  };
}

/**
 * A call as the schema leaves it; null for what it lacks.
 *
 * @internal The golden data ask it.
 */
export function functionOf(item: PythonValue): { readonly name: PythonValue; readonly given: PythonValue } {
  const inner = isDict(item) ? item.get('function') : undefined;
  if (!isDict(inner)) return { name: null, given: null };
  return { name: inner.get('name') ?? null, given: inner.get('arguments') ?? null };
}
