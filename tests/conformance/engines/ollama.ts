import { openDocument } from '../../../src/core/trace/response.ts';
import { generic } from '../../../src/core/engines/ollama/generic.ts';
import { ollamaRuntimes } from '../../../src/core/engines/ollama/index.ts';
import type { OllamaRuntime } from '../../../src/core/engines/ollama/ollama-runtime.ts';
import type { FoundCall, Reader } from '../../../src/core/engines/ollama/reader.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { characters, ollamaPieces } from '../chunkers.ts';
import { same } from './called.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';

/** What a line calls the reader of a template by its tag. */
const GENERIC = 'generic:';

/** What Ollama's readers answer, before the server around them. */
export const ollama: EngineAnswers = {
  engine: 'ollama',
  asked: ['think'],
  streamed: ['tokens', 'perChar', 'oneShot'],
  // Readers that answered alike have lines of their own.
  notes: ['same'],
  answer: answerOllama,
  held: ollamaRuntimes.map((runtime) => {
    const { name, id = name } = runtime.parser;
    const file = `ollama/${id.replace(':', '-')}.jsonl`;
    return { runtime, file, asks: { engine: 'ollama', parser: name } };
  }),
  runtimeOf: ollamaRuntimeOf,
  served(line) {
    const { think = null, raises, expected } = line as OllamaLine;
    // The page says nothing about thinking.
    if (think !== null && ollamaRuntimeOf(line)?.asks.includes('thinking') === true) return null;
    if (raises !== undefined) return [];
    const calls = expected?.calls ?? [];
    // Some have numbers that JSON does not have, or that have lost digits in the data.
    if (calls.some((call) => call.note !== undefined) || /\d{17}/.test(JSON.stringify(calls))) return null;
    return calls.map((call) => ({ name: call.name, argumentsText: JSON.stringify(call.arguments) }));
  },
};

interface OllamaLine extends EngineLine {
  /** What the request says about thinking. */
  readonly think?: boolean | null;
  readonly raises?: string;
  readonly expected?: Answered;
}

interface Answered {
  readonly calls: readonly AnsweredCall[];
  readonly content: string;
  readonly thinking: string;
  readonly raises?: string;
  readonly panic?: string;
}

interface AnsweredCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly callId?: string;
  /** Why the arguments cannot be written. */
  readonly note?: string;
}

/** The generic reader takes any tag: the page has those of known templates. */
function ollamaRuntimeOf({ parser }: EngineLine): OllamaRuntime | undefined {
  const known = ollamaRuntimes.find(({ parser: { name } }) => name === parser);
  return known ?? (parser.startsWith(GENERIC) ? generic(parser.slice(GENERIC.length)) : undefined);
}

function answerOllama(line: EngineLine): unknown {
  const runtime = ollamaRuntimeOf(line);
  if (runtime === undefined) return { unsupported: true };
  const { text, tools, think = null } = line as OllamaLine;
  const request = { tools, thinking: think };
  const returnsBeside = returning.includes(line.parser);
  const steps = new Recorder<string>(openDocument({ text }));
  const expected = added(runtime.parser.open(request, steps), returnsBeside, [text]);
  const inPieces = (pieces: readonly string[]): Answered =>
    added(runtime.parser.open(request, null), returnsBeside, pieces);
  const tokens = inPieces(ollamaPieces(text));
  const perChar = inPieces(characters(text));
  const oneShot = added(runtime.parser.open(request, null), returnsBeside, [], text);
  const raises = expected.raises ?? (expected.panic === undefined ? undefined : `panic: ${expected.panic}`);
  return {
    ...(raises === undefined ? {} : { raises }),
    expected,
    ...(same(tokens, expected) ? {} : { tokens }),
    ...(same(perChar, tokens) ? {} : { perChar }),
    ...(same(oneShot, expected) ? {} : { oneShot }),
  };
}

/** These return what they have read of a piece beside the error; the server drops it. */
const returning = ['glimmer', 'ministral'];

/** What a reader answers to pieces and a last one. */
function added(reader: Reader, returnsBeside: boolean, pieces: readonly string[], last = ''): Answered {
  const calls: AnsweredCall[] = [];
  let content = '';
  let thinking = '';
  const all = [...pieces, last];
  for (const [index, piece] of all.entries()) {
    const answer = reader.add(piece, index === all.length - 1);
    const { failure } = answer;
    const error = failure === null ? {} : { [failure.isPanic ? 'panic' : 'raises']: failure.message };
    if (failure !== null && !returnsBeside) return { calls, content, thinking, ...error };
    const textOf = ({ from, to }: { from: number; to: number }): string => reader.text.slice(from, to);
    content += answer.content.map(textOf).join('');
    thinking += answer.thinking.map(textOf).join('');
    calls.push(...answer.calls.map(called));
    if (failure !== null) return { calls, content, thinking, ...error };
  }
  return { calls, content, thinking };
}

function called({ name, argumentsText, toolCallId }: FoundCall): AnsweredCall {
  const id = toolCallId === undefined ? {} : { callId: toolCallId };
  const [, sign, number] = /([+-]?)\b(NaN|Infinity)\b/.exec(argumentsText) ?? [];
  try {
    return { name, arguments: JSON.parse(argumentsText) as unknown, ...id };
  } catch {
    const value = number === 'NaN' ? 'NaN' : `${sign === '-' ? '-' : '+'}Inf`;
    return { name, arguments: null, ...id, note: unwritable(value) };
  }
}

/** As Go reports it, from the outermost type to the number. */
function unwritable(value: string): string {
  const types = [
    'api.ToolCallFunctionArguments',
    '*orderedmap.Map[string,interface {}]',
    '*orderedmap.OrderedMap[string,interface {}]',
  ];
  const layers = types.map((type) => `json: error calling MarshalJSON for type ${type}: `).join('');
  return `marshal: ${layers}json: unsupported value: ${value}`;
}
