import type { Span } from '../../../text/document/index.ts';
import {
  at,
  callOf,
  envelopeKeys,
  errorBodyOf,
  firstAt,
  isGivenCall,
  isObject,
  itemsOf,
  joinedSaid,
  keyed,
  keysOf,
  placeOf,
  type Response,
  responseOf,
  responseWithin,
  saidIn,
  slice,
  stringAt,
  stringOf,
  unpacked,
  type Value,
} from '../../index.ts';
import type { Said, Turn } from '../evidence.ts';
import { givenCall, type GivenMessage, givenMessage } from './call-outcome.ts';
import { part } from '../values.ts';

/** What came back for a request: a response, a stream, or an error in their place. */
export interface Answer {
  readonly kind: 'response' | 'stream' | 'error';
  readonly turn: Turn;
  readonly model: Said | null;
  readonly error: Said | null;
  /** How the provider that a proxy asked names the end. */
  readonly nativeFinish: string | null;
  /** Tokens that the model wrote, as the server counted them; null where it did not. */
  readonly tokens: number | null;
  /** Tokens of the prompt; null where the server does not say. */
  readonly prompt: number | null;
  /** Ollama's own API, whose requests and counts have names of their own. */
  readonly isOfOllama: boolean;
  /** How many of them are reasoning; null where it does not say. */
  readonly thinking: number | null;
  /** The number of the choice that has the calls, where that is not the first; null elsewhere. */
  readonly callsIn: number | null;
  /** The deltas of a stream are there without the chunks around them. */
  readonly isPart?: true;
  /** What is wrong with a stream, by the codes of `core/log`. */
  readonly faults: readonly Fault[];
  /** The provider ends calls and texts for the same reason, as Ollama and Gemini do. */
  readonly endsAlike: boolean;
  /** The model stopped at the token that ends a call of gpt-oss, which vLLM names in `stop_reason`. */
  readonly endsCall: boolean;
  /** The value that it is; null for a stream. */
  readonly value: Value | null;
  readonly span: Span;
}

interface Fault {
  readonly code: string;
  readonly says: string;
  readonly span: Span;
}

/** With the first event of a stream of Anthropic, and what LangChain keeps of the answer. */
const ENVELOPES = [...envelopeKeys, 'message', 'response_metadata'];

/** The objects in which a server may show itself: the value, and what records and proxies keep in it. */
export function envelopes(value: Value, levels = 3): readonly Value[] {
  if (!isObject(value)) return itemsOf(value).slice(0, 1).filter(isObject);
  const inner =
    levels === 0
      ? []
      : ENVELOPES.flatMap((key) => {
          const one = unpacked(at(value, key));
          return isObject(one) ? envelopes(one, levels - 1) : [];
        });
  return [value, ...inner];
}

export function emptyTurn(span: Span | null): Turn {
  return { text: null, reasoning: null, calls: [], finish: null, after: [], results: [], span };
}

function turnOf(message: GivenMessage, finish: Said | null, span: Span | null): Turn {
  const { texts, reasoning, calls, results } = message;
  return {
    ...emptyTurn(span),
    text: joinedSaid(texts),
    reasoning: joinedSaid(reasoning),
    calls,
    results,
    finish,
  };
}

/** What the outermost object of an answer has. */
const TOP = ['choices', 'candidates', 'model', 'model_instance_id'];

/** The answer that a value is, or holds; null for none. */
export function answerOf(value: Value): Answer | null {
  const [only, second] = itemsOf(value);
  if (only !== undefined && second === undefined && isObject(only) && responseOf(value) === null) return answerOf(only);
  const response = responseOf(value) ?? responseWithin(value);
  if (response !== null && !response.isUnprinted) {
    const tops = envelopes(value);
    const top = tops.find((one) => TOP.some((key) => keyed(one, key) !== null)) ?? value;
    const message = messageIn(response, value);
    const other = message.calls.length > 0 ? null : laterCalls(top);
    const turn = turnOf({ ...message, calls: other?.calls ?? message.calls }, finishIn(top), placeOf(value));
    const error = errorIn(top);
    const callsIn = other?.choice ?? null;
    return { ...around(value, top), kind: error === null ? 'response' : 'error', turn, error, callsIn };
  }
  const top = response === null ? envelopes(value).find((one) => isUnfilled(one)) : undefined;
  if (top !== undefined)
    return {
      ...around(value, top),
      kind: 'response',
      turn: turnOf(givenMessage(top), finishIn(top), placeOf(value)),
      error: null,
    };
  if (isGivenCall(value)) {
    const turn = { ...emptyTurn(placeOf(value)), calls: [givenCall(callOf(value))] };
    return { ...around(value, value), kind: 'response', turn, error: null };
  }
  const body = errorBodyOf(value);
  return body === null ? null : errorAnswer(value, body.message);
}

/** The one answer with the counts that are beside it, as `jq '.choices[0], .usage'` cuts both out. */
export function withCounts(answers: readonly Answer[], values: readonly Value[]): readonly Answer[] {
  const [only, second] = answers;
  const counts = values.find((value) => keyed(value, 'completion_tokens') ?? keyed(value, 'output_tokens'));
  if (only === undefined || second !== undefined || only.tokens !== null || counts === undefined) return answers;
  const { tokens, prompt, thinking } = countsIn(counts);
  return [{ ...only, tokens, prompt, thinking }];
}

