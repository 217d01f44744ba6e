import type { DiagnosisCode } from '../trace/index.ts';
import { excerpt } from '../text/document/index.ts';
import type { AssemblyDiagnosis, AssemblyStep, FaultCode, LogKind, LogTransport } from './assembly.ts';
import { writtenCall } from './written-call.ts';

/** [the public code, null where none fits; the sentence, made of what the fault is about where it names something]. */
const faults = {
  'html-page': [
    'D14',
    'This is an HTML page. A proxy or a server returned a page instead of the stream, perhaps with status 200.',
  ],
  compressed: [
    'D14',
    'These bytes are compressed (gzip). Fetch the log again with `curl --compressed`, or without `Accept-Encoding`.',
  ],
  'invalid-utf8': [null, 'The log contains U+FFFD. Unless the model wrote it, some bytes were not UTF-8 and are lost.'],
  'unread-line': [null, 'These lines are not an event, a comment or a header. Callscope ignores them.'],
  'log-too-long': [null, 'The log is too long. Callscope ignores the rest.'],
  'http-error': [null, 'The server returned an HTTP error.'],
  'events-glued': [
    null,
    'A second event is on the same line. Callscope reads it, but a client that expects one event per line loses it.',
  ],
  'event-not-json': ['D08', 'The payload of this event is invalid JSON. Its content is missing below.'],
  'event-cut': ['D27', 'The log ends in the middle of this event. Its content is missing below.'],
  'event-unknown': [null, 'This event has an unknown shape. Callscope ignores it.'],
  'error-in-stream': [null, 'The provider reports an error in the middle of the stream.'],
  'other-choice': [null, 'This belongs to another choice (`n` above 1). Callscope assembles only the first one.'],
  'after-end': [null, 'This comes after the end of the stream. Callscope assembles only the first response.'],
  'stream-cut': ['D27', 'The log ends before the stream: it has no finish reason and no end event.'],
  'end-missing': [
    null,
    'The stream has a finish reason but no end event. The response is complete, but a client that waits for the end hangs.',
  ],
  'done-differs': [
    null,
    'The event that repeats the whole response differs from the joined deltas. Some deltas are lost or changed.',
  ],
  'text-snapshot': [
    'D10',
    'Every delta repeats the whole text so far. Callscope takes the last one, but a client that joins them shows the text many times.',
  ],
  'logprobs-differ': [
    null,
    'The bytes of the log probabilities differ from `content`. Something changed the text after the model.',
  ],
  'index-missing': [
    'D25',
    'This piece has no index, only an id or a name. A client that joins by index makes a separate call of it. openai 6 (npm) loses the call, and 7 raises an exception.',
  ],
  'index-repeated': [
    'D25',
    'Another call already has this index. The piece begins a new call, but a client that joins by index merges the two.',
  ],
  'index-twice': ['D25', 'This index occurs twice in one delta. Some clients make an empty call of the second entry.'],
  'index-not-a-number': [
    'D25',
    'The index changes its type or is not a number. `"0"` and `0` are different keys for many clients; openai 7 (npm) and the AI SDK refuse `"0"`.',
  ],
  'index-unknown': [
    'D25',
    'No call or block with this index has begun. Its start is missing from the log, or the index is wrong.',
  ],
  'id-missing': [null, 'This call has no id in any delta, so no result can answer it.'],
  'id-only-first': ['D25', 'This piece has neither an index nor an id. Callscope adds it to the call that began last.'],
  'id-changes': [
    'D25',
    'This piece has another id than its call. Callscope joins by the index, but a client that joins by id makes a call of each piece.',
  ],
  'id-repeated': [null, 'Two calls have this id. A result cannot show which one it answers.'],
  'name-missing': [null, 'This call has no name in any delta.'],
  'name-repeated': [
    'D23',
    (joined) =>
      `A later delta repeats the name. Callscope takes it once, but a client that joins the pieces gets \`${shown(joined)}\`.`,
  ],
  'arguments-snapshot': [
    'D10',
    (joined) =>
      `Every delta repeats the arguments so far. Callscope takes the last ones, but a client that joins them gets \`${shown(joined)}\`.`,
  ],
  'arguments-empty': ['D16', 'The arguments are an empty string, which is not JSON. Most runtimes take it for `{}`.'],
  'arguments-cut': ['D27', 'The arguments end before their JSON does.'],
  'arguments-not-json': ['D08', 'The joined arguments are invalid JSON.'],
  'call-in-reasoning': [
    'D19',
    (wrote) =>
      `The reasoning holds a call to \`${writtenCall(wrote)?.name ?? ''}\`: \`${shown(wrote)}\`. The client receives it as reasoning and runs nothing.`,
  ],
  'cut-by-limit': ['D27', 'The token limit cut off the response. A call or a fence may be incomplete.'],
  'finish-contradicts': [
    'D26',
    'The finish reason contradicts the content. A client that trusts it runs nothing, or runs an incomplete call.',
  ],
} as const satisfies Record<FaultCode, readonly [DiagnosisCode | null, string | ((piece: string) => string)]>;

