import { catalogue, type Diagnosis, type DiagnosisCode, type TraceEvent } from '../trace/index.ts';
import type { Edit, Span } from '../text/document/index.ts';
import type { Change } from './changes.ts';
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

/** A piece of the text for use in a sentence: on one line, at most 60 UTF-16 units, with other signs for backticks. */
export function quoted(text: string): string {
  const line = text.replaceAll('\n', '⏎').replaceAll('\t', '⇥').replaceAll('`', '’');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** Two texts of which only the end differs are quoted from the word before the difference on. */
export function quotedApart(one: string, other: string): readonly [string, string] {
  if (quoted(one) !== quoted(other)) return [quoted(one), quoted(other)];
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - (/[^\s<>]*[\s<>]?$/.exec(one.slice(0, at))?.[0].length ?? 0));
  return [`…${quoted(one.slice(from))}`, `…${quoted(other.slice(from))}`];
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
