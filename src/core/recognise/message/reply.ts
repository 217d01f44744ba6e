import { CLASS_KEY } from '../printed/index.ts';
import type { RecognisedReply } from '../recognised.ts';
import { at, itemsOf, type Source, stringAt } from '../sources.ts';
import { readMessage } from './read.ts';
import type { Addressed } from './role.ts';
import type { Said } from './said.ts';

/** What an assistant's message says: one reply, or one for each step of a message of the AI SDK. */
export function repliesOf({ body }: Addressed): RecognisedReply[] {
  const steps = stepsOf(body);
  return steps.length < 2 ? [replyOf(body)] : steps.map(replyOf);
}

/** What a language prints of a class is no part of a call. It is the first member of an object. */
const CLASSES = new RegExp(String.raw`"${CLASS_KEY}":"[\w.$]{1,120}",?`, 'g');

/** Text and native calls of one message. */
export function replyOf(body: Source): RecognisedReply {
  const { texts, calls, list } = readMessage(body);
  // Of a call that its client could not read, nothing may be left.
  const written = calls.flatMap(({ name, argumentsText, json }) => (name === '' && argumentsText === '' ? [] : json));
  const native = list ?? (written.length === 0 ? null : `[${written.join(',\n')}]`);
  return { text: textOf(texts), native: native?.replaceAll(CLASSES, '') ?? null, span: plainSpan(texts) };
}

/** The text of a message that is not the assistant's, or of its content; null for none. */
export function plainTextOf(body: Source): string | null {
  return textOf(readMessage(body).texts);
}

function textOf(texts: readonly Said[]): string | null {
  return texts.length === 0 ? null : texts.map(({ text }) => text).join('');
}

/** Where a text is that is in one piece, and has no escapes: every escape is longer than what it stands for. */
function plainSpan(texts: readonly Said[]): RecognisedReply['span'] {
  const [only, second] = texts;
  const span = second === undefined ? (only?.span ?? null) : null;
  return span !== null && span.to - span.from === only?.text.length ? span : null;
}

/** The parts of a message by its steps, as OpenCode and the AI SDK mark them: each is a message of its own. Empty where there are none. */
export function stepsOf<Whole extends Source>(body: Whole): Whole[] {
  const steps: Source[][] = [];
  for (const part of itemsOf(at(body, 'parts'))) {
    const type = stringAt(part, 'type');
    if (type === 'step-start') steps.push([]);
    else if (type !== 'step-finish') steps.at(-1)?.push(part);
  }
  return steps.flatMap((parts) => {
    const [begin] = parts;
    const end = parts.at(-1);
    if (begin === undefined || end === undefined) return [];
    const items = parts.map(({ node }) => node);
    return [{ ...body, node: { kind: 'array', from: begin.node.from, to: end.node.to, items } }];
  });
}