/** A piece inside of a sentence. */
function shown(piece: string): string {
  return excerpt(piece, 0, piece.length).replaceAll('`', "'");
}

/** What is wrong, as a sentence. */
export function faultSentence(code: FaultCode, piece: string): string {
  const sentence: string | ((piece: string) => string) = faults[code][1];
  return typeof sentence === 'string' ? sentence : sentence(piece);
}

/** Whether the sentence of a fault quotes its piece. */
export function quotesPiece(code: FaultCode): boolean {
  return typeof faults[code][1] !== 'string';
}

export function isFault(code: AssemblyStep['code']): code is FaultCode {
  return Object.hasOwn(faults, code);
}

/** The faults among the steps, each kind once and with its first place. */
export function diagnosesOf(steps: readonly AssemblyStep[]): AssemblyDiagnosis[] {
  const found = new Map<FaultCode, { from: number; to: number; piece: string; count: number }>();
  for (const { code, from, to, piece } of steps) {
    if (!isFault(code)) continue;
    const known = found.get(code);
    if (known === undefined) found.set(code, { from, to, piece, count: 1 });
    else known.count += 1;
  }
  return [...found].map(([fault, { from, to, piece, count }]) => ({
    code: faults[fault][0] ?? fault,
    fault,
    message: faultSentence(fault, piece),
    span: { from, to },
    count,
  }));
}

const kindLabels = {
  'openai-chat': 'an OpenAI chat-completions stream',
  'openai-responses': 'an OpenAI Responses stream',
  anthropic: 'an Anthropic Messages stream',
  ollama: 'an Ollama stream',
  gemini: 'a Gemini stream',
  bedrock: 'a Bedrock Converse stream',
  'ai-sdk': 'a stream of the AI SDK',
  'text-server': 'a stream of plain text',
  'chunk-list': 'a list of chunks',
} as const satisfies Record<LogKind, string>;

const kindReasons = {
  'openai-chat': 'its first event has `choices`',
  'openai-responses': 'its first event has a `type` that begins with `response.`',
  anthropic: 'its first event has a `type` of the Messages API, such as `message_start`',
  ollama: 'its first line has `done` and a message or a response',
  gemini: 'its first event has `candidates`',
  bedrock: 'its first event has a key of ConverseStream, such as `messageStart`',
  'ai-sdk': 'its first event has a type or a code of the AI SDK, such as `text-delta`',
  'text-server': 'its first event has `content` and `stop`, `text` and `meta_info`, or a `token`',
  'chunk-list': 'every entry is a string, or an object with `text` and perhaps `at`',
} as const satisfies Record<LogKind, string>;

const transports = {
  sse: 'server-sent events',
  lines: 'one JSON value per line',
  array: 'one JSON array',
} as const satisfies Record<LogTransport, string>;

export function logLabel(kind: LogKind): string {
  return kindLabels[kind];
}

/** Why a log was taken for what it was taken for, as one sentence. */
export function recognitionText(kind: LogKind, transport: LogTransport): string {
  return `Read as ${kindLabels[kind]} (${transports[transport]}), because ${kindReasons[kind]}.`;
}
