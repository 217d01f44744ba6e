import type { Diagnosis, Extraction } from '../trace/index.ts';
import { formatList } from '../formats/index.ts';
import { readJson } from '../text/json/index.ts';
import { overlaps, type Span, withPlace } from '../text/document/index.ts';
import { closerOf, closersOf, formatOf, LONGEST_BODY, LONGEST_MARKER, openerAt, openerOf, tagsOf } from './literals.ts';
import { insertAt, remove, replace, type Change } from './changes.ts';
import { diagnosis, edit, quoted, type StepRule, type WholeRule } from './rule.ts';
import { blocksOf, firstCalls, type Subject } from './subject.ts';

const MOST_CHANGES = 40;
const MOST_FINDINGS = 4;
const MOST_STRAYS = 50;

interface Stray extends Span {
  readonly literal: string;
  /** The block that ends before this marker with only white space between them. */
  readonly block: Span | null;
  /** Its opening marker cannot be before this offset: a block, or the same closing marker, ends here. */
  readonly openFrom: number;
  /** The end of the same closing marker before this one. */
  readonly sinceSame: number;
  /** The block that this marker was meant to close, with text between the two. */
  readonly closes: Span | null;
}

/** A closing marker that closes nothing. */
export const strayCloser: WholeRule = {
  look(subject) {
    const { document, extraction, readsFormats } = subject;
    if (!readsFormats) return [];
    const strays = straysIn(extraction, subject.enclosing);
    const found: Diagnosis[] = [];
    for (const stray of strays.slice(0, MOST_STRAYS)) {
      if (stray.closes !== null) continue;
      const one = judgeStray(subject, stray, strays);
      if (one !== null) found.push(one);
      if (found.length >= MOST_FINDINGS) break;
    }
    return found.filter(({ span }) => span.to <= document.length);
  },
};

