import type { Ask } from '../../data/lessons/lesson.ts';
import { correctForm } from '../reader/index.ts';
import { applyEdit } from '../text/document/index.ts';
import type { Answer } from './answer.ts';
import type { Question } from './asked.ts';
import { gradeAnswer } from './grade.ts';
import { orderFor } from './order.ts';
import { placesOf } from './point.ts';
import { wordsFor } from './predict.ts';
import { diagnosesOf, type Reading, readCase } from './reading.ts';

type EditAsk = Extract<Ask, { kind: 'fix' | 'break' | 'write' }>;

/** So many characters, and so many borders, are tried one after another. */
const MOST_TRIED = 300;

/**
 * An answer that the engines prove right; null where none of those that Callscope can think of is. Only replies are edited:
 * who has to change a template or a server has to think.
 */
export async function solve(question: Question): Promise<Answer | null> {
  for (const answer of await candidates(question)) {
    if ((await gradeAnswer(question, answer)).isRight) return answer;
  }
  return null;
}

/** All options that the engines prove right: who teaches should know each of them. */
export async function rightOptions(question: Question): Promise<readonly string[]> {
  const { ask } = question;
  if (ask.kind !== 'choose' && ask.kind !== 'tell') return [];
  const labels: string[] = [];
  for (const { id, label } of ask.among) {
    if ((await gradeAnswer(question, { kind: 'option', id })).isRight) labels.push(label);
  }
  return labels;
}

async function candidates({ ask, case: given }: Question): Promise<readonly Answer[]> {
  switch (ask.kind) {
    case 'predict': {
      const text = await wordsFor(ask.what, given);
      return text === null ? [] : [{ kind: 'words', text }];
    }
    case 'choose':
    case 'tell':
      return ask.among.map(({ id }) => ({ kind: 'option', id }));
    case 'order': {
      const order = await orderFor(ask, given);
      return order === null ? [] : [{ kind: 'order', order }];
    }
    default: {
      const reading = await readCase(given);
      if (typeof reading === 'string') return [];
      if (ask.kind === 'point') return placesOf(ask.target, reading).map((span) => ({ kind: 'span', span }));
      if (ask.kind === 'cut') return borders(reading.text).map((at) => ({ kind: 'place', at }));
      if (!ask.edit.includes('text')) return [];
      return editsFor(ask, reading).map((text) => ({ kind: 'case', case: { ...given, text } }));
    }
  }
}

function borders(text: string): readonly number[] {
  return Array.from({ length: Math.min(MOST_TRIED, text.length - 1) }, (_, index) => index + 1);
}

function editsFor({ conditions }: EditAsk, reading: Reading): readonly string[] {
  const { text, whole } = reading;
  const repaired = diagnosesOf(reading).flatMap(({ edit }) => (edit === null ? [] : [applyEdit(text, edit)]));
  const written = conditions.flatMap((condition) =>
    condition.must === 'call'
      ? whole.runtime.formats.flatMap((format) => correctForm(format, condition.calls, text) ?? [])
      : [],
  );
  const forms = written.flatMap((form) => [form.text, ...form.others]);
  return [...repaired, ...forms, ...withoutOne(text, whole.calls[0]?.span.from ?? 0)];
}

/** The text without one of its characters, from a place on. */
function withoutOne(text: string, from: number): readonly string[] {
  const length = Math.min(MOST_TRIED, text.length - from);
  return Array.from({ length }, (_, index) => text.slice(0, from + index) + text.slice(from + index + 1));
}

/** What an answer says, for those who read it on paper or on a wall. `text`: a whole text that was edited; else ''. */
export function answerWords({ ask, case: given }: Question, answer: Answer): { says: string; text: string } {
  const text = given.text ?? '';
  const plain = (says: string): { says: string; text: string } => ({ says, text: '' });
  switch (answer.kind) {
    case 'words':
      return plain(answer.text.trim() === '' ? 'Nothing' : `\`${answer.text.trim()}\``);
    case 'span':
      return plain(`\`${text.slice(answer.span.from, answer.span.to)}\``);
    case 'place':
      return plain(
        `Between \`${text.slice(Math.max(0, answer.at - 8), answer.at)}\` and \`${text.slice(answer.at, answer.at + 8)}\``,
      );
    case 'option':
      return plain('among' in ask ? (ask.among.find(({ id }) => id === answer.id)?.label ?? answer.id) : answer.id);
    case 'order':
      return plain(ask.kind === 'order' ? answer.order.map((item) => ask.items[item]?.label ?? '').join('; ') : '');
    case 'case':
      return { says: 'One way to write it:', text: answer.case.text ?? '' };
  }
}
