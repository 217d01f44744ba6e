import type { Diagnosis, Extraction, ToolCall } from '../../trace/index.ts';
import { overlaps, withPlace } from '../../text/document/index.ts';
import { bringsMeant, writtenAnew } from '../engine-edits.ts';
import { diagnosis, edit, quoted } from '../rule.ts';
import { Subject } from '../subject.ts';
import { causesOf } from './causes.ts';
import { areAlike, type Departure, departuresOf } from './departures.ts';
import { mendingOf, type Mending } from './mending.ts';
import { stopOf } from './stop.ts';
import { differentValue } from './values.ts';

/** With more calls than this the runtime is the right one, and the text is not read again. */
const MOST_CALLS = 20;
const MOST_FINDINGS = 4;

/**
 * Why a runtime returns other calls than were meant: what our own reader had to make up for, where it is tried that the
 * runtime does not; else what it makes of a value, and where it stopped.
 *
 * @param told what is said already
 * @param rules what the rules say of another subject
 */
export function otherCalls(
  subject: Subject,
  told: readonly Diagnosis[],
  rules: (subject: Subject) => readonly Diagnosis[],
): { readonly first: readonly Diagnosis[]; readonly last: readonly Diagnosis[] } {
  const nothing = { first: [], last: [] };
  const { runtime, extraction } = subject;
  if (runtime.lenient || extraction.calls.length >= MOST_CALLS) return nothing;
  const auto = subject.everyFormat;
  if (auto === null || auto.calls.length > MOST_CALLS) return nothing;
  const departures = departuresOf(auto.calls, extraction.calls);
  if (departures.length === 0 || told.some((one) => isAnswer(subject, auto.calls, one))) return nothing;
  const named = rules(new Subject(auto, { runtime: 'auto', tools: subject.definitions }));
  const mending = auto.calls.length === 0 ? null : mendingOf(subject, auto.calls, causesOf(subject, auto, named));
  const first = mending === null ? [] : ofMending(subject, departures, mending);
  if (mending?.isWhole === true) return { first, last: [] };
  const values = departures.flatMap((one) => (one.meant === null || one.given === null ? [] : [differentValue(subject, auto, one.meant, one.given)]));
  const surplus = departures.flatMap((one) => (one.meant === null ? [unmeant(subject, auto, one.given, named)] : []));
  const missing = departures.find((one) => one.given === null)?.meant ?? null;
  const last = mending !== null || missing === null ? [] : [stopped(subject, auto, missing)];
  return { first: [...first, ...values.slice(0, MOST_FINDINGS), ...surplus.slice(0, MOST_FINDINGS)], last };
}

/** Whether a diagnosis has an edit that brings what was meant, or names the parser for it. */
function isAnswer(subject: Subject, meant: readonly ToolCall[], { code, edit: change }: Diagnosis): boolean {
  if (code === 'D01') return true;
  if (change === null || change.runtime !== undefined) return false;
  return areAlike(meant, subject.after(change)?.calls ?? []);
}

function ofMending({ runtime, extraction }: Subject, departures: readonly Departure[], { causes, change }: Mending): Diagnosis[] {
  const consequence = consequenceOf(runtime.label, extraction, departures);
  return causes.map(({ code, fact, span, remedy }, index) =>
    diagnosis(code, `${fact} ${consequence}`, span, index === 0 ? change : null, remedy),
  );
}

const served = {
  error: 'returns an error',
  crash: 'ends with an exception',
  'http-error': 'answers with an HTTP error',
  'broken-stream': 'breaks the stream off',
} as const;

function consequenceOf(label: string, { error }: Extraction, departures: readonly Departure[]): string {
  if (error !== undefined) return `${label} ${served[error.served]}.`;
  const missing = departures.filter((one) => one.given === null).flatMap(({ meant }) => meant ?? []);
  const [lost] = missing;
  if (lost !== undefined)
    return missing.length === 1
      ? `${label} does not return the call to \`${quoted(lost.name)}\`.`
      : `${label} does not return ${String(missing.length)} calls.`;
  const [first] = departures;
  return first?.meant === null
    ? `${label} returns a call to \`${quoted(first.given.name)}\` that was not meant.`
    : `${label} returns other arguments.`;
}

/** A call that was not meant. */
function unmeant(subject: Subject, auto: Extraction, given: ToolCall, named: readonly Diagnosis[]): Diagnosis {
  const { document, runtime } = subject;
  const call = `a call to \`${quoted(given.name)}\``;
  const cut = auto.incomplete.find(({ span }) => overlaps(span, given.span));
  if (cut !== undefined)
    return diagnosis(
      'D27',
      `${withPlace(`${runtime.label} returns ${call} although the reply ends inside of it`, document, cut.span.to)}. Do not run this call.`,
      given.span,
    );
  const near = named.find(({ span }) => overlaps(span, given.span));
  const why = near === undefined ? '' : ` ${near.fact ?? near.message}`;
  return diagnosis(
    'D36',
    `${withPlace(`${runtime.label} returns ${call}, but the reply makes no such call`, document, given.span.from)}.${why}`,
    given.nameSpan.from < given.nameSpan.to ? given.nameSpan : given.span,
  );
}

/** A call that does not come, and nothing that is known is wrong with it: where the parser stopped, and what it expected. */
function stopped(subject: Subject, auto: Extraction, missing: ToolCall): Diagnosis {
  const { runtime, extraction } = subject;
  const stop = stopOf(extraction);
  const change = rewriting(subject, auto);
  const gets = extraction.error === undefined ? `does not return the call to \`${quoted(missing.name)}\`` : served[extraction.error.served];
  const notation = change === null ? '' : ' It expects another notation of the call.';
  return diagnosis(
    'D35',
    stop === null ? `${runtime.label} ${gets}.${notation}` : `${runtime.label} ${gets}: ${stop.why}`,
    stop?.span ?? missing.span,
    change,
  );
}

function rewriting(subject: Subject, auto: Extraction): ReturnType<typeof edit> | null {
  const changes = writtenAnew(subject, auto.calls);
  const change = edit('Rewrite the calls', ...changes);
  return changes.length > 0 && bringsMeant(subject, change) ? change : null;
}
