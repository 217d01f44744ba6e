import type { ToolDefinition } from '../../tools/index.ts';
import type { Said } from '../reply.ts';
import { at, fieldsOf, firstAt, has, listOf, objectAt, objectsOf, textAt, textOf, unpacked } from '../values.ts';
import { areNativeCalls, callsOf } from './calls.ts';
import { isEmpty, saidBy, saidInCompletion } from './message.ts';
import { nothing, type Shape } from './shape.ts';
import { nestingOf, traceOf } from './span-kind.ts';
import { aroundModel, saidAround, toolsInAttributes } from './spans.ts';
import { toolsIn } from './tools.ts';

/** An observation of Langfuse. */
export const langfuse: Shape = {
  id: 'langfuse',
  fits: (record) =>
    OBSERVATIONS.has(textAt(record, 'type') ?? '') && (has(record, 'traceId') || has(record, 'trace_id')),
  read: (record) => {
    const id = at(record, 'id');
    const kind = textAt(record, 'type') ?? '';
    const own = nestingOf(kind);
    if (own === 'other') return nothing(id);
    const span = aroundModel(textAt(record, 'name') ?? '') ? 'outer' : own;
    const input = unpacked(at(record, 'input'));
    const metadata = objectAt(record, 'metadata');
    const tools =
      langfuseTools(input) ??
      toolsIn(at(objectAt(record, 'modelParameters') ?? objectAt(record, 'model_parameters'), 'tools')) ??
      toolsIn(at(metadata, 'tools')) ??
      toolsInAttributes(at(metadata, 'attributes')) ??
      toolsIn(at(objectAt(record, 'output'), 'tools'));
    const model = firstAt(record, ['model', 'providedModelName', 'provided_model_name']);
    const output = at(record, 'output');
    const answered = own === 'inner' ? langfuseSaid(output) : saidAround(record, kind, output);
    const hasFailed = own === 'inner' && textAt(record, 'level') === 'ERROR' && answered.every(isEmpty);
    const said = hasFailed ? [] : answered;
    return { ...nothing(id), said, tools, model: textOf(model), hasFailed, span, trace: traceOf(record) };
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
    if (areNativeCalls(value)) return [{ text: null, calls: callsOf(value) }];
  }
  const fields = fieldsOf(value);
  if (fields === null) return [{ text: textOf(output) ?? JSON.stringify(value), calls: null }];
  const completion = saidInCompletion(fields);
  if (completion !== null && completion.length > 0) return completion;
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
