import { nested } from '../frame.ts';
import { CLASS_KEY } from '../printed/index.ts';
import { rawTexts } from '../raw-text.ts';
import type { RecognisedReply } from '../recognised.ts';
import {
  at,
  firstAt,
  isObject,
  itemsOf,
  keysOf,
  placeOf,
  slice,
  stringAt,
  stringOf,
  unpacked,
  type Value,
} from '../sources.ts';
import { readValue } from '../values.ts';
import type { GivenCall, GivenResult, Message, Said } from './message.ts';
import { CALL_KEYS, replyOf } from './reply.ts';

interface Open {
  readonly texts: Said[];
  readonly reasoning: Said[];
  readonly calls: GivenCall[];
  readonly results: GivenResult[];
}

/** Separate reasoning: DeepSeek, vLLM and SGLang; OpenRouter and newer vLLM; Ollama. */
const REASONING = ['reasoning_content', 'reasoning', 'thinking', 'reasoning_text'];
const CONTENT = ['content', 'parts', 'blocks', 'text', 'value', 'output', 'response', 'message'];

export function readMessage(body: Value): Message {
  const open: Open = { texts: [], reasoning: [], calls: [], results: [] };
  const type = stringAt(body, 'type') ?? '';
  if (RESULT_PARTS.has(type)) return { ...open, results: [resultOf(body)] };
  const extra = at(body, 'additional_kwargs');
  for (const key of REASONING) {
    const said = saidIn(at(body, key) ?? at(extra, key));
    if (said === null) continue;
    open.reasoning.push(said);
    break;
  }
  // The parts of a message may be all that there is of it.
  readContent(firstAt(body, CONTENT) ?? (isObject(body) ? null : body), open);
  // LangChain keeps the message of Ollama.
  const ollama = at(at(body, 'response_metadata'), 'message');
  const lists = [at(body, 'tool_calls'), at(extra, 'tool_calls'), at(body, 'toolCalls'), at(ollama, 'tool_calls')];
  for (const list of lists) {
    const calls = itemsOf(unpacked(list));
    if (calls.length === 0) continue;
    for (const call of calls) open.calls.push(callOf(call));
    break;
  }
  for (const given of itemsOf(at(body, 'invalid_tool_calls'))) {
    const call = callOf(given, 'failed');
    // What the provider sent of it is kept beside it.
    const at = call.id === null ? -1 : open.calls.findIndex(({ id }) => id === call.id);
    open.calls.splice(at < 0 ? open.calls.length : at, at < 0 ? 0 : 1, call);
  }
  const legacy = at(body, 'function_call');
  if (isObject(legacy) && open.calls.length === 0) open.calls.push(callOf(legacy));
  if (CALL_PARTS.has(type) && open.calls.length === 0) open.calls.push(callOf(body));
  if (!isRead(open)) return recognised(replyOf(body), body);
  // A text may be beside calls that a client keeps in a way of its own.
  const mayHold = open.calls.length === 0 && OF_CALLS.test(slice(body));
  const { calls } = mayHold ? recognised(replyOf(body), body) : open;
  return { ...open, calls };
}

