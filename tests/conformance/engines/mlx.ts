import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import { mlxRuntimes } from '../../../src/core/engines/mlx/index.ts';
import { type Thinking, withoutThinking } from '../../../src/core/engines/mlx/machine.ts';
import { type MlxCall, type MlxRuntime, readMlx, streamMlx } from '../../../src/core/engines/mlx/reader.ts';
import { joinDeltas } from '../../../src/core/index.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { fourCharacters } from '../chunkers.ts';
import { exceptionText, plain, pushed, same, withValue } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

/** What mlx-lm's server answers. */
export const mlx: EngineAnswers = {
  engine: 'mlx-lm',
  asked: [],
  streamed: ['streaming', 'streamingTokens', 'chars4'],
  notes: [],
  answer: answerMlx,
  held: mlxRuntimes.map((runtime) => {
    const { flag } = runtime.reader;
    return { runtime, file: `mlx/${flag}.jsonl`, asks: { engine: 'mlx-lm', parser: flag } };
  }),
  runtimeOf: mlxRuntimeOf,
  served(line) {
    const { expected } = line as MlxLine;
    // A name of another type, or none, is text on the page.
    return expected?.calls?.map(({ name, ...call }) => ({ ...call, name: name ?? '' })) ?? [];
  },
};

interface MlxLine extends EngineLine {
  readonly expected?: { readonly calls?: readonly (Omit<IntendedCall, 'name'> & { readonly name: string | null })[] };
}

function mlxRuntimeOf({ parser }: EngineLine): MlxRuntime | undefined {
  return mlxRuntimes.find(({ reader }) => reader.flag === parser);
}

function answerMlx(line: EngineLine): unknown {
  const runtime = mlxRuntimeOf(line);
  if (runtime === undefined) return { unsupported: true };
  const expected = wholeAnswer(runtime, line, withoutThinking);
  const thinks = runtime.reader.thinks === true;
  const thinking = thinks ? wholeAnswer(runtime, line, { hasTags: true, isOpen: false }) : expected;
  const prefilled = thinks ? wholeAnswer(runtime, line, { hasTags: true, isOpen: true }) : expected;
  const streaming = streamAnswer(runtime, line, fourCharacters(line.text));
  const streamingTokens = streamAnswer(runtime, line, [line.text]);
  return {
    expected,
    ...(same(thinking, expected) ? {} : { thinking }),
    ...(same(prefilled, expected) ? {} : { thinkingPrefilled: prefilled }),
    ...(same(streaming, expected) ? {} : { streaming }),
    ...(same(streamingTokens, expected) ? {} : { streamingTokens }),
  };
}

function wholeAnswer({ reader }: MlxRuntime, { text, tools }: EngineLine, thinking: Thinking): unknown {
  const steps = new Recorder<string>(openDocument({ text }));
  const { raises, ...reading } = readMlx(reader, text, tools, thinking, steps);
  if (raises !== undefined) return { raises: exceptionText(raises) };
  const reasoning = (reading.reasoning ?? []).map(({ from, to }) => text.slice(from, to)).join('');
  return answered(reading.calls.map(calledOf), reading.text, reasoning, reading.called);
}

function answered(calls: readonly unknown[], content: string | null, reasoning: string, called: boolean): unknown {
  return {
    calls,
    content,
    ...(reasoning === '' ? {} : { reasoning }),
    finish: called ? 'tool_calls' : 'stop',
  };
}

function calledOf({ argumentsText, givenName, givenId, more }: MlxCall): unknown {
  const { argumentsText: text, arguments: value = null } = withValue({ name: '', argumentsText });
  return {
    name: givenName === undefined ? null : plain(givenName),
    argumentsText: text,
    arguments: value,
    ...(givenId === undefined ? {} : { id: plain(givenId) }),
    ...(more.size === 0 ? {} : { more: plain(more) }),
  };
}

/** The stream differs from the whole only by what came before an exception; `function` has the same keys. */
function streamAnswer(runtime: MlxRuntime, { text, tools }: EngineLine, pieces: readonly string[]): unknown {
  const { reader } = runtime;
  const { deltas, exception } = pushed(streamMlx(reader, tools, withoutThinking), pieces);
  const { calls, content, reasoning } = joinDeltas(deltas);
  const sent = content === '' ? null : content;
  if (exception !== undefined)
    return { calls: calls.map(withValue), content: sent, finish: null, raises: exceptionText(exception) };
  const steps = new Recorder<string>(openDocument({ text }));
  const whole = readMlx(reader, text, tools, withoutThinking, steps);
  const isAlike = same(
    calls.map(({ argumentsText }) => argumentsText),
    whole.calls.map(({ argumentsText }) => argumentsText),
  );
  return answered(isAlike ? whole.calls.map(calledOf) : calls.map(withValue), sent, reasoning, whole.called);
}
