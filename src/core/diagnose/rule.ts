import type { Diagnosis, TraceEvent } from '../trace/index.ts';
import type { Edit, Span } from '../text/document/index.ts';
import { catalogue, type DiagnosisCode } from './catalogue.ts';
import type { Subject } from './subject.ts';
import type { Trigger } from './trigger.ts';

/**
 * Looks at each step of its triggers. Returns what is wrong there, with the smallest edit that corrects it; null if nothing
 * is wrong.
 */
export interface StepRule {
  readonly on: readonly Trigger[];
  find(event: TraceEvent, subject: Subject): Diagnosis | null;
}

/** Looks at the extraction once: at its calls, at the rest of the text, at how other runtimes read it. */
export interface WholeRule {
  look(subject: Subject): readonly Diagnosis[];
}

export type Rule = StepRule | WholeRule;

/** A piece of the text for use in a sentence: on one line, at most 60 UTF-16 units, without backticks. */
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

export function edit(label: string, ...changes: readonly Change[]): Edit {
  return { label, changes };
}

export function diagnosis(
  code: DiagnosisCode,
  message: string,
  { from, to }: Span,
  change: Edit | null = null,
  remedy: string = catalogue[code].remedy,
): Diagnosis {
  return { code, message, span: { from, to }, edit: change, remedy };
}
