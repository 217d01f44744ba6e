import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import type { B8121Runtime } from '../../../src/core/engines/frozen/llamacpp-b8121/format.ts';
import { olderLlamacppRuntimes } from '../../../src/core/engines/frozen/llamacpp-b8121/index.ts';
import type { Message } from '../../../src/core/engines/frozen/llamacpp-b8121/kit/read-message.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { withValue } from './called.ts';
import type { EngineAnswers, EngineLine, Held } from './engine.ts';

/** What llama.cpp b8121 answers: a result for the whole text, and for each of its beginnings that is asked for. */
export const llamacppB8121: EngineAnswers = {
  engine: 'llama.cpp',
  version: 'b8121',
  asked: ['template', 'options', 'cuts'],
  streamed: ['streamed', 'steps'],
  notes: [],
  answer(line) {
    const runtime = runtimeOf(line);
    return runtime === undefined ? { unsupported: true } : answerLine(runtime, line as Line);
  },
  held: olderLlamacppRuntimes.map((runtime) => {
    const slug = runtime.id.slice('llamacpp:'.length, -'@b8121'.length);
    return { runtime, file: `llamacpp-b8121/${slug}.jsonl`, asks: asksOf(runtime) };
  }),
  runtimeOf,
  served(line) {
    const { expected, options, tools } = line as Line;
    const isAsked = options.thinkingForcedOpen !== (runtimeOf(line)?.asks.includes('thinking') ?? false);
    return isAsked || tools.length === 0 ? null : (expected?.calls ?? []);
  },
};

interface Line extends EngineLine {
  readonly template: string;
  /** Null where no parser was made. */
  readonly options: { readonly thinkingForcedOpen: boolean | null };
  /** Where the text is cut, in UTF-16 units. */
  readonly cuts?: readonly number[];
  readonly expected?: { readonly calls: readonly IntendedCall[] } | null;
}

/** What a line of a runtime asks. */
function asksOf(runtime: B8121Runtime): Held['asks'] {
  const { formatName, templates } = runtime;
  const asks = { engine: 'llama.cpp', version: 'b8121', parser: formatName };
  const [template] = templates ?? [];
  if (template === undefined) return asks;
  const named = { ...asks, template, text: '', tools: [] };
  return { ...asks, template, parser: runtimeOf(named) === runtime ? formatName : template };
}

function runtimeOf(line: EngineLine): B8121Runtime | undefined {
  const { parser, template } = line as Line;
  // Where the template fails there is no format yet, and the line names the template instead.
  return (
    olderLlamacppRuntimes.find(({ templates }) => parser === template && templates?.includes(template)) ??
    olderLlamacppRuntimes.find(
      ({ formatName, templates }) => formatName === parser && (templates?.includes(template) ?? true),
    )
  );
}

function answerLine(runtime: B8121Runtime, { text, tools, options, cuts }: Line): unknown {
  const syntax = { opensThinking: options.thinkingForcedOpen ?? false, tools };
  const read = (piece: string, isPartial: boolean): Message =>
    runtime.readMessage(piece, isPartial, syntax, new Recorder(openDocument({ text: piece })));
  const whole = read(text, false);
  const steps = cuts?.map((to) => stateOf(read(text.slice(0, to), true)));
  const answer = { ...(steps === undefined ? {} : { steps }) };
  if (whole.raised === null) return { ...answer, expected: plain(whole, true) };
  // What a client of the stream had before the error.
  const last = read(text, true);
  const streamed = last.raised === null ? { streamed: plain(last, false) } : {};
  return { ...answer, raises: whole.raised.message, expected: null, ...streamed };
}

function stateOf(message: Message): unknown {
  return message.raised === null ? plain(message, false) : { raises: message.raised.message };
}

function plain({ calls, content, reasoning }: Message, withArguments: boolean): unknown {
  return {
    calls: calls.map(({ name, argumentsText, id }) => {
      const call = { name, argumentsText, ...(id === '' ? {} : { id }) };
      return withArguments ? { arguments: null, ...withValue(call) } : call;
    }),
    content: content.map((piece) => piece.text).join(''),
    reasoning: reasoning.map((piece) => piece.text).join(''),
  };
}
