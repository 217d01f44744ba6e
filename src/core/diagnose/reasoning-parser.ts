import { liesIn } from '../engines/kit/index.ts';
import { catalogue, type Diagnosis, explain } from '../trace/index.ts';
import type { Subject } from './subject.ts';

// What to do about reasoning depends on whether a reasoning parser runs already.

const OTHER_PARSER =
  'Choose a reasoning parser that reads up to the closing marker: this one lets a part of the reasoning through.';
/** What to do where a reasoning parser takes everything for reasoning that is not closed. */
export const CLOSED_TOO_LATE =
  'Check that the reply is whole, with the end of its reasoning. Or choose a reasoning parser that ends it at a call.';

export function runsReasoningParser({ runtime }: Pick<Subject, 'runtime'>): boolean {
  return runtime.tiers[0]?.startsWith('reasoning:') === true;
}

/** Without the advice to start what runs already. */
export function aboutItsParser(one: Diagnosis, subject: Subject): Diagnosis {
  if (!runsReasoningParser(subject)) return one;
  if (one.remedy === catalogue.D19.remedy) return { ...one, remedy: OTHER_PARSER };
  return one.remedy === catalogue.D20.remedy ? { ...one, remedy: CLOSED_TOO_LATE } : one;
}

/** Why a tool parser reads what is reasoning to the model, and what to do; null where `at` is no reasoning. */
export function readsReasoning(subject: Subject, at: number): { readonly why: string; readonly remedy: string } | null {
  const { everyFormat, extraction, document, runtime } = subject;
  const thoughts = (everyFormat?.ledger ?? []).filter(({ kind }) => kind === 'reasoning');
  if (!liesIn(thoughts, at)) return null;
  const ended = extraction.trace.find((event) => event.kind === 'quirk' && event.code === 'ended-by-call');
  const why = ended === undefined ? 'That is in the reasoning.' : explain(ended, document, runtime.words).title;
  return { why, remedy: catalogue.D19.remedy };
}
