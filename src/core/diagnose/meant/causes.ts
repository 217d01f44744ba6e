import type { Diagnosis, DiagnosisCode, Extraction, ToolCall } from '../../trace/index.ts';
import { overlaps, type Span, withPlace } from '../../text/document/index.ts';
import { closersFor, escapes } from '../closers.ts';
import { aliasesIn, objectAt, renamed } from '../keys.ts';
import { closersOf, formatOf, LONGEST_BODY, openerAt } from '../literals.ts';
import { insertAt, quoted, remove, replace, type Change } from '../rule.ts';
import { otherMarkup } from './example-parts.ts';
import { blockOf, blocksOf, type BlockSpan, type Subject } from '../subject.ts';

/** Something in the text at which a runtime may have stopped. Whether it did is known when its changes were tried. */
export interface Cause {
  readonly code: DiagnosisCode;
  /** What is wrong, in sentences. */
  readonly fact: string;
  readonly span: Span;
  /** What the changes do, as a button would say it. */
  readonly label: string;
  readonly changes: readonly Change[];
  /** Where it is another than that of the code. */
  readonly remedy?: string;
}

/** So many causes are tried. */
const MOST_CAUSES = 14;
const MOST_CALLS = 20;

/** What may be wrong with the calls that were meant, the likeliest first. */
export function causesOf(subject: Subject, auto: Extraction, named: readonly Diagnosis[]): readonly Cause[] {
  const blocks = blocksOf(auto);
  const around = auto.calls.map((call): CallInBlock => ({ call, block: blockOf(call, blocks) }));
  return [
    ...named.flatMap((one) => ofDiagnosis(subject.document, one)),
    ...missingClosers(subject, auto, blocks),
    ...heldMarkers(subject, around),
    ...otherKeys(subject, around),
    ...textAround(subject, auto, around),
    ...missingLineBreaks(subject, around),
    ...gapsBetweenTags(subject, auto, around),
    ...otherMarkup(auto),
  ].slice(0, MOST_CAUSES);
}

interface CallInBlock {
  readonly call: ToolCall;
  readonly block: BlockSpan | null;
}

/** Edits that take calls away, or make others of them. */
const othersMeant: ReadonlySet<string> = new Set(['D19', 'D21', 'D27', 'D28', 'D29', 'D30', 'D32']);

/** What our own reader says of the text, where it has an edit. */
function ofDiagnosis(document: string, { code, fact, message, span, edit: change, remedy }: Diagnosis): Cause[] {
  if (change === null || change.runtime !== undefined || othersMeant.has(code)) return [];
  const { label } = change;
  const changes = change.changes.map((one) => withItsLine(document, one));
  return [{ code, fact: fact ?? message, span, label, changes, remedy }];
}

/** What is removed and alone on its line goes with the line. */
function withItsLine(document: string, change: Change): Change {
  const { from, to } = change.span;
  const isAlone = from < to && document.charAt(from - 1) === '\n' && document.charAt(to) === '\n';
  return change.insert === '' && isAlone ? remove(from, to + 1) : change;
}

