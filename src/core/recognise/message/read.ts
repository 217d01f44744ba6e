import { readJson } from '../../text/json/index.ts';
import { CLASS_KEY } from '../printed/index.ts';
import {
  at,
  firstAt,
  isObject,
  itemsOf,
  keyed,
  membersOf,
  placeOf,
  slice,
  type Source,
  stringAt,
  stringOf,
  unpacked,
} from '../sources.ts';
import { callIn, callOf } from './call.ts';
import type { Message, MessageCall } from './message.ts';
import { type Said, saidIn } from './said.ts';

interface Open {
  readonly texts: Said[];
  readonly reasoning: Said[];
  readonly calls: MessageCall[];
  readonly results: Source[];
}

/** Where messages, and what programs print of an answer, have their text or their parts. */
const CONTENT = [
  ...['content', 'contents', 'parts', 'value', 'text', 'message', 'mes', 'blocks', '_content', 'items', 'steps'],
  ...['output', 'response'],
];
/** Separate reasoning: DeepSeek, vLLM and SGLang; OpenRouter and newer vLLM; Ollama; Home Assistant. */
const REASONING = ['reasoning_content', 'reasoning', 'thinking', 'reasoning_text', 'thinking_content'];

/** The kinds of parts: of providers, and of what clients, .NET, Pydantic AI and Python keep and print. */
const CALL =
  /^(?:(?:server_)?tool_?use|(?:function|custom_tool|local_shell)_?call(?:content)?|tool[-_]?call(?:part)?|toolRequest|dynamic-tool)$/i;
/** Those of clients that have the name of the tool in them, or under it. */
const OWN_CALL = /^tool(?:-(?!result|error).*)?$/;
const RESULT =
  /^(?:tool[_-]result|tool-(?:error|return)|toolResponse|retry-prompt|(?:function|custom_tool)_call_output)$/;
const REASONS = /^(?:thinking|reasoning)(?:part)?$/i;
const TEXT = /^(?:(?:(?:input|output)?_?text(?:content|part|block)?)?|markdown|message|contentBlock)$/i;

/** The classes that say as much. */
const CLASS = /^(?:(?:Text|Thinking|ToolCall)Part|FunctionCall)$/;

/** Gemini, Bedrock and the first releases of goose have the call under a key of the part. */
const CALL_KEYS = ['functionCall', 'toolUse', 'toolInvocation', 'function_call', 'ToolRequest'];
const RESULT_KEYS = ['functionResponse', 'toolResult', 'function_response', 'ToolResponse'];

/** So deep are parts in parts. What is deeper is no message. */
const MOST_LEVELS = 8;

/** What a message says, in any of the shapes in which servers send it and clients keep it. Its parts alone are one as well. */
export function readMessage(body: Source): Message {
  const open: Open = { texts: [], reasoning: [], calls: [], results: [] };
  const type = typeOf(body);
  if (RESULT.test(type)) return { ...open, results: [body], list: null };
  const extra = at(body, 'additional_kwargs');
  const apart = REASONING.map((key) => saidIn(at(body, key) ?? at(extra, key))).find((said) => said !== null);
  if (apart) open.reasoning.push(apart);
  const content = isObject(body) ? firstAt(body, CONTENT) : body;
  if (content !== null) readPart(content, open, MOST_LEVELS);
  const step = open.calls.length > 0 ? null : lastStep(body);
  if (step !== null) readPart(step, open, MOST_LEVELS);
  // LangChain keeps the calls as the provider sent them.
  const provided = at(extra, 'tool_calls');
  const listed = listOf(body, provided);
  const entries = withSent(entriesOf(listed), provided);
  const failed = itemsOf(at(body, 'invalid_tool_calls')).map((call) => callOf(call, { isRefused: true }));
  const calls = withFailed(entries, failed);
  const legacy = at(body, 'function_call');
  if (calls.length === 0 && isObject(legacy)) calls.push(callOf(legacy));
  else if (calls.length === 0 && CALL.test(type)) calls.push(callOf(body));
  const all = calls.length > 0 ? calls : open.calls;
  const own = isObject(body) ? listed : body;
  return withoutRun({ ...open, calls: all, list: listText(provided) ?? (isWhole(own, all) ? listText(own) : null) });
}

