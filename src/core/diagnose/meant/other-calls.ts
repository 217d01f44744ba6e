import { codesWhere, type Diagnosis, type Extraction, returnsJson, type ToolCall } from '../../trace/index.ts';
import { contains, counted, type Edit, overlaps, type Span } from '../../text/document/index.ts';
import { formatOf } from '../literals.ts';
import { remove, replace } from '../changes.ts';
import { CLOSED_TOO_LATE, runsReasoningParser } from '../reasoning-parser.ts';
import { diagnosis, edit, quoted } from '../rule.ts';
import { blockOf, blocksOf, Subject } from '../subject.ts';
import type { Cause } from './cause.ts';
import { causesOf } from './causes.ts';
import { cutOff } from './cut-off.ts';
import { areAlike, type Departure, departuresOf, plainName } from './departures.ts';
import { mendingOf, type Mending } from './mending.ts';
import { hunksOf } from './hunks.ts';
import { hiddenInReasoning } from './reasoning.ts';
import { otherBlocks } from './releases.ts';
import { rewrittenAlike, rewrittenReply } from './rewriting.ts';
import { withoutInsertion } from './shifted.ts';
import { isRefusedRequest } from './stop.ts';
import { served, stopped, tokensGone } from './stopped.ts';
import { unmeantCall } from './unmeant.ts';
import { differentValue } from './values.ts';

/** With more calls than this the runtime is the right one, and the text is not read again. */
const MOST_CALLS = 20;
const MOST_FINDINGS = 4;

/** What the rules say of a subject. */
type Rules = (subject: Subject) => readonly Diagnosis[];

/** What is said before everything else, and what only where nothing else is said of the place. */
interface Said {
  readonly first: readonly Diagnosis[];
  readonly last: readonly Diagnosis[];
}

const nothing: Said = { first: [], last: [] };

/** `changed`: so many of the calls that were meant come with other arguments. */
interface SaidOfCalls extends Said {
  readonly changed: number;
}

/**
 * Why a runtime returns other calls than were meant: what our own reader had to make up for, where it is tried that the
 * runtime does not; else what it makes of a value, and where it stopped.
 *
 * @param told what is said already
 * @param every the rules, and what they say of what only looks like a call
 */
export function otherCalls(subject: Subject, told: readonly Diagnosis[], rules: Rules, every: Rules): SaidOfCalls {
  const { runtime, extraction } = subject;
  // Native calls are no reading of the text.
  const isReading = !runtime.lenient && subject.parts.native === null && extraction.calls.length < MOST_CALLS;
  const auto = isReading ? subject.everyFormat : null;
  if (auto === null || auto.calls.length > MOST_CALLS) return { ...nothing, changed: 0 };
  const own = new Subject(auto, { runtime: 'auto', tools: subject.definitions, isStopped: subject.isStopped });
  const all = departuresOf(auto.calls, extraction.calls).filter((one) =>
    one.given === null ? !isData(subject, auto, one.meant) : !isFitted(own, told, one, rules),
  );
  const run = all.filter((one) => isRunAsCode(subject, one));
  const departures = all.filter((one) => !run.includes(one));
  const said =
    all.length > 0 && departures.length === 0
      ? { first: runAsCode(subject, run), last: [] }
      : saidOfCalls(subject, own, departures, told, rules, every);
  return { ...said, changed: departures.filter((one) => hasOtherArguments(subject, one)).length };
}

/** Where no schema says which is meant, a value of another type is no other one. */
function hasOtherArguments({ definitions }: Subject, { meant, given }: Departure): boolean {
  if (meant === null || given === null || plainName(meant) !== plainName(given)) return false;
  const isGuess = definitions.some(({ name, inferred }) => name === meant.name && inferred === true);
  return !isGuess || !areAlike([meant], [given]);
}

