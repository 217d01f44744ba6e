import type { ToolDefinition } from '../../tools/index.ts';
import type { LoggedCall, Said } from '../reply.ts';
import {
  at,
  type Fields,
  fieldsOf,
  firstAt,
  has,
  listOf,
  objectAt,
  objectsOf,
  parsedJson,
  textAt,
  textOf,
  unpacked,
} from '../values.ts';
import { call, callsOf } from './calls.ts';
import { flatAttributes, flatItems, flatText } from './flat.ts';
import { saidBy } from './message.ts';
import { failure, nothing, type RecordReading, type Shape } from './shape.ts';
import { toolsIn } from './tools.ts';

type Flat = ReadonlyMap<string, unknown>;

/** A span with attributes in the words of OpenInference; only the kind LLM is a reply. */
export const openinference: Shape = {
  id: 'openinference',
  fits: (record) => isSpan(record) && hasKey(record, /^(?:openinference|llm)\./),
  read: (record) => {
    const flat = attributesOf(record);
    const kind = flatText(flat, 'openinference.span.kind') ?? textAt(record, 'span_kind') ?? 'LLM';
    if (kind !== 'LLM') return nothing(spanId(record));
    const messages = flatItems(flat, 'llm.output_messages');
    const said = messages.flatMap((item) => {
      const message = within(item, 'message');
      const role = flatText(message, 'role');
      return role === null || role === 'assistant' || role === 'model' ? [openinferenceSaid(message)] : [];
    });
    const value = flatText(flat, 'output.value');
    const only: Said[] = said.length === 0 && value !== null ? [{ text: value, calls: null }] : said;
    const tools = flatItems(flat, 'llm.tools').flatMap((item) => toolOf(within(item, 'tool')) ?? []);
    return spanReading(record, only, tools.length === 0 ? null : tools, flatText(flat, 'llm.model_name'));
  },
};

/** Spans of the AI SDK, and of others in the words of `gen_ai`. The AI SDK has every reply in two spans, one inside the other. */
export const otel: Shape = {
  id: 'otel',
  fits: (record) => isSpan(record) && hasKey(record, /^(?:ai|gen_ai|traceloop)\./),
  read: (record) => {
    const flat = attributesOf(record);
    const said = aiSdkSaid(flat) ?? genAiSaid(flat);
    const tools =
      toolsIn(lists(flat, 'ai.prompt.tools')) ??
      toolsIn(unpacked(flat.get('gen_ai.tool.definitions'))) ??
      namedTools(flat);
    const model =
      flatText(flat, 'gen_ai.response.model') ??
      flatText(flat, 'ai.response.model') ??
      flatText(flat, 'gen_ai.request.model') ??
      flatText(flat, 'ai.model.id');
    const reading = spanReading(record, said, tools, model);
    if (said.length === 0) return { ...reading, hasFailed: reading.hasFailed === true && isAsking(record, flat) };
    const operation = flatText(flat, 'ai.operationId') ?? textAt(record, 'name') ?? '';
    const isInner = /\.do(?:Generate|Stream)$/.test(operation);
    if (!isInner && !operation.startsWith('ai.')) return reading;
    return { ...reading, span: isInner ? 'inner' : 'outer' };
  },
};

function isSpan(record: Fields): boolean {
  if (fieldsOf(at(record, 'attributes')) !== null) return true;
  const [first] = listOf(at(record, 'attributes'));
  return textAt(fieldsOf(first), 'key') !== null || Object.keys(record).some((key) => key.startsWith('attributes.'));
}

/** Whether an attribute has a name like this. Nested ones are looked at by their first part. */
function hasKey(record: Fields, name: RegExp): boolean {
  const attributes = at(record, 'attributes');
  const keys = Array.isArray(attributes)
    ? attributes.flatMap((item) => textAt(fieldsOf(item), 'key') ?? [])
    : [
        ...Object.keys(fieldsOf(attributes) ?? {}),
        ...Object.keys(record).map((key) => key.replace(/^attributes\./, '')),
      ];
  return keys.some((key) => name.test(`${key}.`));
}

function attributesOf(record: Fields): Flat {
  const attributes = at(record, 'attributes');
  if (attributes !== undefined) return flatAttributes(attributes);
  const given = Object.entries(record).flatMap(([key, value]) =>
    key.startsWith('attributes.') ? [[key.slice('attributes.'.length), value] as const] : [],
  );
  return flatAttributes(Object.fromEntries(given));
}