/** A key or a kind that names calls. */
const OF_CALLS = /"(?:tool|function)_?calls?"\s{0,4}:\s{0,4}[[{]|"\$?type"\s{0,4}:\s{0,4}"(?:tool|function)_?call"/i;

/** Whether a message says anything that is known here. */
export function isRead({ texts, reasoning, calls, results }: Message): boolean {
  return texts.length + reasoning.length + calls.length + results.length > 0;
}

/** What was recognised in a message that keeps its text and its calls in a way of its own. */
export function recognised(reply: RecognisedReply | undefined, value: Value): Message {
  const place = placeOf(value);
  const { text, native } = reply ?? { text: null, native: null };
  const list = native === null ? null : readValue(native);
  const calls =
    list === null ? [] : itemsOf({ ...list, frame: nested(list.text, place), span: { from: 0, to: list.text.length } });
  return {
    texts: text === null || text === '' ? [] : [{ text, span: place }],
    reasoning: [],
    calls: calls.map((call) => callOf(call)),
    results: [],
  };
}

/** Parts that are a call, by the `type` that they have: Anthropic, the Responses API, LangChain, LibreChat, goose. */
const CALL_PARTS: ReadonlySet<string> = new Set([
  // The sessions of pi and OpenClaw.
  'toolCall',
  'tool_use',
  'server_tool_use',
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'tool-call',
  'tool_call',
  'toolRequest',
  'dynamic-tool',
]);
const RESULT_PARTS: ReadonlySet<string> = new Set([
  'tool_result',
  'tool-result',
  'tool-error',
  'toolResponse',
  'function_call_output',
  'custom_tool_call_output',
  // Pydantic AI.
  'tool-return',
  'retry-prompt',
]);
/** The same of results. */
const RESULT_KEYS = ['functionResponse', 'toolResult', 'function_response', 'ToolResponse'];

function readContent(content: Value | null, open: Open): void {
  if (content === null) return;
  const said = saidIn(content);
  if (said !== null) {
    open.texts.push(said);
    return;
  }
  // Lists are rarely deep; what is deeper than a part of a part is no message.
  for (const item of itemsOf(content).length > 0 ? itemsOf(content) : [content]) readPart(item, open, 2);
}

function readPart(item: Value, open: Open, levels: number): void {
  const said = saidIn(item);
  if (said !== null) {
    open.texts.push(said);
    return;
  }
  if (!isObject(item)) return;
  const type = typeOf(item);
  const call = firstAt(item, CALL_KEYS);
  const result = firstAt(item, RESULT_KEYS);
  if (isObject(call)) readCall(call, open);
  else if (isObject(result)) open.results.push(resultOf(result));
  else if (RESULT_PARTS.has(type)) open.results.push(resultOf(item));
  else if (type === 'tool' || CALL_PARTS.has(type) || /^tool-(?!result|error)/.test(type) || isCallAlone(item))
    readCall(item, open);
  else if (type === 'thinking' || type === 'reasoning' || at(item, 'thought')?.node.kind === 'true')
    addReasoning(item, open);
  else if (TEXTS.has(type)) addText(item, open, levels);
}

/** A part without a kind: a name and arguments, an entry of `tool_calls`, or the call of Haystack. */
function isCallAlone(item: Value): boolean {
  return (
    (stringAt(item, 'tool_name') !== null && isObject(at(item, 'arguments'))) ||
    isObject(at(item, 'function')) ||
    isObject(at(item, 'tool_call'))
  );
}

/** What Python prints of Pydantic AI has classes in place of kinds. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ['ToolCallPart', 'tool-call'],
  ['ThinkingPart', 'thinking'],
]);

function typeOf(item: Value): string {
  const kind = ['type', 'part_kind', 'block_type'].map((key) => stringAt(item, key)).find((one) => one);
  return kind ?? CLASSES.get(stringAt(item, CLASS_KEY) ?? '') ?? '';
}

const TEXTS: ReadonlySet<string> = new Set(['', 'text', 'output_text', 'input_text', 'markdown', 'message']);

function addText(item: Value, open: Open, levels: number): void {
  const given = firstAt(item, ['text', 'content', 'parts', 'message', 'Text']);
  const said = saidIn(isObject(given) ? (firstAt(given, ['value', 'text']) ?? given) : given);
  if (said !== null) open.texts.push(said);
  else if (levels > 0) for (const inner of itemsOf(given)) readPart(inner, open, levels - 1);
}

function addReasoning(item: Value, open: Open): void {
  // Pydantic AI and LM Studio have a text there, and the Responses API a list.
  const said = saidIn(firstAt(item, ['thinking', 'text', 'reasoning']) ?? at(item, 'content'));
  if (said !== null) open.reasoning.push(said);
  // The Responses API has lists of texts.
  for (const inner of [...itemsOf(at(item, 'summary')), ...itemsOf(at(item, 'content'))]) {
    const one = saidIn(at(inner, 'text'));
    if (one !== null) open.reasoning.push(one);
  }
}

/** A part with its call in it: LibreChat has it under `tool_call`, goose under `toolCall.value`, OpenCode in `state`. */
function readCall(item: Value, open: Open): void {
  const inner = at(item, 'tool_call') ?? at(item, 'toolCall');
  const state = at(item, 'state');
  const failed = at(inner, 'Err');
  const failure = stringAt(inner, 'error') ?? (failed === null ? null : (stringIn(failed) ?? slice(failed)));
  const body = firstAt(inner, ['value', 'Ok']) ?? inner ?? item;
  const call = callOf(body, failure === null ? null : 'failed', failure);
  const name = stringAt(item, 'type')?.match(/^tool-(?!call|invocation)(.{1,128})$/)?.[1];
  const named = call.name === '' && name !== undefined ? { ...call, name } : call;
  const id = named.id ?? stringAt(item, 'id');
  open.calls.push(isObject(state) ? withState({ ...named, id }, state) : aiSdkState({ ...named, id }, item));
  const output = saidIn(at(body, 'output'));
  if (output !== null) open.results.push({ ...output, id, isError: false });
}

/** The text of a variant of Rust: `{"InvalidParameters": "…"}`. */
function stringIn(value: Value): string | null {
  const [key = ''] = keysOf(value);
  return stringAt(value, key);
}

/** OpenCode files a call that it could not take as the tool `invalid`, with what was wrong in its input. */
function withState(call: GivenCall, state: Value): GivenCall {
  const status = stringAt(state, 'status');
  const input = at(state, 'input');
  const argumentsText = input === null ? '' : (stringOf(input) ?? slice(input));
  const isInvalid = call.name === 'invalid';
  const error = (isInvalid ? stringAt(input, 'error') : null) ?? stringAt(state, 'error');
  const name = isInvalid ? (stringAt(input, 'tool') ?? call.name) : call.name;
  const isPending = status === 'pending' || status === 'running';
  return {
    ...call,
    name,
    argumentsText: isInvalid ? (rawTexts(error ?? '', { isMessage: true })[0]?.text ?? '') : argumentsText,
    error,
    state: error !== null || isInvalid ? 'failed' : isPending ? 'pending' : 'done',
  };
}

/** The AI SDK says in `state` how far a part has come. */
function aiSdkState(call: GivenCall, item: Value): GivenCall {
  const state = stringAt(item, 'state');
  const error = stringAt(item, 'errorText');
  if (error !== null) return { ...call, error, state: 'failed' };
  return state === 'output-available' || state === 'result' ? { ...call, state: 'done' } : call;
}

/** A call in any of the shapes of providers and clients. */
export function callOf(call: Value, state: GivenCall['state'] = null, error: string | null = null): GivenCall {
  const fun = isObject(at(call, 'function')) ? at(call, 'function') : call;
  const arg = firstAt(fun, [
    'arguments',
    'args',
    'input',
    'parameters',
    'rawInput',
    'parsedArgs',
    'tool_kwargs',
    'action',
  ]);
  // Pydantic AI had a class for each way in which arguments come.
  const given = firstAt(arg, ['args_json', 'args_dict']) ?? arg;
  const name =
    stringAt(fun, 'name') ??
    stringAt(call, 'toolName') ??
    stringAt(call, 'tool_name') ??
    stringAt(call, 'tool') ??
    stringAt(call, 'function');
  const id = ['id', 'call_id', 'toolCallId', 'toolUseId', 'callID', 'tool_call_id'].map((key) => stringAt(call, key));
  return {
    id: id.find((one) => one !== null) ?? null,
    name: name ?? (stringAt(call, 'type') === 'local_shell_call' ? 'local_shell' : ''),
    argumentsText: given === null ? '' : (stringOf(given) ?? slice(given)),
    type: stringAt(call, 'type'),
    state: state ?? statusOf(call),
    error:
      error ??
      stringAt(call, 'error') ??
      (stringAt(call, 'status') === 'error' ? stringAt(call, 'resultDisplay') : null),
    span: placeOf(given ?? call),
  };
}

/** Gemini CLI and Continue keep a status beside the call. */
function statusOf(call: Value): GivenCall['state'] {
  const status = stringAt(call, 'status');
  if (status === 'error' || status === 'errored' || status === 'failed') return 'failed';
  return status === 'success' || status === 'done' ? 'done' : null;
}

export function resultOf(item: Value): GivenResult {
  const inner = firstAt(item, ['toolResult', 'tool_result']) ?? item;
  const given = firstAt(inner, [
    'content',
    'output',
    'result',
    'response',
    'responseData',
    'error',
    'value',
    'errorText',
    'Ok',
    'Err',
  ]);
  const said = saidIn(given) ?? joined(given) ?? { text: '', span: placeOf(item) };
  const status = stringAt(inner, 'status');
  const isError =
    at(item, 'is_error')?.node.kind === 'true' ||
    at(item, 'isError')?.node.kind === 'true' ||
    stringAt(item, 'type') === 'tool-error' ||
    status === 'error' ||
    firstAt(inner, ['error', 'Err']) !== null;
  const id = firstAt(item, ['tool_use_id', 'tool_call_id', 'call_id', 'toolCallId', 'toolUseId', 'id']);
  return { ...said, id: stringOf(id), isError };
}

/** The texts of a list of parts, or a value as it is written. */
function joined(value: Value | null): Said | null {
  if (value === null) return null;
  const texts = itemsOf(value).flatMap(
    (item) => stringOf(item) ?? stringAt(item, 'text') ?? stringAt(item, 'content') ?? [],
  );
  return { text: texts.length > 0 ? texts.join('\n') : slice(value), span: placeOf(value) };
}

/** A string as what was said; null for an empty one, which says nothing. */
export function saidIn(value: Value | null): Said | null {
  const said = stringOf(value);
  return value === null || said === null || said === '' ? null : { text: said, span: placeOf(value) };
}

/** Several pieces as one: its place reaches from the first to the last. */
export function joinedSaid(pieces: readonly Said[], between = ''): Said | null {
  const [only] = pieces;
  if (only === undefined) return null;
  let span = only.span;
  for (const piece of pieces)
    if (piece.span !== null)
      span =
        span === null
          ? piece.span
          : { from: Math.min(span.from, piece.span.from), to: Math.max(span.to, piece.span.to) };
  return { text: pieces.map((piece) => piece.text).join(between), span };
}