function saidOfCalls(
  subject: Subject,
  own: Subject,
  departures: readonly Departure[],
  told: readonly Diagnosis[],
  rules: Rules,
  every: Rules,
): Said {
  const { extraction } = subject;
  const { extraction: auto } = own;
  const isAsMeant = departures.length === 0;
  const begun = auto.incomplete[0];
  // What is wrong with the text does not matter then.
  if (isAsMeant && begun !== undefined && isRefusedRequest(extraction))
    return { first: [stopped(subject, begun, begun.span)], last: [] };
  if (isAsMeant ? told.some(({ code }) => code !== 'D32') : told.some((one) => isAnswer(subject, auto.calls, one)))
    return nothing;
  if (isAsMeant) return forgiven(subject, every(own), told);
  const named = rules(own);
  const missing = departures.find(({ given }) => given === null)?.meant ?? null;
  const place = missing && blockAround(auto, missing);
  // Written to the letter they come in spite of the reasoning: then it is not the reason.
  const isReasoning = place !== null && rewrittenReply(subject) === null;
  const hidden = isReasoning ? hiddenInReasoning(subject, place) : null;
  if (hidden === null || place === null) return saidOf(subject, auto, departures, named, told);

  const { changes } = hidden.change;
  const length = changes.reduce((sum, { insert }) => sum + insert.length, 0);
  const opened = subject.with(changes, withoutInsertion(hidden.after, subject.document, place.from, length));
  const left = departuresOf(auto.calls, opened.extraction.calls);
  const more = left.length === 0 ? nothing : saidOf(opened, auto, left, named, []);
  const found = [...more.first, ...more.last];
  const remedy = runsReasoningParser(subject)
    ? CLOSED_TOO_LATE
    : 'Check that the reply is whole, with the end of its reasoning. Or turn thinking off in the request.';
  const mended = found.find((one) => one.edit !== null)?.edit ?? null;
  const isEnough = areAlike(auto.calls, opened.extraction.calls);
  const change = mended === null ? (isEnough ? hidden.change : null) : { ...mended, label: 'Repair the calls' };
  return { first: [diagnosis('D20', hidden.fact, hidden.span, change, remedy), ...found], last: [] };
}

const damage = codesWhere(({ damages }) => damages === 'text');

/**
 * What is wrong with a text of which the runtime makes the calls that were meant all the same, or none as everybody else. First
 * what only its stream suffers from.
 */
function forgiven(subject: Subject, named: readonly Diagnosis[], told: readonly Diagnosis[]): Said {
  const { label } = subject.runtime;
  const { length } = subject.extraction.calls;
  const { error } = subject.extraction;
  const done =
    error !== undefined
      ? `${label} ${served[error.served]}.`
      : length === 0
        ? `${label} returns no call.`
        : `${label} returns the ${length === 1 ? 'call' : 'calls'} all the same.`;
  const differs = length > 0 && told.some(({ code }) => code === 'D32');
  const said: { first: Diagnosis[]; last: Diagnosis[] } = { first: [], last: [] };
  for (const one of named) {
    if (!damage.has(one.code) && one.code !== 'D27' && !(length === 0 && saysWhyNone(subject, one))) continue;
    const alone = one.code === 'D18' && length === 0 ? aloneIn(subject, one.span) : null;
    if (alone !== null && !subject.brings(alone.change)) {
      // The call does not come without the text around it either.
      if (alone.call !== undefined) said.first.push(stopped(subject, alone.call, one.span));
      continue;
    }
    const fact = one.fact ?? one.message;
    const without = one.code === 'D27' ? edit('', remove(one.span.from, subject.textTo)) : one.edit;
    const isReason = differs && without !== null && without.runtime === undefined && subject.streams(without);
    const reader = isReason ? `${label} returns the right calls only as a whole.` : done;
    const isEnough = length > 0 || one.edit === null || subject.brings(one.edit);
    const change = isEnough ? one.edit : (alone?.change ?? null);
    said[isReason || length === 0 ? 'first' : 'last'].push(
      diagnosis(one.code, `${fact} ${reader}`, one.span, change, one.remedy),
    );
  }
  return said;
}

