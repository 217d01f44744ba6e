import { member, readJson } from '../../../text/json/index.ts';
import { at } from '../../index.ts';
import type { Turn } from '../evidence.ts';
import type { Answer } from '../paste/answer.ts';
import type { History } from '../paste/history.ts';
import type { Reason } from '../findings/reason.ts';

/** The status with which servers refuse a request that they cannot read. */
const REFUSED = /\b4(?:00|22)\b/;

/**
 * What is odd in the shape of the calls that a client sends back, where the server refused the request. OpenAI API reference,
 * "Create chat completion": `tool_calls[].function.arguments` is a string.
 */
export function oddShape({ turns }: Pick<History, 'turns'>, around: string): Reason | null {
  if (!REFUSED.test(around)) return null;
  for (const { name, json = '', span } of turns.flatMap(({ calls }) => calls)) {
    const reading = readJson(json);
    const call = reading.ok && reading.node.kind === 'object' ? reading.node : null;
    const inner = call === null ? undefined : member(call, 'function');
    if (inner !== undefined && member(inner, 'arguments')?.kind === 'object')
      return {
        cause: 'client',
        says: `The history has the arguments of \`${name}\` as an object, and OpenAI’s API takes a string there.`,
        fix: 'Write the arguments as JSON in a string before the client sends them back.',
        span,
      };
    // Calls of the Responses API and of Anthropic have a type, and no function in them.
    const isFlat = call !== null && inner === undefined && member(call, 'type') === undefined;
    if (isFlat && member(call, 'arguments') !== undefined)
      return {
        cause: 'client',
        says: `The call to \`${name}\` in the history lacks its \`function\`: its name and arguments are beside its id.`,
        fix: 'Send each call as `{"id", "type": "function", "function": {"name", "arguments"}}`.',
        span,
      };
  }
  return null;
}

/** How .NET, Rust, Python, Go, Gson and JavaScript say that a string belongs where an object came. */
const WANTS_TEXT =
  /\belement of type 'String', but the target element has type 'Object'|\binvalid type: map, expected a string\b|\bcannot unmarshal object into Go [^\n]{0,120}\bof type string\b|\bInput should be a valid string\b|'dict' object has no attribute '(?:strip|encode|startswith)'|\bmust be str, bytes or bytearray, not dict\b|\bExpected a string but was BEGIN_OBJECT\b|"\[object Object\]" is not valid JSON|\bUnexpected token o in JSON at position 1\b/;

/**
 * A sound call whose arguments are an object, beside a client that wants a string there: openai-dotnet#433 (KoboldCpp),
 * hermes-agent#1114 (llama.cpp). Where the API has objects, that is no fault of its server. Null for any other.
 */
export function objectRefused(around: string, { turn, isOfOllama }: Answer): Reason | null {
  if (!WANTS_TEXT.test(around)) return null;
  for (const { name, json = '', span } of turn.calls) {
    const reading = readJson(json);
    const call = reading.ok ? reading.node : undefined;
    const inner = call === undefined ? undefined : (member(call, 'function') ?? member(call, 'functionCall') ?? call);
    const key = inner && ['arguments', 'args', 'input'].find((one) => member(inner, one)?.kind === 'object');
    if (key === undefined) continue;
    if (!isOfOllama && key === 'arguments')
      return {
        cause: 'client',
        says: `The arguments of \`${name}\` came as an object, and the client takes a string there, as OpenAI’s API has it.`,
        fix: 'Update the server, which has to send the arguments as a string. Or turn them into one before the client reads them.',
        span,
      };
    return {
      cause: 'client',
      says: `The arguments of \`${name}\` are an object, as ${isOfOllama ? 'Ollama’s own API' : 'this API'} has them, and the client reads a string.`,
      fix: `Take the object as it is, without reading it as JSON.${isOfOllama ? ' Or send the request to `/v1/chat/completions`, where Ollama returns a string.' : ''}`,
      span,
    };
  }
  return null;
}

/** Whether the arguments of a call in the form of OpenAI are an object. */
function hasObject({ json = '' }: Turn['calls'][number]): boolean {
  const reading = readJson(json);
  const inner = reading.ok ? member(reading.node, 'function') : undefined;
  return inner !== undefined && member(inner, 'arguments')?.kind === 'object';
}

/**
 * A response of OpenAI’s form with an object where that has a string: TGI and KoboldCpp had it. The API of Ollama has no `choices`, and
 * objects. Null for any other.
 */
export function objectInForm({ turn, kind, value }: Answer): Reason | null {
  const found = kind === 'response' && at(value, 'choices') !== null ? turn.calls.find(hasObject) : undefined;
  if (found === undefined) return null;
  return {
    cause: 'client',
    says: `The arguments of \`${found.name}\` are an object, and OpenAI’s form has a string: clients that follow it fail there.`,
    fix: 'Update the server, which has to send the arguments as a string. Or turn them into one before the client reads them.',
    span: found.span,
  };
}
