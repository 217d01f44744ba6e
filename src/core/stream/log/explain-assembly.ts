import type { Explanation } from '../../trace/explain.ts';
import { excerpt } from '../../document/place.ts';
import type { AssemblyDiagnosis, AssemblyStep, DeltaCode, FaultCode, LogKind, LogTransport } from './assembly.ts';

const deltaSentences = {
  start: 'The response begins',
  text: 'Text',
  reasoning: 'Reasoning, apart from the text',
  refusal: 'A refusal, apart from the text',
  'call-opened': 'A call begins',
  'call-id': 'Its id',
  'call-name': 'Its name',
  'call-arguments': 'A piece of its arguments',
  'call-closed': 'The call is whole, says the provider',
  finish: 'The reason for the end',
  usage: 'Tokens, in and out',
  end: 'The end of the stream',
  'keep-alive': 'A sign of life',
  'no-content': 'Nothing for the response',
} as const satisfies Record<DeltaCode, string>;

/** [the public code where one fits, the sentence]. */
const faults = {
  'html-page': [
    'D14',
    'This is an HTML page. A proxy or a server answered with a page in place of the stream, maybe with status 200.',
  ],
  compressed: [
    'D14',
    'These are packed bytes (gzip). Fetch the log again with `curl --compressed`, or without `Accept-Encoding`.',
  ],
  'invalid-utf8': [
    'invalid-utf8',
    'The log holds U+FFFD: bytes that were no UTF-8 when it was saved, unless the model said that character itself. What stood there is lost.',
  ],
  'unread-line': ['unread-line', 'These lines are no event, no comment and no header. They are left out.'],
  'log-too-long': ['log-too-long', 'The log is longer than what is read here. The rest is left out.'],
  'http-error': ['http-error', 'The server answered with an HTTP error.'],
  'events-glued': [
    'events-glued',
    'A second event stands in the same line. It is read; a client that takes one event per line or per packet loses it.',
  ],
  'event-not-json': ['D08', 'The payload of this event is not JSON. What it brought is missing below.'],
  'event-cut': ['D27', 'The log ends in the middle of this event. What it brought is missing below.'],
  'event-unknown': ['event-unknown', 'This event has no shape that the provider is known to send. It is left out.'],
  'error-in-stream': ['error-in-stream', 'The provider reports an error in the middle of the stream.'],
  'other-choice': ['other-choice', 'This belongs to another choice (`n` above 1). Only the first one is assembled.'],
  'after-end': ['after-end', 'This comes behind the end of the stream. Only the first response is assembled.'],
  'stream-cut': ['D27', 'The log ends before the stream does: neither a reason nor an end came.'],
  'end-missing': [
    'end-missing',
    'The reason for the end came, the event that ends the stream did not. The response is whole; a client that waits for the end hangs.',
  ],
  'done-differs': [
    'done-differs',
    'The event that repeats the whole differs from what the deltas add up to: deltas were lost or changed on the way.',
  ],
  'text-snapshot': [
    'D10',
    'Every delta repeats the whole text so far: a snapshot sent as a delta. The last one is taken; a client that joins them shows the text many times.',
  ],
  'logprobs-differ': [
    'logprobs-differ',
    'The bytes of the log probabilities give another text than `content`: something was taken out or changed after the model.',
  ],
  'index-missing': [
    'D25',
    'This piece has no index. Its id or its name tells what it belongs to; a client that joins by index makes a call of its own of it.',
  ],
  'index-repeated': [
    'D25',
    'This index is taken already by another call. The piece begins a new call; a client that joins by index glues the two.',
  ],
  'index-twice': ['D25', 'This index stands twice in one delta. Some clients make a blank call of the second entry.'],
  'index-not-a-number': [
    'D25',
    'The index changes its type, or is no number. `"0"` and `0` are two keys to many clients.',
  ],
  'index-unknown': [
    'D25',
    'No call or block with this index has begun: its start is missing from the log, or the index is wrong.',
  ],
  'id-missing': ['id-missing', 'This call has no id in any delta, so no result can answer it.'],
  'id-only-first': [
    'D25',
    'This piece has no index, and the id came only with the first delta. It is taken for a part of the call that began last.',
  ],
  'id-repeated': ['id-repeated', 'Two calls have this id. A result that answers it cannot tell which one is meant.'],
  'name-missing': ['name-missing', 'This call has no name in any delta.'],
  'name-repeated': [
    'D23',
    'The name is sent again with a later delta. It is taken once; a client that joins the pieces gets `searchsearch`.',
  ],
  'arguments-snapshot': [
    'D10',
    'Every delta repeats the arguments so far: a snapshot sent as a delta. The last one is taken; a client that joins them gets `{}{}{}`.',
  ],
  'arguments-empty': ['D16', 'The arguments are an empty string, which is not JSON. Most runtimes mean `{}`.'],
  'arguments-cut': ['D27', 'The arguments end before their JSON does.'],
  'arguments-not-json': ['D08', 'The arguments, joined, are not JSON.'],
  'cut-by-limit': ['D27', 'The token limit cut the response. A call or a fence may be half.'],
  'finish-contradicts': [
    'D26',
    'The reason for the end contradicts the content. A client that trusts it runs nothing, or runs half a call.',
  ],
} as const satisfies Record<FaultCode, readonly [string, string]>;

/** A step of an assembly in words. */
export function explainAssemblyStep({ code, piece }: AssemblyStep): Explanation {
  const shown = piece === '' ? '' : `: ${excerpt(piece, 0, piece.length)}`;
  if (isFault(code)) return { title: `${faults[code][1]}${shown === '' ? '' : ` (${shown.slice(2)})`}`, note: null };
  return { title: `${deltaSentences[code]}${shown}${shown === '' ? '.' : ''}`, note: null };
}

export function isFault(code: AssemblyStep['code']): code is FaultCode {
  return Object.hasOwn(faults, code);
}

/** The faults among the steps, each kind once and with its first place. */
export function diagnosesOf(steps: readonly AssemblyStep[]): AssemblyDiagnosis[] {
  const found = new Map<FaultCode, { from: number; to: number; count: number }>();
  for (const { code, from, to } of steps) {
    if (!isFault(code)) continue;
    const known = found.get(code);
    if (known === undefined) found.set(code, { from, to, count: 1 });
    else known.count += 1;
  }
  return [...found].map(([fault, { from, to, count }]) => ({
    code: faults[fault][0],
    fault,
    message: faults[fault][1],
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
  'chunk-list': 'every entry is a string, or an object with `text` and maybe `at`',
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
