import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { joinDeltas } from '../../../src/core/index.ts';
import { aiSdkRuntimes } from '../../../src/core/engines/ai-sdk/index.ts';
import { olderAiSdkRuntimes } from '../../../src/core/engines/frozen/ai-sdk-4/index.ts';
import type { Part } from '../../../src/core/engines/ai-sdk/kit/parts.ts';
import { generated, sentStream, type AiSdkRuntime } from '../../../src/core/engines/ai-sdk/middleware.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { middlewarePieces } from '../chunkers.ts';
import { pushed, same } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

const runtimes = [...olderAiSdkRuntimes, ...aiSdkRuntimes];

/** What the middleware of @ai-sdk-tool/parser 4.1.26 answers, and where 5.1.6 answers differently. */
export const aiSdk: EngineAnswers = {
  engine: '@ai-sdk-tool/parser',
  asked: [],
  streamed: ['stream', 'v516stream'],
  notes: [],
  answer: answerAiSdk,
  held: runtimes.map((runtime) => {
    const { name } = runtime.protocol;
    return { runtime, file: `ai-sdk/${name}.jsonl`, asks: { engine: '@ai-sdk-tool/parser', parser: name } };
  }),
  runtimeOf: (line) => aiSdkRuntimeOf(line, '4.1.26'),
  alsoOf: (line) => aiSdkRuntimeOf(line, '5.1.6'),
  served: (line) => (line as { expected?: Answer } & EngineLine).expected?.calls ?? [],
};

interface Answer {
  readonly calls: readonly IntendedCall[];
  readonly content: string;
}

function aiSdkRuntimeOf({ parser }: EngineLine, version: string): AiSdkRuntime | undefined {
  return runtimes.find(({ protocol, source }) => protocol.name === parser && source.version === version);
}

function answerAiSdk(line: EngineLine): unknown {
  const [runtime, later] = [aiSdkRuntimeOf(line, '4.1.26'), aiSdkRuntimeOf(line, '5.1.6')];
  if (runtime === undefined || later === undefined) return { unsupported: true };
  const { protocol } = runtime;
  const { text, tools } = line;
  const parsed = protocol.parse(text, tools, stepsOf(line));
  const { parts, ...expected } = whole(runtime, line);
  const alone = answerOf(parsed.parts);
  const stream = streamed(runtime, line);
  const { errors, ...laterWhole } = whole(later, line);
  const laterStream = streamed(later, line);
  return {
    expected: {
      calls: expected.calls,
      content: expected.content,
      order: parts.map(({ kind }) => kind.charAt(0)).join(''),
    },
    ...withErrors(parsed.errors),
    ...(same(alone, answered(expected)) ? {} : { protocol: alone }),
    ...(same(answered(stream), answered(expected)) ? {} : { stream }),
    ...(same(answered(laterWhole), answered(expected))
      ? {}
      : { v516: { ...answered(laterWhole), ...withErrors(errors) } }),
    ...([stream, laterWhole].some((other) => same(answered(laterStream), answered(other)))
      ? {}
      : { v516stream: laterStream }),
  };
}

function whole(
  { protocol }: AiSdkRuntime,
  line: EngineLine,
): Answer & { readonly parts: readonly Part[]; readonly errors: readonly string[] } {
  const { text, tools } = line;
  const parts = generated(protocol, text, tools, stepsOf(line));
  return { ...answerOf(parts), parts, errors: protocol.parse(text, tools, stepsOf(line)).errors };
}

function stepsOf({ text }: EngineLine): Recorder<string> {
  return new Recorder<string>(openDocument({ text }));
}

function answered({ calls, content }: Answer): Answer {
  return { calls, content };
}

function withErrors(errors: readonly string[]): { readonly errors?: readonly string[] } {
  return errors.length === 0 ? {} : { errors };
}

function answerOf(parts: readonly Part[]): Answer {
  return {
    calls: parts.flatMap((part) => (part.kind === 'call' ? [withValue(part)] : [])),
    content: parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''),
  };
}

function withValue({ name, argumentsText }: IntendedCall): IntendedCall & { readonly arguments: unknown } {
  return { name, arguments: JSON.parse(argumentsText) as unknown, argumentsText };
}

function streamed(
  { protocol }: AiSdkRuntime,
  { text, tools }: EngineLine,
): Answer & { readonly errors?: readonly string[] } {
  const errors: string[] = [];
  const stream = sentStream(protocol, tools, (message) => {
    errors.push(message);
  });
  const { calls, content } = joinDeltas(pushed(stream, middlewarePieces(text)).deltas);
  return {
    calls: calls.map(({ name, argumentsText }) => withValue({ name: name ?? '', argumentsText })),
    content,
    ...withErrors(errors),
  };
}