/** The call that text surrounds, and the edit that removes the text. */
function aloneIn(subject: Subject, { from, to }: Span): { readonly change: Edit; readonly call: ToolCall | undefined } {
  const change = edit('Keep only the call', remove(0, from), remove(to, subject.textTo));
  return { change, call: subject.readAlone(subject.document.slice(from, to))?.calls[0] };
}

const whyNone = codesWhere(({ saysWhyNone }) => saysWhyNone === true);

/** Whether it says why a text has no call for anybody: a quotation only where the reply is nothing else. */
function saysWhyNone({ document, textTo }: Subject, { code, span }: Diagnosis): boolean {
  if (code === 'D21')
    return document.slice(0, span.from).trim() === '' && document.slice(span.to, textTo).trim() === '';
  return whyNone.has(code);
}

function saidOf(
  subject: Subject,
  auto: Extraction,
  departures: readonly Departure[],
  named: readonly Diagnosis[],
  told: readonly Diagnosis[],
): Said {
  const missing = departures.find(({ given }) => given === null)?.meant ?? null;
  if (missing !== null && isRefusedRequest(subject.extraction))
    return { first: [stopped(subject, missing, blockAround(auto, missing))], last: [] };
  const mending = auto.calls.length === 0 ? null : bestMending(subject, auto, named);
  // Causes that bring a part of the calls are the reasons; the edit should bring all.
  const whole = mending === null || mending.isWhole ? null : rewrittenReply(subject);
  const mended =
    mending === null ? [] : ofMending(subject, departures, whole === null ? mending : { ...mending, change: whole });
  if (mending?.isWhole === true) return { first: mended, last: [] };
  const cut = missing === null ? null : cutOff(subject, auto, consequenceOf(subject, departures));
  if (cut !== null) return { first: [cut], last: [] };
  // Where no type fits that the schema has, the schema says more than that the value is of another type than the text.
  const isOfSchema = ({ code, span: { from } }: Diagnosis): boolean =>
    code === 'D28' && named.some((one) => one.code === code && one.span.from === from);
  const different = differentValues(subject, auto, departures).filter((one) => !isOfSchema(one));
  const surplus = departures.flatMap(({ meant, given }) =>
    meant !== null || isToldOf(told, given) ? [] : [unmeantCall(subject, auto, given, named)],
  );
  const place = missing && blockAround(auto, missing);
  const stop = mending !== null || missing === null || place === null ? [] : [stopped(subject, missing, place)];
  // A parser that gave up before the place of what is told never came to it.
  const stoppedAt = subject.extraction.error === undefined ? Infinity : (stop[0]?.span.to ?? Infinity);
  const reached = told.filter(({ span }) => span.from <= stoppedAt);
  const isSaid = [place, ...stop.map(({ span }) => span)].some((at) => at !== null && isTold(reached, at));
  const facts = mending !== null ? [] : factsOf(subject, auto, departures, named);
  // Where the parser stopped at what is wrong with the text, that is the reason.
  const reasons = facts.filter(({ code, span }) =>
    stop.some(
      (one) => span.from <= one.span.to && one.span.from <= span.to && (code !== 'D04' || span.to <= one.span.to),
    ),
  );
  const others = facts.filter((one) => !reasons.includes(one));
  const marked = missing === null ? undefined : facts.find((one) => one.code === 'D13' && frees(subject, one, missing));
  if (marked !== undefined) {
    const message = `${marked.message} ${consequenceOf(subject, departures)}`;
    return { first: [...mended, { ...marked, message }], last: stop };
  }
  const about = [...mended, ...different.slice(0, MOST_FINDINGS), ...surplus.slice(0, MOST_FINDINGS), ...reasons];
  return isSaid ? { first: about, last: [...stop, ...others] } : { first: [...about, ...stop, ...others], last: [] };
}

/** What is told of calls with other values than were meant; where the reply can be written anew, the first has that as its edit. */
function differentValues(subject: Subject, auto: Extraction, departures: readonly Departure[]): readonly Diagnosis[] {
  const [first, ...rest] = departures.flatMap((one) =>
    one.meant === null || one.given === null ? [] : [differentValue(subject, auto, one.meant, one.given)],
  );
  if (first === undefined) return [];
  const anew = rewrittenReply(subject);
  const isExact = anew !== null && departuresOf(auto.calls, subject.after(anew)?.calls ?? []).length === 0;
  return [isExact ? { ...first, edit: subject.whole(anew) } : first, ...rest];
}

