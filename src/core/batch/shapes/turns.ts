import { nodeToValue, readTolerant } from '../../text/json/index.ts';
import type { Said } from '../reply.ts';
import { at, type Fields, fieldsOf, has, listAt, listOf, objectAt, textAt } from '../values.ts';
import { saidBy } from './message.ts';
import { type Speaker, speakerNamed, speakerOf } from './speaker.ts';

/** One turn of a conversation: who has it, and the message in it. */
interface Turn {
  readonly speaker: Speaker;
  readonly message: Fields;
}

/** What a message is kept under, beside what an editor or an agent notes of it. */
const ENVELOPES = ['message', 'llm_message', 'data', 'payload'];
/** Who acted, in the events of agents. */
const ACTORS = ['source', 'speaker', 'kind'];

/** Who speaks and what, as a list of two. */
function turnOfPair(item: unknown): Turn | null {
  const [name, content, ...more] = listOf(item);
  const speaker = typeof name === 'string' ? speakerNamed(name) : null;
  return speaker === null || typeof content !== 'string' || more.length > 0 ? null : { speaker, message: { content } };
}

function turnOf(item: unknown): Turn | null {
  const fields = fieldsOf(item);
  if (fields === null) return turnOfPair(item);
  const answered = answeredFor(fields);
  if (answered !== null) return { speaker: 'assistant', message: answered };
  const own = speakerOf(fields);
  const run = own === 'tool' ? runBy(fields) : null;
  if (run !== null) return { speaker: 'assistant', message: run };
  if (own !== null) return { speaker: own, message: fields };
  // LM Studio keeps every version of a message.
  const versions = listAt(fields, 'versions');
  const chosen = at(fields, 'currentlySelected');
  const candidates = [
    fieldsOf(versions[typeof chosen === 'number' ? chosen : 0]),
    ...ENVELOPES.map((key) => eventIn(fields, objectAt(fields, key))),
  ];
  for (const inner of candidates) {
    const speaker = inner === null ? null : speakerOf(inner);
    if (inner !== null && speaker !== null) return { speaker, message: inner };
  }
  const named = turnNamed(fields);
  if (named !== null) return named;
  // What an agent thought and did, and what came of it.
  if (has(fields, 'action') && (has(fields, 'thought') || has(fields, 'observation')))
    return { speaker: 'assistant', message: fields };
  for (const key of ACTORS) {
    const name = textAt(fields, key);
    const speaker = name === null ? null : speakerNamed(name);
    if (speaker !== null) return { speaker, message: fields };
  }
  return null;
}

const NAMED = new Set(['assistant', 'user', 'human', 'system', 'tool', 'tool_result']);

/** A turn that is kept under who has it: `{"assistant": …}`, a message, its parts or its text. */
function turnNamed(fields: Fields): Turn | null {
  const keys = Object.keys(fields).filter((key) => NAMED.has(key));
  const value = keys.length === 1 ? at(fields, keys[0] ?? '') : undefined;
  const speaker = speakerNamed(keys[0] ?? '');
  // Who a text under `user` or `tool` is from, and what it is, anything may say.
  const isTurn = typeof value === 'object' || (typeof value === 'string' && speaker === 'assistant');
  return speaker === null || !isTurn ? null : { speaker, message: fieldsOf(value) ?? { content: value } };
}

/** What is in an envelope, with the kind of event that is written on it. */
function eventIn(envelope: Fields, inner: Fields | null): Fields | null {
  const kind = textAt(envelope, 'event_type');
  return inner === null || kind === null || speakerOf(inner) !== null ? inner : { event_type: kind, ...inner };
}

/** What the model answered for an action of an agent, where OpenHands has kept it. */
function answeredFor(event: Fields): Fields | null {
  if (has(event, 'observation')) return null;
  const response = objectAt(objectAt(event, 'tool_call_metadata'), 'model_response');
  return objectAt(fieldsOf(listAt(response, 'choices')[0]), 'message');
}

/** So many turns of a tree are looked at. */
const MOST_TURNS = 20_000;

/** A list of turns; of a tree, in which what came next is below a turn, all of them in order. */
function withAnswers(list: readonly unknown[]): readonly unknown[] {
  if (!list.some((item) => Array.isArray(at(fieldsOf(item), 'next')))) return list;
  const turns: unknown[] = [];
  const open = list.toReversed();
  for (let turn = open.pop(); turn !== undefined && turns.length < MOST_TURNS; turn = open.pop()) {
    turns.push(turn);
    for (const next of listAt(fieldsOf(turn), 'next').toReversed()) open.push(next);
  }
  return turns;
}

/** The call that ToolBench has in one text with what the tool answered, as Python prints a dictionary. */
function runBy(message: Fields): Fields | null {
  const text = textAt(message, 'message') ?? '';
  if (!/^\{['"]name['"]/.test(text)) return null;
  const { node } = readTolerant(text, 0, text.length);
  const run = fieldsOf(node === null ? null : nodeToValue(node));
  return run !== null && has(run, 'arguments') ? { tool_calls: [run] } : null;
}

/** A turn that says nothing is an event of some other kind. */
function saysSomething({ text, calls }: Said): boolean {
  return text !== null || (calls !== null && calls.length > 0);
}

/**
 * What the assistant says in a list of turns, each a message, a message in an envelope or an event of an agent. Null where the list
 * is no conversation: most of its entries have to be turns. What nobody said, as a note or a change of state, may be between them.
 */
export function saidInTurns(value: unknown): Said[] | null {
  const list = withAnswers(listOf(value));
  const turns = list.flatMap((item) => turnOf(item) ?? []);
  if (turns.length === 0 || 2 * turns.length < list.length) return null;
  const said = turns.flatMap(({ speaker, message }) => (speaker === 'assistant' ? [saidBy(message)] : []));
  const telling = said.filter(saysSomething);
  return telling.length === 0 ? null : telling;
}
