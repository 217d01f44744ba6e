import type { Extraction, ToolCall } from '../trace/index.ts';
import { nodeToText, readJson } from '../text/json/index.ts';
import type { WrittenCall } from '../formats/index.ts';
import type { Edit, Span } from '../text/document/index.ts';
import type { DiagnosisCode } from './catalogue.ts';
import { closersFor, escapes } from './closers.ts';
import { aliasesIn, objectAt, renamed } from './keys.ts';
import { closersOf, formatOf, openerAt } from './literals.ts';
import { diagnosis, edit, insertAt, quoted, replace, type Change, type WholeRule } from './rule.ts';
import { blocksOf, type BlockSpan, type Subject } from './subject.ts';

/** Most changes of one edit: a reader cannot check more. */
const MOST_CHANGES = 40;
/** Replies with more calls get no edit. */
const MOST_CALLS = 20;

/** One way to repair all calls together: one bad block can spoil the others. */
interface Mending {
  readonly code: DiagnosisCode;
  readonly label: string;
  /** The end of a sentence that says what is wrong. */
  readonly fault: string;
  readonly changes: readonly Change[];
}

/**
 * The engine does not return calls that are in its own format. Offers the smallest edit after which it does. Runs only if no
 * other rule has an edit, because a step shows where a parser stopped, which is not always where the fault is.
 */
export const refusedByEngine: WholeRule = {
  look(subject) {
    const { engine, extraction, runtime } = subject;
    // This comes first because `everyFormat` reads the text again, and the engine may have returned thousands of calls.
    if (engine === null || extraction.calls.length >= MOST_CALLS) return [];
    const { everyFormat } = subject;
    if (everyFormat === null) return [];
    const calls = everyFormat.calls.filter(({ format }) => runtime.formats.includes(format));
    const first = calls[0];
    if (first === undefined || calls.length > MOST_CALLS || extraction.calls.length >= calls.length) return [];
    for (const { code, label, fault, changes } of mendings(subject, everyFormat, calls)) {
      const change = edit(label, ...changes);
      if (!bringsMeant(subject, change)) continue;
      const what = calls.length === 1 ? `the call to \`${quoted(first.name)}\`` : 'all calls';
      return [
        diagnosis(code, `${runtime.label} does not return ${what}: ${fault}.`, changes[0]?.span ?? first.span, change),
      ];
    }
    return [];
  },
};

/** Whether the engine returns more calls after an edit, and only calls that `auto` finds too. */
export function bringsMeant(subject: Subject, change: Edit): boolean {
  const after = subject.after(change);
  if (after === null || after.calls.length <= subject.extraction.calls.length) return false;
  const meant = new Set((subject.everyFormat?.calls ?? []).map(meaning));
  return after.calls.every((call) => meant.has(meaning(call)));
}

/** Possible edits: each small one alone, then all of them together, then all calls rewritten. */
function* mendings(subject: Subject, { trace }: Extraction, calls: readonly ToolCall[]): Generator<Mending> {
  const { document, everyFormat } = subject;
  const blocks = everyFormat === null ? [] : blocksOf(everyFormat);
  const around = calls.map((call) => ({ call, block: blockOf(call, blocks) }));
  const repairs = trace.flatMap((event) =>
    event.kind === 'repair' && event.attempt === undefined ? [replace(event, event.inserted)] : [],
  );
  const simple: Mending[] = [
    {
      code: 'D13',
      label: 'Escape the marker',
      fault: 'a string contains the marker that ends the block',
      changes: around.flatMap(({ call }) => heldClosers(document, call)),
    },
    { code: 'D08', label: 'Repair the JSON', fault: 'the JSON is invalid', changes: repairs },
    {
      code: 'D02',
      label: 'Rename the keys',
      fault: 'this format has other keys',
      changes: around.flatMap(({ call }) => renames(document, call)),
    },
    {
      code: 'D04',
      label: 'Add the closing marker',
      fault: 'the closing marker is missing',
      changes: trace.flatMap((event) => {
        if (event.kind !== 'quirk' || event.code !== 'closer-missing') return [];
        const block = blocks.findLast(({ from, to }) => from <= event.from && event.from <= to);
        const closer = block === undefined ? undefined : closersOf(openerAt(document, block.from))[0];
        return closer === undefined ? [] : [insertAt(event.from, `\n${closer}`)];
      }),
    },
    {
      code: 'D06',
      label: 'Add line breaks',
      fault: 'the markers must be on lines of their own',
      changes: around.flatMap(({ block }) => (block === null ? [] : lineBreaks(document, block))),
    },
  ];
  const possible = simple.filter(({ changes }) => changes.length > 0 && changes.length <= MOST_CHANGES);
  for (const one of possible) yield { ...one, changes: inOrder(one.changes) };
  const [main] = possible;
  if (main !== undefined && possible.length > 1) {
    const changes = possible.flatMap((one) => one.changes);
    yield { ...main, label: 'Repair the calls', changes: inOrder(changes) };
  }
  const written = writtenAnew(subject, calls);
  if (written.length > 0)
    yield { code: 'D06', label: 'Rewrite the calls', fault: 'the parser expects another notation', changes: written };
}

