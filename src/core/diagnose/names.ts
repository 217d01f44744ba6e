import { type Edit, nearest, oddCharacters, type Span } from '../text/document/index.ts';
import type { Diagnosis, ToolCall } from '../trace/index.ts';
import { readJson } from '../text/json/index.ts';
import { replace } from './changes.ts';
import { diagnosis, edit, quoted, type StepRule, type WholeRule } from './rule.ts';
import { firstCalls, type Subject } from './subject.ts';

/** Most names in one message. */
const NAMES_SHOWN = 6;

/** No declared tool has this name, or the name has characters that names do not have. One diagnosis for all calls of a name. */
export const strangeName: WholeRule = {
  look(subject) {
    const called = new Map<string, Span[]>();
    for (const { name, nameSpan } of firstCalls(subject.extraction)) {
      const spans = called.get(name);
      if (spans === undefined) called.set(name, [nameSpan]);
      else spans.push(nameSpan);
    }
    const refused = subject.extraction.suppressed.flatMap(({ reason, name, span }) =>
      reason === 'undeclared' && name !== null ? [{ name, span: spanOfName(subject, name, span) }] : [],
    );
    const isAll = subject.extraction.suppressed.some(({ span }) => isBlankAround(subject, span));
    return [
      ...refused.slice(0, 4).map(({ name, span }) => {
        const found = judge(subject, name, [span]);
        // Other data has a `name` too. If no declared name is near, the object is a call only if it is the whole reply.
        return found?.edit === null && !isAll ? null : found;
      }),
      // What runs the code of the model is no declared tool.
      ...Array.from(called, ([name, spans]) =>
        name === subject.runtime.telling?.interpreter ? null : judge(subject, name, spans),
      ),
    ].filter((found) => found !== null);
  },
};

/** The runtime trims the name to find the declared tool. Other runtimes look the name up with its spaces. */
export const untrimmedName: StepRule = {
  on: ['untrimmed-name'],
  find(event, { document }) {
    if (event.kind !== 'repair') return null;
    const isQuoted = document.charAt(event.from - 1) === '"' && document.charAt(event.to) === '"';
    const reading = isQuoted ? readJson(document, event.from - 1, event.to + 1) : null;
    const isText = reading?.ok === true && reading.node.kind === 'string';
    const written = isText ? reading.node.value : document.slice(event.from, event.to);
    if (written !== event.inserted) return dirty(written, event.inserted, [event]);
    // Quotes that belong to no JSON are part of the name.
    const around = { from: event.from - 1, to: event.to + 1 };
    return dirty(document.slice(around.from, around.to), event.inserted, [around]);
  },
};

function isBlankAround({ document, textTo }: Subject, { from, to }: Span): boolean {
  return /^[\s`]*(?:json)?\s*$/.test(document.slice(0, from)) && /^[\s`]*$/.test(document.slice(to, textTo));
}

/** @param spans every place of the name, in the order of the text */
function judge(subject: Subject, name: string, spans: readonly Span[]): Diagnosis | null {
  const { tools, document } = subject;
  const span = spans[0] ?? { from: 0, to: 0 };
  const textOf = (at: Span): string => document.slice(at.from, at.to);
  const raw = textOf(withoutQuotes(document, span));
  const written = spans.map((at) => withoutQuotes(document, at)).filter((at) => textOf(at) === raw);
  const clean = cleaned(name);
  const isClean = clean === name && !hasOddCharacters(name);
  if (name.trim() === '' && isNoCall(subject, span)) return null;
  if (tools.isEmpty) {
    return isClean || /^@|^functions\./.test(name)
      ? null
      : dirty(name, clean, raw.includes(name) || raw.trim() === clean ? written : []);
  }
  // A declared name is the right one, whatever its characters.
  if (tools.names.includes(name) || (tools.has(tools.resolve(name)) && isClean)) return null;
  const target =
    tools.names.find((declared) => declared === clean) ??
    tools.names.find((declared) => declared === undecorated(clean));
  const places = raw === '' ? [] : written;
  if (target !== undefined) return target === name ? null : dirty(name, target, places);
  const near = nearest(clean, tools.names);
  const names = tools.names
    .slice(0, NAMES_SHOWN)
    .map((one) => `\`${quoted(one)}\``)
    .join(', ');
  const more = tools.names.length > NAMES_SHOWN ? ` and ${String(tools.names.length - NAMES_SHOWN)} more` : '';
  const unknown = name.trim() === '' ? 'The call has no name.' : `No declared tool has the name \`${quoted(name)}\`.`;
  return diagnosis(
    'D22',
    near === null ? `${unknown} Declared: ${names}${more}.` : `${unknown} The nearest name is \`${quoted(near)}\`.`,
    span,
    near === null ? null : callInstead(near, places),
    name.trim() === '' || /[<>{}[\]|]/.test(name) ? 'Show one complete call as an example in the prompt.' : undefined,
  );
}

