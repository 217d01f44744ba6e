import {
  catalogue,
  type Diagnosis,
  type DiagnosisCode,
  jsonErrorText,
  type RejectEvent,
  repairWord,
} from '../trace/index.ts';
import {
  applyRepairs,
  type JsonNode,
  jsonPathAt,
  member,
  readJson,
  readTolerant,
  type RepairCode,
  type TolerantReading,
} from '../text/json/index.ts';
import { capital, oddCharacters, overlaps, type Span, withPlace } from '../text/document/index.ts';
import { isNamePlaceholder, isTurnEnd, usualKeys } from '../formats/index.ts';
import { liesIn } from '../engines/kit/index.ts';
import { inOrder, remove, replace, type Change } from './changes.ts';
import { NOT_CUT } from './cuts.ts';
import { diagnosis, edit, quoted, type StepRule, type WholeRule } from './rule.ts';
import type { Subject } from './subject.ts';

/** A payload is read leniently this far, in UTF-16 units: a rule may guess its start wrongly and would read to the end. */
const PAYLOAD_LIMIT = 100_000;
/** Most repairs of one edit: a reader cannot check more. */
const MOST_CHANGES = 40;

/** The code of the fault that each repair corrects. */
const faultOf = {
  'trailing-comma': 'D08',
  'extra-comma': 'D08',
  'missing-comma': 'D08',
  'missing-colon': 'D08',
  'stray-colon': 'D08',
  'missing-key': 'D08',
  'missing-value': 'D08',
  'single-quotes': 'D08',
  'triple-quotes': 'D08',
  'joined-strings': 'D08',
  'unquoted-key': 'D08',
  'unquoted-string': 'D08',
  'unescaped-quote': 'D08',
  'missing-quote': 'D08',
  comment: 'D08',
  'python-literal': 'D08',
  'foreign-literal': 'D08',
  'number-syntax': 'D08',
  'number-out-of-range': 'D08',
  'mismatched-closer': 'D08',
  'html-entity': 'D08',
  'escaped-quote': 'D15',
  'missing-opener': 'D08',
  'surplus-opener': 'D08',
  'smart-quotes': 'D07',
  'fullwidth-punctuation': 'D07',
  'foreign-white-space': 'D07',
  'missing-closer': 'D09',
  truncated: 'D09',
  'surplus-closer': 'D10',
  'bad-escape': 'D11',
  'lone-surrogate': 'D11',
  'raw-control-character': 'D12',
} as const satisfies Record<RepairCode, DiagnosisCode>;

type JsonFault = (typeof faultOf)[RepairCode];

const faultTexts = {
  D07: 'lookalike characters replace plain ones',
  D08: 'the JSON is invalid',
  D09: 'closing brackets are missing',
  D10: 'something follows the end of the JSON',
  D11: 'invalid escape in a string',
  D12: 'raw line break or control character in a string',
  D15: 'the quotation marks are escaped as in a JSON string',
} as const satisfies Record<JsonFault, string>;

const editLabels = {
  D07: 'Use plain characters',
  D08: 'Repair the JSON',
  D09: 'Close the brackets',
  D10: 'Remove the rest',
  D11: 'Repair the escapes',
  D12: 'Escape the line breaks',
  D15: 'Remove the backslashes',
} as const satisfies Record<JsonFault, string>;

/** Reads the payload at `from` leniently; null if it is no object, or too long. */
export function payloadAt(document: string, from: number, to: number): TolerantReading | null {
  const limit = Math.min(to, from + PAYLOAD_LIMIT);
  const reading = readTolerant(document, from, limit);
  return reading.node?.kind === 'object' && (reading.end < limit || limit === to) ? reading : null;
}

export function changesOf(repairs: TolerantReading['repairs']): Change[] {
  return repairs.map(({ span, inserted }) => ({ span, insert: inserted }));
}

/** Whether all values are complete and only closing brackets are missing at the end. */
export function lacksOnlyClosers({ complete, repairs }: TolerantReading): boolean {
  const last = repairs.at(-1);
  return complete || (last?.code === 'truncated' && last.span.from === last.span.to && /^[\]}]+$/.test(last.inserted));
}

/** The payload is invalid JSON, and the runtime does not repair it. */
export const brokenPayload: StepRule = {
  on: ['json-syntax', 'native-not-json', 'object-not-json'],
  find(event, subject) {
    if (event.kind !== 'reject') return null;
    const { native } = subject.parts;
    const isEncoded = native !== null && event.from >= native.from && subject.document.charAt(event.from) === '"';
    return isEncoded ? brokenArguments(event, subject) : brokenText(event, subject);
  },
};

