import type { ToolDefinition } from '../../tools/index.ts';
import type { Said } from '../reply.ts';
import { at, type Fields, fieldsOf, has, listOf, objectAt, textAt, textOf, unpacked } from '../values.ts';
import { hasFailed, idBeside, rightBeside } from './beside.ts';
import { allCalls } from './calls.ts';
import { saidBy, saidInCompletion, saidInParts } from './message.ts';
import { speakerOf } from './speaker.ts';
import { failure, nothing, type Shape } from './shape.ts';
import { nestedPaths } from './flat.ts';
import { kindOfSpan } from './span-kind.ts';
import { toolsBeside, toolsInPrompt } from './tools.ts';
import { saidInTranscript } from './transcript.ts';
import { saidInTurns } from './turns.ts';
import { certainKeys, replyKeys, saysOthers, saysReplies, strongKeys, weakKeys } from './reply-keys.ts';
import { saidInStream } from './streamed.ts';
import { answersWithin, isAsked, isOfOthers, modelWithin, saidHighest, toolsWithin } from './within.ts';

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
  'steps',
  'events',
];
/** Data sets keep a whole conversation as one text. */
const TRANSCRIPTS = ['chat', 'conversation', 'transcript', 'dialogue', 'dialog', 'text'];

/** Any other record: a completion, a conversation, or a field that holds the reply; else what is inside of it. */
export const generic: Shape = {
  id: 'lines',
  fits: () => true,
  read: (written) => {
    const record = nestedKeys(written);
    const kind = kindOfSpan(record);
    const { said, holder } = kind === 'other' ? { said: [], holder: record } : saidInRecord(record);
    const id = idBeside(record) ?? idBeside(holder);
    if (said.length === 0) {
      const base = kind !== 'other' && hasFailed(record) ? failure(id) : nothing(id);
      return { ...base, tools: toolsBeside(record), model: textAt(record, 'model') };
    }
    return {
      ...nothing(id),
      said,
      tools: toolsBeside(record) ?? toolsWithin(record) ?? toolsWritten(record),
      model: textAt(record, 'model') ?? textAt(holder, 'model') ?? modelWithin(record),
      isRight: rightBeside(record),
      ...(kind === 'inner' || kind === 'outer' ? { span: kind } : {}),
    };
  },
};

/** Tools in what the model was given as text. */
function toolsWritten(record: Fields): readonly ToolDefinition[] | null {
  const declared = toolsInPrompt(textAt(record, 'system') ?? '');
  if (declared !== null) return declared;
  const prompt = ['prompt', ...TRANSCRIPTS]
    .map((key) => textAt(record, key))
    .find((text) => text?.includes('<tools>') === true);
  return toolsInPrompt(prompt ?? '');
}

interface Found {
  readonly said: readonly Said[];
  /** The object that has it: the record, or what is inside of it. */
  readonly holder: Fields;
}

function saidInRecord(record: Fields): Found {
  const spoken = speakerOf(record);
  if (spoken !== null && spoken !== 'assistant') return { said: [], holder: record };
  const said = saidAtTop(record, strongKeys);
  if (said.length > 0) return { said, holder: record };
  const inside = saidInside(record);
  if (inside.said.length > 0) return inside;
  const weak = isOfOthers(record) ? [] : saidInField(record, weakKeys);
  return {
    said: weak.length > 0 ? weak : saidHighest(record, (fields) => saidInField(fields, replyKeys)),
    holder: record,
  };
}

function saidAtTop(record: Fields, keys: readonly string[]): Said[] {
  const completion = saidInResponse(record);
  if (completion !== null) return completion;
  const pair = saidInPair(record);
  if (pair !== null) return pair;
  for (const key of LISTS) {
    const said = saidInTurns(unpacked(at(record, key)));
    if (said !== null) return said;
  }
  for (const key of TRANSCRIPTS) {
    const text = textAt(record, key);
    const texts = text === null ? null : saidInTranscript(text);
    if (texts !== null) return texts.map((text) => ({ text, calls: null }));
  }
  return isOfOthers(record) ? [] : saidInField(record, keys);
}

