import type { Diagnosis, Extraction } from '../trace/index.ts';
import {
  callInsideLine,
  expressionAfterWords,
  foreignDialect,
  mentionClaimsText,
  nameBesideJson,
  proseAroundJson,
  tagClaimsText,
} from './dialect.ts';
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
import { callInAnswer, damagedMarkup, unclearPairs, unknownHeader, unreadMembers } from './damaged-markup.ts';
import { delimiterInValue, strayCloser, tailBeforeCloser, toleratedNoCloser } from './closers.ts';
import { markersBesideCalls } from './marker-beside-call.ts';
import { markupAtEnds, quoteInText, unmatchedQuote } from './markup-in-value.ts';
import { cutAtMarker, cutCall, cutElsewhere } from './cuts.ts';
import { lostBrackets, lostWord, nearMissMarker, otherBars } from './near-misses.ts';
import { strangeName, untrimmedName } from './names.ts';
import {
  callBeforeLoneCloser,
  draftedCall,
  openReasoning,
  reasoningEndedByCall,
  suppressedCall,
  trappedBareCall,
  trappedCall,
} from './position.ts';
import { quotedAndRun, quotedBareCall, quotedCall } from './quoted-calls.ts';
import { leftArguments, repeatedArgument } from './lost-arguments.ts';
import { inventedForm } from './invented-form.ts';
import type { Rule, StepRule } from './rule.ts';
import { schemaFaults } from './schema.ts';
import { streamDiffers } from './stream-differs.ts';
import { Subject, type DiagnoseOptions } from './subject.ts';
import { triggerOf } from './trigger.ts';
import { unreadCalls } from './unread-call.ts';

/** THE list of rules, the likeliest cause first: the page offers the edit of the first diagnosis beside the answer. */
const rules: readonly Rule[] = [
  // Why there is no call.
  indentedCloser,
  brokenPayload,
  argumentsAreText,
  textForArguments,
  oneLineFence,
  missingCloser,
  openerAsCloser,
  otherFence,
  mentionClaimsText,
  tagClaimsText,
  refusedKeys,
  proseAroundJson,
  callInsideLine,
  expressionAfterWords,
  nearMissMarker,
  lostBrackets,
  foreignDialect,
  unrecognisedShape,
  entryWithoutId,
  nameWithoutAt,
  cutCall,
  cutAtMarker,
  cutElsewhere,
  trappedCall,
  trappedBareCall,
  callBeforeLoneCloser,
  openReasoning,
  callInAnswer,
  unknownHeader,
  quotedCall,
  quotedBareCall,
  bodyIsNotJson,
  fencedBodyIsNotJson,
  unclearPairs,
  nameBesideJson,
  inventedForm,
  // Why the call is another one than was meant.
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
  // What this runtime forgives, and others do not.
  toleratedPayload,
  toleratedKeys,
  tailBeforeCloser,
  strayCloser,
  toleratedNoCloser,
  otherBars,
  damagedMarkup,
  unreadMembers,
  doubledOpener,
  misspeltFence,
  toleratedFence,
  lostWord,
  reasoningEndedByCall,
  doubleEncoded,
  delimiterInValue,
];

/** As many as a reader can use; a reply with a thousand faults has the same fault a thousand times. */
const LIMIT = 12;
/** How often one rule is asked. A rule may read the text after its step, so this keeps all of it linear. */
const TRIES = 4;

/**
 * Why something was not extracted, or not as it was meant. Looks at the steps, and into the text where they point; reads
 * the text again, as another format or after an edit, only where a rule asks for it.
 *
 * @param options those that the extraction was made with, and how the text came
 */
export function diagnose(extraction: Extraction, options: DiagnoseOptions = {}): Diagnosis[] {
  const subject = new Subject(extraction, options);
  const found = ofRules(subject);
  const other = otherCalls(subject, found, ofRules);
  const said = [...other.first, ...found, ...other.last];
  const known = [...said, ...unreadCalls(subject, said)];
  const all = withoutRepetitions(known.length > 0 ? known : markersBesideCalls(subject)).slice(0, LIMIT);
  return subject.engine === null ? all : all.map((one) => withoutHarm(one, subject));
}

function ofRules(subject: Subject): readonly Diagnosis[] {
  const bySteps = fromSteps(subject);
  return rules.flatMap((rule) => ('look' in rule ? rule.look(subject) : (bySteps.get(rule) ?? [])));
}

/** Codes whose edit takes a call away on purpose: a draft, an example, a copy. */
const takesAway: ReadonlySet<string> = new Set(['D19', 'D21', 'D30']);

/** Under an engine, an edit after which it returns fewer calls is not offered. */
function withoutHarm(diagnosis: Diagnosis, subject: Subject): Diagnosis {
  const { code, edit } = diagnosis;
  if (edit === null || edit.runtime !== undefined || takesAway.has(code)) return diagnosis;
  const after = subject.after(edit);
  if (after === null || after.calls.length >= subject.extraction.calls.length) return diagnosis;
  if (subject.everyFormat?.calls.length !== 0 && subject.bringsMeant(edit)) return diagnosis;
  return { ...diagnosis, edit: null };
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

/** One place has one diagnosis of each code: that of the first rule. */
function withoutRepetitions(found: readonly Diagnosis[]): Diagnosis[] {
  const places = new Set<string>();
  return found.filter(({ code, span }) => {
    const place = `${code} ${String(span.from)}`;
    const isNew = !places.has(place);
    places.add(place);
    return isNew;
  });
}