/** What Anthropic runs itself is no call for the client. What the model wrote after it is the answer. */
function withoutRun(message: Message): Message {
  const ran = message.calls.findLast(isRun);
  if (ran === undefined) return message;
  const end = ran.span?.to ?? 0;
  const after = message.texts.filter(({ span }) => span !== null && span.from > end);
  const calls = message.calls.filter((call) => !isRun(call));
  return { ...message, texts: after.length > 0 ? after : message.texts, calls, list: null };
}

/** LiteLLM has such calls in its list, where only their ids tell. Source: lisette#90 */
function isRun({ type, id }: MessageCall): boolean {
  return type === 'server_tool_use' || id?.startsWith('srvtoolu_') === true;
}

function entriesOf(list: Source | null): readonly MessageCall[] {
  // The code of a person may be where calls are: it says nothing of one.
  if (!isObject(list))
    return (
      itemsOf(list)
        // Who prints the content of a step has the results in the same list.
        .filter((one) => isObject(one) && !RESULT.test(typeOf(one)))
        .map((call) => callOf(call, { isListed: true }))
        .filter(({ name, argumentsText, id }) => name !== '' || argumentsText !== '' || id !== null)
    );
  // The pieces of TGI have one call in place of a list, and RubyLLM has them by their ids.
  if (isCall(list)) return [callOf(list)];
  return membersOf(list).map(([id, call]) => callOf(call, { id }));
}

/** Calls whose arguments are empty, with those that the provider sent where these are no JSON: libraries may drop them. */
function withSent(calls: readonly MessageCall[], provided: Source | null): readonly MessageCall[] {
  const sent =
    provided === null || calls.every(({ argumentsText }) => argumentsText !== '{}') ? [] : entriesOf(provided);
  return calls.map((call) => {
    const raw = sent.find(({ id, name }) => id === call.id && name === call.name)?.argumentsText ?? '';
    const isDropped = call.argumentsText === '{}' && raw !== '' && !readJson(raw).ok;
    return isDropped ? { ...call, argumentsText: raw } : call;
  });
}

/** A list as it is written; null for what is none, such as the parts of a step, and for an empty one. */
function listText(list: Source | null): string | null {
  const text = list !== null && itemsOf(list).length > 0 ? slice(list) : '';
  return text.startsWith('[') ? text : null;
}

/** Whether a list has all the calls and nothing else, each in a shape that runtimes read. */
function isWhole(list: Source | null, calls: readonly MessageCall[]): boolean {
  const items = itemsOf(list);
  return items.length === calls.length && items.every((item, index) => slice(item) === calls[index]?.json);
}

/** The calls beside the text; LangChain keeps the message of Ollama. */
function listOf(body: Source, provided: Source | null): Source | null {
  const kept = at(at(body, 'response_metadata'), 'message');
  const lists = [at(body, 'tool_calls'), provided, sdkParts(body, 'call'), at(kept, 'tool_calls')];
  return lists.map(unpacked).find((list) => isObject(list) || itemsOf(list).length > 0) ?? null;
}

/** The calls of a result of the AI SDK, or the results of its tools; who prints them gives them names of their own. */
export function sdkParts(body: Source | null, kind: 'call' | 'result'): Source | null {
  if (body === null) return null;
  const named = at(body, kind === 'call' ? 'toolCalls' : 'toolResults');
  if (named !== null || keyed(body, 'finishReason') === null) return named;
  const isOfKind = (part: Source | undefined): boolean =>
    stringAt(part ?? null, 'type') === `tool-${kind}` && stringAt(part ?? null, 'toolCallId') !== null;
  return membersOf(body).find(([, list]) => isOfKind(itemsOf(list)[0]))?.[1] ?? null;
}

