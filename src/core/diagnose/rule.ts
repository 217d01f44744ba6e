import { catalogue, type Diagnosis, type DiagnosisCode, type TraceEvent } from '../trace/index.ts';
import type { Edit, Span } from '../text/document/index.ts';
import type { Subject } from './subject.ts';
import type { Trigger } from './trigger.ts';

/**
 * Looks at the steps of its triggers and says what is wrong there, with the smallest edit that changes it; null when it
 * has nothing to say.
 */
export interface StepRule {
  readonly on: readonly Trigger[];
  find(event: TraceEvent, subject: Subject): Diagnosis | null;
}

/** Looks at the whole once: at the calls, at what is left of the text, at what another reading gives. */
export interface WholeRule {
  look(subject: Subject): readonly Diagnosis[];
}

export type Rule = StepRule | WholeRule;

/** A piece of the text as it may be in a sentence: on one line, short, without the signs that mark code. */
export function quoted(text: string): string {
  const line = text.replaceAll('\n', '⏎').replaceAll('\t', '⇥').replaceAll('`', '');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

export interface Change {
  readonly span: Span;
  readonly insert: string;
}

export function insertAt(at: number, insert: string): Change {
  return { span: { from: at, to: at }, insert };
}

export function remove(from: number, to: number): Change {
  return { span: { from, to }, insert: '' };
}

export function replace({ from, to }: Span, insert: string): Change {
  return { span: { from, to }, insert };
}

/** Sorted, and without what overlaps. */
export function inOrder(changes: readonly Change[]): Change[] {
  const sorted = changes.toSorted((a, b) => a.span.from - b.span.from || a.span.to - b.span.to);
  const kept: Change[] = [];
  for (const change of sorted) {
    const before = kept.at(-1);
    if (before === undefined || before.span.to <= change.span.from) kept.push(change);
  }
  return kept;
}

export function edit(label: string, ...changes: readonly Change[]): Edit {
  return { label, changes };
}

/** Sentences about the text, and then those about the reader: each engine makes something else of the same fault. */
export interface Told {
  readonly fact: string;
  readonly reader: string;
}

export function diagnosis(
  code: DiagnosisCode,
  message: string | Told,
  { from, to }: Span,
  change: Edit | null = null,
  remedy: string = catalogue[code].remedy,
): Diagnosis {
  const told =
    typeof message === 'string' ? { message } : { message: `${message.fact} ${message.reader}`, fact: message.fact };
  return { code, ...told, span: { from, to }, edit: change, remedy };
}
