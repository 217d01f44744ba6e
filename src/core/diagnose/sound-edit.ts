import { applyEdit, type Edit, within } from '../text/document/index.ts';
import { codesWhere, type Diagnosis, type Extraction } from '../trace/index.ts';
import { areAlike, nearness } from './meant/departures.ts';
import { rewrittenReply } from './meant/rewriting.ts';
import type { Subject } from './subject.ts';

/** With more calls than this no edit of an engine is tried once more. */
const MOST_CALLS = 20;

/** Codes whose edit removes a call on purpose: a draft, an example, a copy. */
export const takesAway = codesWhere(({ edit }) => edit === 'removes-call');

/** Those of them that remove something that was no call. */
const removesQuotation = codesWhere(({ edit, isNoCall }) => edit === 'removes-call' && isNoCall === true);

/** Codes whose edit changes a value on purpose. */
const changesValue = codesWhere(({ edit }) => edit === 'changes-value');

const ONLY_WHOLE = 'After the edit only a whole reply gives the calls: send the request with `stream: false`.';

/** What comes of an edit beside the calls that were meant. */
interface Outcome {
  /** What our own reader still finds odd in the edited text; Infinity where it finds other calls. */
  readonly odd: number;
  readonly streams: boolean;
}

/**
 * An edit after which an engine returns what was meant should give a text that everybody reads so: else the calls are written
 * anew, if that text is sounder. The remedy says so where the stream gives something else.
 */
export function soundEdit(diagnosis: Diagnosis, subject: Subject): Diagnosis {
  const { edit, remedy } = diagnosis;
  const meant = subject.runtime.lenient ? undefined : subject.everyFormat?.calls;
  if (edit === null || edit.runtime !== undefined || meant === undefined || meant.length > MOST_CALLS) return diagnosis;
  const after = subject.after(edit);
  if (after === null) return diagnosis;
  // What is removed may be one draft of many, but takes no call along that was meant.
  if (
    meant.length > 0 &&
    removesQuotation.has(diagnosis.code) &&
    nearness(meant, after.calls) <= nearness(meant, subject.extraction.calls)
  )
    return { ...diagnosis, edit: null };
  if (!areAlike(meant, after.calls)) return diagnosis;
  const [best, outcome] =
    takesAway.has(diagnosis.code) || changesValue.has(diagnosis.code)
      ? [edit, { odd: 0, streams: subject.streams(edit) }]
      : bestOf(edit, subject);
  if (outcome.odd === Infinity) return { ...diagnosis, edit: null };
  return { ...diagnosis, edit: best, remedy: outcome.streams ? remedy : `${remedy} ${ONLY_WHOLE}` };
}

function bestOf(edit: Edit, subject: Subject): readonly [Edit, Outcome] {
  const own = outcomeOf(edit, subject);
  if (own.odd === 0 && own.streams) return [edit, own];
  const anew = rewrittenReply(subject);
  if (anew === null) return [edit, own];
  const other = outcomeOf(anew, subject);
  const isBetter = other.streams === own.streams ? other.odd < own.odd : other.streams && other.odd <= own.odd;
  return isBetter ? [anew, other] : [edit, own];
}

function outcomeOf(edit: Edit, subject: Subject): Outcome {
  const { document, parts } = subject;
  const text = applyEdit(document.slice(0, parts.text?.to ?? 0), within(edit, parts.text ?? { from: 0, to: 0 }));
  return { odd: oddnessOf(subject.readAlone(text), subject), streams: subject.streams(edit) };
}

function oddnessOf(own: Extraction | null, subject: Subject): number {
  if (own === null) return 0;
  if (!areAlike(subject.everyFormat?.calls ?? [], own.calls)) return Infinity;
  const { oddSteps } = subject.surveyOf(own);
  return oddSteps.filter(({ kind }) => kind === 'repair' || kind === 'quirk' || kind === 'reject').length;
}
