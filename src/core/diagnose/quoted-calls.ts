import { type Edit, editDistance, overlaps, type Span, withPlace } from '../text/document/index.ts';
import type { Diagnosis, Extraction } from '../trace/index.ts';
import { liesIn } from '../engines/kit/index.ts';
import { remove, replace } from './changes.ts';
import { formatOf } from './literals.ts';
import { diagnosis, edit, quoted, type StepRule, type WholeRule } from './rule.ts';
import type { Subject } from './subject.ts';

/** Most places that are reported. */
const MOST_PLACES = 4;

/** A complete call is in a quotation, so the runtime does not run it. */
export const quotedCall: StepRule = {
  on: ['quoted'],
  find(event, subject) {
    const { document, extraction } = subject;
    const quote = subject.quotations.find(({ from, to }) => from <= event.from && event.to <= to);
    if (quote === undefined || isReturned(extraction, quote)) return null;
    const change = unquoting(subject, quote);
    const after = subject.after(change);
    const call = after?.calls[extraction.calls.length];
    if (after === null || call === undefined) return null;
    // A quoted call beside other text is an example, unless a tool of this name is declared.
    const isInline = document.charAt(quote.from) === '`' && !document.startsWith('```', quote.from);
    const isMeant = subject.tools.isEmpty
      ? isInline && isAlone(subject, quote) && isAllCalls(after)
      : subject.tools.has(call.name);
    return exampleOf(call.name, event.from, document, quote, isMeant ? change : null);
  },
};

/** The same for a call without markers, if its name is declared. */
export const quotedBareCall: WholeRule = {
  look(subject) {
    const { document, extraction, tools, readsFormats } = subject;
    if (!readsFormats || tools.isEmpty) return [];
    const found: Diagnosis[] = [];
    for (const quote of passages(subject).slice(0, MOST_QUOTATIONS)) {
      if (found.length >= MOST_PLACES) break;
      const inside = insideOf(document, quote);
      // The word after the fence is a misspelt marker: `nearMissMarker` reports it.
      if (/^~~~[ \t]*tool/.test(document.slice(quote.from, quote.from + 20))) continue;
      if (isReturned(extraction, quote)) continue;
      if (quote.to - quote.from > LONGEST_QUOTATION || !tools.names.some((name) => inside.includes(name))) continue;
      const call = subject.readAlone(inside)?.calls[0];
      if (call === undefined || !tools.has(call.name) || !isRead(extraction, call.format)) continue;
      const change = unquoting(subject, quote);
      found.push(exampleOf(call.name, quote.from, document, quote, subject.brings(change) ? change : null));
    }
    return found;
  },
};

/** Most quotations that are searched for a call, and the longest one, in UTF-16 units. */
const MOST_QUOTATIONS = 50;
const LONGEST_QUOTATION = 4_000;

/** Whether what looks like a quotation is a call, or in one. */
function isReturned({ calls }: Extraction, quote: Span): boolean {
  return calls.some(({ span }) => overlaps(span, quote));
}

function isRead({ runtime }: Extraction, format: string): boolean {
  return runtime.lenient && runtime.formats.includes(format);
}

