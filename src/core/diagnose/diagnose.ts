import type { Edit } from '../text/document/index.ts';
import { areReturned, type Diagnosis, type DiagnosisCode, type Extraction } from '../trace/index.ts';
import {
  callInsideLine,
  expressionAfterWords,
  foreignDialect,
  mentionClaimsText,
  nameBesideJson,
  proseAroundJson,
  tagClaimsText,
} from './dialect.ts';
import { removesCutCall } from './meant/cut-calls.ts';
import { plainName } from './meant/departures.ts';
import { otherCalls } from './meant/other-calls.ts';
import {
  indentedCloser,
  misspeltFence,
  missingCloser,
  oneLineFence,
  openerAsCloser,
  otherFence,
  toleratedFence,
} from './fence.ts';
import { brokenPayload, toleratedPayload } from './json.ts';
import {
  doubleEncoded,
  emptyArguments,
  entryWithoutId,
  ignoredKey,
  nameWithoutAt,
  otherArguments,
  refusedKeys,
  toleratedKeys,
  unrecognisedShape,
} from './keys.ts';
import { argumentsAreText, bodyIsNotJson, doubledOpener, fencedBodyIsNotJson, textForArguments } from './bodies.ts';
import {
  callInAnswer,
  callInAnswerAlone,
  damagedMarkup,
  mistypedValue,
  unclearParts,
  unknownHeader,
  unreadMembers,
} from './damaged-markup.ts';
import { delimiterInValue, strayCloser, tailBeforeCloser, toleratedNoCloser } from './closers.ts';
import { markersBesideCalls } from './marker-beside-call.ts';
import { markupAtEnds, quoteInText, unmatchedQuote } from './markup-in-value.ts';
import { cutAtMarker, cutCall, cutElsewhere } from './cuts.ts';
import { encodedMarkup } from './entities.ts';
import { lostWord, nearMissMarker, otherBars } from './near-misses.ts';
import { strangeName, untrimmedName } from './names.ts';
import {
  callBeforeLoneCloser,
  callInThoughtAlone,
  draftedCall,
  openReasoning,
  reasoningEndedByCall,
  suppressedCall,
  trappedBareCall,
  trappedCall,
} from './position.ts';
import { quotedAndRun, quotedBareCall, quotedCall } from './quoted-calls.ts';
import { toldWhyCut } from './broken-off.ts';
import { lineEnds } from './line-ends.ts';
import { leftArguments, repeatedArgument } from './lost-arguments.ts';
import { codeOfCalls } from './code-of-calls.ts';
import { inventedForm } from './invented-form.ts';
import { withInventedResults } from './invented-result.ts';
import { callBehindOddSigns } from './odd-signs.ts';
import { aboutItsParser } from './reasoning-parser.ts';
import { shownReasoning } from './shown-reasoning.ts';
import { rewrittenCalls } from './rewritten-calls.ts';
import type { Rule, StepRule } from './rule.ts';
import { schemaFaults } from './schema.ts';
import { soundEdit, takesAway } from './sound-edit.ts';
import { streamDiffers } from './stream-differs.ts';
import { Subject, type DiagnoseOptions } from './subject.ts';
import { triggerOf } from './trigger.ts';
import { undeclaredCall } from './undeclared-call.ts';
import { undecodedTokens } from './undecoded-tokens.ts';
import { unreadCalls } from './unread-call.ts';

/**
 * THE list of rules that look at the reply and at what a runtime did with it, likeliest cause first: the page offers the edit of
 * the first diagnosis beside the verdict. What looks at all that they said is called in `diagnose`.
 */
