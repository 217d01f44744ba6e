import { at, isObject, itemsOf, keyed, keysOf, stringOf, stringAt, type Value } from '../../index.ts';
import { type Rule, rulesOf } from './rule.ts';

/** The parts of an answer in which servers give themselves away. Absent parts are null. */
export interface View {
  /** The object around it: a response, a chunk, the body of an error. */
  readonly top: Value;
  /** Its first choice or candidate. */
  readonly choice: Value | null;
  /** The message or the delta of that. */
  readonly message: Value | null;
  readonly usage: Value | null;
  readonly error: Value | null;
  /** Its structured calls. */
  readonly calls: readonly Value[];
  /** Whether it is a piece of a stream. */
  readonly isChunk: boolean;
}

export function viewOf(top: Value): View {
  // A choice may be copied alone.
  const isChoice = keyed(top, 'finish_reason') !== null && isObject(at(top, 'message'));
  const choice = itemsOf(at(top, 'choices'))[0] ?? (isChoice ? top : null);
  const delta = at(choice, 'delta');
  const message = delta ?? at(choice, 'message') ?? at(top, 'message');
  const error = at(top, 'error');
  return {
    top,
    choice,
    message: isObject(message) ? message : null,
    usage: at(top, 'usage'),
    error: isObject(error) ? error : null,
    // The Responses API has its calls in a list with the rest.
    calls: itemsOf(at(message, 'tool_calls') ?? at(top, 'tool_calls') ?? at(top, 'output')),
    isChunk: delta !== null || stringAt(top, 'object') === 'chat.completion.chunk',
  };
}

/** The value that shows a trait; null where it is not there. */
type Find = (view: View) => Value | null;

/** A trait of an answer that gives its server away. */
export type FieldRule = Rule<Find>;

/** Traits of one writer. */
export const of = rulesOf<Find>;

type Where = 'top' | 'choice' | 'message' | 'usage' | 'error';

/** The key is there, empty or not. */
export const has =
  (where: Where, ...keys: readonly string[]): Find =>
  (view) => {
    const value = view[where];
    for (const key of keys) {
      const found = value === null ? null : keyed(value, key);
      if (found !== null) return found;
    }
    return null;
  };

export const is =
  (where: Where, key: string, pattern: RegExp): Find =>
  (view) => {
    const found = at(view[where], key);
    return pattern.test((stringOf(found) ?? '').slice(0, 200)) ? found : null;
  };

function idOf(call: Value): Value | null {
  return at(call, 'call_id') ?? at(call, 'id');
}

/** The id of a call. */
export const callId =
  (pattern: RegExp, fits: (call: Value) => boolean = () => true): Find =>
  ({ calls }) => {
    const call = calls.find((one) => pattern.test((stringOf(idOf(one)) ?? '').slice(0, 200)) && fits(one));
    return call === undefined ? null : idOf(call);
  };

/** The second trait, where the first is not there. */
export const unless =
  (other: Find, find: Find): Find =>
  (view) =>
    other(view) === null ? find(view) : null;

export const hasIndex = (call: Value): boolean => keyed(call, 'index') !== null;

export const UUID = /^chatcmpl-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function keyedIn(value: Value | null, key: string): Value | null {
  return value === null ? null : keyed(value, key);
}

// Errors of vLLM and SGLang

type Row = Parameters<typeof of>[1][number];

/** The body of an error with its type, then `param`, then the status as a number; null for others. */
function errorBody({ error, top }: View): Value | null {
  const body = error ?? (stringAt(top, 'object') === 'error' ? top : null);
  const keys = keysOf(body);
  const isOrdered = keys.indexOf('type') >= 0 && keys.indexOf('type') < keys.indexOf('code');
  return isOrdered && keys.includes('param') && at(body, 'code')?.node.kind === 'number' ? body : null;
}

/** Whether an error is under `error` and does not say there that it is one. SGLang has `object` in it, or is not wrapped. */
// Source: vllm entrypoints/openai/engine/protocol.py ErrorInfo and ErrorResponse; sglang entrypoints/openai/protocol.py ErrorResponse
function isWrapped({ error }: View): boolean {
  const isOfPython = /^[A-Z][a-z]{2,20}(?: [A-Z]|[A-Z]\w{0,40}Error$)/.test(stringAt(error, 'type') ?? '');
  return isOfPython && keysOf(error).join() === 'message,type,param,code';
}

/** vLLM before its release 0.10 and SGLang write the same error: it proves one of them only together with another hint. */
export function errorOf(writer: 'vllm' | 'sglang'): Row {
  return [
    `${writer}-error`,
    'hint',
    'The error has `param` and a number under `code` after its type, as in vLLM and SGLang.',
    (view) => (writer === 'sglang' && isWrapped(view) ? null : at(errorBody(view), 'code')),
  ];
}

/** The check of Mistral with the error of vLLM, which runs it for models of Mistral. SGLang does not run it. */
// Source: mistral-common protocol/instruct/validator.py; vllm#9019
export const mistralError: Row = [
  'vllm-mistral-error',
  'proof',
  'The sentence is one of `mistral-common`, and the type of the error is that of vLLM.',
  ({ top, error }) => {
    const body = error ?? top;
    const isOfMistral = /\bTool call id was \S{1,100} but must be a-z\b/.test(stringAt(body, 'message') ?? '');
    return isOfMistral && stringAt(body, 'type') === 'BadRequestError' ? at(body, 'message') : null;
  },
];

/** A hint and no proof: gateways copy it, and those show themselves elsewhere. */
export const wrappedError: Row = [
  'vllm-error-wrapped',
  'hint',
  'The error has four members under `error`, with a class of Python as its type, as in newer vLLM.',
  (view) => (isWrapped(view) ? at(errorBody(view), 'type') : null),
];
