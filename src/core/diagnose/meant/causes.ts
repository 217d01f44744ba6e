import { codesWhere, type Diagnosis, type Extraction } from '../../trace/index.ts';
import { overlaps, type Span, withPlace } from '../../text/document/index.ts';
import { closersFor, escapes } from '../closers.ts';
import { aliasesIn, objectAt, renamed } from '../keys.ts';
import { turnEnds } from '../../formats/index.ts';
import { closersOf, LONGEST_MARKER, openerAt } from '../literals.ts';
import { insertAt, remove, type Change } from '../changes.ts';
import { quoted } from '../rule.ts';
import { blockOf, blocksOf, type BlockSpan, type Subject } from '../subject.ts';
import { type CallInBlock, type Cause, caused } from './cause.ts';
import { otherMarkup } from './example-parts.ts';
import { gapsBetweenTags, missingLineBreaks, tagsOnOneLine } from './layout.ts';

/** So many causes are tried. */
const MOST_CAUSES = 16;
const MOST_CLOSERS = 4;

/** What may be wrong with the calls that were meant, the likeliest first. */
export function causesOf(subject: Subject, auto: Extraction, named: readonly Diagnosis[]): readonly Cause[] {
  const blocks = blocksOf(auto);
  const around = auto.calls.map((call): CallInBlock => ({ call, block: blockOf(call, blocks) }));
  return [
    ...named.flatMap((one) => ofDiagnosis(subject.document, one)),
    ...missingClosers(subject, auto, blocks),
    ...heldMarkers(subject, around),
    ...otherNames(subject, around),
    ...otherKeys(subject, around),
    ...stopToken(subject, around),
    ...textAround(subject, auto, around),
    ...missingLineBreaks(subject, around),
    ...gapsBetweenTags(subject, auto, around),
    ...tagsOnOneLine(subject, auto, around),
    ...otherMarkup(auto),
  ].slice(0, MOST_CAUSES);
}

/** Edits that take calls away, or make others of them. */
const othersMeant = codesWhere(({ edit }) => edit !== undefined);

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
  const missing = trace.filter((event) => event.kind === 'quirk' && event.code === 'closer-missing');
  return missing.slice(0, MOST_CLOSERS).flatMap((event): Cause[] => {
    const block = blocks.findLast(({ from, to }) => from <= event.from && event.from <= to);
    const closer = block === undefined ? undefined : closersOf(openerAt(document, block.from))[0];
    if (closer === undefined) return [];
    const fact = `${withPlace(`The closing marker \`${quoted(closer)}\` is missing`, document, event.from)}.`;
    const line = document.charAt(event.from - 1) === '\n' ? closer : `\n${closer}`;
    const changes = [insertAt(event.from, line)];
    return [{ code: 'D04', fact, span: event, label: 'Add the closing marker', changes }];
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
    // An escape is written after the `<` of a closing tag.
    fact: `${withPlace('A string contains the marker that ends the block', document, from - (document.charAt(from) === '/' ? 1 : 0))}.`,
    label: 'Escape the marker',
  }));
}

/** Names with something before them that our own reader takes away: `functions.search`. */
function otherNames({ document }: Subject, around: readonly CallInBlock[]): Cause[] {
  return around.flatMap(({ call: { name, nameSpan } }): Cause[] => {
    const written = /^(["']?)([\w:./-]+)\1$/.exec(document.slice(nameSpan.from, nameSpan.to));
    const [, quote = '', full = ''] = written ?? [];
    if (full === name || !full.endsWith(name)) return [];
    const from = nameSpan.from + quote.length;
    const fact = `The name is \`${quoted(full)}\` instead of \`${quoted(name)}\``;
    return caused([remove(from, from + full.length - name.length)], () => ({
      code: 'D23',
      fact: `${withPlace(fact, document, from)}.`,
      label: 'Correct the name',
    }));
  });
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

/** What ends the turn, and is a stop token to most engines: it does not reach their parsers. */
const stopTokens = [...turnEnds, '<|call|>'];

/** A stop token after the last call. */
function stopToken({ document, textTo }: Subject, around: readonly CallInBlock[]): Cause[] {
  const last = around.at(-1)?.call;
  if (last === undefined) return [];
  const from = (last.argumentsSpan ?? last.nameSpan).to;
  const rest = document.slice(from, Math.min(textTo, from + LONGEST_MARKER * 2));
  const token = stopTokens.find((one) => rest.trimEnd().endsWith(one));
  if (token === undefined || textTo > from + LONGEST_MARKER * 2) return [];
  const at = from + rest.lastIndexOf(token);
  return caused([remove(at, at + token.length)], () => ({
    code: 'D10',
    fact: `${withPlace(`The stop token \`${quoted(token)}\` is in the text`, document, at)}.`,
    label: 'Remove the token',
    remedy: 'Have the server stop at this token and leave it out of the text.',
  }));
}

/** Text after the calls, between them and before them. What is damaged or reasoning there is another cause. */
function textAround(subject: Subject, { ledger }: Extraction, around: readonly CallInBlock[]): Cause[] {
  const { document, textTo } = subject;
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
        fact:
          takenForCall(subject, { from, to }, where) ??
          `${withPlace(`\`${quoted(document.slice(from, to).trim())}\` is ${where}`, document, from)}.`,
        label: 'Remove the text',
        remedy: /^\s*Observation:/.test(document.slice(from, to))
          ? 'Send `Observation:` as a stop sequence, so that the model does not make up the answer.'
          : 'Ask in the prompt for the calls and nothing else.',
      }),
    );
  return [
    ...removal([{ from: last.to, to: textTo }], 'after the calls', ''),
    ...removal(between, 'between the calls', '\n'),
    ...removal([{ from: 0, to: first.from }], 'before the calls', ''),
  ];
}

/** Brackets in words that the parser took for a call, and refused as one: they are the cause, and not the words. */
function takenForCall({ document, extraction }: Subject, { from, to }: Span, where: string): string | null {
  const taken = extraction.trace.find(
    (event) =>
      event.kind === 'reject' &&
      from <= event.from &&
      event.to <= to &&
      /^[{[]/.test(document.slice(event.from, event.to)),
  );
  if (taken === undefined) return null;
  const brackets = `\`${quoted(document.slice(taken.from, taken.to))}\``;
  return `${withPlace(`The parser takes ${brackets} for a call, in the text ${where}`, document, taken.from)}.`;
}
