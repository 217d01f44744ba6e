import type { Ask, EditedField, LessonCase } from '../../data/lessons/lesson.ts';
import { editDistance, sharedEnd, sharedStart, numberText } from '../text/document/index.ts';
import { type Grade, right, wrong } from './answer.ts';
import { firstChange, firstUnmet } from './conditions.ts';
import { callsText, quoted, readCase, spanAt } from './reading.ts';

/** Names of what can be edited, as the page says them. */
const names: Readonly<Record<EditedField, string>> = {
  text: 'the text of the reply',
  native: 'the native tool calls',
  tools: 'the tools',
  system: 'the system prompt',
  template: 'the chat template',
  profile: 'the server',
  reasoningParser: 'the reasoning parser',
};

const fields = Object.keys(names) as EditedField[];

/** More changed characters are not counted one by one. */
const MOST_COUNTED = 400;

/** Grades an edited case: only what may change has changed, not by more than allowed, and the conditions hold. */
export async function gradeEdit(
  ask: Extract<Ask, { kind: 'fix' | 'break' | 'write' }>,
  before: LessonCase,
  after: LessonCase,
): Promise<Grade> {
  const foreign = fields.find((field) => !ask.edit.includes(field) && textOf(before, field) !== textOf(after, field));
  if (foreign !== undefined) return wrong(null, touched(foreign, ask.edit, before, after));
  const text = after.text ?? '';
  if (ask.edit.includes('profile') && before.profile !== after.profile) {
    const reading = await readCase(after);
    if (typeof reading !== 'string' && reading.whole.runtime.lenient)
      return wrong(
        null,
        `Callscope’s own readers take more than a server does: it is \`${after.profile ?? 'auto'}\` now. Choose a server.`,
      );
  }
  const unmet = await firstUnmet(after, ask.conditions);
  if (unmet !== null) return wrong(unmet.span, ...unmet.says);
  const changes = changed(before, after);
  if (ask.most !== undefined && changes > ask.most) {
    const at = firstChange(before.text ?? '', text);
    return wrong(
      spanAt(text, at),
      `It works, with ${counted(changes)}. ${counted(ask.most)} ${ask.most === 1 ? 'is' : 'are'} enough.`,
      `Your first change is at ${quoted(text, at)}.`,
    );
  }
  const isAboutPrompt = ask.conditions.every(({ must }) => must === 'prompt');
  return right(
    ...(isAboutPrompt ? ['The prompt contains everything that this step asks for.'] : await givenBy(after)),
    ...(ask.most === undefined ? [] : [`You made ${counted(changes)}.`]),
  );
}

/** What the client gets, in a sentence, where the case can be read. */
async function givenBy(one: LessonCase): Promise<readonly string[]> {
  const reading = await readCase(one);
  if (typeof reading === 'string') return [];
  return [`${reading.whole.runtime.label} gives your program ${callsText(reading.whole.calls)}.`];
}

function touched(field: EditedField, edit: readonly EditedField[], before: LessonCase, after: LessonCase): string {
  const allowed = edit.map((one) => names[one]).join(' or ');
  const now = textOf(after, field);
  const at = firstChange(textOf(before, field), now);
  const place = field === 'profile' || field === 'reasoningParser' ? `it is \`${now}\` now` : quoted(now, at);
  return `This step is about ${allowed}. Put ${names[field]} back as it was: ${place}.`;
}

/** Characters that changed; a setting counts as one. */
function changed(before: LessonCase, after: LessonCase): number {
  return fields.reduce((sum, field) => {
    const [one, other] = [textOf(before, field), textOf(after, field)];
    if (field === 'profile' || field === 'reasoningParser') return sum + (one === other ? 0 : 1);
    return sum + distance(one, other);
  }, 0);
}

function distance(one: string, other: string): number {
  const from = sharedStart(one, other);
  const end = sharedEnd(one, other, Math.min(one.length, other.length) - from);
  const [left, right] = [one.slice(from, one.length - end), other.slice(from, other.length - end)];
  const most = Math.max(left.length, right.length);
  return most > MOST_COUNTED ? most : editDistance(left, right, MOST_COUNTED);
}

function textOf(one: LessonCase, field: EditedField): string {
  return field === 'template' ? (one.template?.text ?? '') : (one[field] ?? '');
}

function counted(changes: number): string {
  return `${numberText(changes)} ${changes === 1 ? 'change' : 'changes'}`;
}
