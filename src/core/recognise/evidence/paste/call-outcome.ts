import {
  at,
  isObject,
  keysOf,
  type Message,
  type MessageCall,
  readMessage,
  slice,
  type Source,
  stringAt,
  stringOf,
} from '../../index.ts';
import type { GivenCall, GivenResult } from '../evidence.ts';
import { resultOf } from './call-result.ts';

type Outcome = Pick<GivenCall, 'state' | 'error'>;

/** A message, with what came of its calls. */
export interface GivenMessage extends Pick<Message, 'texts' | 'reasoning'> {
  readonly calls: readonly GivenCall[];
  readonly results: readonly GivenResult[];
}

export function givenMessage(body: Source): GivenMessage {
  const { texts, reasoning, calls, results } = readMessage(body);
  return { texts, reasoning, calls: onceEach(calls.map(givenCall)), results: results.map(resultOf) };
}

/** Calls without those that are there again under the same id, as they are read everywhere. */
function onceEach(calls: readonly GivenCall[]): readonly GivenCall[] {
  const kept: GivenCall[] = [];
  const places = new Map<string, number>();
  for (const call of calls) {
    const { id, name, argumentsText } = call;
    const key = JSON.stringify([id, name, argumentsText]);
    const at = id === null || id === '' ? undefined : places.get(key);
    const first = at === undefined ? undefined : kept[at];
    if (at === undefined || first === undefined) {
      places.set(key, kept.length);
      kept.push(call);
    } else {
      kept[at] = { ...first, isTwice: true };
    }
  }
  return kept;
}

/** A call of a message, and what its client made of it. */
export function givenCall(call: MessageCall): GivenCall {
  const { id, name, argumentsText, type, span, part, json } = call;
  const state = at(part, 'state');
  const outcome = isObject(state) ? openCodeOutcome(part, state) : outcomeOf(call);
  return { id, name, argumentsText, type, span, json, ...outcome };
}

function outcomeOf({ body, part, isRefused }: MessageCall): Outcome {
  const inner = at(part, 'tool_call') ?? at(part, 'toolCall');
  const failed = at(inner, 'Err');
  const failure =
    stringAt(part, 'errorText') ??
    stringAt(inner, 'error') ??
    (failed === null ? null : (textIn(failed) ?? slice(failed)));
  const status = stringAt(body, 'status');
  const error = failure ?? stringAt(body, 'error') ?? (status === 'error' ? stringAt(body, 'resultDisplay') : null);
  if (failure !== null || isRefused) return { state: 'failed', error };
  // The AI SDK says in `state` how far a part has come; Gemini CLI and Continue keep a status beside the call.
  if (DONE.test(stringOf(at(part, 'state')) ?? '')) return { state: 'done', error };
  const isFailed = status === 'error' || status === 'errored' || status === 'failed';
  return { state: isFailed ? 'failed' : status === 'success' || status === 'done' ? 'done' : null, error };
}

const DONE = /^(?:output-available|result)$/;

/** The text of a variant of Rust: `{"InvalidParameters": "…"}`. */
function textIn(value: Source): string | null {
  const [key = ''] = keysOf(value);
  return stringAt(value, key);
}

/** OpenCode files a call that it could not take as the tool `invalid`, with what was wrong in its input. */
function openCodeOutcome(part: Source, state: Source): Outcome {
  const isInvalid = stringAt(part, 'tool') === 'invalid';
  const error = (isInvalid ? stringAt(at(state, 'input'), 'error') : null) ?? stringAt(state, 'error');
  const isPending = /^(?:pending|running)$/.test(stringAt(state, 'status') ?? '');
  return { state: error !== null || isInvalid ? 'failed' : isPending ? 'pending' : 'done', error };
}
