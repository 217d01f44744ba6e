import {
  isObject,
  type JsonNode,
  type JsonObject,
  type JsonValue,
  nodeToText,
  partAt,
  readJson,
  valueToText,
} from '../text/json/index.ts';
import { jsonErrorText } from '../trace/index.ts';
import type { RenderOptions, TemplateContext, TemplateTime } from '../jinja/index.ts';

/** A conversation that a template can be rendered with. */
export interface TemplateConversation {
  readonly messages: readonly JsonObject[];
  /** The same messages as JSON text, whose numbers are as the model wrote them. */
  readonly written?: string;
  /** As transformers passes them; null where there are none. */
  readonly tools: readonly JsonObject[] | null;
  /** The same tools as JSON text, with the numbers of their schemas as somebody typed them. */
  readonly writtenTools?: string;
}

/** How a conversation is passed to a template. */
export interface TemplateSettings {
  /** JSON text of an object, as typed; '' for none. */
  readonly variables: string;
  /** JSON text of the variable `documents`, as typed; '' for none. */
  readonly documents: string;
  /** Whether the tools are passed. */
  readonly tools: boolean;
  /** The variable `enable_thinking`; 'absent' where it is not passed. */
  readonly thinking: 'absent' | 'on' | 'off';
  /** The variable `add_generation_prompt`. */
  readonly generation: boolean;
  /** Whether the arguments of calls are passed as JSON text. */
  readonly textArguments: boolean;
  /** What `strftime_now` answers with, as `2026-11-23 09:05`; '' for none. */
  readonly date: string;
}

/** A setting with an invalid text. It is not passed. */
export interface SettingProblem {
  readonly field: 'variables' | 'documents';
  /** What is wrong, as the end of a sentence that begins with the name of the field: "is not valid JSON: …". */
  readonly message: string;
}

export interface PreparedContext {
  readonly context: TemplateContext;
  readonly options: RenderOptions;
  readonly problems: readonly SettingProblem[];
}

/** Makes the variables of a rendering. A variable that the reader typed wins over a switch. */
export function prepareContext(settings: TemplateSettings, conversation: TemplateConversation): PreparedContext {
  const problems: SettingProblem[] = [];
  /** As they are typed: a JavaScript number is neither `1.0` nor a large int. */
  const nodes = new Map<string, JsonNode>();
  const read = (field: SettingProblem['field']): JsonValue => {
    const text = settings[field];
    if (text.trim() === '') return null;
    const reading = readJson(text);
    if (!reading.ok) {
      problems.push({ field, message: `is not valid JSON: ${jsonErrorText(text, reading.error.at, reading.error)}` });
      return null;
    }
    // A variable of this name counts more.
    if (field === 'documents') nodes.set(field, nodes.get(field) ?? reading.node);
    else if (reading.node.kind === 'object')
      for (const { key, value } of reading.node.members) nodes.set(key.value, value);
    return JSON.parse(text) as JsonValue;
  };
  const own = read('variables');
  const documents = read('documents');
  if (own !== null && !isObject(own)) problems.push({ field: 'variables', message: 'is not a JSON object.' });
  const variables = new Map<string, JsonValue>([['add_generation_prompt', settings.generation]]);
  if (settings.thinking !== 'absent') variables.set('enable_thinking', settings.thinking === 'on');
  if (isObject(own ?? undefined))
    for (const [name, value] of Object.entries(own as JsonObject)) variables.set(name, value);
  const { written = '' } = conversation;
  const list = written === '' ? null : readJson(written);
  const said = list?.ok === true && list.node.kind === 'array' ? list.node.items : [];
  if (list?.ok === true && !settings.textArguments && !nodes.has('messages')) nodes.set('messages', list.node);
  const messages = settings.textArguments
    ? conversation.messages.map((message, index) => withTextArguments(message, said[index], written))
    : [...conversation.messages];
  const declared = readJson(conversation.writtenTools ?? '');
  if (declared.ok && settings.tools && conversation.tools !== null && !nodes.has('tools'))
    nodes.set('tools', declared.node);
  const tools = settings.tools && conversation.tools !== null ? [...conversation.tools] : null;
  const now = timeOf(settings.date);
  return {
    context: { messages, tools, documents, variables, nodes },
    options: now === null ? {} : { now },
    problems,
  };
}

/**
 * The message with the arguments of its calls as JSON text, as providers send them.
 *
 * @param node the same message as it is written, where that is known
 */
function withTextArguments(message: JsonObject, node: JsonNode | undefined, source: string): JsonObject {
  const calls = message['tool_calls'];
  if (!Array.isArray(calls)) return message;
  const asText = (call: JsonValue, index: number): JsonValue => {
    const called = isObject(call) ? call['function'] : undefined;
    if (!isObject(call) || !isObject(called) || called['arguments'] === undefined) return call;
    if (typeof called['arguments'] === 'string') return call;
    const argumentsNode = ['tool_calls', index, 'function', 'arguments'].reduce(partAt, node);
    const text = argumentsNode === undefined ? valueToText(called['arguments']) : nodeToText(argumentsNode, source);
    return { ...call, function: { ...called, arguments: text } };
  };
  return { ...message, tool_calls: calls.map(asText) };
}

/** A date as the settings have it; null for none. */
export function timeOf(date: string): TemplateTime | null {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d))?$/.exec(date) ?? [];
  if (year === undefined) return null;
  const isReal = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  if (!isReal || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59) return null;
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
  };
}