/** Whether a call comes when the marker in one of its values is something else: then the parser stops at it. */
function frees(subject: Subject, { span }: Diagnosis, { name }: ToolCall): boolean {
  const without = edit('', replace(span, '-'.repeat(span.to - span.from)));
  return subject.after(without)?.calls.some((call) => call.name === name) === true;
}

/** Whether a call without markers is in a program or in other data: our own reader makes one of it, and few others do. */
function isData(subject: Subject, auto: Extraction, call: ToolCall): boolean {
  const { format } = call;
  const span = blockOf(call, blocksOf(auto)) ?? call.span;
  const isForeign = !subject.runtime.formats.some((id) => id === format || formatOf(id)?.tier === 'bare');
  return isForeign && formatOf(format)?.bare !== undefined && subject.isAmongData(span);
}

/** Whether a runtime makes a value fit the schema that was written as another type: nothing is wrong with that. */
function isFitted(own: Subject, told: readonly Diagnosis[], { meant, given }: Departure, rules: Rules): boolean {
  if (meant === null || given === null || !areAlike([meant], [given])) return false;
  const misfits = ({ code, span }: Diagnosis): boolean => code === 'D28' && overlaps(span, meant.span);
  return !told.some(misfits) && rules(own).some(misfits);
}

/** Whether a runtime runs code, and the call is in it: then the tool is called from there. */
function isRunAsCode({ runtime, extraction }: Subject, { meant, given }: Departure): boolean {
  const name = runtime.telling?.interpreter;
  const runs = name === undefined ? [] : extraction.calls.filter((call) => call.name === name);
  return meant === null ? runs.includes(given) : runs.some(({ span }) => overlaps(span, meant.span));
}

function runAsCode({ runtime: { label, telling } }: Subject, run: readonly Departure[]): Diagnosis[] {
  const names = [...new Set(run.flatMap(({ meant }) => (meant === null ? [] : `\`${quoted(meant.name)}\``)))].slice(
    0,
    4,
  );
  const called =
    names.length === 0
      ? ' Callscope finds no call of a tool in the code.'
      : ` The code calls ${names.join(', ')}, and that is no call of its own.`;
  const [first] = run;
  return [
    diagnosis(
      'D30',
      `${label} runs the code as Python: the one call is to \`${telling?.interpreter ?? ''}\`.${called}`,
      (first?.given ?? first?.meant)?.span ?? { from: 0, to: 0 },
      null,
      names.length === 0
        ? 'Check the code. Show one complete call as an example in the prompt.'
        : 'Change nothing: this agent calls its tools from code.',
    ),
  ];
}

/** With the markers of another release, where it is not enough to mend what is wrong. */
function bestMending(subject: Subject, auto: Extraction, named: readonly Diagnosis[]): Mending | null {
  const causes = causesOf(subject, auto, named);
  const mending = mendingOf(subject, auto.calls, causes);
  if (mending?.isWhole === true) return mending;
  for (const other of otherBlocks(subject, auto)) {
    const found = mendingOf(subject, auto.calls, [other, ...causes]);
    if (found?.isWhole === true) return found;
  }
  // A call that is cut off is none to correct, and without special tokens nothing of the notation is there.
  const [first] = auto.calls;
  const isWhole =
    auto.incomplete.length === 0 && first !== undefined && tokensGone(subject.document, first) === undefined;
  const anew = isWhole ? rewrittenAlike(subject) : null;
  const hunks = anew === null ? [] : hunksOf(auto, anew.changes);
  const corrected = hunks.length === 0 ? null : mendingOf(subject, auto.calls, hunks);
  return corrected?.isWhole === true ? corrected : mending;
}

