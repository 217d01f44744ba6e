import { parsedJson } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Said } from '../reply.ts';
import {
  at,
  type Fields,
  fieldsOf,
  firstAt,
  listAt,
  listOf,
  objectAt,
  objectsOf,
  textAt,
  textOf,
  unpacked,
} from '../values.ts';
import { call, callsOf } from './calls.ts';
import { flatAttributes, flatItems, flatText, nestedPaths, otlpValue } from './flat.ts';
import { areMessages, saidAs, saidBy, saidIn, saidInCompletion } from './message.ts';
import { failure, nothing, type RecordReading, type Shape } from './shape.ts';
import { hasParent, nestingOf, traceOf } from './span-kind.ts';
import { speakerOf } from './speaker.ts';
import { toolsIn } from './tools.ts';

type Flat = ReadonlyMap<string, unknown>;

/** A span with attributes in the words of OpenInference. */
export const openinference: Shape = {
  id: 'openinference',
  fits: (record) =>
    isSpan(record) &&
    (hasKey(record, /^openinference\./) ||
      (hasKey(record, OPENINFERENCE) && !hasKey(record, /^(?:gen_ai|traceloop)\./))),
  read: (record) => {
    const flat = attributesOf(record);
    const kind = flatText(flat, 'openinference.span.kind') ?? textAt(record, 'span_kind') ?? 'LLM';
    const span = nestingOf(kind);
    if (span === 'other') return nothing(spanId(record));
    const messages = flatItems(flat, 'llm.output_messages');
    const said = messages.flatMap((item) => {
      const message = within(item, 'message');
      const role = flatText(message, 'role');
      return role === null || role === 'assistant' || role === 'model' ? [openinferenceSaid(message)] : [];
    });
    // Of a request that failed it is the error.
    const value = hasErrorStatus(record) ? null : flatText(flat, 'output.value');
    const only =
      said.length > 0
        ? said
        : value === null
          ? []
          : span === 'inner'
            ? saidInValue(value)
            : saidAround(record, kind, value);
    const reading = spanReading(record, only, openinferenceTools(flat), flatText(flat, 'llm.model_name'));
    return { ...reading, hasFailed: reading.hasFailed === true && span === 'inner', span, trace: traceOf(record) };
  },
};

/** What works around a model answers with a text or a message; a step of a chain gives its prompt as well. */
export function saidAround(record: Fields, kind: string, output: unknown): readonly Said[] {
  if (/chain/i.test(kind) && hasParent(record)) return [];
  const value = unpacked(output);
  if (typeof value === 'string') return value.trim() === '' ? [] : saidAs([value]);
  const fields = fieldsOf(value);
  const messages = fields === null ? value : unpacked(at(fields, 'messages'));
  const said = areMessages(messages)
    ? saidIn(messages)
    : fields !== null && speakerOf(fields) === 'assistant'
      ? [saidBy(fields)]
      : [];
  return said.slice(-1);
}

/** Spans of the AI SDK, and of others in the words of `gen_ai`. The AI SDK has every reply in two spans, one inside the other. */
export const otel: Shape = {
  id: 'otel',
  fits: (record) => isSpan(record) && hasKey(record, /^(?:ai|gen_ai|traceloop)\./),
  read: (record) => {
    const flat = attributesOf(record);
    const operation =
      flatText(flat, 'ai.operationId') ?? flatText(flat, 'gen_ai.operation.name') ?? textAt(record, 'name') ?? '';
    if (NO_ANSWERS.test(operation)) return nothing(spanId(record));
    const message = MESSAGE_EVENT.exec(eventName(record, flat))?.[1] ?? null;
    if (message !== null && message !== 'assistant') return nothing(spanId(record));
    const spoken = aiSdkSaid(flat) ?? genAiSaid(flat);
    // An event has what was said in its body.
    const body = fieldsOf(otlpValue(at(record, 'body')));
    const beside =
      body === null ? eventsSaid(record) : message === null ? (saidInCompletion(body) ?? []) : [saidBy(body)];
    const said = spoken.length > 0 ? spoken : beside;
    const model =
      flatText(flat, 'gen_ai.response.model') ??
      flatText(flat, 'ai.response.model') ??
      flatText(flat, 'gen_ai.request.model') ??
      flatText(flat, 'ai.model.id');
    const reading = spanReading(record, said, genAiTools(flat), model);
    // It was sent back with the next request: the answer itself is in another event.
    if (message !== null) return { ...reading, span: 'outer' };
    const hasFailed = reading.hasFailed === true && (said.length > 0 || isAsking(operation));
    // The two spans of the AI SDK may have no trace in common.
    const span = aroundModel(operation) ? 'outer' : 'inner';
    const trace = span === 'outer' && operation.startsWith('ai.') ? null : traceOf(record);
    return { ...reading, hasFailed, span, trace };
  },
};

/** Operations of the conventions in which no model answers. */
const NO_ANSWERS = /^(?:execute_tool|create_agent|embeddings|retrieval)\b/;