function brokenText(told: RejectEvent, subject: Subject): Diagnosis | null {
  const { document } = subject;
  const event = told.json === null ? withJsonError(withoutFence(told, document), document) : told;
  if (subject.engine !== null && (goesOn(event, subject) || isThought(event, subject))) return null;
  const reading = payloadAt(document, event.from, event.to);
  const isMarked =
    event.from >= subject.textTo || (event.code !== 'object-not-json' && subject.blockAround(event.from) !== null);
  if (reading === null) return isMarked && event.json !== null ? unrepairable(event, subject) : null;
  if (reading.node !== null && isPlaceholder(reading.node)) return null;
  // Inside of a JSON string of a log or a program the backslashes are right.
  if (isEscaped(reading) && !isCallOf(subject, event)) return null;
  if (event.json?.code === 'control-character' && isInName(event, subject)) {
    const fact = withPlace('The JSON is invalid: the closing quote of the name is missing', document, event.at);
    return diagnosis('D08', `${fact}.`, event);
  }
  if (reading.repairs.length > MOST_CHANGES || (!isMarked && !isCall(subject, reading.node))) return null;
  const rest = document.slice(reading.end, event.to);
  const tail = rest.trim() === '' ? [] : [remove(reading.end, event.to)];
  const fault = faultIn(event, document, reading);
  if (fault === 'D27' && subject.isStopped) return isMarked ? stoppedInside(event) : null;
  const change = edit(editLabels[fault === 'D27' ? 'D09' : fault], ...changesOf(reading.repairs), ...tail);
  const helps = isMarked ? subject.helps(change, event.code) : subject.brings(change);
  if (!helps && !isMarked) return null;
  const isMeant = subject.engine === null || isCallOf(subject, event);
  const isSeveral = reading.repairs.length === 0 && callsIn(subject, event) > 1;
  // What is only blank ends no turn.
  const isEnded = fault === 'D10' && tail.length > 0 && isTurnEnd(rest);
  return diagnosis(
    fault,
    brokenMessage(event, subject, fault, isMeant && !isSeveral ? reading : null),
    event,
    helps && isMeant && (subject.runtime.lenient || subject.bringsMeant(change)) ? change : null,
    isSeveral
      ? 'Show two complete calls in the prompt, each as the format writes it.'
      : isEnded
        ? END_OF_TURN
        : undefined,
  );
}

const END_OF_TURN =
  'The token after the JSON ends the turn of the model. A server gives it to no parser: leave it out of the text.';

/** Whether a strict reader stops in the name of a call: no name has a line break, so it has run into what follows. */
function isInName({ from, at }: RejectEvent, { document }: Subject): boolean {
  return document.charAt(at) === '\n' && pathAt(document, from, at) === 'name';
}

/** Whether our own reader finds a call in the payload, whole or cut off: what it does not take for one is not repaired. */
function isCallOf({ everyFormat }: Subject, payload: RejectEvent): boolean {
  if (everyFormat === null) return false;
  return [...everyFormat.calls, ...everyFormat.incomplete].some(({ span }) => overlaps(span, payload));
}

/** Whether our own reader takes the payload for a part of the reasoning. */
function isThought({ from }: RejectEvent, { everyFormat }: Subject): boolean {
  const thoughts = (everyFormat?.ledger ?? []).filter(({ kind }) => kind === 'reasoning');
  return (everyFormat?.calls.length ?? 0) > 0 && liesIn(thoughts, from);
}

