import { align, alignKeys, inOrder, Numbering, type Span, counted } from '../text/document/index.ts';
import { explain, gateWordsFor, stepText } from './explain.ts';
import type { Extraction } from './extraction.ts';
import type { ToolCall } from './call.ts';
import { lostCallsText } from './lost-calls.ts';
import type { GateEvent, TraceEvent } from './trace.ts';

/** As much of an extraction as a comparison needs. */
export type Compared = Pick<Extraction, 'runtime' | 'document' | 'trace' | 'outcome' | 'content' | 'error'> & {
  readonly calls: readonly Pick<ToolCall, 'name' | 'argumentsText'>[];
};

/** A step of either trace, or one of both that decide the same question. Numbers are steps, from 0. */
export type ComparedRow =
  | { readonly kind: 'same' | 'changed'; readonly left: number; readonly right: number }
  | { readonly kind: 'left'; readonly left: number; readonly right: null }
  | { readonly kind: 'right'; readonly left: null; readonly right: number };

export interface Comparison {
  /** Every step of both traces once, in the order of both. */
  readonly rows: readonly ComparedRow[];
  /** Where the two begin to differ; null when they never do. */
  readonly divergence: Divergence | null;
  /** Indices of the rows in which one gate of one tier got two answers. */
  readonly flipped: readonly number[];
}

/** `left` and `right` are the first steps that differ there; null when that side has none of its own. */
interface Divergence {
  readonly row: number;
  readonly left: number | null;
  readonly right: number | null;
}

/**
 * Compares how two replies were read. Steps are aligned tier by tier, by what was decided; where both traces are of one
 * document, by the place as well. Linear in the steps, symmetric, never throws.
 */
export function compareExtractions(left: Compared, right: Compared): Comparison {
  const sameDocument = left.document === right.document;
  const numbering = new Numbering();
  // Two parsers of one tier each: their tiers are two names for the same.
  const isOneTier = left.runtime.tiers.length === 1 && right.runtime.tiers.length === 1;
  const ofLeft = sideOf(left, sameDocument, isOneTier, numbering);
  const ofRight = sideOf(right, sameDocument, isOneTier, numbering);
  const sides = { left: ofLeft, right: ofRight, isSwapped: comesAfter(ofLeft, ofRight) };
  const rows: ComparedRow[] = [];
  const onlyTiers = { left: onlyTierOf(left, right), right: onlyTierOf(right, left) };
  const parts = sectionsOf(left.trace, right.trace, onlyTiers).map(({ left: leftPart, right: rightPart }) => {
    const from = rows.length;
    alignSection(sides, leftPart ?? nowhere, rightPart ?? nowhere, rows);
    return { from, to: rows.length, resultDiffers: resultOf(leftPart) !== resultOf(rightPart) };
  });
  const flipped = rows.flatMap((row, index) => (isFlippedGate(row, sides) ? [index] : []));
  return { rows, flipped, divergence: divergenceOf(rows, parts, flipped, sides) };
}

/** Whether both sides end with the same calls and the same text, or with the same error. */
export function haveSameResult(left: Compared, right: Compared): boolean {
  const result = ({ outcome, calls, content, error }: Compared): string =>
    JSON.stringify([
      outcome,
      error === undefined ? null : [error.served, error.code],
      calls.map(({ name, argumentsText }) => [name, argumentsText]),
      (content ?? '').trim(),
    ]);
  return result(left) === result(right);
}

