import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import { llamacppRuntimes } from '../../../src/core/engines/llamacpp/index.ts';
import type { Message } from '../../../src/core/engines/llamacpp/message.ts';
import { replyParser, type Answer, type ReplyParser } from '../../../src/core/engines/llamacpp/read.ts';
import type { LlamacppRuntime } from '../../../src/core/engines/llamacpp/runtime.ts';
import { characterCuts } from '../chunkers.ts';
import { withValue } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

/** What llama.cpp v0.5.0 answers: one result for the whole text, or in the file of streams one for each of its begins. */
export const llamacpp: EngineAnswers = {
  engine: 'llama.cpp',
  version: 'v0.5.0',
  asked: ['handler', 'generationPrompt', 'options'],
  streamed: ['streamed', 'streamedBytes', 'steps', 'finalRaises'],
  notes: [],
  answer(line) {
    const runtime = runtimeOf(line);
    return runtime === undefined ? { unsupported: true } : answerLine(runtime, line);
  },
  held: llamacppRuntimes.map((runtime) => {
    const [parser] = runtime.template.files;
    return {
      runtime,
      file: `llamacpp/${parser}.jsonl`,
      asks: { engine: 'llama.cpp', version: 'v0.5.0', parser },
    };
  }),
  runtimeOf,
  served(line) {
    const { expected, options } = line as LlamacppLine;
    // The page's own request says nothing about thinking.
    return expected === undefined || options?.thinking !== undefined ? null : (expected?.calls ?? []);
  },
};

interface LlamacppLine extends EngineLine {
  readonly generationPrompt: string | null;
  /** Absent in the file of streams. */
  readonly options?: { readonly thinking?: boolean };
  readonly expected?: { readonly calls: readonly IntendedCall[] } | null;
}

function runtimeOf({ parser }: EngineLine): LlamacppRuntime | undefined {
  return llamacppRuntimes.find(({ template: { files } }) => files.includes(parser));
}

function answerLine({ template }: LlamacppRuntime, line: EngineLine): unknown {
  const { text, tools, generationPrompt, options } = line as LlamacppLine;
  const thinking = generationPrompt === template.promptWithoutThinking ? false : null;
  const parser = replyParser(template, tools, thinking);
  if ('by' in parser) return { raises: `${parser.by}: Error: ${parser.message}`, expected: null };
  if (generationPrompt !== parser.prompt) return { prompt: parser.prompt };
  const format = ('build' in template.parser ? template.parser.format : undefined) ?? 'peg-native';
  const raises = `The model produced output that does not match the expected ${format} format`;
  const { state, message, to } = parser.read(text);
  const isFailed = state === 'failed';
  if (options === undefined)
    return { steps: statesOf(parser, text, raises), ...(isFailed ? { finalRaises: raises } : {}) };
  const sampled = sampledAs(parser, text);
  if (isFailed) return { raises, expected: null, ...sampled, ...lastState(parser, text) };
  const unread = text.slice(to);
  return { expected: plain(message, true), state, ...sampled, ...(unread === '' ? {} : { unread }) };
}

function sampledAs(parser: ReplyParser, text: string): object {
  const sampled = parser.sample(text);
  if (sampled.grammar !== 'refused') return { grammar: sampled.grammar };
  return { grammar: sampled.grammar, grammarRefusesAt: Buffer.byteLength(text.slice(0, sampled.at)) };
}

function statesOf(parser: ReplyParser, text: string, raises: string): unknown[] {
  return characterCuts(text).map((begin) => {
    const answer = parser.read(begin);
    const isError = answer.state === 'failed' && answer.reading.stoppedAt === 0;
    return { bytes: Buffer.byteLength(begin), ...(isError ? { raises } : plain(answer.message, false)) };
  });
}

/** The longest prefix of the text that had a result, as a client of the stream had it before the error. */
function lastState(parser: ReplyParser, text: string): object {
  const characters = Array.from(text);
  for (let count = characters.length; count > 0; count -= 1) {
    const begin = characters.slice(0, count).join('');
    const answer = parser.read(begin);
    if (hasResult(answer)) return { streamed: plain(answer.message, false), streamedBytes: Buffer.byteLength(begin) };
  }
  return { streamed: null, streamedBytes: null };
}

function hasResult({ state, message: { calls, content, reasoning } }: Answer): boolean {
  return state !== 'failed' && (calls.length > 0 || content !== '' || reasoning !== '');
}

function plain({ calls, content, reasoning }: Message, withArguments: boolean): object {
  return {
    calls: calls.map(({ name, argumentsText, id }) => {
      const call = { name, argumentsText, ...(id === '' ? {} : { id }) };
      return withArguments ? { arguments: null, ...withValue(call) } : call;
    }),
    content,
    reasoning,
  };
}