/** Calls that a client lists one by one, where some have no name: it took pieces of a stream for calls. Null for others. */
export function listedCalls(values: readonly Value[]): Answer | null {
  const listed = values.filter((value) => stringAt(value, 'name') !== null && at(value, 'arguments') !== null);
  const [first] = listed;
  if (first === undefined || !listed.some((value) => stringAt(value, 'name') === '')) return null;
  const turn = { ...emptyTurn(placeOf(first)), calls: listed.map((value) => givenCall(callOf(value))) };
  return { ...around(first, first), kind: 'response', turn, error: null };
}

/** Calls that a person cut out of their responses with `jq` or the like, without their ids. */
export function cutOutCalls(values: readonly Value[]): readonly Answer[] {
  return values.flatMap((value): readonly Answer[] => {
    const given = firstAt(value, ['arguments', 'input']);
    const isCall = stringOf(given) !== null || (isObject(given) && stringAt(value, 'type') === 'tool_use');
    if (isGivenCall(value) || stringAt(value, 'name') === null || !isCall) return [];
    const turn = { ...emptyTurn(placeOf(value)), calls: [givenCall(callOf(value))] };
    return [{ ...around(value, value), kind: 'response', turn, error: null }];
  });
}

/** Calls in a choice after the first, as proxies of Copilot and Claude have them: text in one choice, calls in another. */
function laterCalls(top: Value): { readonly calls: GivenMessage['calls']; readonly choice: number } | null {
  for (const [index, choice] of itemsOf(at(top, 'choices')).entries()) {
    const message = at(choice, 'message');
    const calls = index === 0 || !isObject(message) ? [] : givenMessage(message).calls;
    if (calls.length > 0) return { calls, choice: index + 1 };
  }
  return null;
}

/** The message of a response; where it has its text in a way of its own, what holds that. */
function messageIn({ message, bodies }: Response, value: Value): GivenMessage {
  const read = givenMessage(part(value, message));
  const said = [...read.texts.filter(({ text }) => text !== ''), ...read.reasoning, ...read.calls, ...read.results];
  const last = bodies.at(-1);
  return said.length > 0 || last === undefined ? read : givenMessage(part(value, last));
}

/** A response with no message in it: Gemini's where a call could not be read, one that ended in its reasoning. */
function isUnfilled(top: Value): boolean {
  const lists = ['candidates', 'choices'].map((key) => at(top, key)?.node.kind);
  const isResponse = stringAt(top, 'object') === 'response' && at(top, 'output') !== null;
  return (
    isResponse ||
    isContentAlone(top) ||
    (lists.includes('array') && (keyed(top, 'usageMetadata') ?? keyed(top, 'model')) !== null)
  );
}

/** What a message of Anthropic's shape holds, cut out of it. */
function isContentAlone(top: Value): boolean {
  const blocks = itemsOf(at(top, 'content'));
  return keysOf(top).length === 1 && blocks.length > 0 && blocks.every((one) => stringAt(one, 'type') === 'text');
}

function errorAnswer(value: Value, message: string): Answer {
  const error = at(value, 'error');
  const place = placeOf(at(error, 'message') ?? firstAt(value, ['error', 'message', 'detail']) ?? value);
  const said = quotedIn(error) ?? { text: message, span: place };
  return { ...around(value, value), kind: 'error', turn: emptyTurn(null), error: said };
}

/** OpenRouter says only that its provider failed, and quotes what that said: a body, or a text. */
function quotedIn(error: Value | null): Said | null {
  const raw = unpacked(at(at(error, 'metadata'), 'raw'));
  const body = raw === null ? null : errorBodyOf(raw);
  return raw !== null && body !== null && body.message !== ''
    ? { text: body.message, span: placeOf(raw) }
    : saidIn(raw);
}

/** OpenRouter has the error of a provider in the choice. */
function errorIn(top: Value): Said | null {
  const error = at(itemsOf(at(top, 'choices'))[0] ?? null, 'error') ?? at(top, 'error');
  if (!isObject(error)) return null;
  return quotedIn(error) ?? saidIn(at(error, 'message')) ?? { text: slice(error), span: placeOf(error) };
}

function around(
  value: Value,
  top: Value,
): Pick<
  Answer,
  | 'model'
  | 'nativeFinish'
  | 'tokens'
  | 'prompt'
  | 'isOfOllama'
  | 'thinking'
  | 'callsIn'
  | 'faults'
  | 'endsAlike'
  | 'endsCall'
  | 'value'
  | 'span'