const rules: readonly Rule[] = [
  // Why there is no call.
  lineEnds,
  indentedCloser,
  encodedMarkup,
  nearMissMarker,
  brokenPayload,
  argumentsAreText,
  textForArguments,
  oneLineFence,
  missingCloser,
  openerAsCloser,
  otherFence,
  mentionClaimsText,
  tagClaimsText,
  rewrittenCalls,
  refusedKeys,
  proseAroundJson,
  callInsideLine,
  expressionAfterWords,
  foreignDialect,
  unrecognisedShape,
  entryWithoutId,
  nameWithoutAt,
  cutCall,
  cutAtMarker,
  cutElsewhere,
  trappedCall,
  trappedBareCall,
  callInThoughtAlone,
  callBeforeLoneCloser,
  openReasoning,
  callInAnswer,
  callInAnswerAlone,
  unknownHeader,
  quotedCall,
  quotedBareCall,
  bodyIsNotJson,
  fencedBodyIsNotJson,
  unclearParts,
  nameBesideJson,
  inventedForm,
  codeOfCalls,
  // Why the call differs from the one that was meant.
  ignoredKey,
  otherArguments,
  draftedCall,
  quotedAndRun,
  strangeName,
  untrimmedName,
  schemaFaults,
  repeatedArgument,
  leftArguments,
  markupAtEnds,
  unmatchedQuote,
  quoteInText,
  suppressedCall,
  emptyArguments,
  streamDiffers,
  // What this runtime tolerates and others do not.
  toleratedPayload,
  toleratedKeys,
  tailBeforeCloser,
  strayCloser,
  toleratedNoCloser,
  otherBars,
  damagedMarkup,
  mistypedValue,
  unreadMembers,
  doubledOpener,
  misspeltFence,
  toleratedFence,
  lostWord,
  reasoningEndedByCall,
  doubleEncoded,
  delimiterInValue,
];

/** What is asked where nobody else knows anything. */
const lastResorts: readonly ((subject: Subject) => readonly Diagnosis[])[] = [
  callBehindOddSigns,
  markersBesideCalls,
  undeclaredCall,
];

/** Most diagnoses in an answer. A reply with a thousand faults has the same fault a thousand times. */
const LIMIT = 12;
/** Most steps that one rule looks at. A rule may read all of the text after its step, so this keeps the work linear. */
const TRIES = 4;

/**
 * Says why a runtime did not extract something, or not as it was meant. Rules look at the steps, and at the text where the
 * steps point. The text is read again (as another format, or after an edit) only when a rule asks for it.
 *
 * @param options the options that the extraction was made with, and the recording of the text
 */
export function diagnose(extraction: Extraction, options: DiagnoseOptions = {}): Diagnosis[] {
  // The calls that a server returned are judged as such: what its parser makes of the text beside them is of no matter.
  const asked = areReturned(extraction) ? { ...options, runtime: 'auto', reasoning: '' } : options;
  const subject = new Subject(extraction, asked);
  const undecoded = undecodedTokens(subject);
  if (undecoded !== null) return [undecoded];
  const found = ofRules(subject);
  const other = otherCalls(subject, found, ofRules, everyRule);
  const said = [...other.first, ...found, ...other.last];
  const unread = unreadCalls(subject, said);
  // Why there is no call at all comes before what a stream makes of the text.
  const known = said.every(({ code }) => code === 'D32') ? [...unread, ...said] : [...said, ...unread];
  const last = known.length > 0 ? known : lastResorts.flatMap((find) => find(subject));
  const told = withInventedResults(last, subject);
  const all = withoutRepetitions([...told, ...shownReasoning(subject, told)], subject).slice(0, LIMIT);
  const sound = all.map((one) =>
    toldWhyCut(aboutItsParser(soundEdit(withoutHarm(one, subject), subject), subject), options.brokenBy ?? null),
  );
  return other.changed === 0 ? sound : sound.map((one) => ({ ...one, changed: other.changed }));
}

/** The rules, and what only looks like a call. */
function everyRule(subject: Subject): readonly Diagnosis[] {
  const found = ofRules(subject);
  return [...found, ...unreadCalls(subject, found)];
}

function ofRules(subject: Subject): readonly Diagnosis[] {
  const bySteps = fromSteps(subject);
  return rules.flatMap((rule) => ('look' in rule ? rule.look(subject) : (bySteps.get(rule) ?? [])));
}

/** Drops an edit that nobody could make, that changes nothing, and after which the runtime returns fewer calls. */
function withoutHarm(diagnosis: Diagnosis, subject: Subject): Diagnosis {
  const { edit } = diagnosis;
  if (edit === null || edit.runtime !== undefined) return diagnosis;
  const clear = cleared(edit, subject.document);
  return { ...diagnosis, edit: clear !== null && isHarmless(diagnosis.code, edit, subject) ? clear : null };
}

