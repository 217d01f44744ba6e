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

function turnOf(item: unknown): Turn | null {
  const fields = fieldsOf(item);
  if (fields === null) return null;
  const own = speakerOf(fields);
  if (own !== null) return { speaker: own, message: fields };
  // LM Studio keeps every version of a message.
  const versions = listAt(fields, 'versions');
  const chosen = at(fields, 'currentlySelected');
  const candidates = [
    fieldsOf(versions[typeof chosen === 'number' ? chosen : 0]),
    ...ENVELOPES.map((key) => objectAt(fields, key)),
  ];
  for (const inner of candidates) {
    const speaker = inner === null ? null : speakerOf(inner);
    if (inner !== null && speaker !== null) return { speaker, message: inner };
  }
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

/** A turn that says nothing is an event of some other kind. */
function saysSomething({ text, calls }: Said): boolean {
  return text !== null || (calls !== null && calls.length > 0);
}

/**
 * What the assistant says in a list of turns, each a message, a message in an envelope or an event of an agent. Null where the list
 * is no conversation: most of its entries have to be turns. What nobody said, as a note or a change of state, may be between them.
 */
export function saidInTurns(value: unknown): Said[] | null {
  const list = listOf(value);
  const turns = list.flatMap((item) => turnOf(item) ?? []);
  if (turns.length === 0 || 2 * turns.length < list.length) return null;
  const said = turns.flatMap(({ speaker, message }) => (speaker === 'assistant' ? [saidBy(message)] : []));
  const telling = said.filter(saysSomething);
  return telling.length === 0 ? null : telling;
}