/** The difference in one or two sentences; `names` are what the sides are called in them. */
export function differenceText(
  { divergence, rows }: Comparison,
  left: Compared,
  right: Compared,
  names: { readonly left: string; readonly right: string },
): string {
  if (haveSameResult(left, right)) {
    const steps = divergence === null ? `All ${counted(rows.length, 'step')} are the same.` : 'Some steps differ.';
    return `Same result: ${sameResultText(left)}. ${steps}`;
  }
  const lost = lostCallsText(left.calls, right.calls, names);
  if (divergence === null && lost !== '') return `${lost} All ${counted(rows.length, 'step')} are the same.`;
  if (divergence === null) return `All ${counted(rows.length, 'step')} are the same, but the returned text differs.`;
  const ofLeft = divergence.left === null ? undefined : left.trace[divergence.left];
  const ofRight = divergence.right === null ? undefined : right.trace[divergence.right];
  if (ofLeft?.kind === 'gate' && ofRight?.kind === 'gate' && ofLeft.gate === ofRight.gate) {
    const { question } = gateWordsFor(ofLeft.gate, left.runtime.words);
    const answer = (event: GateEvent, { document, runtime }: Compared): string =>
      explain(event, document, runtime.words).title.slice(gateWordsFor(event.gate, runtime.words).question.length + 1);
    const asked = `${question} ${names.left}: ${answer(ofLeft, left)} ${names.right}: ${answer(ofRight, right)}`;
    return `${lost} ${asked}`.trimStart();
  }
  // Of a server and of our own readers, the first steps say nothing of the result.
  const isUnlike = left.runtime.lenient !== right.runtime.lenient;
  if (ofLeft !== undefined && ofRight !== undefined && !isUnlike) {
    const [here, there] = [
      stepText(ofLeft, left.document, left.runtime.words),
      stepText(ofRight, right.document, right.runtime.words),
    ];
    // Two calls of one name differ in what is in them.
    if (here === there) return lost === '' ? resultsText(left, right, names) : lost;
    return `${lost} ${told(names.left, ofLeft, left)} ${told(names.right, ofRight, right)}`.trimStart();
  }
  // That one of them has a tier says nothing of the other.
  if (isUnlike || [ofLeft, ofRight].some((event) => event?.kind === 'enter' && event.part !== 'block'))
    return `${lost === '' ? resultsText(left, right, names) : lost} They read the reply by different steps.`;
  if (ofLeft !== undefined)
    return `${lost} ${told(names.left, ofLeft, left)} ${missing(names.right, ofLeft)}`.trimStart();
  if (ofRight !== undefined)
    return `${lost} ${told(names.right, ofRight, right)} ${missing(names.left, ofRight)}`.trimStart();
  return 'The two sides differ.';
}

function sameResultText({ outcome, calls }: Compared): string {
  if (outcome === 'error') return 'both sides end with the same error';
  if (outcome === 'none') return 'both sides find no call';
  return calls.length === 1
    ? 'both sides return the same call'
    : `both sides return the same ${counted(calls.length, 'call')}`;
}

function resultsText(
  left: Compared,
  right: Compared,
  names: { readonly left: string; readonly right: string },
): string {
  const [ofLeft, ofRight] = [returned(left), returned(right)];
  return ofLeft === ofRight
    ? `Both return ${ofLeft}, but their results differ.`
    : `${names.left} returns ${ofLeft}. ${names.right} returns ${ofRight}.`;
}

function returned({ outcome, calls }: Compared): string {
  if (outcome === 'error') return 'an error';
  if (calls.length === 0) return 'no call';
  return counted(calls.length, 'call');
}

function told(name: string, event: TraceEvent, { document, runtime }: Compared): string {
  return `${name}${event.kind === 'gate' ? ' asks' : ''}: ${stepText(event, document, runtime.words)}`;
}

function missing(name: string, event: TraceEvent): string {
  if (event.kind === 'gate') return `${name} does not ask this.`;
  return event.kind === 'call' ? `${name} does not make this call.` : `${name} has no such step.`;
}

/** A trace with what its steps are aligned by, as numbers. */
interface Side extends Pick<Compared, 'document' | 'trace'> {
  /** Steps with equal decisions are the same step. */
  readonly decisions: Int32Array;
  /** Steps with one slot and two decisions are one step that changed. */
  readonly slots: Int32Array;
}

interface Sides {
  readonly left: Side;
  readonly right: Side;
  /** Whether both are aligned as if they were swapped, so that the answer does not depend on which one is called left. */
  readonly isSwapped: boolean;
}

/** A text that was read counts up to here; of a longer one its ends. */
const COMPARED_TEXT = 200;

function sideOf(
  { trace, document }: Pick<Compared, 'document' | 'trace'>,
  withPlaces: boolean,
  isOneTier: boolean,
  numbering: Numbering,
): Side {
  const decisions = new Int32Array(trace.length);
  const slots = new Int32Array(trace.length);
  const open: string[] = [];
  for (const [step, event] of trace.entries()) {
    const part = event.kind === 'leave' ? (open.pop() ?? '') : '';
    const [asked, answer] = decisionOf(event, part, document, isOneTier);
    if (event.kind === 'enter') open.push(asked);
    const isPlaced = withPlaces && event.kind !== 'gate' && event.kind !== 'skip';
    const slot = numbering.ofBoth(numbering.of(asked), isPlaced ? event.from : 0);
    slots[step] = slot;
    decisions[step] = numbering.ofBoth(numbering.ofBoth(slot, withPlaces ? event.to : 0), numbering.of(answer));
  }
  return { trace, document, decisions, slots };
}

