import { nodeToValue, readTolerant } from '../../text/json/index.ts';
import type { Said } from '../reply.ts';
import {
  at,
  type Fields,
  fieldsOf,
  firstAt,
  has,
  listAt,
  listOf,
  objectAt,
  objectsOf,
  textAt,
  textOf,
} from '../values.ts';
import { saidBy } from './message.ts';
import { isCallTurn, type Speaker, speakerNamed, speakerOf } from './speaker.ts';

/** One turn of a conversation: who has it, and the message in it. */
export interface Turn {
  readonly speaker: Speaker;
  readonly message: Fields;
  /** The answer of the model that it is a part of, where it says so. */
  readonly answer?: string | null;
}

/** What a message is kept under, beside what an editor or an agent notes of it. */
const ENVELOPES = ['message', 'llm_message', 'data', 'payload', 'event_data'];
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
  if (answered !== null) return { speaker: 'assistant', ...answered };
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

const NAMED = new Set(['assistant', 'agent', 'user', 'human', 'system', 'tool', 'tool_result']);

/** A turn that is kept under who has it: `{"assistant": …}`, a message, its parts or its text. */
function turnNamed(fields: Fields): Turn | null {
  // Zed has the names of Rust, with a capital.
  const keys = Object.keys(fields).filter((key) => NAMED.has(key.toLowerCase()));
  const [key = ''] = keys;
  const value = keys.length === 1 ? at(fields, key) : undefined;
  const speaker = speakerNamed(key);
  // Who a text under `user`, `agent` or `tool` is from, and what it is, anything may say.
  const isTurn = typeof value === 'object' || (typeof value === 'string' && key.toLowerCase() === 'assistant');
  return speaker === null || !isTurn ? null : { speaker, message: fieldsOf(value) ?? { content: value } };
}

/** What is in an envelope, with the kind of event that is written on it. */
function eventIn(envelope: Fields, inner: Fields | null): Fields | null {
  const kind = textOf(firstAt(envelope, ['event_type', 'type']));
  return inner === null || kind === null || speakerOf(inner) !== null ? inner : { event_type: kind, ...inner };
}

/** The turn that a record of its own is, where its kind says that somebody spoke and an envelope holds what; null for any other. */
export function turnOfEvent(record: Fields): Turn | null {
  const kind = textOf(firstAt(record, ['event_type', 'type']));
  if (kind === null || speakerNamed(kind) === null || isCallTurn(kind)) return null;
  for (const key of ENVELOPES) {
    const inner = eventIn(record, objectAt(record, key));
    const speaker = inner === null ? null : speakerOf(inner);
    if (inner !== null && speaker !== null) return { speaker, message: inner };
  }
  return null;
}

/** What the model answered for an action of an agent, where OpenHands has kept it: once for each of its calls. */
function answeredFor(event: Fields): Omit<Turn, 'speaker'> | null {
  if (has(event, 'observation')) return null;
  const response = objectAt(objectAt(event, 'tool_call_metadata'), 'model_response');
  const message = objectAt(fieldsOf(listAt(response, 'choices')[0]), 'message');
  return message === null ? null : { message, answer: textAt(response, 'id') };
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

/**
 * What a message says that LM Studio keeps as its steps: every answer of the model, and between them what the tools gave. One reply for
 * any other message.
 */
function saidInSteps(message: Fields): Said[] {
  const steps = objectsOf(at(message, 'steps'));
  if (steps.length === 0 || has(message, 'content')) return [saidBy(message)];
  return steps.flatMap((step) => {
    const isThought = textAt(objectAt(step, 'style'), 'type') === 'thinking';
    const said = isThought ? null : saidBy(step);
    return said !== null && saysSomething(said) ? [said] : [];
  });
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
  const answers = new Set<string>();
  const said = turns.flatMap(({ speaker, message, answer = null }) => {
    const isAgain = answer !== null && answers.has(answer);
    if (answer !== null) answers.add(answer);
    return speaker === 'assistant' && !isAgain ? saidInSteps(message) : [];
  });
  const telling = said.filter(saysSomething);
  return telling.length === 0 ? null : telling;
}
