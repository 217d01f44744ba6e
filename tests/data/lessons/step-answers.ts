import { existsSync } from 'node:fs';
import type { Answer, LessonCase, LessonStep } from '../../../src/core/lessons/index.ts';

/** What is tried on a step: answers that must be right, and plausible ones that must be refused. */
export interface StepAnswers {
  readonly right: readonly Given[];
  readonly wrong: readonly Given[];
}

/** The answers of `answers/<id>.ts`, one entry for each step of that lesson. */
export async function answersOf(id: string): Promise<readonly StepAnswers[]> {
  const file = new URL(`answers/${id}.ts`, import.meta.url);
  if (!existsSync(file))
    throw new Error(`Add tests/data/lessons/answers/${id}.ts: answers for each step of the lesson.`);
  const { answers } = (await import(/* @vite-ignore */ file.href)) as { answers: readonly StepAnswers[] };
  return answers;
}

/** An answer, made for the step that it is given to. */
export type Given = (step: LessonStep) => Answer;

/** A call as Hermes models write it. */
export const hermes = (name: string, args: string): string =>
  `<tool_call>\n{"name": "${name}", "arguments": ${args}}\n</tool_call>`;

export const words =
  (text: string): Given =>
  () => ({ kind: 'words', text });

export const option =
  (id: string): Given =>
  () => ({ kind: 'option', id });

export const order =
  (...indexes: readonly number[]): Given =>
  () => ({ kind: 'order', order: indexes });

/** Selects the first place of a text in the reply, or the last one. */
export const select =
  (text: string, which: 'first' | 'last' = 'first'): Given =>
  ({ case: { text: reply = '' } }) => {
    const from = which === 'first' ? reply.indexOf(text) : reply.lastIndexOf(text);
    if (from < 0) throw new Error(`The reply does not hold ${text}.`);
    return { kind: 'span', span: { from, to: from + text.length } };
  };

/** Places a border before the first place of a text, and some characters further. */
export const cutAt =
  (text: string, further = 0): Given =>
  ({ case: { text: reply = '' } }) => {
    const at = reply.indexOf(text);
    if (at < 0) throw new Error(`The reply does not hold ${text}.`);
    return { kind: 'place', at: at + further };
  };

/** Replaces the first place of a text in the reply. */
export const replace =
  (text: string, by: string): Given =>
  ({ case: given }) => {
    const reply = given.text ?? '';
    if (!reply.includes(text)) throw new Error(`The reply does not hold ${text}.`);
    return { kind: 'case', case: { ...given, text: reply.replace(text, () => by) } };
  };

export const change =
  (edited: LessonCase): Given =>
  ({ case: given }) => ({ kind: 'case', case: { ...given, ...edited } });

export const reply = (text: string): Given => change({ text });

/** Replaces the first place of a text in the chat template. */
export const template =
  (text: string, by: string): Given =>
  ({ case: given }) => {
    const before = given.template?.text ?? '';
    if (!before.includes(text)) throw new Error(`The template does not hold ${text}.`);
    return { kind: 'case', case: { ...given, template: { text: before.replace(text, () => by) } } };
  };

export const all = <Item>(make: (item: Item) => Given, ...items: readonly Item[]): Given[] => items.map(make);