/** An order of traces that does not depend on which one is called left. */
function comesAfter(left: Side, right: Side): boolean {
  if (left.trace.length !== right.trace.length) return left.trace.length > right.trace.length;
  if (left.document !== right.document) return left.document > right.document;
  const at = left.decisions.findIndex((decision, step) => decision !== right.decisions[step]);
  return at >= 0 && JSON.stringify(left.trace[at]) > JSON.stringify(right.trace[at]);
}

/** What was asked, and what came out. */
function decisionOf(
  event: TraceEvent,
  part: string,
  document: string,
  isOneTier: boolean,
): readonly [slot: string, answer: string] {
  switch (event.kind) {
    case 'enter': {
      // Two runtimes are two names for the same beginning.
      const isNameless = event.part === 'cascade' || (event.part === 'tier' && isOneTier);
      return [`enter ${event.part} ${isNameless ? '' : event.name}`, ''];
    }
    case 'leave':
      return [`leave ${part}`, event.outcome];
    case 'gate':
      return [`gate ${event.gate}`, String(event.answer)];
    case 'skip':
      return ['skip', event.code];
    case 'marker':
      return [`marker ${event.role}`, event.marker];
    case 'read':
      return [`read ${event.what}`, textOf(document, event.from, event.to)];
    case 'repair':
      return ['repair', `${event.code} ${event.inserted}`];
    case 'reject':
      return ['reject', `${event.code} ${event.json?.code ?? ''}`];
    case 'quirk':
      return [`quirk ${event.code}`, ''];
    case 'call':
      return ['call', `${event.name} ${String(event.idGenerated)}`];
  }
}

function textOf(document: string, from: number, to: number): string {
  if (to - from <= COMPARED_TEXT) return document.slice(from, to);
  const half = COMPARED_TEXT / 2;
  return `${document.slice(from, from + half)}${String(to - from)}${document.slice(to - half, to)}`;
}

/** The steps of a tier with the gates that led to it: `[from, to)`. */
interface Section {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly outcome: string;
}

function sectionsIn(trace: readonly TraceEvent[]): Section[] {
  const sections: Section[] = [];
  let from = 0;
  let depth = 0;
  let tier: { name: string; depth: number } | null = null;
  for (const [step, event] of trace.entries()) {
    if (event.kind === 'enter') {
      if (event.part === 'tier') tier ??= { name: event.name, depth };
      depth += 1;
    } else if (event.kind === 'leave') {
      depth -= 1;
      if (tier !== null && depth === tier.depth) {
        sections.push({ name: tier.name, from, to: step + 1, outcome: event.outcome });
        from = step + 1;
        tier = null;
      }
    }
  }
  // The end of the cascade is not a tier, and equal to every other end.
  sections.push({ name: '', from, to: trace.length, outcome: '' });
  return sections;
}

/** Which tiers of a side are the same as the only one of the other: its own, or the one of our readers that found the calls. */
type OnlyTier = 'each' | 'matched' | 'none';

function onlyTierOf({ runtime }: Compared, other: Compared): OnlyTier {
  const isOne = runtime.tiers.length === 1;
  if (isOne) return other.runtime.tiers.length === 1 || other.runtime.lenient ? 'each' : 'none';
  return runtime.lenient && other.runtime.tiers.length === 1 ? 'matched' : 'none';
}

