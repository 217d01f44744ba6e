import { openDocument } from '../../src/core/document/response.ts';
import { joinDeltas, type ToolDefinition } from '../../src/core/index.ts';
import { messageDeltas, type EngineStream } from '../../src/core/runtimes/kit/engine-stream.ts';
import type { Delta, Runtime } from '../../src/core/runtimes/runtime.ts';
import type { SglangRuntime } from '../../src/core/runtimes/sglang/detector.ts';
import { sglangRuntimes } from '../../src/core/runtimes/sglang/index.ts';
import { olderVllmRuntimes } from '../../src/core/runtimes/vllm/2026-05/index.ts';
import { vllmRuntimes as newestVllmRuntimes } from '../../src/core/runtimes/vllm/index.ts';
import { serveStream, type Release, type VllmRuntime } from '../../src/core/runtimes/vllm/parser.ts';
import { readPythonJson } from '../../src/core/json/dialects/python.ts';
import { isDict, isList, pythonStr, type PythonValue } from '../../src/core/languages/python/value.ts';
import { Recorder } from '../../src/core/trace/recorder.ts';
import { sglangPieces, vllmPieces } from './chunkers.ts';

export const vllmRuntimes: readonly VllmRuntime[] = [...newestVllmRuntimes, ...olderVllmRuntimes];

// Answers of the engines, in the shapes of the golden files: what a parser itself says, before the server around it.

export interface EngineLine {
  readonly engine: string;
  readonly parser: string;
  readonly variant?: string;
  readonly versions?: readonly Release[];
  readonly text: string;
  readonly tools: readonly ToolDefinition[];
}

/** @param parsers those of vLLM among which the line's is; a test adds a made-up one */
export function answerEngine(input: unknown, parsers = vllmRuntimes): unknown {
  const line = input as EngineLine;
  if (line.engine === 'vllm') return answerVllm(line, parsers);
  if (line.engine === 'sglang') return answerSglang(line);
  return { unsupported: true };
}

interface Called {
  /** Null where a stream sent none, or an empty one. */
  readonly name: string | null;
  readonly argumentsText: string;
  readonly arguments?: unknown;
  readonly id?: string;
}

// vLLM

function answerVllm(line: EngineLine, parsers: readonly VllmRuntime[]): unknown {
  const { versions = ['2026-08'], text, tools } = line;
  const older = vllmRuntimeOf(line, '2026-05', parsers);
  const newest = vllmRuntimeOf(line, '2026-08', parsers);
  const runtime = versions.includes('2026-05') ? older : newest;
  if (runtime === undefined) return { unsupported: true };
  const steps = new Recorder<string>(openDocument({ text }));
  const parsed = runtime.parser.parse(text, tools, steps);
  const raises = parsed.raises?.raises;
  const expected = {
    calls: raises === undefined ? parsed.calls.map(withValue) : [],
    content: raises === undefined ? parsed.text : null,
    tools_called: raises === undefined && parsed.called,
  };
  const streams = vllmStreams(runtime, line, raises === undefined ? expected : null);
  const answer = { ...(raises === undefined ? {} : { raises }), expected, ...streams };
  if (versions.length < 2 || newest === undefined || newest === runtime) return answer;
  const newer = vllmStreams(newest, line, raises === undefined ? expected : null);
  const calls = ({ streamingContent: _content, ...of }: Record<string, unknown>): Record<string, unknown> => of;
  return same(calls(newer), calls(streams)) ? answer : { ...answer, 'streaming2026-08': calls(newer) };
}

/** The runtime that the answer of a line is of; undefined where its parser is not built. */
export function runtimeOfLine(line: EngineLine): Runtime | undefined {
  if (line.engine === 'vllm')
    return vllmRuntimeOf(line, line.versions?.includes('2026-05') ? '2026-05' : '2026-08', vllmRuntimes);
  return sglangRuntimes.find(({ detector: { flag } }) => flag === line.parser);
}

