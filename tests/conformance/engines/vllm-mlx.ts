import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import { vllmMlxRuntimes } from '../../../src/core/engines/vllm-mlx/index.ts';
import type { VllmMlxRuntime } from '../../../src/core/engines/vllm-mlx/reader.ts';
import type { Delta } from '../../../src/core/engines/runtime.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { fourCharacters, vllmPieces } from '../chunkers.ts';
import { pushed, same, withNull } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

/** What vllm-mlx's parsers answer, without a server around them. */
export const vllmMlx: EngineAnswers = {
  engine: 'vllm-mlx',
  asked: [],
  streamed: ['streaming', 'streamingTokens'],
  notes: [],
  answer: answerVllmMlx,
  held: vllmMlxRuntimes.map((runtime) => {
    const { flag } = runtime.reader;
    return { runtime, file: `vllm-mlx/${flag}.jsonl`, asks: { engine: 'vllm-mlx', parser: flag } };
  }),
  runtimeOf: vllmMlxRuntimeOf,
  served: (line) => (line as VllmMlxLine).expected?.calls ?? [],
};

interface VllmMlxLine extends EngineLine {
  readonly expected?: { readonly calls?: readonly IntendedCall[] };
}

function vllmMlxRuntimeOf({ parser }: EngineLine): VllmMlxRuntime | undefined {
  return vllmMlxRuntimes.find(({ reader }) => reader.flag === parser);
}

/** `streamingTokens` is there where it differs from the whole, `streaming` where it differs from that. */
function answerVllmMlx(line: EngineLine): unknown {
  const runtime = vllmMlxRuntimeOf(line);
  if (runtime === undefined) return { unsupported: true };
  const { text, tools } = line;
  const { calls, text: content } = runtime.reader.read(text, tools, new Recorder<string>(openDocument({ text })));
  const expected = { calls: calls.map(({ name, argumentsText }) => withNull({ name, argumentsText })), content };
  const streamingTokens = streamed(runtime, line, vllmPieces(text, undefined, true));
  const streaming = streamed(runtime, line, fourCharacters(text));
  return {
    expected: { ...expected, tools_called: calls.length > 0 },
    ...(same(streamingTokens, expected) ? {} : { streamingTokens }),
    ...(same(streaming, streamingTokens) ? {} : { streaming }),
  };
}

/** Names that were sent for one call are joined by `|`. */
function streamed({ reader }: VllmMlxRuntime, { tools }: EngineLine, pieces: readonly string[]): unknown {
  const { deltas } = pushed(reader.stream(tools), pieces);
  const content = textOf(deltas);
  const indexes = [...new Set(deltas.map((delta) => ('index' in delta ? delta.index : -1)))].filter((at) => at >= 0);
  const calls = indexes
    .sort((one, other) => one - other)
    .map((index) => {
      const names = deltas.flatMap((delta) => (delta.kind === 'call' && delta.index === index ? [delta.name] : []));
      const texts = deltas.flatMap((delta) =>
        delta.kind === 'arguments' && delta.index === index ? [delta.text] : [],
      );
      return withNull({ name: names.join('|'), argumentsText: texts.join('') });
    });
  return { calls, content: content === '' ? null : content };
}

function textOf(deltas: readonly Delta[]): string {
  return deltas.map((delta) => (delta.kind === 'content' ? delta.text : '')).join('');
}