function spanId(record: Fields): unknown {
  const context = objectAt(record, 'spanContext') ?? objectAt(record, 'context');
  return (
    firstAt(context, ['spanId', 'span_id']) ?? firstAt(record, ['spanId', 'span_id', 'context.span_id', 'spanID', 'id'])
  );
}

function spanReading(
  record: Fields,
  said: readonly Said[],
  tools: readonly ToolDefinition[] | null,
  model: string | null,
): RecordReading {
  const base = said.length === 0 && hasErrorStatus(record) ? failure(spanId(record)) : nothing(spanId(record));
  return { ...base, said, tools, model };
}

function hasErrorStatus(record: Fields): boolean {
  const status = objectAt(record, 'status');
  const code = firstAt(status, ['code', 'status_code']) ?? at(record, 'status_code');
  return code === 2 || code === 'ERROR' || code === 'STATUS_CODE_ERROR';
}

/** Whether a span asked a model: one that failed has no reply, others of its kind never have one. */
function isAsking(record: Fields, flat: Flat): boolean {
  const operation =
    flatText(flat, 'ai.operationId') ?? flatText(flat, 'gen_ai.operation.name') ?? textAt(record, 'name') ?? '';
  return /\.do(?:Generate|Stream)$|^chat\b|completion/.test(operation);
}

/** The attributes below a prefix; the attributes themselves where the prefix was left out. */
function within(flat: Flat, prefix: string): Flat {
  const inner = [...flat].flatMap(([key, value]) =>
    key.startsWith(`${prefix}.`) ? [[key.slice(prefix.length + 1), value] as const] : [],
  );
  return inner.length === 0 ? flat : new Map(inner);
}

function openinferenceSaid(message: Flat): Said {
  const parts = flatItems(message, 'contents').flatMap(
    (item) => flatText(within(item, 'message_content'), 'text') ?? [],
  );
  const calls = flatItems(message, 'tool_calls').flatMap((item) => {
    const made = within(item, 'tool_call');
    const name = flatText(made, 'function.name') ?? flatText(made, 'name');
    return name === null ? [] : [call(name, made.get('function.arguments') ?? made.get('arguments'))];
  });
  const legacy = flatText(message, 'function_call_name');
  if (legacy !== null) calls.push(call(legacy, message.get('function_call_arguments_json')));
  return {
    text: flatText(message, 'content') ?? (parts.length === 0 ? null : parts.join('')),
    calls: calls.length === 0 ? null : calls,
  };
}

function toolOf(tool: Flat): readonly ToolDefinition[] | null {
  const schema = tool.get('json_schema');
  const declared = toolsIn(schema === undefined ? nested(tool, 'json_schema') : parsedJson(textOf(schema) ?? ''));
  const name = flatText(tool, 'name');
  return declared ?? (name === null ? null : [{ name }]);
}

/** What was nested once: only the names are needed again, and those are at known places. */
function nested(tool: Flat, prefix: string): unknown {
  const inner = within(tool, prefix);
  const name = flatText(inner, 'function.name') ?? flatText(inner, 'name');
  return name === null ? null : { name };
}

function lists(flat: Flat, key: string): unknown {
  const whole = flat.get(key);
  if (whole !== undefined) return unpacked(whole);
  return flatItems(flat, key).flatMap((item) => {
    const text = item.get('');
    return text === undefined ? [Object.fromEntries(item)] : [unpacked(text)];
  });
}

function aiSdkSaid(flat: Flat): Said[] | null {
  const text = flatText(flat, 'ai.response.text') ?? flatText(flat, 'ai.response.object');
  const made = unpacked(flat.get('ai.response.toolCalls'));
  const calls = Array.isArray(made) ? callsOf(made) : null;
  return text === null && calls === null ? null : [{ text, calls }];
}