function missingClosers({ document }: Subject, { trace }: Extraction, blocks: readonly BlockSpan[]): Cause[] {
  return trace.flatMap((event): Cause[] => {
    if (event.kind !== 'quirk' || event.code !== 'closer-missing') return [];
    const block = blocks.findLast(({ from, to }) => from <= event.from && event.from <= to);
    const closer = block === undefined ? undefined : closersOf(openerAt(document, block.from))[0];
    if (closer === undefined) return [];
    const fact = `${withPlace(`The closing marker \`${quoted(closer)}\` is missing`, document, event.from)}.`;
    const break_ = document.charAt(event.from - 1) === '\n' ? '' : '\n';
    return [
      {
        code: 'D04',
        fact,
        span: event,
        label: 'Add the closing marker',
        changes: [insertAt(event.from, break_ + closer)],
      },
    ];
  });
}

/** The closing markers inside the JSON of a call. */
function heldMarkers({ document }: Subject, around: readonly CallInBlock[]): Cause[] {
  const changes = around.flatMap(({ call: { format, argumentsSpan } }) => {
    if (argumentsSpan === null || !/[{[]/.test(document.charAt(argumentsSpan.from))) return [];
    const text = document.slice(argumentsSpan.from, argumentsSpan.to);
    const closers = closersFor(format).filter((one) => one.trim().length > 3);
    return [...new Set(closers)].flatMap((literal) => escapes(text, literal, argumentsSpan.from));
  });
  return caused(changes, ({ from }) => ({
    code: 'D13',
    fact: `${withPlace('A string contains the marker that ends the block', document, from)}.`,
    label: 'Escape the marker',
  }));
}

/** The keys of a call that its format names otherwise. */
function otherKeys({ document }: Subject, around: readonly CallInBlock[]): Cause[] {
  const changes = around.flatMap(({ call: { span } }) => {
    const from = document.indexOf('{', span.from);
    const node = from < 0 || from >= span.to ? null : objectAt(document, from, span.to);
    return node === null ? [] : renamed(document, aliasesIn(node));
  });
  return caused(changes, ({ from, to }) => ({
    code: 'D02',
    fact: `${withPlace(`The key is \`${quoted(document.slice(from + 1, to - 1))}\`, but this format has another one`, document, from)}.`,
    label: 'Rename the keys',
  }));
}

/** Text after the calls, between them and before them. What is damaged or reasoning there is another cause. */
function textAround({ document, textTo }: Subject, { ledger }: Extraction, around: readonly CallInBlock[]): Cause[] {
  const blocks = around.map(({ call, block }): Span => block ?? call.span);
  const first = blocks[0];
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return [];
  const others = ledger.filter(({ kind }) => kind !== 'content' && kind !== 'call' && kind !== 'markup');
  const isText = (span: Span): boolean =>
    document.slice(span.from, span.to).trim() !== '' && !others.some((one) => overlaps(one, span));
  const between = blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    return next === undefined ? [] : [{ from: block.to, to: next.from }];
  });
  const removal = (spans: readonly Span[], where: string, insert: string): Cause[] =>
    caused(
      spans.filter(isText).map(({ from, to }) => ({ span: { from, to }, insert })),
      ({ from, to }) => ({
        code: 'D18',
        fact: `${withPlace(`\`${quoted(document.slice(from, to).trim())}\` is ${where}`, document, from)}.`,
        label: 'Remove the text',
        remedy: 'Ask in the prompt for the calls and nothing else.',
      }),
    );
  return [
    ...removal([{ from: last.to, to: textTo }], 'after the calls', ''),
    ...removal(between, 'between the calls', '\n'),
    ...removal([{ from: 0, to: first.from }], 'before the calls', ''),
  ];
}

/** Line breaks after the opening and before the closing marker, where there are none. */
function missingLineBreaks({ document }: Subject, around: readonly CallInBlock[]): Cause[] {
  const changes = around.flatMap(({ block }) => (block === null ? [] : lineBreaks(document, block)));
  return caused(changes, ({ from }) => ({
    code: 'D06',
    fact: `${withPlace('The markers are not on lines of their own', document, from)}.`,
    label: 'Add line breaks',
  }));
}

/** White space between the tags of a call, and between its name and the first tag: some parsers read it as part of both. */
function gapsBetweenTags({ document }: Subject, { trace }: Extraction, around: readonly CallInBlock[]): Cause[] {
  const values = trace.filter(
    (event) => event.kind === 'read' && (event.what === 'value' || event.what === 'coerced-value'),
  );
  const changes = around.flatMap(({ call, block }): Change[] => {
    if (block === null || block.to - block.from > LONGEST_BODY) return [];
    const text = document.slice(block.from, block.to);
    const gaps = [...text.matchAll(/(?<=>)\s+(?=<)/g)].map(({ index, 0: gap }) => ({
      from: block.from + index,
      to: block.from + index + gap.length,
    }));
    const afterName = /^\s+(?=<)/.exec(document.slice(call.nameSpan.to, block.to))?.[0].length ?? 0;
    const all = [{ from: call.nameSpan.to, to: call.nameSpan.to + afterName }, ...gaps];
    return all
      .filter(({ from, to }) => from < to && !values.some((value) => value.from < to && from < value.to))
      .map(({ from, to }) => remove(from, to));
  });
  return caused(changes, ({ from }) => ({
    code: 'D06',
    fact: `${withPlace('There is white space between the tags', document, from)}.`,
    label: 'Remove white space',
    remedy:
      'Choose the parser of this very model: some models write white space between their tags, and others do not.',
  }));
}

function lineBreaks(document: string, { from, to }: Span): readonly Change[] {
  const opener = openerAt(document, from);
  const closer = closersOf(opener).find((one) => document.slice(from, to).endsWith(one));
  const changes: Change[] = [];
  const after = from + opener.length;
  if (opener !== '' && after < to && document.charAt(after) !== '\n') changes.push(insertAt(after, '\n'));
  if (closer !== undefined && document.charAt(to - closer.length - 1) !== '\n')
    changes.push(insertAt(to - closer.length, '\n'));
  return changes;
}

/** So many other openers are tried. */
const MOST_OTHERS = 3;

/** The same blocks between other markers of their format, one way each: formats have releases. */
export function otherBlocks({ document }: Subject, auto: Extraction): readonly Cause[] {
  const format = formatOf(auto.calls[0]?.format);
  if (format === undefined || typeof format.openers === 'function') return [];
  const known = format.openers.map(({ text }) => text);
  const written = known.find((opener) => document.includes(opener));
  const closers = (opener: string): readonly string[] =>
    closersOf(opener).filter((one) => one === `</${opener.slice(1)}`);
  if (written === undefined) return [];
  return known
    .filter((opener) => opener !== written && /^<.+>$/.test(opener))
    .slice(0, MOST_OTHERS)
    .flatMap((opener): Cause[] => {
      const [close, otherClose] = [closers(written)[0], closers(opener)[0]];
      const changes = [...placesOf(document, written).map((at) => replace(at, opener))];
      if (close !== undefined && otherClose !== undefined)
        changes.push(...placesOf(document, close).map((at) => replace(at, otherClose)));
      return caused(changes, ({ from }) => ({
        code: 'D06',
        fact: `${withPlace(`\`${written}\` is in the place of \`${opener}\``, document, from)}.`,
        label: 'Change the markers',
        remedy: 'Choose the parser of this very release of the model: its marker differs between releases.',
      }));
    });
}

function placesOf(document: string, text: string): Span[] {
  const places: Span[] = [];
  for (
    let at = document.indexOf(text);
    at >= 0 && places.length < MOST_CALLS;
    at = document.indexOf(text, at + text.length)
  )
    places.push({ from: at, to: at + text.length });
  return places;
}

/** One cause of some changes, at the place of the first; none of none. */
function caused(changes: readonly Change[], told: (first: Span) => Omit<Cause, 'changes' | 'span'>): Cause[] {
  const [first] = changes;
  return first === undefined ? [] : [{ ...told(first.span), span: first.span, changes }];
}
