import type { IntendedCall } from '../../../src/core/catalogue/runtime-answers.ts';
import { openDocument } from '../../../src/core/document/response.ts';
import { joinDeltas } from '../../../src/core/index.ts';
import { aiSdkRuntimes } from '../../../src/core/runtimes/ai-sdk/index.ts';
import type { Part } from '../../../src/core/runtimes/ai-sdk/kit/parts.ts';
import { generated, sentStream, type AiSdkRuntime } from '../../../src/core/runtimes/ai-sdk/middleware.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { middlewarePieces } from '../chunkers.ts';
import { pushed, same } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

/** What the middleware of @ai-sdk-tool/parser 4.1.26 answers. The lines also note what 5.1.6 answers, which is not built. */
export const aiSdk: EngineAnswers = {
  engine: '@ai-sdk-tool/parser',
  asked: [],
  streamed: ['stream'],
  notes: ['v516', 'v516stream'],
  answer: answerAiSdk,
  runtimeOf: (line) => aiSdkRuntimeOf(line, '4.1.26'),
  served: (line) => (line as { expected?: Answer } & EngineLine).expected?.calls ?? [],
};

interface Answer {
  readonly calls: readonly IntendedCall[];
  readonly content: string;
}

function aiSdkRuntimeOf({ parser }: EngineLine, version: string): AiSdkRuntime | undefined {
  return aiSdkRuntimes.find(({ protocol, source }) => protocol.name === parser && source.version === version);
}

function answerAiSdk(line: EngineLine): unknown {
  const runtime = aiSdkRuntimeOf(line, '4.1.26');
  if (runtime === undefined) return { unsupported: true };
  const { protocol } = runtime;
  const { text, tools } = line;
  const steps = new Recorder<string>(openDocument({ text }));
  const parsed = protocol.parse(text, tools, steps);
  const parts = generated(protocol, text, tools, new Recorder<string>(openDocument({ text })));
  const expected = answerOf(parts);
  const alone = answerOf(parsed.parts);
  const stream = streamed(runtime, line);
  return {
    expected: { ...expected, order: parts.map(({ kind }) => kind.charAt(0)).join('') },
    ...(parsed.errors.length === 0 ? {} : { errors: parsed.errors }),
    ...(same(alone, expected) ? {} : { protocol: alone }),
    ...(same({ calls: stream.calls, content: stream.content }, expected) ? {} : { stream }),
  };
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
  const stream = sentStream(protocol.stream(tools), tools, (message) => {
    errors.push(message);
  });
  const { calls, content } = joinDeltas(pushed(stream, middlewarePieces(text)).deltas);
  return {
    calls: calls.map(({ name, argumentsText }) => withValue({ name: name ?? '', argumentsText })),
    content,
    ...(errors.length === 0 ? {} : { errors }),
  };
}