/** Whether a record says something, or would have if the server had not failed. */
export function isTelling(written: Fields): boolean {
  const record = nestedKeys(written);
  return kindOfSpan(record) !== 'other' && (saidInRecord(record).said.length > 0 || hasFailed(record));
}

/** Whether a record says something itself, not only what lies deeper in it. */
export function saysItself(record: Fields, keys = replyKeys): boolean {
  return saidAtTop(record, keys).length > 0;
}

/** What is told by its structure at any depth of a record. */
function saidInside(record: Fields): Found {
  const answers = answersWithin(record);
  const [first] = answers;
  return {
    said: answers.flatMap(({ said }) => said),
    holder: first !== undefined && answers.length === 1 ? first.holder : record,
  };
}

/** The two replies to one prompt of which people like one better, each a text or a conversation that ends with it. */
const PAIRS = [
  ['chosen', 'rejected'],
  ['preferred_output', 'non_preferred_output'],
] as const;

function saidInPair(record: Fields): Said[] | null {
  const pair = PAIRS.find((keys) => keys.every((key) => at(record, key) !== undefined));
  if (pair === undefined) return null;
  return pair.flatMap((key) => {
    const value = unpacked(at(record, key));
    const texts = saidInTranscript(textOf(value) ?? '')?.map((text) => ({ text, calls: null }));
    return (texts ?? saidInTurns(value) ?? fieldSaid(key, value)).slice(-1);
  });
}

/** The reply that a record has beside the messages that asked for it. */
export function saidBeside(record: Fields): readonly Said[] {
  const said = saidInResponse(record) ?? saidInPair(record) ?? saidInField(record, replyKeys);
  return said.length > 0 ? said : saidInside(record).said;
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

function saidInField(record: Fields, keys: readonly string[]): Said[] {
  const others = keys === certainKeys || !isAsked(record) ? [] : Object.keys(record).filter(saysReplies);
  for (const key of [...keys, ...others]) {
    const said = fieldSaid(key, at(record, key));
    const [only] = said;
    if (only === undefined) continue;
    return said.length === 1 && only.calls === null ? [{ ...only, calls: callsOf(record), areFromText: true }] : said;
  }
  const calls = keys === certainKeys ? null : callsOf(record);
  return calls === null ? [] : [{ text: null, calls }];
}

const CALLS = /^(?:calls|(?:[a-z]+_)?(?:tool_?calls?|parsed_calls|function_?calls?)|tools_?called)$/i;

function callsOf(record: Fields): Said['calls'] {
  const key = Object.keys(record).find(
    (name) => CALLS.test(name) && !saysOthers(name) && at(record, name) !== undefined,
  );
  const value = key === undefined ? null : unpacked(at(record, key));
  return allCalls(fieldsOf(value) === null ? value : [value]);
}

/** What a member holds: a text, a message, or under a key in the plural a text for each of several replies. */
function fieldSaid(key: string, value: unknown): Said[] {
  const streamed = saidInStream(value);
  if (streamed !== null) return streamed;
  if (typeof value === 'string') return [{ text: value, calls: null }];
  const message = fieldsOf(value);
  if (message !== null)
    return ['content', 'tool_calls', 'text'].some((one) => has(message, one)) ? [saidBy(message)] : [];
  const parts = saidInParts(value);
  if (parts !== null) return [parts];
  const texts = listOf(value).flatMap((item) => textOf(item) ?? []);
  const areReplies = texts.length === listOf(value).length && (texts.length === 1 || /s$|sampled$/i.test(key));
  return areReplies ? texts.map((text) => ({ text, calls: null })) : [];
}

/** A record whose keys are paths, `llm.response.content`, in itself or in its attributes, as the objects that they mean. */
function nestedKeys(record: Fields): Fields {
  const inner = fieldsOf(at(record, 'attributes'));
  const attributes = inner === null ? null : nestedPaths(inner);
  const nested = nestedPaths(record);
  return attributes === inner ? nested : { ...nested, attributes };
}