function genAiSaid(flat: Flat): Said[] {
  const output = unpacked(flat.get('gen_ai.output.messages') ?? flat.get('gen_ai.completion'));
  if (Array.isArray(output)) return objectsOf(output).map((item) => saidBy(item));
  const nestedMessages = flatItems(flat, 'gen_ai.output.messages');
  const completions = nestedMessages.length > 0 ? nestedMessages : flatItems(flat, 'gen_ai.completion');
  return completions.map((item) => {
    const calls: LoggedCall[] = flatItems(item, 'tool_calls').flatMap((one) => {
      const name = flatText(one, 'name') ?? flatText(one, 'function.name');
      return name === null ? [] : [call(name, one.get('arguments') ?? one.get('function.arguments'))];
    });
    return { text: flatText(item, 'content'), calls: calls.length === 0 ? null : calls };
  });
}

function namedTools(flat: Flat): readonly ToolDefinition[] | null {
  const tools = flatItems(flat, 'llm.request.functions').flatMap((item) => {
    const name = flatText(item, 'name');
    const schema = fieldsOf(unpacked(item.get('parameters')));
    return name === null ? [] : (toolsIn({ name, parameters: schema ?? {} }) ?? []);
  });
  return tools.length === 0 ? null : tools;
}

/** An observation of Langfuse; only a GENERATION is a reply. */
export const langfuse: Shape = {
  id: 'langfuse',
  fits: (record) =>
    OBSERVATIONS.has(textAt(record, 'type') ?? '') && (has(record, 'traceId') || has(record, 'trace_id')),
  read: (record) => {
    const id = at(record, 'id');
    if (textAt(record, 'type') !== 'GENERATION') return nothing(id);
    const input = unpacked(at(record, 'input'));
    const tools =
      langfuseTools(input) ??
      toolsIn(at(objectAt(record, 'modelParameters') ?? objectAt(record, 'model_parameters'), 'tools')) ??
      toolsIn(at(objectAt(record, 'metadata'), 'tools'));
    const model = firstAt(record, ['model', 'providedModelName', 'provided_model_name']);
    const said = langfuseSaid(at(record, 'output'));
    const base = said.length === 0 ? failure(id) : nothing(id);
    return { ...base, said, tools, model: textOf(model) };
  },
};

const OBSERVATIONS = new Set(
  'GENERATION SPAN EVENT AGENT TOOL CHAIN RETRIEVER EVALUATOR EMBEDDING GUARDRAIL'.split(' '),
);

function langfuseSaid(output: unknown): Said[] {
  const value = unpacked(output);
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    const messages = objectsOf(value);
    const isSpoken =
      messages.length === value.length && messages.some((one) => has(one, 'role') || has(one, 'content'));
    if (isSpoken)
      return messages.filter((one) => (textAt(one, 'role') ?? 'assistant') !== 'tool').map((one) => saidBy(one));
  }
  const fields = fieldsOf(value);
  if (fields === null) return [{ text: textOf(output) ?? JSON.stringify(value), calls: null }];
  const choices = listOf(at(fields, 'choices'));
  if (choices.length > 0) return choices.flatMap((one) => saidBy(objectAt(fieldsOf(one), 'message') ?? {}));
  // Gemini has role and parts inside of its content.
  const content = fieldsOf(at(fields, 'content'));
  if (content !== null && has(content, 'parts')) return [saidBy(content)];
  const isMessage = ['role', 'content', 'tool_calls', 'parts', 'additional_kwargs'].some((key) => has(fields, key));
  if (isMessage) return [saidBy(fields)];
  const messages = at(fields, 'messages');
  if (Array.isArray(messages)) return langfuseSaid(messages);
  // A model that was asked for JSON: the page of Langfuse parses it.
  return [{ text: textOf(output) ?? JSON.stringify(value), calls: null }];
}

/** Tools in the input: beside the messages, in the config, or as messages of the role `tool`, as LangChain writes them. */
function langfuseTools(input: unknown): readonly ToolDefinition[] | null {
  const fields = fieldsOf(input);
  const messages = Array.isArray(input) ? input : listOf(at(fields, 'messages'));
  const written = messages.flatMap((item) => {
    const message = fieldsOf(item);
    const content = textAt(message, 'role') === 'tool' ? unpacked(at(message, 'content')) : null;
    return textAt(fieldsOf(content), 'type') === 'function' ? [content] : [];
  });
  const config = objectAt(fields, 'config') ?? objectAt(fields, 'kwargs') ?? objectAt(fields, 'invocation_params');
  return (
    toolsIn(at(fields, 'tools')) ?? toolsIn(at(config, 'tools')) ?? toolsIn(at(fields, 'functions')) ?? toolsIn(written)
  );
}