/** A call with the markup around it; without, where that holds more calls. */
function blockAround(auto: Extraction, call: ToolCall): Span {
  const block = blockOf(call, blocksOf(auto));
  const inside = block === null ? [] : auto.calls.filter(({ span }) => overlaps(span, block));
  return block === null || inside.length > 1 ? call.span : block;
}

const ofReader = codesWhere(({ isOfReader }) => isOfReader === true);

/** What our own reader found wrong with the text of the calls, without what it makes of it. */
function factsOf(
  { runtime }: Subject,
  auto: Extraction,
  departures: readonly Departure[],
  named: readonly Diagnosis[],
): Diagnosis[] {
  // What is wrong in another format may be right in that of the runtime.
  const places = departures.flatMap(({ meant, given }) => {
    if (meant === null) return [given.span];
    return runtime.formats.includes(meant.format) ? [blockAround(auto, meant)] : [];
  });
  const isSmallest = ({ code, span }: Diagnosis): boolean =>
    !named.some((one) => one.code === code && one.span !== span && contains(span, one.span));
  return named.filter(isSmallest).flatMap((one) => {
    const told = one.fact ?? one.message;
    if (ofReader.has(one.code) || told.includes('Callscope')) return [];
    if (!places.some(({ from, to }) => one.span.from <= to && from <= one.span.to)) return [];
    return [diagnosis(one.code, told, one.span, null, one.remedy)];
  });
}

/** Whether something is said of a place, beside what a stream makes of it. */
function isTold(told: readonly Diagnosis[], place: Span): boolean {
  return told.some(({ code, span }) => code !== 'D32' && overlaps(span, place));
}

const ofUnmeant = codesWhere(({ isNoCall }) => isNoCall === true);

function isToldOf(told: readonly Diagnosis[], { span: place }: ToolCall): boolean {
  return told.some(({ code, span }) => ofUnmeant.has(code) && overlaps(span, place));
}

/** Whether a diagnosis has an edit that brings what was meant, or names the parser for it. */
function isAnswer(subject: Subject, meant: readonly ToolCall[], { code, edit: change }: Diagnosis): boolean {
  if (code === 'D01') return true;
  if (change === null || change.runtime !== undefined) return false;
  return areAlike(meant, subject.after(change)?.calls ?? []);
}

function ofMending(subject: Subject, departures: readonly Departure[], { causes, change }: Mending): Diagnosis[] {
  // Of several calls each has its own consequence.
  const consequence = ({ span }: Cause): string => {
    const here = departures.filter(({ meant }) => meant !== null && overlaps(meant.span, span));
    return consequenceOf(subject, here.length === 0 ? departures : here);
  };
  // A parser stops at the first of them.
  const inText = causes.toSorted((one, other) => one.span.from - other.span.from);
  return inText.map((cause, index) => {
    const { code, fact, span, remedy } = cause;
    return diagnosis(code, `${fact} ${consequence(cause)}`, span, index === 0 ? subject.whole(change) : null, remedy);
  });
}

function consequenceOf({ assumed, runtime, extraction: { error } }: Subject, departures: readonly Departure[]): string {
  const label = assumed + runtime.label;
  if (error !== undefined) return `${label} ${served[error.served]}.`;
  const missing = departures.flatMap(({ meant, given }) => (given === null ? meant : []));
  const [lost] = missing;
  if (lost !== undefined)
    return missing.length === 1
      ? `${label} does not return the call to \`${quoted(lost.name)}\`.`
      : `${label} does not return ${counted(missing.length, 'call')}.`;
  if (departures.some(({ meant }) => meant === null)) return `${label} returns other calls.`;
  const [first] = departures;
  if (departures.length === 1 && first !== undefined && first.given !== null && !returnsJson(first.given))
    return `${label} returns arguments that are no valid JSON.`;
  const renamed = departures.find(({ meant, given }) => meant?.name !== given?.name)?.given?.name.trim();
  return renamed === undefined || renamed === ''
    ? `${label} returns other arguments.`
    : `${label} returns a call to \`${quoted(renamed)}\`.`;
}
