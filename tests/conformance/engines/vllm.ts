import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { joinDeltas } from '../../../src/core/index.ts';
import { readPythonJson } from '../../../src/core/text/languages/python/json.ts';
import type { EngineStream } from '../../../src/core/engines/kit/engine-stream.ts';
import { earlierVllmRuntimes } from '../../../src/core/engines/frozen/vllm-2026-08-02/index.ts';
import { olderVllmRuntimes } from '../../../src/core/engines/frozen/vllm-2026-05/index.ts';
import { vllmRuntimes as newestVllmRuntimes } from '../../../src/core/engines/vllm/index.ts';
import type { Release, VllmRuntime } from '../../../src/core/engines/vllm/parser.ts';
import { serveStream } from '../../../src/core/engines/vllm/server.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { vllmPieces } from '../chunkers.ts';
import { plain, pushed, same, withNull, withValue, type Called } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

export const vllmRuntimes: readonly VllmRuntime[] = [
  ...newestVllmRuntimes,
  ...earlierVllmRuntimes,
  ...olderVllmRuntimes,
];

/** As the lines have it: their `2026-08` is the second of that month. */
type GoldenRelease = '2026-05' | '2026-08';

interface VllmLine extends EngineLine {
  readonly variant?: string;
  /** Lines of 20 August have a `version` instead. */
  readonly versions?: readonly GoldenRelease[];
  readonly expected?: { readonly calls: readonly IntendedCall[] } | null;
}

export const vllm: EngineAnswers = vllmAnswers(vllmRuntimes);

/** What vLLM's parsers answer, before the server around them. */
export function vllmAnswers(parsers: readonly VllmRuntime[]): EngineAnswers {
  return {
    engine: 'vllm',
    asked: ['versions', 'variant'],
    streamed: ['streaming', 'streamingTokens', 'streamingContent', 'streaming2026-08'],
    notes: ['regexTimeout'],
    answer: (line) => answerVllm(line, parsers),
    held: parsers.map((runtime) => {
      const { flag, variant } = runtime.parser;
      const asks = { engine: 'vllm', parser: flag, ...asksOf(runtime, parsers) };
      return { runtime, file: `vllm/${flag}.jsonl`, asks: variant === undefined ? asks : { ...asks, variant } };
    }),
    runtimeOf: (line) => vllmRuntimeOf(line, releaseOf(line), parsers),
    alsoOf(line) {
      const { versions = [] } = line as VllmLine;
      if (versions.length < 2) return undefined;
      const [older, newer] = (['2026-05', '2026-08-02'] as const).map((one) => vllmRuntimeOf(line, one, parsers));
      if (newer !== older) return newer;
      // 20 August was run on these texts as well, and has lines of its own where it answers otherwise.
      const newest = vllmRuntimeOf(line, '2026-08', parsers);
      return newest !== undefined && older !== undefined && same(vllmWhole(newest, line), vllmWhole(older, line))
        ? newest
        : undefined;
    },
    served: (line) => (line as VllmLine).expected?.calls ?? [],
  };
}

/** What makes a line one of a runtime: where 20 August answers otherwise, its version. */
function asksOf({ parser, release }: VllmRuntime, parsers: readonly VllmRuntime[]): object {
  if (release === '2026-05') return { versions: ['2026-05'] };
  const hasEarlier = parsers.some((one) => one.parser.flag === parser.flag && one.release === '2026-08-02');
  return release === '2026-08' && hasEarlier ? { version: '2026-08-20' } : { versions: ['2026-08'] };
}

function releaseOf({ version, versions }: VllmLine): Release {
  if (version !== undefined) return '2026-08';
  return versions?.includes('2026-05') ? '2026-05' : '2026-08-02';
}

function answerVllm(line: VllmLine, parsers: readonly VllmRuntime[]): unknown {
  const { versions = ['2026-08'] } = line;
  const newest = vllmRuntimeOf(line, '2026-08-02', parsers);
  const runtime = vllmRuntimeOf(line, releaseOf(line), parsers);
  if (runtime === undefined) return { unsupported: true };
  const whole = vllmWhole(runtime, line);
  const expected = whole.raises === undefined ? whole.expected : null;
  const streams = vllmStreams(runtime, line, expected);
  const answer = { ...whole, ...streams };
  if (versions.length < 2 || newest === undefined || newest === runtime) return answer;
  const newer = vllmStreams(newest, line, expected);
  const newerWhole = vllmWhole(newest, line);
  const calls = ({ streamingContent: _content, ...of }: Record<string, unknown>): Record<string, unknown> => of;
  return {
    ...answer,
    ...(same(calls(newer), calls(streams)) ? {} : { 'streaming2026-08': calls(newer) }),
    // Both releases gave one answer to a whole text, or the line would have but one of them.
    ...(same(newerWhole, whole) ? {} : { '2026-08': newerWhole }),
  };
}

interface VllmWhole {
  readonly raises?: string;
  readonly expected: {
    readonly calls: readonly Called[];
    readonly content: string | null;
    readonly tools_called: boolean;
  };
}

/** The lines of 20 August write infinity out. */
function inAugust(call: Called): Called {
  const written = JSON.stringify(withNull(call));
  return JSON.parse(written.replace(/\{"\$float":"(-?)inf"\}/g, '{"$float":"$1infinity"}')) as Called;
}

function vllmWhole({ parser }: VllmRuntime, { text, tools, version }: VllmLine): VllmWhole {
  const parsed = parser.parse(text, tools, new Recorder<string>(openDocument({ text })));
  const raises = parsed.raises?.raises;
  if (raises !== undefined) return { raises, expected: { calls: [], content: null, tools_called: false } };
  const shownCall = version === undefined ? withValue : inAugust;
  return { expected: { calls: parsed.calls.map(shownCall), content: parsed.text, tools_called: parsed.called } };
}

/** The runtime that answers for a release: that of the next one that differs from it. */
function vllmRuntimeOf(
  { parser, variant }: VllmLine,
  release: Release,
  parsers: readonly VllmRuntime[],
): VllmRuntime | undefined {
  const all = parsers.filter(
    ({ parser: own }) => own.flag === parser && (own.variant === undefined || own.variant === variant),
  );
  const from = ['2026-05', '2026-08-02', '2026-08'].indexOf(release);
  const later: readonly Release[] = (['2026-05', '2026-08-02', '2026-08'] as const).slice(from);
  return later.map((one) => all.find((runtime) => runtime.release === one)).find((found) => found !== undefined);
}

function vllmStreams(
  runtime: VllmRuntime,
  { text, tools, variant, version }: VllmLine,
  /** Null where the whole raises: then both streams are noted. */
  expected: { readonly calls: readonly Called[]; readonly content: string | null } | null,
): Record<string, unknown> {
  const [streamed, byWords] = [false, true].map((words) =>
    vllmStreamed(serveStream(runtime.parser.stream(tools)), vllmPieces(text, variant, words), version === undefined),
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

/** @param isOlder whether the lines leave out the value of arguments that are no JSON */
function vllmStreamed(stream: EngineStream, pieces: readonly string[], isOlder: boolean): VllmStreamed {
  const { deltas, raises } = pushed(stream, pieces);
  const { calls, content } = joinDeltas(deltas);
  return {
    raises,
    calls: calls.map(withoutEmptyName).map(isOlder ? withValue : withNull),
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
