import type { WrittenFailure } from '../failures/failure.ts';
import type { WrittenCall, WrittenCase } from '../written-case.ts';
import type { Ask, EditedField, Lesson, LessonCase, LessonStep, Prediction } from './lesson.ts';

/** What an id of such a lesson begins with. */
const PREFIX = 'failure-';

/** The id of the lesson about a failure. It is in links and stays. */
export function failureLessonId({ id }: Pick<WrittenFailure, 'id'>): string {
  return PREFIX + id;
}

/** The failure that a lesson is about, by the id of the lesson. */
export function failureOfLesson(id: string, failures: readonly WrittenFailure[]): WrittenFailure | undefined {
  return id.startsWith(PREFIX) ? failures.find((failure) => failureLessonId(failure) === id) : undefined;
}

/**
 * The exercise of a famous failure, made of its own case: first what the client gets, then what makes the calls come that were
 * meant. Where nothing on the page does that, somebody looks for a border in the stream that shows the failure.
 */
export function failureLesson(failure: WrittenFailure): Lesson {
  return {
    id: failureLessonId(failure),
    // Its own title would tell what happens.
    title: `A failure of ${failure.engine}`,
    minutes: 3,
    steps: [predicted(failure), repaired(failure) ?? shownByCut(failure)],
  };
}

function predicted(failure: WrittenFailure): LessonStep {
  const what = predictionOf(failure);
  return {
    say: `This reply is like one that people reported for ${failure.engine}. ${questionOf(what)}`,
    case: caseOf(failure.state),
    ask: { kind: 'predict', what },
    hints: ['What does this parser look for, and what does it find instead?', failure.happens],
    after: failure.happens,
  };
}

function questionOf(what: Prediction): string {
  const streamed = 'streamed' in what && what.streamed === true ? ' at the end of its **stream**' : '';
  switch (what.of) {
    case 'value':
      return `Which value does your program get for \`${what.key}\`${streamed}? Write it as JSON.`;
    case 'names':
      return 'Which calls does your program get? Type their names.';
    case 'content':
      return 'Which text does your program get beside the calls?';
    case 'text-after':
      return 'Which text has the user read at the end of the **stream**?';
    case 'count':
      return `How many calls does your program get${streamed}?`;
    default:
      return 'What does your program get?';
  }
}

/** What is asked about a failure: where what the client gets is not what was meant. */
function predictionOf({ claim, remedy }: WrittenFailure): Prediction {
  if (claim.calls === 'error' || claim.calls.length === 0) return { of: 'outcome' };
  const whole = differing(claim.calls, remedy.calls);
  if (whole !== null) return whole;
  const { streamed } = claim;
  if (streamed === undefined) return { of: 'content' };
  const inStream = differing(streamed.calls, remedy.calls);
  if (inStream === null)
    return streamed.content === undefined ? { of: 'count', streamed: true } : { of: 'text-after', chunks: 20_000 };
  return inStream.of === 'names' ? inStream : { ...inStream, streamed: true };
}

function differing(
  got: readonly WrittenCall[],
  meant: readonly WrittenCall[],
): Extract<Prediction, { of: 'count' | 'names' | 'value' }> | null {
  if (got.length !== meant.length) return { of: 'count' };
  if (got.some(({ name }, index) => name !== meant[index]?.name)) return { of: 'names' };
  const [one, other] = [membersOf(got[0]), membersOf(meant[0])];
  const key = [...one.keys()].find((name) => one.get(name) !== other.get(name));
  if (key !== undefined) return { of: 'value', key };
  const isSame = got.every(({ argumentsText }, index) => argumentsText === meant[index]?.argumentsText);
  return isSame || one.size === other.size ? null : { of: 'count' };
}

/** The JSON text of each argument. */
function membersOf(call: WrittenCall | undefined): ReadonlyMap<string, string> {
  try {
    const value: unknown = JSON.parse(call?.argumentsText ?? '');
    return new Map(Object.entries(value ?? {}).map(([key, one]) => [key, JSON.stringify(one)]));
  } catch {
    return new Map();
  }
}

const editedNames: Readonly<Partial<Record<EditedField, string>>> = {
  text: 'the text of the reply',
  native: 'the native tool calls',
  tools: 'the tools',
  profile: 'the server',
};

function repaired({ claim, helps, remedy, state }: WrittenFailure): LessonStep | null {
  const edit = Object.keys(editedNames).filter((field) => field in remedy.change) as EditedField[];
  const isChanged = edit.some(
    (field) => field !== 'template' && remedy.change[field as keyof WrittenCase] !== state[field as keyof WrittenCase],
  );
  if (!isChanged) return null;
  const areCalled = claim.calls !== 'error' && differing(claim.calls, remedy.calls) === null;
  const lost = areCalled ? claim.lost : undefined;
  const ask: Ask = {
    kind: 'fix',
    edit,
    conditions: [
      { must: 'call', calls: remedy.calls, ...(remedy.streamed === true ? { streamed: true } : {}) },
      // Where the calls were right, it is the text that has to come.
      ...(lost === undefined ? [] : [{ must: 'show' as const, text: lost }]),
    ],
  };
  const meant =
    remedy.calls.length === 0
      ? 'No call was meant here. Make your program get none'
      : `Meant was ${remedy.calls.map(({ name, argumentsText }) => `\`${name} ${argumentsText.replaceAll('`', "'")}\``).join(' and ')}. Make your program get that${lost === undefined ? '' : `, and the text \`${lost}\``}`;
  return {
    say: `${meant}${remedy.streamed === true ? ', whole and at the end of a stream' : ''}. You may change ${edit.map((field) => editedNames[field]).join(' and ')}.`,
    case: caseOf(state),
    ask,
    hints: [helps],
    after: helps,
  };
}

function shownByCut({ state, helps }: WrittenFailure): LessonStep {
  return {
    say: 'The whole reply is read well. Put the cursor where a first chunk should end, so that the client gets another result.',
    case: caseOf(state),
    ask: { kind: 'cut', shows: 'difference' },
    hints: ['Try places inside of the call.'],
    after: helps,
  };
}

/** Without what only the page shows of it. */
function caseOf({ view: _view, compare: _compare, ...state }: WrittenCase): LessonCase {
  return state;
}