/** The sections of both traces in the order of both; null where one side has no such tier. */
function sectionsOf(
  leftTrace: readonly TraceEvent[],
  rightTrace: readonly TraceEvent[],
  onlyTiers: Readonly<Record<'left' | 'right', OnlyTier>>,
): { readonly left: Section | null; readonly right: Section | null }[] {
  const left = sectionsIn(leftTrace);
  const right = sectionsIn(rightTrace);
  const names = (sections: readonly Section[], only: OnlyTier): string[] => {
    const found = sections.findIndex(({ outcome }) => outcome === 'matched');
    return sections.map(({ name }, index) =>
      name !== '' && (only === 'each' || (only === 'matched' && index === found)) ? 'the only tier' : name,
    );
  };
  const keys = alignKeys(names(left, onlyTiers.left), names(right, onlyTiers.right));
  return Array.from(inOrder(keys, right.length), ([one, other]) => ({
    left: left[one ?? -1] ?? null,
    right: right[other ?? -1] ?? null,
  }));
}

/** What a tier brought. One that is not there, or never ran, brought nothing. */
function resultOf(section: Section | null): string {
  return section?.outcome === 'matched' || section?.outcome === 'malformed' ? section.outcome : '';
}

const nowhere = { from: 0, to: 0 };

function alignSection(sides: Sides, left: Span, right: Span, rows: ComparedRow[]): void {
  const same = align(
    sides.left.decisions.subarray(left.from, left.to),
    sides.right.decisions.subarray(right.from, right.to),
    sides.isSwapped,
  );
  let leftAt = left.from;
  let rightAt = right.from;
  for (let at = left.from; at <= left.to; at += 1) {
    const partner = at === left.to ? right.to : right.from + (same[at - left.from] ?? -1);
    if (partner < right.from) continue;
    alignGap(sides, { from: leftAt, to: at }, { from: rightAt, to: partner }, rows);
    if (at < left.to) rows.push({ kind: 'same', left: at, right: partner });
    leftAt = at + 1;
    rightAt = partner + 1;
  }
}

/** Steps without an equal: those that ask the same are one row, the others are alone. */
function alignGap(sides: Sides, left: Span, right: Span, rows: ComparedRow[]): void {
  if (left.from === left.to && right.from === right.to) return;
  const changed = align(
    sides.left.slots.subarray(left.from, left.to),
    sides.right.slots.subarray(right.from, right.to),
    sides.isSwapped,
  );
  for (const [one, other] of inOrder(changed, right.to - right.from)) {
    if (one !== null && other !== null) {
      rows.push({ kind: 'changed', left: left.from + one, right: right.from + other });
    } else if (one !== null) rows.push({ kind: 'left', left: left.from + one, right: null });
    else if (other !== null) rows.push({ kind: 'right', left: null, right: right.from + other });
  }
}

function isFlippedGate(row: ComparedRow, { left, right }: Sides): boolean {
  if (row.kind !== 'changed') return false;
  const one = left.trace[row.left];
  const other = right.trace[row.right];
  return one?.kind === 'gate' && other?.kind === 'gate' && one.answer !== other.answer;
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly resultDiffers: boolean;
}

/**
 * The row that explains the rest: the first gate with two answers, or the first difference in a tier that brought
 * something else, whichever comes first; a gate that changes nothing does not count. Without either, the first
 * call that differs, else the first difference.
 */
function divergenceOf(
  rows: readonly ComparedRow[],
  parts: readonly Part[],
  flipped: readonly number[],
  sides: Sides,
): Divergence | null {
  const differs = (row: ComparedRow | undefined): boolean => row !== undefined && row.kind !== 'same';
  const firstIn = ({ from, to }: Part): number => {
    for (let at = from; at < to; at += 1) if (differs(rows[at])) return at;
    return Infinity;
  };
  const decisive = parts.filter(({ resultDiffers }) => resultDiffers).map(firstIn);
  const isCall = (row: ComparedRow): boolean =>
    differs(row) &&
    [sides.left.trace[row.left ?? -1], sides.right.trace[row.right ?? -1]].some((event) => event?.kind === 'call');
  const wanted = [Math.min(flipped[0] ?? Infinity, ...decisive), rows.findIndex(isCall), rows.findIndex(differs)];
  const at = wanted.find((index) => index >= 0 && index < Infinity);
  const row = at === undefined ? undefined : rows[at];
  if (at === undefined || row === undefined) return null;
  if (row.kind === 'changed') return { row: at, left: row.left, right: row.right };
  const part = parts.find(({ to }) => at < to);
  const between = rows.slice(at, part?.to).filter(differs);
  return {
    row: at,
    left: between.find(({ left }) => left !== null)?.left ?? null,
    right: between.find(({ right }) => right !== null)?.right ?? null,
  };
}