> {
  const choice = itemsOf(at(top, 'choices'))[0] ?? null;
  const counts = countsIn(firstAt(top, ['usage', 'usageMetadata']));
  const meta = at(top, 'response_metadata');
  const model =
    firstAt(top, ['model', 'modelVersion', 'model_version', 'model_id', 'model_instance_id']) ??
    firstAt(meta, ['model_name', 'model']);
  return {
    model: saidIn(model),
    nativeFinish: stringAt(choice, NATIVE) ?? stringAt(at(choice, 'provider_specific_fields'), NATIVE),
    tokens: counts.tokens ?? numberIn(at(top, 'eval_count')),
    prompt: counts.prompt ?? numberIn(at(top, 'prompt_eval_count')),
    isOfOllama: keyed(top, 'done_reason') !== null || keyed(top, 'eval_duration') !== null,
    thinking: counts.thinking,
    callsIn: null,
    faults: [],
    endsCall: slice(at(choice, 'stop_reason') ?? value) === CALL_TOKEN,
    endsAlike: ['done', 'done_reason', 'candidates'].some((key) => keyed(top, key) !== null),
    value,
    span: placeOf(value),
  };
}

/** The tokens that a server counted: of the reply, of the prompt, and of the reasoning. */
function countsIn(usage: Value | null): Pick<Answer, 'tokens' | 'prompt' | 'thinking'> {
  const details = firstAt(usage, ['completion_tokens_details', 'output_tokens_details']) ?? usage;
  return {
    tokens: numberIn(firstAt(usage, ['completion_tokens', 'output_tokens', 'candidatesTokenCount'])),
    prompt: numberIn(firstAt(usage, ['prompt_tokens', 'input_tokens', 'promptTokenCount'])),
    thinking: numberIn(at(details, 'reasoning_tokens')),
  };
}

/** `<|call|>`. Source: openai/harmony, src/tiktoken_ext/public_encodings.rs */
export const CALL_TOKEN = '200012';

function numberIn(value: Value | null): number | null {
  return value?.node.kind === 'number' ? Number(value.node.literal) : null;
}

function finishIn(top: Value): Said | null {
  const choice = itemsOf(at(top, 'choices'))[0] ?? itemsOf(at(top, 'candidates'))[0] ?? null;
  const details = at(top, 'incomplete_details');
  const meta = at(top, 'response_metadata');
  const given =
    firstAt(choice, ['finish_reason', 'finishReason']) ??
    at(details, 'reason') ??
    firstAt(top, ['done_reason', 'stop_reason', 'stopReason', 'finishReason', 'finish_reason', 'stop_type']) ??
    firstAt(meta, ['finish_reason', 'done_reason', 'stop_reason']);
  // LM Studio has the reason in its counts as well, where the choice lacks it.
  return saidIn(given) ?? saidIn(at(at(top, 'stats'), 'stop_reason'));
}

/** OpenRouter has it in the choice, and LiteLLM beside what else it passes on. */
const NATIVE = 'native_finish_reason';

/** What a value says in all its strings, and under what keys: an error may hold the error of another. */
export function stringsOf(value: Value, limit = 400): readonly (Said & { readonly key: string })[] {
  const found: (Said & { readonly key: string })[] = [];
  const waiting: { readonly one: Value; readonly key: string }[] = [{ one: value, key: '' }];
  for (let next = waiting.pop(); next !== undefined && found.length < limit; next = waiting.pop()) {
    const { one, key } = next;
    const { node } = one;
    if (node.kind === 'string') {
      const said = stringOf(one);
      if (said !== null && said !== '') found.push({ text: said, span: placeOf(one), key });
    } else if (node.kind === 'object') {
      for (const member of node.members.toReversed())
        waiting.push({ one: part(one, { ...one, node: member.value }), key: member.key.value });
    } else if (node.kind === 'array') {
      for (const item of node.items.toReversed()) waiting.push({ one: part(one, { ...one, node: item }), key });
    }
  }
  return found;
}

/** Keys under which errors say what is wrong. */
const TELLING: ReadonlySet<string> = new Set(['message', 'reason', 'detail', 'error']);

/** What a value tells that has the status or the type of a refusal, in whatever class or record a program keeps it. */
export function refusalIn(value: Value): readonly Said[] {
  const status = ['status', 'statusCode', 'status_code'].map((key) => at(value, key)?.node);
  const isRefusal =
    status.some((node) => node?.kind === 'number' && /^[45]\d\d$/.test(node.literal)) ||
    /^[a-z_]{4,40}_error$/.test(stringOf(at(value, 'type')) ?? '') ||
    // What DashScope answers.
    (stringOf(at(value, 'code')) !== null && stringOf(at(value, 'request_id')) !== null);
  return isRefusal ? stringsOf(value).filter(({ key }) => TELLING.has(key)) : locatedFaults(value);
}

/** The list in which Pydantic and Zod say what is wrong, each with its place: `body.tools.0.function.name: Field required`. */
function locatedFaults(value: Value): readonly Said[] {
  return [value, ...itemsOf(value)].flatMap((one) => {
    const place = [...itemsOf(at(one, 'loc')), ...itemsOf(at(one, 'path'))].map(
      (step) => stringOf(step) ?? slice(step),
    );
    const says = stringOf(at(one, 'msg')) ?? stringOf(at(one, 'message'));
    return place.length === 0 || says === null ? [] : [{ text: `${place.join('.')}: ${says}`, span: placeOf(one) }];
  });
}