/** Whether an engine makes a call without a name of something that our own reader knows to be none, or that has no arguments. */
function isNoCall({ runtime, everyFormat, extraction }: Subject, span: Span): boolean {
  if (runtime.lenient || everyFormat === null) return false;
  const isAt = (one: Span): boolean => one.from <= span.to && span.from <= one.to;
  const known = everyFormat.suppressed.find((one) => isAt(one.span));
  if (known !== undefined) return known.reason !== 'malformed' && known.reason !== 'undeclared';
  const isEmpty = ({ name, returnedText }: ToolCall): boolean => name.trim() === '' && /^\{\s*\}$/.test(returnedText);
  return !everyFormat.incomplete.some((one) => isAt(one.span)) && extraction.calls.some(isEmpty);
}

function dirty(name: string, target: string, places: readonly Span[]): Diagnosis {
  const told = diagnosis(
    'D23',
    `The name is \`${quoted(name)}\` instead of \`${quoted(target)}\`: ${whatIsWrong(name)}.`,
    places[0] ?? { from: 0, to: 0 },
    target === '' ? null : callInstead(target, places),
  );
  return hasSpace(name) ? { ...told, fault: 'name-with-space' } : told;
}

function hasSpace(name: string): boolean {
  return /\s/.test(name);
}

function callInstead(target: string, places: readonly Span[]): Edit | null {
  return places.length === 0 ? null : edit(`Rename to ${target}`, ...places.map((place) => replace(place, target)));
}

function whatIsWrong(name: string): string {
  if (hasSpace(name)) return 'it contains white space';
  if (hasOddCharacters(name)) return 'it contains invisible or lookalike characters';
  return 'something is before or after it';
}

function hasOddCharacters(name: string): boolean {
  return oddCharacters(name, 1).total > 0;
}

/** A name without white space and invisible characters. */
function cleaned(name: string): string {
  return name
    .replace(/\s/g, '')
    .replace(/[\u200b-\u200f\u2060-\u206f\ufeff\u00ad]/g, '')
    .replace(/^["'`]+|["'`()]+$/g, '');
}

/** A name without the namespace before it and the number after it, which some runtimes add. */
function undecorated(name: string): string {
  return name.replace(/^(?:@|functions?[.:]|default_api\.|tools?[.:]|mcp__)/, '').replace(/:\d+$/, '');
}

function withoutQuotes(document: string, { from, to }: Span): Span {
  const isQuoted = to - from >= 2 && document.charAt(from) === '"' && document.charAt(to - 1) === '"';
  return isQuoted ? { from: from + 1, to: to - 1 } : { from, to };
}

/** The span of a name inside a refused text; the whole text if the name is written with escapes. */
function spanOfName({ document }: Subject, name: string, span: Span): Span {
  const at = document.indexOf(name, span.from);
  return at >= 0 && at + name.length <= span.to ? { from: at, to: at + name.length } : span;
}
