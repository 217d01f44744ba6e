import { formatList, turnEnds } from '../formats/index.ts';
import { capital, type Span, withPlace } from '../text/document/index.ts';
import type { Diagnosis } from '../trace/index.ts';
import { LONGEST_MARKER, MARKER_START } from './literals.ts';
import { diagnosis, quoted, type StepRule, type WholeRule } from './rule.ts';

/** The text ends inside an opening marker, or directly after one. */
export const cutAtMarker: WholeRule = {
  look(subject) {
    const { document, textTo, readsFormats, extraction } = subject;
    if (!readsFormats) return [];
    const text = document.slice(Math.max(0, textTo - LONGEST_MARKER), textTo).trimEnd();
    const last = text.slice(text.lastIndexOf('\n') + 1);
    const from = textTo - (document.slice(0, textTo).length - document.slice(0, textTo).trimEnd().length) - last.length;
    const mayBegin = last.length >= 6 && MARKER_START.test(last);
    const marker = mayBegin ? [...subject.literals.values()].find((one) => one.text.startsWith(last)) : undefined;
    if (marker === undefined || closesSomething(marker.text)) return [];
    // A tag that closes itself is a whole call.
    if (extraction.calls.some(({ span }) => span.to > from)) return [];
    const span = { from, to: from + last.length };
    if (subject.isStopped) {
      const where = last === marker.text ? 'directly after the opening marker' : 'inside the marker';
      const message = `The model stopped ${where} \`${marker.text}\`, before a call.`;
      return [diagnosis('D08', message, span, null, NOT_CUT)];
    }
    return [
      diagnosis(
        'D27',
        last === marker.text
          ? `The text ends directly after the opening marker \`${marker.text}\`: the reply is cut off before the call.`
          : `The text ends inside the marker \`${marker.text}\`: the reply is cut off.`,
        span,
      ),
    ];
  },
};

function closesSomething(literal: string): boolean {
  return (
    literal.startsWith('</') ||
    formatList.some(({ closers = [], around = [] }) => closers.includes(literal) || around.includes(literal))
  );
}

/** A tag or token that closes a call or a list of calls. */
const CLOSES_CALL =
  /(?:<\/[^<>\n]{0,40}(?:tool|function|invoke)[^<>\n]{0,40}>|<[|｜][^<>\n]{0,40}end[^<>\n]{0,40}[|｜]>)\s*$/i;

/** No limit cut a reply off that ends with what closes its call. */
function endsClosed(document: string, textTo: number): boolean {
  return CLOSES_CALL.test(document.slice(Math.max(0, textTo - LONGEST_MARKER), textTo));
}

/** The end of the text cuts a call off, or a call ends with a value incomplete. */
export const cutCall: StepRule = {
  on: ['cut-off', 'broken-off'],
  find(event, { document, extraction, textTo, runtime, everyFormat, isStopped }) {
    // Damage keeps a parser waiting: where our own reader finds whole calls, the text is whole.
    if (!runtime.lenient && everyFormat !== null && everyFormat.calls.length > 0 && everyFormat.incomplete.length === 0)
      return null;
    const name = extraction.incomplete.find(({ span }) => span.to >= event.from)?.name;
    const call = name === undefined ? 'a call' : `the call to \`${quoted(name)}\``;
    const isBroken = event.kind === 'reject' && event.code === 'broken-off';
    // A limit did not cut the call off if text follows it, or if its own brackets close it.
    const isClosed = /[}\])>]\s*$/.test(document.slice(Math.max(event.from, event.to - 20), event.to));
    const isLast = document.slice(event.to, textTo).trim() === '' && (isBroken || !endsClosed(document, textTo));
    const isCut = isLast && (!isBroken || !isClosed);
    if (!isBroken && !isLast) return incomplete(call, event.to, event, document);
    const token = isBroken ? null : endOfTurn(document, textTo);
    if (token !== null || (isStopped && !isBroken)) return endedInside(call, token, event, document);
    return diagnosis(
      isCut && !isStopped ? 'D27' : 'D08',
      isBroken
        ? `${withPlace(`A value of ${call} is missing or incomplete`, document, event.to)}. Do not run this call.`
        : `${withPlace(`The text ends inside ${call}`, document, event.to)}. The token limit may have cut it off. Do not run this call.`,
      event,
    );
  },
};

/** The token with which the model ends its turn at the end of the text; null where the text just stops. */
export function endOfTurn(document: string, textTo: number): Span | null {
  const to = document.slice(0, textTo).trimEnd().length;
  const token = turnEnds.find((one) => document.endsWith(one, to));
  return token === undefined ? null : { from: to - token.length, to };
}

/** No limit cuts a call off after which the model ends its turn. */
/** @param token what ends the turn; null where the server says that it ended */
function endedInside(call: string, token: Span | null, span: Span, document: string): Diagnosis {
  const what =
    token === null ? 'The model stopped' : `The model ends its turn with \`${document.slice(token.from, token.to)}\``;
  return diagnosis(
    'D08',
    `${withPlace(`${what} inside ${call}`, document, token?.from ?? span.to)}. Do not run this call.`,
    span,
    null,
    NOT_CUT,
  );
}

/** A call that is no whole one, though the text goes on after it. */
function incomplete(call: string, at: number, span: Span, document: string): Diagnosis {
  return diagnosis(
    'D08',
    `${withPlace(`${capital(call)} is not complete`, document, at)}. Do not run this call.`,
    span,
    null,
    NOT_CUT,
  );
}

/** What to do where no limit cut the call off. */
export const NOT_CUT = 'Send the request again. Show one complete call as an example in the prompt.';

/** This runtime finds nothing, but `auto` finds a call that the end of the text cuts off. */
export const cutElsewhere: WholeRule = {
  look(subject) {
    const { extraction, trace, document } = subject;
    if (subject.readsEverything || extraction.calls.length > 0 || extraction.incomplete.length > 0) return [];
    // `missingCloser` reports these.
    if (trace.some((event) => event.kind === 'reject' && /^(?:unclosed-block|tag-unclosed)$/.test(event.code)))
      return [];
    const cut = subject.everyFormat?.incomplete[0];
    if (cut === undefined) return [];
    const token = endOfTurn(document, subject.textTo);
    if (token !== null && token.from <= cut.span.to)
      return [endedInside(`the call to \`${quoted(cut.name)}\``, token, cut.span, document)];
    if (document.slice(cut.span.to, subject.textTo).trim() !== '' || endsClosed(document, subject.textTo))
      return [incomplete(`the call to \`${quoted(cut.name)}\``, cut.span.to, cut.span, document)];
    if (subject.isStopped) return [endedInside(`the call to \`${quoted(cut.name)}\``, null, cut.span, document)];
    return [
      diagnosis(
        'D27',
        `The text ends inside a \`${cut.format}\` call to \`${quoted(cut.name)}\`. ${withPlace('The reply is cut off', document, cut.span.to)}. Do not run this call.`,
        cut.span,
      ),
    ];
  },
};