function judgeStray(subject: Subject, stray: Stray, strays: readonly Stray[]): Diagnosis | null {
  const { document, extraction } = subject;
  const { literal, block, openFrom } = stray;
  const opener = openerOf(literal);
  // The opening marker exists, perhaps with attributes: then something else is wrong.
  if (opener !== null && document.lastIndexOf(opener.replace(/>$/, ''), stray.from - 1) >= openFrom) return null;
  if (block === null) {
    if (!isAloneOnLine(document, stray) || (opener !== null && isOpen(document, opener, stray))) return null;
    const isSurplus = extraction.calls.some(({ span }) => span.to <= stray.from);
    return diagnosis(
      isSurplus ? 'D05' : 'D03',
      isSurplus
        ? `${withPlace(`\`${literal}\` closes nothing, because everything before it is already closed`, document, stray.from)}.`
        : `${withPlace(`\`${literal}\` closes nothing, because no opening marker is before it`, document, stray.from)}.`,
      stray,
      removal(subject, stray, strays),
    );
  }
  const isClosed = document.endsWith(literal, block.to);
  // Nobody knows which marker would open it.
  if (opener === null && !isClosed) return null;
  const own = closersOf(openerAt(document, block.from));
  const [wanted] = own;
  if (!isClosed && wanted !== undefined && !own.some((one) => one === literal || document.endsWith(one, block.to)))
    return diagnosis(
      'D06',
      {
        fact: `${withPlace(`\`${quoted(literal)}\` is in the place of \`${quoted(wanted)}\``, document, stray.from)}.`,
        reader: 'Callscope reads the call, but most parsers do not.',
      },
      stray,
      edit('Correct the marker', replace(stray, wanted)),
    );
  const begun = isClosed || opener === null ? -1 : document.lastIndexOf(opener, block.from - 1);
  if (opener !== null && begun >= stray.sinceSame) return textBeforeBlock(document, begun + opener.length, block.from);
  const change = opener === null ? null : edit('Restore the opening marker', insertAt(block.from, `${opener}\n`));
  const after = isClosed || change === null ? null : subject.after(change);
  const isOrphan =
    after !== null &&
    after.calls.length >= extraction.calls.length &&
    straysIn(after, subject.surveyOf(after).enclosing).length < strays.length;
  return diagnosis(
    isOrphan || !isClosed ? 'D03' : 'D05',
    isOrphan || !isClosed
      ? `The opening marker of \`${literal}\` is missing. The rest of the call is complete.`
      : `${withPlace(`\`${literal}\` is one closing marker too many`, document, stray.from)}.`,
    stray,
    isOrphan ? change : removal(subject, stray, strays),
  );
}

/** Whether the last opening marker before a closing one has no other closing one after it. */
function isOpen(document: string, opener: string, { literal, from }: Stray): boolean {
  const before = document.slice(0, from);
  const last = before.lastIndexOf(opener.replace(/>$/, ''));
  return last > before.lastIndexOf(literal);
}

/** Text is between the opening marker and the call, which has a block of its own. */
function textBeforeBlock(document: string, from: number, to: number): Diagnosis | null {
  const text = document.slice(from, to).trim();
  if (text === '' || text.includes('<') || to - from > LONGEST_BODY) return null;
  return diagnosis(
    'D10',
    {
      fact: `${withPlace(`\`${quoted(text)}\` is between the marker and the call`, document, document.indexOf(text, from))}.`,
      reader: 'Callscope reads the call, but many parsers do not.',
    },
    { from, to },
    edit('Remove the text', replace({ from, to }, '\n')),
    'Ask in the prompt for nothing but the call between the markers.',
  );
}

function removal(subject: Subject, stray: Stray, strays: readonly Stray[]): Diagnosis['edit'] {
  const hidden = hiddenBy(subject, stray, strays);
  const label = hidden.length === 0 ? 'Remove the closing marker' : 'Remove the closing markers';
  return edit(label, ...[stray, ...hidden].map(({ from, to }) => remove(from, to)));
}

/**
 * The same marker again, alone on its line and outside of calls, where the runtime takes it for text after the first: without
 * the first it would be the next that closes nothing.
 */
function hiddenBy({ document, enclosing }: Subject, { literal, to }: Stray, strays: readonly Stray[]): Span[] {
  const known = new Set(strays.map(({ from }) => from));
  const hidden: Span[] = [];
  let at = document.indexOf(literal, to);
  for (let looked = 0; at >= 0 && looked < MOST_CHANGES; looked += 1) {
    const span = { from: at, to: at + literal.length };
    const isInCall = enclosing.some(({ from, to: end }) => from <= at && at < end);
    if (!known.has(at) && !isInCall && isAloneOnLine(document, span)) hidden.push(span);
    at = document.indexOf(literal, at + literal.length);
  }
  return hidden;
}

const allClosers = new Set(formatList.flatMap(({ closers }) => closers ?? []));

function straysIn({ ledger, document }: Extraction, enclosing: readonly Span[]): Stray[] {
  const blocks = enclosing.toSorted((one, other) => one.from - other.from);
  const strays: Stray[] = [];
  const last = new Map<string, number>();
  let next = 0;
  let block: Span | null = null;
  let closed: Span | null = null;
  for (const { kind, from, to } of ledger) {
    if (kind !== 'markup') continue;
    for (let one = blocks[next]; one !== undefined && one.from <= from; one = blocks[next]) {
      block = one;
      next += 1;
    }
    if (to - from > LONGEST_MARKER || (block !== null && from < block.to)) continue;
    const literal = document.slice(from, to);
    if (!allClosers.has(literal)) continue;
    const readTo: number = Math.max(block?.to ?? 0, strays.at(-1)?.to ?? 0);
    const isNext =
      block !== null && document.slice(readTo, Math.min(from, readTo + 200)).trim() === '' && from - readTo <= 200;
    const closes: Span | null = block !== closed && closesLate(document, block, { from, to }) ? block : null;
    closed = closes ?? closed;
    const sinceSame = last.get(literal) ?? 0;
    const openFrom = Math.max(block?.to ?? 0, sinceSame);
    last.set(literal, to);
    strays.push({ from, to, literal, block: isNext ? block : null, openFrom, sinceSame, closes });
  }
  return strays;
}

/** Whether a closing marker after a block is the one that the block lacks. */
function closesLate(document: string, block: Span | null, { from, to }: Span): boolean {
  const literal = document.slice(from, to);
  const opener = openerOf(literal)?.replace(/>$/, '') ?? null;
  if (block === null || opener === null || from - block.to > LONGEST_BODY) return false;
  if (!document.startsWith(opener, block.from) || document.endsWith(literal, block.to)) return false;
  // In a later paragraph, a marker inside a line is only mentioned.
  return isAloneOnLine(document, { from, to }) || !document.slice(block.to, from).includes('\n\n');
}

/** Text is between the JSON of a call and the closing marker. */
export const tailBeforeCloser: WholeRule = {
  look(subject) {
    const { document, extraction, readsFormats } = subject;
    if (!readsFormats) return [];
    const found: Diagnosis[] = [];
    for (const { closes, from, literal } of straysIn(extraction, subject.enclosing).slice(0, MOST_STRAYS)) {
      if (closes === null || found.length >= MOST_FINDINGS) continue;
      const isJson = /[}\]]/.test(document.charAt(closes.to - 1));
      const tail = extraction.ledger.find(
        (one) => one.kind === 'content' && one.from >= closes.to && one.to <= from && !isBlank(document, one),
      );
      const isCall = [...extraction.calls, ...extraction.incomplete].some(({ span }) => overlaps(span, closes));
      if (!isJson || tail === undefined || !isCall) continue;
      found.push(
        diagnosis(
          'D10',
          {
            fact: `${withPlace(`\`${quoted(document.slice(tail.from, tail.to).trim())}\` is between the payload and \`${literal}\``, document, tail.from)}.`,
            reader: 'Callscope accepts the call, but many parsers reject it.',
          },
          tail,
          edit('Remove the rest', replace({ from: closes.to, to: from }, '\n')),
        ),
      );
    }
    return found;
  },
};

function isBlank(document: string, { from, to }: Span): boolean {
  return document.slice(from, to).trim() === '';
}

function isAloneOnLine(document: string, { from, to }: Span): boolean {
  const before = document.slice(Math.max(0, from - 200), from);
  const after = document.slice(to, to + 200);
  return /(?:^|\n)[ \t]*$/.test(before) && /^[ \t]*(?:\n|$)/.test(after);
}

/** The closing marker is missing, but the runtime makes the call anyway. */
export const toleratedNoCloser: StepRule = {
  on: ['closer-missing'],
  find(event, subject) {
    const { document, extraction } = subject;
    const block = blocksOf(extraction).findLast(({ from, to }) => from <= event.from && event.from <= to);
    const hasCall = extraction.calls.some(
      ({ span }) => block !== undefined && block.from <= span.from && span.to <= block.to,
    );
    const format = hasCall ? formatOf(block?.name.slice('format:'.length)) : undefined;
    if (block === undefined || format === undefined) return null;
    // The marker exists, after some other text: `tailBeforeCloser` reports it.
    if (straysIn(extraction, subject.enclosing).some(({ closes }) => closes?.to === block.to)) return null;
    const inExample = tagsOf(format).filter((tag) => tag.startsWith('</'));
    const literals = new Set([...inExample, ...(format.closers ?? []), ...closersOf(openerAt(document, block.from))]);
    for (const literal of [...literals].slice(0, 12)) {
      const change = edit('Add the closing marker', insertAt(event.from, `\n${literal}`));
      if (!subject.helps(change, 'closer-missing')) continue;
      const told = {
        fact: `${withPlace(`The call is complete, but its closing marker \`${literal}\` is missing`, document, event.from)}.`,
        reader: 'Callscope accepts the call.',
      };
      return { ...diagnosis('D04', told, { from: block.from, to: event.to }, change), missing: literal };
    }
    return null;
  },
};

/** A value contains the marker that ends the value or its block. */
export const delimiterInValue: WholeRule = {
  look(subject) {
    const { document, extraction } = subject;
    const values = rawValues(subject);
    const found: Diagnosis[] = [];
    let next = 0;
    for (const { argumentsSpan, format, span, name } of firstCalls(extraction)) {
      if (argumentsSpan === null || found.length >= MOST_FINDINGS) continue;
      const opener = /^<[^\s<>]*>/.exec(document.slice(span.from, span.from + LONGEST_MARKER))?.[0] ?? '';
      const closers = [...new Set([...closersFor(format), closerOf(opener)])].filter((one) => one.length > 3);
      // If the arguments are JSON, every occurrence in them is inside a value.
      const isJson = /[{[]/.test(document.charAt(argumentsSpan.from));
      const own: Span[] = isJson ? [argumentsSpan] : [];
      for (let one = values[next]; one !== undefined && one.from < argumentsSpan.to; one = values[next]) {
        if (one.from >= argumentsSpan.from && !isJson) own.push(one);
        next += 1;
      }
      const held = firstHeld(document, own, closers);
      if (held === null) continue;
      const { value, literal, from } = held;
      const text = document.slice(value.from, value.to);
      found.push(
        diagnosis(
          'D13',
          {
            fact: `${withPlace(`A value of \`${quoted(name)}\` contains \`${quoted(literal.trim())}\``, document, from)}.`,
            reader: `Parsers that only search for this marker end the ${isJson ? 'block' : 'value'} there.`,
          },
          { from, to: from + literal.length },
          isJson && readJson(text).ok ? edit('Escape the marker', ...escapes(text, literal, value.from)) : null,
        ),
      );
    }
    return found;
  },
};

/** The spans of all values that are raw text, in the order of the text. */
function rawValues({ oddSteps }: Subject): readonly Span[] {
  return oddSteps
    .filter((event) => event.kind === 'read' && (event.what === 'value' || event.what === 'coerced-value'))
    .toSorted((one, other) => one.from - other.from);
}

/** The first value that contains one of the literals, and where. */
function firstHeld(
  document: string,
  values: readonly Span[],
  literals: readonly string[],
): { readonly value: Span; readonly literal: string; readonly from: number } | null {
  for (const value of values) {
    const text = document.slice(value.from, value.to);
    const literal = literals.find((one) => text.includes(one));
    if (literal !== undefined) return { value, literal, from: value.from + text.indexOf(literal) };
  }
  return null;
}

/** The closing markers of a format: those of its blocks, and those of its values. */
export function closersFor(format: string): readonly string[] {
  const known = formatOf(format);
  if (known === undefined) return [];
  const inExample = [...known.example.matchAll(/<\/[^<>\s]{1,40}>/g)].map(({ 0: tag }) => tag);
  // A closing fence begins a line, so the literal begins with the line break.
  const fence = /\n(?:`{3,}|~{3,})$/.exec(known.example)?.[0];
  return [...(known.closers ?? []), ...(known.around ?? []), ...inExample, ...(fence === undefined ? [] : [fence])];
}

export function escapes(value: string, literal: string, shift: number): Change[] {
  const changes: Change[] = [];
  for (
    let at = value.indexOf(literal);
    at >= 0 && changes.length < MOST_CHANGES;
    at = value.indexOf(literal, at + literal.length)
  ) {
    const from = shift + at;
    if (literal.startsWith('</')) changes.push(insertAt(from + 1, '\\'));
    else changes.push(replace({ from, to: from + 1 }, `\\u${literal.charCodeAt(0).toString(16).padStart(4, '0')}`));
  }
  return changes;
}