/** A payload up to the fence that ends it: some agents read on to the end of the reply. */
function withoutFence(event: RejectEvent, document: string): RejectEvent {
  const text = document.slice(event.from, Math.min(event.to, event.from + PAYLOAD_LIMIT));
  const fence = text.search(/\n[ \t]*(?:`{3,}|~{3,})\s*$/);
  return fence < 0 ? event : { ...event, to: event.from + fence };
}

/** How many calls our own reader finds in the payload. */
function callsIn({ everyFormat }: Subject, payload: RejectEvent): number {
  return (everyFormat?.calls ?? []).filter(({ span }) => overlaps(span, payload)).length;
}

/** A step of a runtime that names no fault, with that of a strict reader. */
function withJsonError(event: RejectEvent, document: string): RejectEvent {
  if (event.to - event.from > PAYLOAD_LIMIT) return event;
  const reading = readJson(document, event.from, event.to);
  return reading.ok ? event : { ...event, at: reading.error.at, json: reading.error };
}

/** Whether the payload is complete, and the runtime looked for its end and stopped too early. */
function goesOn({ from, to, at, json }: RejectEvent, { document, everyFormat }: Subject): boolean {
  const last = from + document.slice(from, to).trimEnd().length;
  const isTag = json?.expected === 'end' && document.startsWith('</', at);
  return (everyFormat?.calls ?? []).some(
    ({ argumentsSpan, span }) =>
      argumentsSpan !== null &&
      from <= argumentsSpan.from &&
      (last < argumentsSpan.to || (isTag && span.to <= at && document.slice(span.to, at).trim() === '')),
  );
}

/** Whether the values are placeholders: documentation writes an ellipsis for the arguments, and a variable for the name. */
function isPlaceholder(node: JsonNode): boolean {
  const values = node.kind === 'object' ? node.members.map(({ value }) => value) : [];
  if (usualKeys.name.some((key) => isTextPlaceholder(member(node, key)))) return true;
  return [node, ...values].some((one) => member(one, '...') !== undefined || member(one, '…') !== undefined);
}

function isTextPlaceholder(node: JsonNode | undefined): boolean {
  return node?.kind === 'string' && isNamePlaceholder(node.value);
}

function unrepairable(event: RejectEvent, subject: Subject): Diagnosis | null {
  const first = subject.document
    .slice(event.from, event.from + 200)
    .trimStart()
    .charAt(0);
  if (event.json === null || (first !== '{' && first !== '[')) return null;
  const message = `The JSON is invalid: ${jsonErrorText(subject.document, event.at, event.json, pathOf(event, subject))}.`;
  return diagnosis('D08', message, event);
}

/** Nobody knows what a model would have written that ended its turn: nothing is closed for it. */
function stoppedInside(event: RejectEvent): Diagnosis {
  return diagnosis(
    'D08',
    'The model stopped in the middle of the payload. Do not run this call.',
    event,
    null,
    NOT_CUT,
  );
}

function brokenMessage(
  event: RejectEvent,
  subject: Subject,
  fault: JsonFault | 'D27',
  repaired: TolerantReading | null,
): string {
  if (fault === 'D27' && repaired !== null)
    return 'The payload is cut off in the middle. The edit closes what is open. Check what is missing.';
  const where =
    event.json === null
      ? faultTexts[fault === 'D27' ? 'D09' : fault]
      : jsonErrorText(subject.document, event.at, event.json, pathOf(event, subject));
  if (repaired === null) return `The JSON is invalid: ${where}.`;
  if (fault === 'D15') return `${withPlace(`The JSON is invalid: ${faultTexts.D15}`, subject.document, event.at)}.`;
  const kinds = [...new Set(repaired.repairs.map(({ code }) => repairWord(code)))];
  const what = kinds.length === 0 ? 'remove the rest' : kinds.join('; ');
  return `The JSON is invalid: ${where}. Callscope can repair it (${what}).`;
}

/** The code of the fault at which a strict reader stops. */
function faultIn(event: RejectEvent, document: string, reading: TolerantReading): JsonFault | 'D27' {
  if (!reading.complete && !lacksOnlyClosers(reading)) return 'D27';
  const { json, at } = event;
  // It stops after the escape, whatever follows.
  if (json?.code === 'lone-surrogate') return 'D11';
  const odd = oddCharacters(document.slice(at, at + 2), 1).found[0];
  if (odd?.from === 0 && odd.kind !== 'control') return 'D07';
  if (json?.code === 'bad-escape') return 'D11';
  if (json?.code === 'control-character') return 'D12';
  if (json?.expected === 'end') return 'D10';
  if (json === null ? !reading.complete : json.code === 'unexpected-end') return 'D09';
  const repair = reading.repairs.find(({ span }) => span.from <= at && at <= span.to);
  return repair?.code === 'missing-closer' ? 'D09' : repair?.code === 'escaped-quote' ? 'D15' : 'D08';
}

function isEscaped({ repairs }: TolerantReading): boolean {
  return repairs.some(({ code }) => code === 'escaped-quote');
}

function isCall(subject: Subject, node: JsonNode | null): boolean {
  if (node === null || member(node, 'name')?.kind !== 'string' || subject.isAmongData(node)) return false;
  return ['arguments', 'parameters', 'args', 'input'].some((key) => member(node, key) !== undefined);
}

function pathOf({ from, at }: RejectEvent, { document }: Subject): string | null {
  const path = pathAt(document, from, at);
  return path === '' ? null : `\`${quoted(path)}\``;
}

/** The member that `at` is in; '' for none, and where that is too far to read. */
function pathAt(document: string, from: number, at: number): string {
  return at < from || at - from > PAYLOAD_LIMIT ? '' : jsonPathAt(document, from, at);
}

/** The arguments of a native call are JSON inside a JSON string: the decoded text is repaired, and encoded again. */
function brokenArguments(event: RejectEvent, subject: Subject): Diagnosis | null {
  const outer = readJson(subject.document, event.from, event.to);
  if (!outer.ok || outer.node.kind !== 'string' || outer.node.value.length > PAYLOAD_LIMIT) return null;
  const { value } = outer.node;
  const reading = payloadAt(value, 0, value.length);
  if (reading === null || reading.repairs.length > MOST_CHANGES) return null;
  const strict = readJson(value);
  const error = strict.ok ? null : strict.error;
  const inner = error === null ? event : { ...event, at: error.at, json: error };
  const fault = faultIn(inner, value, reading);
  if (fault === 'D27' && subject.isStopped) return stoppedInside(event);
  const repaired = applyRepairs(value, 0, reading.end, reading.repairs);
  const change = edit('Repair the arguments', replace(event, JSON.stringify(repaired)));
  const where = error === null ? '' : `: ${jsonErrorText(value, error.at, error)}`;
  return diagnosis(
    fault,
    fault === 'D27'
      ? 'The arguments are cut off in the middle. The edit closes what is open. Check what is missing.'
      : `The decoded arguments are invalid JSON${where}.`,
    event,
    subject.helps(change, event.code) ? change : null,
  );
}

/** The runtime repairs the payload, but other runtimes refuse it. */
export const toleratedPayload: WholeRule = {
  look(subject) {
    const found = new Map<JsonFault, Change[]>();
    const kinds = new Map<JsonFault, Set<string>>();
    for (const event of subject.oddSteps) {
      if (event.kind !== 'repair' || !Object.hasOwn(faultOf, event.code)) continue;
      const fault = faultOf[event.code as RepairCode];
      const changes = found.get(fault) ?? [];
      kinds.set(fault, (kinds.get(fault) ?? new Set()).add(repairWord(event.code)));
      if (changes.length <= MOST_CHANGES) changes.push(replace(event, event.inserted));
      found.set(fault, changes);
    }
    return [...found].map(([fault, changes]) => {
      const first = changes[0]?.span ?? { from: 0, to: 0 };
      const payload = payloadAround(subject, first.from);
      const isFirst = [...found.values()].every(
        ([other]) => other === undefined || other.span.from < payload.from || other.span.from >= first.from,
      );
      const isBracket = fault === 'D10' && [...(kinds.get(fault) ?? [])].join() === repairWord('surplus-closer');
      const what = kindsText(fault, kinds.get(fault));
      const fact =
        (isFirst && fault !== 'D15' ? strictFault(subject, payload, what) : null) ??
        repairedFault(subject, payload, `${capital(faultTexts[fault])}${what}`, first.from);
      const count = fault === 'D09' ? changes.reduce((sum, { insert }) => sum + insert.length, 0) : changes.length;
      return diagnosis(
        fault,
        {
          fact: `${fact}.`,
          reader: `Callscope repaired the payload ${count === 1 ? 'once' : `${String(count)} times`}; strict parsers reject it.`,
        },
        first,
        changes.length > MOST_CHANGES
          ? null
          : edit(isBracket ? 'Remove the bracket' : editLabels[fault], ...inOrder(changes)),
        isBracket ? catalogue.D08.remedy : undefined,
      );
    });
  },
};

/** What is wrong with JSON, where the code of the fault does not say it. */
function kindsText(fault: JsonFault, kinds: ReadonlySet<string> = new Set()): string {
  return fault === 'D08' && kinds.size > 0 ? `: ${[...kinds].join('; ')}` : '';
}

/** The payload that was repaired at `at`: from its brace on. */
function payloadAround(subject: Subject, at: number): Span {
  const { document, extraction } = subject;
  const around =
    subject.blockAround(at) ??
    [...extraction.calls, ...extraction.incomplete].find(({ span }) => span.from <= at && at < span.to)?.span;
  const from = document.indexOf('{', around?.from ?? at);
  return { from: from < 0 ? at : from, to: around?.to ?? document.length };
}

/** What is wrong with the payload, at the place where a strict reader stops: servers say the same. */
function strictFault({ document }: Subject, { from, to }: Span, kinds: string): string | null {
  const reading = readJson(document, from, to);
  if (reading.ok || reading.error.expected === 'end') return null;
  const { at } = reading.error;
  if (kinds !== '') return withPlace(`The JSON is invalid${kinds}`, document, at);
  const path = pathAt(document, from, at);
  return `The JSON is invalid: ${jsonErrorText(document, at, reading.error, path === '' ? null : `\`${quoted(path)}\``)}`;
}

/** A fault after which a strict reader no longer looks, at the place of its repair. */
function repairedFault({ document }: Subject, { from }: Span, says: string, at: number): string {
  const path = pathAt(document, from, at);
  return withPlace(`${says}${path === '' ? '' : `, in \`${quoted(path)}\``}`, document, at);
}