function blockOf({ span }: ToolCall, blocks: readonly BlockSpan[]): BlockSpan | null {
  return blocks.find(({ from, to }) => from <= span.from && span.to <= to) ?? null;
}

/** Escapes the closing markers inside the JSON of a call. */
function heldClosers(document: string, { format, argumentsSpan }: ToolCall): readonly Change[] {
  if (argumentsSpan === null || !/[{[]/.test(document.charAt(argumentsSpan.from))) return [];
  const text = document.slice(argumentsSpan.from, argumentsSpan.to);
  const closers = closersFor(format).filter((one) => one.trim().length > 3);
  return [...new Set(closers)].flatMap((literal) => escapes(text, literal, argumentsSpan.from));
}

function renames(document: string, { span }: ToolCall): readonly Change[] {
  const from = document.indexOf('{', span.from);
  const node = from < 0 || from >= span.to ? null : objectAt(document, from, span.to);
  return node === null ? [] : renamed(document, aliasesIn(node));
}

/** Adds missing line breaks after the opening and before the closing marker. */
function lineBreaks(document: string, { from, to }: Span): readonly Change[] {
  const opener = openerAt(document, from);
  const closer = closersOf(opener).find((one) => document.endsWith(one, to) || document.slice(from, to).endsWith(one));
  const changes: Change[] = [];
  const after = from + opener.length;
  if (opener !== '' && after < to && document.charAt(after) !== '\n') changes.push(insertAt(after, '\n'));
  if (closer !== undefined && document.charAt(to - closer.length - 1) !== '\n')
    changes.push(insertAt(to - closer.length, '\n'));
  return changes;
}

/** Rewrites all blocks exactly as `format` asks for them, or as their own format does if `format` is absent. */
export function writtenAnew({ everyFormat }: Subject, calls: readonly ToolCall[], format?: string): readonly Change[] {
  const blocks = everyFormat === null ? [] : blocksOf(everyFormat);
  const byBlock = new Map<Span, ToolCall[]>();
  for (const call of calls) {
    const span = blockOf(call, blocks) ?? call.span;
    byBlock.set(span, [...(byBlock.get(span) ?? []), call]);
  }
  const changes = [...byBlock].map(([span, inside]) => {
    const text = writtenIn(format ?? inside[0]?.format, inside);
    return text === null ? null : replace(span, text);
  });
  return changes.includes(null) ? [] : inOrder(changes.filter((change) => change !== null));
}

/** The calls as text in a format; null if no prompt asks for the format, or if it cannot express the calls. */
function writtenIn(format: string | undefined, calls: readonly ToolCall[]): string | null {
  const render = formatOf(format)?.prompt?.render;
  if (render === undefined) return null;
  const written = calls.flatMap(({ name, arguments: args }): WrittenCall[] =>
    typeof args === 'object' && args !== null && !Array.isArray(args) ? [{ name, arguments: args }] : [],
  );
  return written.length === calls.length ? render(written) : null;
}

/** A key that is equal for equal calls. `"1"` equals `1`: one engine converts a value that another leaves as a string. */
function meaning({ name, argumentsText }: ToolCall): string {
  const reading = readJson(argumentsText);
  if (!reading.ok || reading.node.kind !== 'object') return `${name} ${argumentsText}`;
  const entries = reading.node.members.map(({ key, value }) => {
    return [key.value, value.kind === 'string' ? value.value : nodeToText(value, argumentsText)] as const;
  });
  return JSON.stringify([name, entries.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}

/** Sorts the changes and drops those that overlap an earlier one. */
function inOrder(changes: readonly Change[]): Change[] {
  const sorted = changes.toSorted((a, b) => a.span.from - b.span.from || a.span.to - b.span.to);
  const kept: Change[] = [];
  for (const change of sorted) {
    const before = kept.at(-1);
    if (before === undefined || before.span.to <= change.span.from) kept.push(change);
  }
  return kept;
}
