import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import { lmdeployRuntimes } from '../../../src/core/engines/lmdeploy/index.ts';
import { type LmdeployRuntime, readLmdeploy } from '../../../src/core/engines/lmdeploy/parser.ts';
import { LmdeployStream } from '../../../src/core/engines/lmdeploy/stream.ts';
import { joinDeltas } from '../../../src/core/index.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { fourCharacters, vllmPieces } from '../chunkers.ts';
import { exceptionText, pushed, same, withNull } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

/** What LMDeploy's response parser answers. */
export const lmdeploy: EngineAnswers = {
  engine: 'lmdeploy',
  asked: [],
  streamed: ['streaming', 'streamingTokens', 'reasoningParserTokens'],
  notes: [],
  answer: answerLmdeploy,
  held: lmdeployRuntimes.map((runtime) => {
    const { flag } = runtime.parser;
    return { runtime, file: `lmdeploy/${flag}.jsonl`, asks: { engine: 'lmdeploy', parser: flag } };
  }),
  runtimeOf: lmdeployRuntimeOf,
  served: (line) => ((line as LmdeployLine).expected?.calls ?? []).map((call) => ({ ...call, name: call.name ?? '' })),
};

/** A tag may name nothing. */
type ServedCall = Omit<IntendedCall, 'name'> & { readonly name: string | null };

interface LmdeployLine extends EngineLine {
  readonly expected?: { readonly calls?: readonly ServedCall[] };
}

function lmdeployRuntimeOf({ parser }: EngineLine): LmdeployRuntime | undefined {
  return lmdeployRuntimes.find((runtime) => runtime.parser.flag === parser);
}

function answerLmdeploy(line: EngineLine): unknown {
  const runtime = lmdeployRuntimeOf(line);
  if (runtime === undefined) return { unsupported: true };
  const tokens = vllmPieces(line.text, undefined, true);
  const expected = wholeAnswer(runtime, line, false);
  const reasoningParser = wholeAnswer(runtime, line, true);
  const streaming = streamAnswer(runtime, line, false, fourCharacters(line.text));
  const streamingTokens = streamAnswer(runtime, line, false, tokens);
  const reasoningParserTokens = streamAnswer(runtime, line, true, tokens);
  return {
    expected,
    ...(same(reasoningParser, expected) ? {} : { reasoningParser }),
    ...(same(streaming, expected) ? {} : { streaming }),
    ...(same(streamingTokens, expected) ? {} : { streamingTokens }),
    ...(same(reasoningParserTokens, reasoningParser) ? {} : { reasoningParserTokens }),
  };
}

function wholeAnswer({ parser }: LmdeployRuntime, { text, tools }: EngineLine, reasons: boolean): unknown {
  const steps = new Recorder<string>(openDocument({ text }));
  const { calls, text: content, reasoning = [], isSound, raises } = readLmdeploy(parser, text, tools, reasons, steps);
  if (raises !== undefined) return { raises: exceptionText(raises) };
  const thought = reasoning.map(({ from, to }) => text.slice(from, to)).join('');
  return answered(calls, content ?? '', thought, isSound);
}

function streamAnswer(
  { parser }: LmdeployRuntime,
  { text, tools }: EngineLine,
  reasons: boolean,
  pieces: readonly string[],
): unknown {
  const { deltas, exception } = pushed(new LmdeployStream(parser, tools, reasons), pieces);
  if (exception !== undefined) return { raises: exceptionText(exception) };
  const { calls, content, reasoning } = joinDeltas(deltas);
  const steps = new Recorder<string>(openDocument({ text }));
  return answered(calls, content, reasoning, readLmdeploy(parser, text, tools, reasons, steps).isSound);
}

function answered(
  calls: readonly { readonly name: string | null; readonly argumentsText: string }[],
  content: string,
  reasoning: string,
  isSound: boolean,
): unknown {
  return {
    calls: calls.map(({ name, argumentsText }) => withNull({ name: name === '' ? null : name, argumentsText })),
    content: content === '' ? null : content,
    ...(reasoning === '' ? {} : { reasoning }),
    finish: calls.length > 0 ? 'tool_calls' : 'stop',
    ...(isSound ? {} : { valid: false }),
  };
}