function exampleOf(name: string, at: number, document: string, quote: Span, change: Edit | null): Diagnosis {
  return diagnosis(
    'D21',
    `${withPlace(`A call to \`${quoted(name)}\` is quoted, so it is an example and does not run`, document, at)}.`,
    quote,
    change,
  );
}

/** The quotations, with the lines of a blockquote joined to one. */
function passages({ document, quotations }: Subject): Span[] {
  const found: { from: number; to: number }[] = [];
  let last: { from: number; to: number } | undefined;
  for (const { from, to } of quotations) {
    const isLine = BLOCKQUOTE.test(document.slice(from, from + 6));
    if (isLine && last?.to === from - 1) last.to = to;
    else found.push((last = { from, to }));
    if (!isLine) last = undefined;
  }
  return found;
}

const BLOCKQUOTE = /^ {0,3}> ?/;

/** The text inside a quotation, without `>`, backticks and fences. */
function insideOf(document: string, { from, to }: Span): string {
  const text = document.slice(from, to);
  if (BLOCKQUOTE.test(text)) return text.replace(/^ {0,3}> ?/gm, '');
  if (/^ {0,3}(?:`{3}|~{3})/.test(text)) return text.slice(text.indexOf('\n') + 1, text.lastIndexOf('\n') + 1);
  return text.replace(/^`+/, '').replace(/(?<!`)`+$/, '');
}

/** A call is in a quotation, and the runtime runs it. */
export const quotedAndRun: WholeRule = {
  look(subject) {
    const { extraction, readsFormats, document } = subject;
    if (readsFormats || extraction.calls.length === 0 || extraction.calls.length > 50) return [];
    const found = extraction.calls.filter(({ span }) => liesIn(subject.quotations, span.from));
    // A fence of a format looks like one of Markdown.
    const meant = found.length === 0 ? [] : (subject.everyFormat?.calls ?? []);
    return found
      .filter(({ span }) => !meant.some((call) => overlaps(call.span, span)))
      .slice(0, MOST_PLACES)
      .map(
        ({ name, span }) =>
          nearFence(subject, span) ??
          diagnosis(
            'D21',
            `${withPlace(`The call to \`${quoted(name)}\` is a quoted example, but this server runs it`, document, span.from)}.`,
            span,
            removal(subject, span),
          ),
      );
  },
};

/** A fence whose word is almost the one with which the runtime begins a call: nobody gives an example such a language. */
function nearFence({ document, runtime }: Subject, call: Span): Diagnosis | null {
  const before = document.slice(Math.max(0, call.from - 60), call.from);
  const [, mark = '', word = ''] = /(`{3,}|~{3,})([\w-]{2,20})[ \t]*\n\s*$/.exec(before) ?? [];
  const wanted = runtime.formats
    .flatMap((format) => /^(?:`{3}|~{3})(\w+)\n/m.exec(formatOf(format)?.example ?? '')?.[1] ?? [])
    .find((one) => word !== one && !/^(?:toml|text)$/.test(word) && editDistance(word, one, 2) <= 2);
  if (wanted === undefined) return null;
  const from = call.from - before.length + before.lastIndexOf(mark + word) + mark.length;
  return diagnosis(
    'D06',
    `${withPlace(`The word of the fence is \`${word}\` and almost \`${wanted}\``, document, from)}. ${runtime.label} returns the call all the same.`,
    { from, to: from + word.length },
    edit('Correct the word', replace({ from, to: from + word.length }, wanted)),
  );
}

function removal(subject: Subject, call: Span): Edit {
  const quote = subject.quotations.find(({ from, to }) => from <= call.from && call.from < to) ?? call;
  const { from, to } = subject.markupIn(withoutQuotes(subject.document, quote), call);
  return edit('Remove the example', remove(from, to));
}

/** What is between fences, and between backticks; a line of a blockquote as it is. */
function withoutQuotes(document: string, { from, to }: Span): Span {
  const text = document.slice(from, to);
  const open = /^ {0,3}(?:`{3,}|~{3,})[^\n]*\n|^`+/.exec(text)?.[0].length ?? 0;
  const close = open === 0 ? 0 : (/\n {0,3}(?:`{3,}|~{3,})\s*$|`+$/.exec(text.slice(open))?.[0].length ?? 0);
  return { from: from + open, to: to - close };
}

function unquoting({ document, quotations }: Subject, { from, to }: Span): Edit {
  const fence = /^ {0,3}(`{3,}|~{3,})[^\n]*/.exec(document.slice(from, Math.min(to, from + 300)));
  if (fence !== null) {
    const infoFrom = from + fence[0].indexOf(fence[1] ?? '') + (fence[1] ?? '').length;
    return edit('Remove the language', remove(infoFrom, from + fence[0].length));
  }
  if (document.charAt(from) === '`') {
    const run = /^`+/.exec(document.slice(from, from + 40))?.[0].length ?? 1;
    return edit('Remove the backticks', remove(from, from + run), remove(to - run, to));
  }
  const lines = quotations.filter(({ from: line }) => line >= from && /^ {0,3}>/.test(document.slice(line, line + 4)));
  return edit(
    'Remove the quotes',
    ...lines.slice(0, 200).map((line) => {
      const mark = /^ {0,3}> ?/.exec(document.slice(line.from, line.from + 6))?.[0].length ?? 0;
      return remove(line.from, line.from + mark);
    }),
  );
}

function isAlone({ document, textTo }: Subject, { from, to }: Span): boolean {
  return document.slice(0, from).trim() === '' && document.slice(to, textTo).replaceAll('`', '').trim() === '';
}

/** Whether the reply holds only calls. */
function isAllCalls({ ledger, document }: Extraction): boolean {
  return ledger.every(({ kind, from, to }) => kind !== 'content' || /^[\s`~]*$/.test(document.slice(from, to)));
}
