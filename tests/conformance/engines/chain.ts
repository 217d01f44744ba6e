import { joinDeltas, type ToolDefinition } from '../../../src/core/index.ts';
import { vllmChain } from '../../../src/core/engines/vllm/chain.ts';
import { vllmReasoning } from '../../../src/core/engines/vllm/reasoning/index.ts';
import { vllmRuntimes } from '../../../src/core/engines/vllm/index.ts';
import { runtimeOptions, type Delta, type RequestFacts, type Runtime } from '../../../src/core/engines/runtime.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { firstOpener, type SglangRuntime } from '../../../src/core/engines/sglang/detector.ts';
import type { SglangReasoningParser } from '../../../src/core/engines/sglang/reasoning/base.ts';
import { passedOn, sglangChain } from '../../../src/core/engines/sglang/chain.ts';
import { sglangReasoning } from '../../../src/core/engines/sglang/reasoning/index.ts';
import { olderSglangRuntimes } from '../../../src/core/engines/frozen/sglang-2026-07/index.ts';
import { sglangRuntimes } from '../../../src/core/engines/sglang/index.ts';
import { chainPieces, sglangChainPieces } from '../chunkers.ts';
import { same, withValue, type Called } from './called.ts';

// What a server answers that has a reasoning parser before its tool parser.

interface ChainLine {
  readonly engine: 'vllm' | 'sglang';
  readonly reasoningParser: string;
  readonly parser?: string;
  readonly text: string;
  readonly tools?: readonly ToolDefinition[];
  readonly prompt?: string;
  readonly chatTemplateKwargs?: Readonly<Record<string, unknown>>;
  readonly forceReasoning?: boolean;
  readonly streamReasoning?: boolean;
}

interface Answer {
  readonly reasoning: string | null;
  readonly content: string | null;
  readonly calls?: readonly Called[];
  readonly raises?: string;
}

export function answerChain(input: unknown): unknown {
  const line = input as ChainLine;
  return line.engine === 'vllm' ? answerVllm(line) : answerSglang(line);
}

function answerVllm(line: ChainLine): unknown {
  const now = vllmAnswers(line, false);
  if (now === null) return { unsupported: true };
  return {
    expected: now.whole,
    ...(alike(now.single, now.whole) ? {} : { streaming: now.single }),
    ...(alike(now.several, now.single) ? {} : { streaming3: now.several }),
    ...vllmThen(line, now),
  };
}

/** What 2 August answers, where that differs. */
function vllmThen(line: ChainLine, now: Answers): Record<string, Answer> {
  const then = vllmAnswers(line, true);
  if (then === null) return {};
  return {
    ...(alike(then.whole, now.whole) ? {} : { 'expected2026-08-02': then.whole }),
    ...(alike(then.single, now.single) ? {} : { 'streaming2026-08-02': then.single }),
    ...(alike(then.several, now.several) ? {} : { 'streaming3-2026-08-02': then.several }),
  };
}

function answerSglang(line: ChainLine): unknown {
  const { reasoningParser, parser, text, chatTemplateKwargs: templateOptions, forceReasoning, streamReasoning } = line;
  const reasoning = sglangReasoning.find(({ flag }) => flag === reasoningParser);
  const tool = sglangRuntimes.find(({ detector: { flag } }) => flag === parser);
  if (reasoning === undefined || (parser !== undefined && tool === undefined)) return { unsupported: true };
  const runtime = sglangChain(reasoning, tool ?? null);
  const request: RequestFacts = { templateOptions, forceReasoning, streamReasoning };
  const { raises, ...whole } = wholeOf(runtime, line, request);
  if (raises !== undefined) return { raises, expected: null };
  const indexes = toolIndexes(reasoning, tool, line, request);
  const expected = { ...whole, ...(indexes.every((index, at) => index === at) ? {} : { toolIndexes: indexes }) };
  const streaming = neverNull(streamOf(runtime, line, request, sglangChainPieces(text, false)));
  const streamingTokens = neverNull(streamOf(runtime, line, request, sglangChainPieces(text, true)));
  const now = {
    expected,
    ...(alike(streaming, whole) ? {} : { streaming }),
    ...(alike(streamingTokens, streaming) ? {} : { streamingTokens }),
  };
  if (reasoning.isNew === true) return now;
  const older = olderSglangRuntimes.find(({ detector: { flag } }) => flag === parser);
  const july = sglangChain(reasoning, older ?? tool ?? null, { isJuly: true });
  const then = neverNull(streamOf(july, line, request, sglangChainPieces(text, false)));
  const thenTokens = neverNull(streamOf(july, line, request, sglangChainPieces(text, true)));
  return {
    ...now,
    ...(alike(then, streaming) ? {} : { 'streaming2026-07': then }),
    ...(alike(thenTokens, streamingTokens) ? {} : { 'streamingTokens2026-07': thenTokens }),
  };
}

