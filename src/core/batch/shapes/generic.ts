import type { Said } from '../reply.ts';
import { at, type Fields, fieldsOf, firstAt, has, listOf, objectAt, textAt, textOf, unpacked } from '../values.ts';
import { allCalls } from './calls.ts';
import { areMessages, saidBy, saidIn, saidInCompletion, speakerOf } from './message.ts';
import { failure, nothing, type Shape } from './shape.ts';
import { toolsBeside } from './tools.ts';

/** Under these keys there is what a model wrote, whatever is beside them. */
const certainKeys = [
  ...['raw_output', 'model_output', 'generated_text', 'raw_completion', 'completion', 'generation'],
  ...['model_response', 'response'],
] as const;

/** Under what keys records keep what a model wrote; the telling ones first. */
export const replyKeys: readonly string[] = [
  ...certainKeys,
  ...['output', 'prediction', 'predicted', 'reply', 'answer', 'result', 'text', 'content', 'raw'],
];
const LISTS = [
  'messages',
  'conversation',
  'conversations',
  'history',
  'trajectory',
  'turns',
  'dialog',
  'chat',
  'items',
];
const IDS = [
  ...['id', 'custom_id', 'request_id', 'uuid', 'task_id', 'doc_id', 'example_id', 'sample_id', 'idx', 'index'],
  // Batches of Gemini.
  'key',
];

/** Any other record: a completion, a conversation, or a field that holds the reply. */
export const generic: Shape = {
  id: 'lines',
  fits: () => true,
  read: (record) => {
    const id = firstAt(record, IDS);
    const said = saidInRecord(record);
    const base =
      said.length === 0 && has(record, 'error') && at(record, 'error') !== undefined ? failure(id) : nothing(id);
    return { ...base, said, tools: toolsBeside(record), model: textAt(record, 'model') };
  },
};

function saidInRecord(record: Fields): Said[] {
  const spoken = speakerOf(record);
  if (spoken !== null && spoken !== 'assistant') return [];
  const completion = saidInResponse(record);
  if (completion !== null) return completion;
  for (const key of LISTS) {
    const list = unpacked(at(record, key));
    const said = areMessages(list) ? saidIn(list) : [];
    if (said.length > 0) return said;
  }
  return saidInField(record);
}

/** The reply that a record has beside the messages that asked for it. */
export function saidBeside(record: Fields): Said[] {
  return saidInResponse(record) ?? saidInField(record);
}

/** The reply to a conversation that already has some: only what says so itself is one, and no answer that was expected. */
export function saidLast(record: Fields): Said[] {
  return saidInResponse(record) ?? saidInField(record, certainKeys);
}

/** A completion, as the record itself, under `response`, or under `outputs` as LangSmith has it. */
function saidInResponse(record: Fields): Said[] | null {
  const response = objectAt(record, 'response') ?? objectAt(record, 'outputs');
  return saidInCompletion(record) ?? (response === null ? null : saidInCompletion(response));
}

function saidInField(record: Fields, keys = replyKeys): Said[] {
  for (const key of keys) {
    const said = fieldSaid(at(record, key));
    if (said === null) continue;
    return said.calls === null ? [{ ...said, calls: callsOf(record), areFromText: true }] : [said];
  }
  const calls = keys === replyKeys ? callsOf(record) : null;
  return calls === null ? [] : [{ text: null, calls }];
}

function callsOf(record: Fields): Said['calls'] {
  return allCalls(unpacked(firstAt(record, ['tool_calls', 'calls', 'parsed_calls'])));
}

function fieldSaid(value: unknown): Said | null {
  if (typeof value === 'string') return { text: value, calls: null };
  const message = fieldsOf(value);
  if (message !== null) {
    const isSpoken = ['content', 'tool_calls', 'text'].some((key) => has(message, key));
    return isSpoken ? saidBy(message) : null;
  }
  const [only, ...others] = listOf(value);
  const text = textOf(only);
  return text === null || others.length > 0 ? null : { text, calls: null };
}