/** The parts of the last step of a result of the AI SDK, which are not at its top where somebody prints the steps alone. */
export function lastStep(body: Source): Source | null {
  const step = keyed(body, 'finishReason') === null ? null : (itemsOf(at(body, 'steps')).at(-1) ?? null);
  const parts = step !== null && isObject(step) ? at(step, 'content') : step;
  return itemsOf(parts).some((one) => stringAt(one, 'toolCallId') !== null) ? parts : null;
}

/** LangChain files calls apart whose arguments are no JSON; what the provider sent of them may be there too. */
function withFailed(calls: readonly MessageCall[], failed: readonly MessageCall[]): MessageCall[] {
  const all = [...calls];
  for (const call of failed) {
    // A piece of a stream that was taken for a call has no name, and the id of its call.
    const at = call.id === null || call.name === '' ? -1 : all.findIndex(({ id }) => id === call.id);
    all.splice(at < 0 ? all.length : at, at < 0 ? 0 : 1, { ...call, json: (all[at] ?? call).json });
  }
  return all;
}

function readPart(part: Source, open: Open, levels: number): void {
  const text = stringOf(part);
  if (text !== null) {
    open.texts.push({ text, span: placeOf(part) });
    return;
  }
  if (levels === 0) return;
  for (const inner of itemsOf(part)) readPart(inner, open, levels - 1);
  if (!isObject(part)) return;
  const type = typeOf(part);
  const call = firstAt(part, CALL_KEYS);
  const result = firstAt(part, RESULT_KEYS);
  if (isObject(call)) readCall(call, open);
  else if (isObject(result)) open.results.push(result);
  else if (RESULT.test(type)) open.results.push(part);
  else if (isCall(part)) readCall(part, open);
  else if (REASONS.test(type) || at(part, 'thought')?.node.kind === 'true') addReasoning(dataOf(part) ?? part, open);
  else if (TEXT.test(type)) {
    const given = firstAt(part, ['text', 'Text', 'content', 'parts', 'message', 'first']) ?? dataOf(part);
    // The Assistants API and goose have their text in an object.
    const said = isObject(given) ? (firstAt(given, ['value', 'text']) ?? given) : given;
    if (said !== null) readPart(said, open, levels - 1);
  }
}

function readCall(part: Source, open: Open): void {
  open.calls.push(callIn(dataOf(part) ?? part));
  // LibreChat and LM Studio.
  const body = at(part, 'tool_call') ?? part;
  if (saidIn(at(body, 'output')) !== null) open.results.push(body);
}

/** Kiro has the kind of a part, and what it is of. */
function dataOf(part: Source): Source | null {
  return stringAt(part, 'kind') === null ? null : at(part, 'data');
}

function isCall(part: Source): boolean {
  const type = typeOf(part);
  return (
    CALL.test(type) ||
    OWN_CALL.test(type) ||
    // A name and arguments, an entry of `tool_calls`, or the call of Haystack.
    (stringAt(part, 'tool_name') !== null && isObject(at(part, 'arguments'))) ||
    isObject(at(part, 'function')) ||
    isObject(at(part, 'tool_call'))
  );
}

/** The kind of a part; '' for none. .NET writes it with a dollar, and Python prints the classes of Pydantic AI in its place. */
function typeOf(part: Source): string {
  const kind = ['type', '$type', 'part_kind', 'block_type'].map((key) => stringAt(part, key)).find(Boolean);
  const printed = stringAt(part, CLASS_KEY) ?? '';
  const other = dataOf(part) === null ? (CLASS.test(printed) ? printed : null) : stringAt(part, 'kind');
  return kind ?? other ?? '';
}

function addReasoning(part: Source, open: Open): void {
  // Pydantic AI and LM Studio have a text there, and the Responses API a list.
  const said = saidIn(firstAt(part, ['thinking', 'text', 'reasoning']) ?? at(part, 'content'));
  if (said !== null) open.reasoning.push(said);
  // The Responses API has lists of texts.
  for (const inner of [...itemsOf(at(part, 'summary')), ...itemsOf(at(part, 'content'))]) {
    const one = saidIn(at(inner, 'text'));
    if (one !== null) open.reasoning.push(one);
  }
}