/** What the client gets as the index of each call. */
function toolIndexes(
  reasoning: SglangReasoningParser,
  tool: SglangRuntime | undefined,
  { text, tools = [] }: ChainLine,
  request: RequestFacts,
): readonly number[] {
  const steps = new Recorder<string>(openDocument({ text }));
  const passed = passedOn(reasoning, text, request, steps).content?.text ?? '';
  const { detector } = tool ?? {};
  if (detector === undefined || (detector.gate?.(passed) ?? firstOpener(passed, detector.openers ?? [])) === null)
    return [];
  const { calls, raises } = detector.detect(passed, tools, new Recorder<string>(openDocument({ text: passed })));
  return raises === undefined ? calls.map(({ toolIndex }) => toolIndex) : [];
}

/** SGLang's content is never null. */
function neverNull(answer: Answer): Answer {
  return { ...answer, content: answer.content ?? '' };
}

interface Answers {
  readonly whole: Answer;
  readonly single: Answer;
  readonly several: Answer;
}

function vllmAnswers(line: ChainLine, twoPasses: boolean): Answers | null {
  const { reasoningParser, parser, prompt, chatTemplateKwargs: templateOptions } = line;
  const reasoning = vllmReasoning.find(({ flag }) => flag === reasoningParser);
  const named = vllmRuntimes.filter(({ parser: { flag } }) => flag === parser);
  const tool = named.find(({ parser: { variant } }) => variant === 'v11') ?? named[0];
  if (reasoning === undefined || (parser !== undefined && tool === undefined)) return null;
  const runtime = vllmChain(reasoning, tool ?? null, { twoPasses });
  const request: RequestFacts = { prompt, templateOptions };
  return {
    whole: wholeOf(runtime, line, request),
    single: streamOf(runtime, line, request, chainPieces(line.text, reasoningParser, 1)),
    several: streamOf(runtime, line, { ...request, severalTokens: true }, chainPieces(line.text, reasoningParser, 3)),
  };
}

function wholeOf(runtime: Runtime, { text, tools = [], parser }: ChainLine, request: RequestFacts): Answer {
  const steps = new Recorder<string>(openDocument({ text }));
  const { content, reasoning = null } = runtime.whole(steps.opened, tools, runtimeOptions({}, request), steps);
  const calls = steps.calls.map(({ name, returnedText }) => shown({ name, argumentsText: returnedText }));
  return { reasoning, content, ...(parser === undefined ? {} : { calls }), ...raised(steps) };
}

function streamOf(
  runtime: Runtime,
  { text, tools = [], parser }: ChainLine,
  request: RequestFacts,
  pieces: readonly string[],
): Answer {
  const steps = new Recorder<string>({ ...openDocument({ text: '' }), text: { from: 0, to: 0x3fffffff } });
  const stream = runtime.stream?.(tools, runtimeOptions({}, request), steps);
  const deltas: Delta[] = pieces.flatMap((piece) => stream?.push(piece, undefined) ?? []);
  steps.settle(openDocument({ text }));
  deltas.push(...(stream?.end().deltas ?? []));
  const { content, reasoning, calls } = joinDeltas(deltas);
  return {
    reasoning: reasoning === '' ? null : reasoning,
    content: content === '' ? null : content,
    ...(parser === undefined ? {} : { calls: calls.filter(({ name }) => name !== null).map(shown) }),
    ...raised(steps),
  };
}

function raised({ error }: Recorder<string>): { raises?: string } {
  return error === null ? {} : { raises: error.code.replace('raises-', '') };
}

function shown({ name, argumentsText }: { name: string | null; argumentsText: string }): Called {
  const { arguments: value = null } = withValue({ name, argumentsText });
  return { name, argumentsText, arguments: value };
}

/** A stream cannot tell an empty text from none. */
function alike(one: Answer, other: Answer): boolean {
  const text = (value: string | null): string | null => (value === '' ? null : value);
  const plain = ({ reasoning, content, ...rest }: Answer): unknown => [text(reasoning), text(content), rest];
  return same(plain(one), plain(other));
}
