import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { joinDeltas } from '../../../src/core/index.ts';
import { messageDeltas, type EngineStream } from '../../../src/core/engines/kit/engine-stream.ts';
import { firstOpener, type SglangRuntime } from '../../../src/core/engines/sglang/detector.ts';
import { olderSglangRuntimes } from '../../../src/core/engines/frozen/sglang-2026-07/index.ts';
import { sglangRuntimes as newestSglangRuntimes } from '../../../src/core/engines/sglang/index.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { sglangPieces } from '../chunkers.ts';
import { pushed, same, withValue, type Called } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

const sglangRuntimes: readonly SglangRuntime[] = [...newestSglangRuntimes, ...olderSglangRuntimes];

/** The version in the lines of August; those of July have none. */
const AUGUST = '2026-08-22';

/** What SGLang's detectors answer, before the server around them. */
export const sglang: EngineAnswers = {
  engine: 'sglang',
  asked: [],
  streamed: ['streaming', 'streamingTokens'],
  notes: [],
  answer: answerSglang,
  held: sglangRuntimes.map((runtime) => {
    const { flag } = runtime.detector;
    const asks = { engine: 'sglang', parser: flag };
    const isNewer = runtime.release === '2026-08' && olderOf(flag) !== undefined;
    return { runtime, file: `sglang/${flag}.jsonl`, asks: isNewer ? { ...asks, version: AUGUST } : asks };
  }),
  runtimeOf: sglangRuntimeOf,
  alsoOf,
  served(line) {
    const { tools, expected, served } = line as SglangLine;
    // Without tools the server asks no detector; the page runs it all the same.
    if (tools.length === 0 && served !== undefined) return null;
    return (served ?? expected)?.calls ?? [];
  },
};

interface Served {
  readonly calls: readonly IntendedCall[];
}

interface SglangLine extends EngineLine {
  readonly expected?: Served | null;
  /** Where the server makes something else of it. */
  readonly served?: Served;
}

function sglangRuntimeOf({ parser, version }: EngineLine): SglangRuntime | undefined {
  return (version === undefined ? olderOf(parser) : undefined) ?? newestOf(parser);
}

function olderOf(parser: string): SglangRuntime | undefined {
  return olderSglangRuntimes.find(({ detector: { flag } }) => flag === parser);
}

function newestOf(parser: string): SglangRuntime | undefined {
  return newestSglangRuntimes.find(({ detector: { flag } }) => flag === parser);
}

/** August was run on all texts of July, and has lines of its own where it answers otherwise. */
function alsoOf(line: EngineLine): SglangRuntime | undefined {
  const newest = newestOf(line.parser);
  const isOlder = line.version === undefined && newest !== undefined && olderOf(line.parser) !== undefined;
  return isOlder && same(wholeOf(newest, line), wholeOf(sglangRuntimeOf(line) ?? newest, line)) ? newest : undefined;
}

function answerSglang(line: EngineLine): unknown {
  const runtime = sglangRuntimeOf(line);
  if (runtime === undefined) return { unsupported: true };
  const whole = wholeOf(runtime, line);
  return { ...whole, ...sglangStreams(runtime, line, whole.expected) };
}

interface SglangWhole {
  readonly [key: string]: unknown;
  readonly expected: { readonly calls: readonly Called[]; readonly content: string } | null;
}

function wholeOf({ detector }: SglangRuntime, line: EngineLine): SglangWhole {
  const { text, tools } = line;
  const withNull = shownIn(line);
  const steps = new Recorder<string>(openDocument({ text }));
  const gate = (detector.gate?.(text) ?? firstOpener(text, detector.openers ?? [])) !== null;
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
  };
}

type Shown = (call: { name: string; argumentsText: string; id?: string }) => Called;

/** Unlike later lines, and vLLM's, SGLang's lines of July have no value for `NaN` and `Infinity`. */
function shownIn({ version }: EngineLine): Shown {
  return (call) => {
    const { name, argumentsText, arguments: value = null } = withValue(call);
    return { name, argumentsText, arguments: version !== undefined || isJson(argumentsText) ? value : null };
  };
}

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
function sglangStreamed({ detector }: SglangRuntime, line: EngineLine, markersWhole: boolean): unknown {
  const { text, tools } = line;
  const withNull = shownIn(line);
  const stream = detector.stream(tools);
  const push = (delta: string, current: string): ReturnType<EngineStream['push']> => {
    const message = stream.push(delta, current);
    return message !== null && 'raises' in message ? message : messageDeltas(message);
  };
  const end = (): ReturnType<EngineStream['push']> => messageDeltas(stream.finish?.() ?? null);
  const { deltas, raises } = pushed({ push, end }, sglangPieces(text, markersWhole));
  const { calls, content } = joinDeltas(deltas);
  // An index may be that of a tool, so that some are left out; before any call it is -1.
  const indexes = new Set(deltas.flatMap((delta) => ('index' in delta ? [delta.index] : [])));
  const first = Math.min(0, ...indexes);
  const sent = calls.filter((_, at) => indexes.has(first + at));
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