/** The runtime that answers for a release: the newest one, unless an older one differs. */
function vllmRuntimeOf(
  { parser, variant }: EngineLine,
  release: Release,
  parsers: readonly VllmRuntime[],
): VllmRuntime | undefined {
  const all = parsers.filter(
    ({ parser: own }) => own.flag === parser && (own.variant === undefined || own.variant === variant),
  );
  return all.find((runtime) => runtime.release === release) ?? (release === '2026-05' ? all[0] : undefined);
}

function withValue({ name, argumentsText, id }: { name: string | null; argumentsText: string; id?: string }): Called {
  const value = valueOf(argumentsText);
  return {
    name,
    argumentsText,
    ...(value === undefined || value === null ? {} : { arguments: value }),
    ...(id === undefined ? {} : { id }),
  };
}

/** What Python's `json.loads` makes of it; undefined where it refuses. */
function valueOf(argumentsText: string): unknown {
  const reading = readPythonJson(argumentsText);
  return reading.ok ? plain(reading.node.value) : undefined;
}

/** As the golden files have it: numbers that JSON cannot hold by name. */
function plain(value: PythonValue, intOf: (value: bigint) => unknown = Number): unknown {
  if (typeof value === 'bigint') return intOf(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { $float: Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf' };
  }
  if (isList(value)) return value.map((item) => plain(item, intOf));
  if (isDict(value))
    return Object.fromEntries([...value.entries()].map(([key, item]) => [pythonStr(key), plain(item, intOf)]));
  return value;
}

function vllmStreams(
  runtime: VllmRuntime,
  { text, tools, variant }: EngineLine,
  /** Null where the whole raises: then both streams are noted. */
  expected: { readonly calls: readonly Called[]; readonly content: string | null } | null,
): Record<string, unknown> {
  const [streamed, byWords] = [false, true].map((words) =>
    vllmStreamed(serveStream(runtime.parser.stream(tools)), vllmPieces(text, variant, words)),
  ) as [VllmStreamed, VllmStreamed];
  const differs = ({ calls, raises }: VllmStreamed): boolean =>
    expected === null || raises !== undefined || meaning(calls) !== meaning(expected.calls);
  const answer: Record<string, unknown> = {};
  if (differs(streamed)) answer['streaming'] = shown(streamed, text);
  if (differs(byWords)) {
    const isSame = differs(streamed) && same(byWords, streamed);
    answer['streamingTokens'] = isSame ? 'same as streaming' : shown(byWords, text);
  }
  if (
    expected !== null &&
    !differs(streamed) &&
    streamed.content !== (expected.content === '' ? null : expected.content)
  ) {
    answer['streamingContent'] = streamed.content;
  }
  return answer;
}

/** Calls with equal values are the same calls, however their arguments are written; a value that is empty goes by its text. */
function meaning(calls: readonly Called[]): string {
  return JSON.stringify(
    calls.map(({ name, argumentsText, arguments: value }) => [
      name,
      isEmpty(value) ? argumentsText : exact(argumentsText),
    ]),
  );
}

/** The value with integers that are told apart, also where JavaScript's numbers would not. */
function exact(argumentsText: string): unknown {
  const reading = readPythonJson(argumentsText);
  const intOf = (value: bigint): unknown => (BigInt(Number(value)) === value ? Number(value) : String(value));
  return reading.ok ? plain(reading.node.value, intOf) : argumentsText;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : !value;
}

interface VllmStreamed {
  readonly raises: string | undefined;
  readonly calls: readonly Called[];
  readonly content: string | null;
}

function vllmStreamed(stream: EngineStream, pieces: readonly string[]): VllmStreamed {
  const { deltas, raises } = pushed(stream, pieces);
  const { calls, content } = joinDeltas(deltas);
  return {
    raises,
    calls: calls.map(withoutEmptyName).map(withValue),
    content: content === '' ? null : content,
  };
}

/** As the golden file has it. */
function shown({ raises, calls, content }: VllmStreamed, text: string): unknown {
  const isText = content === text;
  return {
    ...(raises === undefined ? {} : { raises }),
    calls,
    content: isText ? null : content,
    ...(isText ? { contentIsText: true } : {}),
  };
}

function withoutEmptyName<Call extends { readonly name: string | null }>(call: Call): Call {
  return call.name === '' ? { ...call, name: null } : call;
}

function pushed(stream: EngineStream, pieces: readonly string[]): { deltas: readonly Delta[]; raises?: string } {
  const deltas: Delta[] = [];
  let current = '';
  for (const piece of pieces) {
    current += piece;
    const answer = stream.push(piece, current);
    if ('raises' in answer) return { deltas, raises: answer.raises };
    deltas.push(...answer);
  }
  const answer = stream.end?.(current) ?? [];
  if ('raises' in answer) return { deltas, raises: answer.raises };
  return { deltas: [...deltas, ...answer] };
}

// SGLang

function answerSglang(line: EngineLine): unknown {
  const runtime = sglangRuntimes.find(({ detector: { flag } }) => flag === line.parser);
  if (runtime === undefined) return { unsupported: true };
  const { text, tools } = line;
  const { detector } = runtime;
  const steps = new Recorder<string>(openDocument({ text }));
  const gate = detector.gate(text) !== null;
  const detected = detector.detect(text, tools, steps);
  const raises = detected.raises?.raises;
  const expected = raises === undefined ? { calls: detected.calls.map(withNull), content: detected.text } : null;
  const indexes = raises === undefined ? detected.calls.map(({ toolIndex }) => toolIndex) : [];
  const whole = detector.serveWhole?.(text, tools, steps);
  const served =
    whole !== undefined
      ? { calls: whole.calls.map(withNull), content: whole.text }
      : tools.length > 0 && gate && expected !== null
        ? expected
        : { calls: [], content: text };
  return {
    gate,
    ...(indexes.every((index, at) => index === at) ? {} : { toolIndexes: indexes }),
    ...(raises === undefined ? {} : { raises }),
    expected,
    ...(same(served, expected) ? {} : { served }),
    ...sglangStreams(runtime, line, expected),
  };
}

function withNull(call: { name: string; argumentsText: string; id?: string }): Called {
  const { name, argumentsText, arguments: value = null } = withValue(call);
  return { name, argumentsText, arguments: isJson(argumentsText) ? value : null };
}

/** Unlike vLLM's, SGLang's golden lines have no value for `NaN` and `Infinity`. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The word-like cut is there where it differs from the other, and that one where it differs from the whole. */
function sglangStreams(runtime: SglangRuntime, line: EngineLine, expected: unknown): Record<string, unknown> {
  const streaming = sglangStreamed(runtime, line, false);
  const streamingTokens = sglangStreamed(runtime, line, true);
  return {
    ...(same(streaming, expected) ? {} : { streaming }),
    ...(same(streamingTokens, streaming) ? {} : { streamingTokens }),
  };
}

/** Without the server's repair at the end, which the golden file does not have either. */
function sglangStreamed({ detector }: SglangRuntime, { text, tools }: EngineLine, markersWhole: boolean): unknown {
  const stream = detector.stream(tools);
  const push = (delta: string, current: string): ReturnType<EngineStream['push']> => {
    const message = stream.push(delta, current);
    return message !== null && 'raises' in message ? message : messageDeltas(message);
  };
  const { deltas, raises } = pushed({ push }, sglangPieces(text, markersWhole));
  const { calls, content } = joinDeltas(deltas);
  // An index may be that of a tool, so that some are left out.
  const indexes = new Set(deltas.map((delta) => ('index' in delta ? delta.index : -1)));
  const sent = calls.filter((_, index) => indexes.has(index));
  return {
    // A name that is empty, or that never came, is null.
    calls: sent.map(({ name, argumentsText }) => {
      const call = withNull({ name: name ?? '', argumentsText });
      return call.name === '' ? { ...call, name: null } : call;
    }),
    content,
    ...(raises === undefined ? {} : { raises }),
  };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