/** What was said to a model, and by whom: the older conventions have an event for each. */
// Source: open-telemetry/semantic-conventions v1.36.0 docs/gen-ai/gen-ai-events.md.
const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;

function eventName(record: Fields, flat: Flat): string {
  return flatText(flat, 'event.name') ?? textOf(firstAt(record, ['eventName', 'event_name', 'name'])) ?? '';
}

/** Whether an operation asks no model itself: the AI SDK says a reply in the span that asks, and once more in the one around it. */
export function aroundModel(operation: string): boolean {
  return /^ai\.(?:generate|stream)\w+$/.test(operation) || /^invoke_\w/.test(operation);
}

/** The tools that attributes declare, whoever wrote them; null for none. */
export function toolsInAttributes(attributes: unknown): readonly ToolDefinition[] | null {
  const flat = flatAttributes(attributes);
  // Pydantic AI: tools that are called for their result are declared beside the others.
  const asked = objectAt(fieldsOf(attributes), 'model_request_parameters');
  const given = [...listAt(asked, 'function_tools'), ...listAt(asked, 'output_tools')];
  return openinferenceTools(flat) ?? genAiTools(flat) ?? toolsIn(given);
}

function openinferenceTools(flat: Flat): readonly ToolDefinition[] | null {
  const tools = flatItems(flat, 'llm.tools').flatMap((item) => toolOf(within(item, 'tool')) ?? []);
  return tools.length === 0 ? null : tools;
}

function genAiTools(flat: Flat): readonly ToolDefinition[] | null {
  return (
    toolsIn(lists(flat, 'ai.prompt.tools')) ??
    toolsIn(unpacked(flat.get('gen_ai.tool.definitions'))) ??
    namedTools(flat)
  );
}

/** What an attribute holds that is a text, a completion, or a text beside why it ended. */
function saidInValue(value: unknown): Said[] {
  const fields = fieldsOf(unpacked(value));
  const completion = fields === null ? null : saidInCompletion(fields);
  if (completion !== null && completion.length > 0) return completion;
  return typeof value === 'string' ? saidAs([value]) : [];
}

/** The attributes of a span; Jaeger and Zipkin call them tags. */
function attributesAt(record: Fields): unknown {
  return firstAt(record, ['attributes', 'tags']);
}

/** A span, or the attributes of one and nothing else. */
function isSpan(record: Fields): boolean {
  if (fieldsOf(attributesAt(record)) !== null) return true;
  const [first] = listOf(attributesAt(record));
  return textAt(fieldsOf(first), 'key') !== null || Object.keys(record).some((key) => ATTRIBUTE.test(key));
}

/** Members of `llm` that OpenInference has. */
const OPENINFERENCE = /^llm\.(?:(?:in|out)put_messages|model_name|invocation_parameters|tools|provider|token_count)\./;
const ATTRIBUTE = /^(?:attributes|openinference|llm|gen_ai)\./;

/** Whether an attribute has a name like this. Nested ones are looked at by their first part. */
function hasKey(record: Fields, name: RegExp): boolean {
  const attributes = attributesAt(record);
  const keys = Array.isArray(attributes)
    ? attributes.flatMap((item) => textAt(fieldsOf(item), 'key') ?? [])
    : [
        ...Object.keys(fieldsOf(attributes) ?? {}),
        ...Object.keys(record).map((key) => key.replace(/^attributes\./, '')),
      ];
  return keys.some((key) => name.test(`${key}.`));
}

function attributesOf(record: Fields): Flat {
  const attributes = attributesAt(record);
  if (attributes !== undefined) return flatAttributes(attributes);
  return flatAttributes(
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key.replace(/^attributes\./, ''), value])),
  );
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
function isAsking(operation: string): boolean {
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
  const written = flat.get('gen_ai.output.messages') ?? flat.get('gen_ai.completion');
  const output = unpacked(written);
  if (Array.isArray(output)) return objectsOf(output).map((item) => saidBy(item));
  if (written !== undefined) return saidInValue(written);
  const nestedMessages = flatItems(flat, 'gen_ai.output.messages');
  const completions = nestedMessages.length > 0 ? nestedMessages : flatItems(flat, 'gen_ai.completion');
  return completions.map((item) => saidBy(nestedPaths(Object.fromEntries(item))));
}

/** Older conventions have what was said in an event of the span; Azure has a choice as JSON in it. */
// Source: Azure/azure-sdk-for-net sdk/ai, tests of telemetry: the attribute `gen_ai.event.content`.
function eventsSaid(record: Fields): Said[] {
  return objectsOf(at(record, 'events')).flatMap((event) => {
    const flat = flatAttributes(at(event, 'attributes'));
    if (eventName(event, flat) !== 'gen_ai.choice') return genAiSaid(flat);
    const written = nestedPaths(Object.fromEntries([...flat].map(([key, value]) => [key, unpacked(value)])));
    return saidInCompletion(fieldsOf(unpacked(flat.get('gen_ai.event.content'))) ?? written) ?? [];
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