/** Without the changes that are none; null where none is left, and where two of them overlap. */
function cleared(edit: Edit, document: string): Edit | null {
  const changes = edit.changes.filter(({ span: { from, to }, insert }) => document.slice(from, to) !== insert);
  const areApart = changes.every(({ span }, index) => (changes[index - 1]?.span.to ?? 0) <= span.from);
  return changes.length > 0 && areApart ? { ...edit, changes } : null;
}

function isHarmless(code: DiagnosisCode, edit: Edit, subject: Subject): boolean {
  if (takesAway.has(code)) return true;
  const after = subject.after(edit);
  // What could not be tried is not offered.
  if (after === null || inventsCall(after, subject) || removesMeant(edit, subject) || removesCutCall(edit, subject))
    return false;
  if (after.calls.length >= subject.extraction.calls.length) return true;
  return !subject.runtime.lenient && subject.everyFormat?.calls.length !== 0 && subject.bringsMeant(edit);
}

/**
 * Whether an engine returns a call after an edit that nobody meant: our own reader does not find it in the reply. Where that
 * finds none, a declared tool is called, or one that it names. Agents may call it by another name than our own reader.
 */
function inventsCall({ calls }: Extraction, { runtime, engine, everyFormat, extraction, tools }: Subject): boolean {
  if (runtime.lenient || everyFormat === null) return false;
  const meant = [...everyFormat.calls, ...everyFormat.incomplete];
  const known = [...extraction.calls, ...meant, ...(meant.length === 0 ? everyFormat.suppressed : [])];
  const names = new Set(known.map(plainName));
  const isUnknown = (name: string): boolean =>
    engine === null
      ? meant.length > 0 && !tools.isEmpty && !tools.has(tools.resolve(name))
      : meant.length > 0 || !tools.has(tools.resolve(name));
  return calls.map(plainName).some((name) => !names.has(name) && isUnknown(name));
}

/** Whether an edit removes all of a call that was meant. */
function removesMeant({ changes }: Edit, { runtime, everyFormat }: Subject): boolean {
  const meant = runtime.lenient ? [] : (everyFormat?.calls ?? []);
  return meant.some((call) =>
    changes.some(({ span, insert }) => insert === '' && span.from <= call.nameSpan.from && call.span.to <= span.to),
  );
}

const byTrigger = rulesByTrigger();

function rulesByTrigger(): ReadonlyMap<string, readonly StepRule[]> {
  const found = new Map<string, StepRule[]>();
  for (const rule of rules) {
    if ('look' in rule) continue;
    for (const trigger of rule.on) found.set(trigger, [...(found.get(trigger) ?? []), rule]);
  }
  return found;
}

function fromSteps(subject: Subject): Map<Rule, Diagnosis[]> {
  const left = new Map<Rule, number>();
  const found = new Map<Rule, Diagnosis[]>();
  for (const event of subject.oddSteps) {
    for (const rule of byTrigger.get(triggerOf(event) ?? '') ?? []) {
      const tries = left.get(rule) ?? TRIES;
      if (tries === 0) continue;
      left.set(rule, tries - 1);
      const diagnosis = rule.find(event, subject);
      if (diagnosis !== null) found.set(rule, [...(found.get(rule) ?? []), diagnosis]);
    }
  }
  return found;
}

/** Keeps one diagnosis of each code for each place, and of each sentence about an engine: that of the first rule. */
function withoutRepetitions(found: readonly Diagnosis[], { runtime }: Subject): Diagnosis[] {
  const places = new Set<string>();
  return found.filter(({ code, span, message }, index) => {
    // The text ends once, whatever is cut off there.
    const place = `${code} ${String(code === 'D27' ? span.to : span.from)}`;
    const isTold = found
      .slice(0, Math.min(index, LIMIT))
      .some((one) => one.code === code && one.message.startsWith(message));
    const isNew = !places.has(place) && (runtime.lenient || !isTold);
    places.add(place);
    return isNew;
  });
}
