import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import { transformersRuntimes } from '../../../src/core/engines/transformers/index.ts';
import { functionOf, readMessage } from '../../../src/core/engines/transformers/runtime.ts';
import type { JsonValue } from '../../../src/core/text/json/index.ts';
import { isDict, isList } from '../../../src/core/text/languages/index.ts';
import type { Runtime } from '../../../src/core/engines/runtime.ts';
import { exceptionText, plain } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

/** What transformers' `parse_response` answers. */
export const transformers: EngineAnswers = {
  engine: 'transformers',
  asked: ['schema'],
  streamed: [],
  notes: [],
  answer: answerTransformers,
  held: transformersRuntimes.map((runtime) => {
    const { flag } = runtime.response;
    return { runtime, file: `transformers/${flag}.jsonl`, asks: { engine: 'transformers', parser: flag } };
  }),
  runtimeOf: ({ parser }): Runtime | undefined => transformersRuntimes.find(({ response }) => response.flag === parser),
  served(line) {
    const { expected } = line as TransformersLine;
    const calls = expected?.calls ?? [];
    if (JSON.stringify(calls).includes('$float') || /\d{17}/.test(line.text)) return null;
    return calls.map((call) => ({ name: call.name ?? '', argumentsText: JSON.stringify(call.arguments) }));
  },
};

interface TransformersLine extends EngineLine {
  readonly schema?: JsonValue;
  readonly expected?: {
    readonly calls?: readonly (Pick<IntendedCall, 'argumentsText'> & {
      readonly name: string | null;
      arguments: unknown;
    })[];
  };
}

/** An exception is kept up to here. */
const LONGEST_EXCEPTION = 200;

function answerTransformers(line: EngineLine): unknown {
  const { text, schema = {} } = line as TransformersLine;
  const { parsed } = readMessage(text, schema);
  if ('raises' in parsed) return { expected: { raises: exceptionText({ ...parsed, message: cut(parsed.message) }) } };
  const message = isDict(parsed.value) ? parsed.value : null;
  const listed = message?.get('tool_calls');
  const calls = (isList(listed) ? listed : []).map((item) => {
    const { name, given } = functionOf(item);
    return { name: plain(name), arguments: plain(given) };
  });
  const thinking = message?.get('thinking');
  const expected = {
    calls,
    content: plain(message?.get('content') ?? null),
    ...(thinking === undefined ? {} : { thinking: plain(thinking) }),
    message: plain(parsed.value),
  };
  return { expected };
}

function cut(message: string): string {
  return Array.from(message).slice(0, LONGEST_EXCEPTION).join('');
}
