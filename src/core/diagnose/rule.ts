import type { Diagnosis, Edit, Extraction } from '../extraction.ts';
import type { Span } from '../span.ts';
import type { GateCode, QuirkCode, RejectCode, TraceEvent } from '../trace.ts';

/** What a rule looks at: the steps of one kind and one code. */
export type Trigger = QuirkCode | RejectCode | GateCode;

/**
 * Looks at a step of its trigger and says what is wrong there, with the smallest edit that changes it; null when it has
 * nothing to say.
 */
export interface Rule {
  readonly on: Trigger;
  find(event: TraceEvent, extraction: Extraction): Diagnosis | null;
}

export function triggerOf(event: TraceEvent): Trigger | null {
  if (event.kind === 'gate') return event.gate;
  return event.kind === 'quirk' || event.kind === 'reject' ? event.code : null;
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

export function edit(label: string, ...changes: Change[]): Edit {
  return { label, changes };
}

export function diagnosis(code: string, message: string, { from, to }: Span, change: Edit | null = null): Diagnosis {
  return { code, message, span: { from, to }, edit: change };
}
