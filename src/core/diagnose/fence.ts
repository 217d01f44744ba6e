import { readJson } from '../json/strict.ts';
import { readTolerant, type TolerantReading } from '../json/tolerant.ts';
import { placeText } from '../place.ts';
import { diagnosis, edit, insertAt, remove, type Change, type Rule } from './rule.ts';

const OPENER = '~~~tool_call';

/** How far a payload is read leniently, in characters. A rule may be wrong about where one begins, and reads on in vain. */
const PAYLOAD_LIMIT = 100_000;

/** The lenient reading of the payload at `from`; null when it is none, or too long. */
function payloadAt(document: string, from: number, to: number): TolerantReading | null {
  const limit = Math.min(to, from + PAYLOAD_LIMIT);
  const reading = readTolerant(document, from, limit);
  return reading.node?.kind === 'object' && (reading.end < limit || limit === to) ? reading : null;
}

/** The closing fence is there, but indented. */
export const indentedCloser: Rule = {
  on: 'closer-indented',
  find: (event, { document }) =>
    diagnosis(
      'D17',
      `The closing fence at ${placeText(document, event.to - 3)} is indented, so it closes nothing. Show the example in the prompt without indentation: models copy it.`,
      event,
      edit('Remove the indentation', remove(event.from, event.to - 3)),
    ),
};

/** No closing fence at all: put one behind the payload. */
export const missingCloser: Rule = {
  on: 'unclosed-block',
  find(event, { document, trace, parts }) {
    if (event.kind !== 'reject') return null;
    const isIndented = trace.some(
      (one) => one.kind === 'quirk' && one.code === 'closer-indented' && one.from >= event.at,
    );
    if (isIndented) return null;
    const to = parts.text?.to ?? document.length;
    const payload = payloadAt(document, event.at, to);
    if (payload === null) return null;
    const cut = !payload.complete;
    return diagnosis(
      cut ? 'D27' : 'D04',
      cut
        ? 'The reply ends in the middle of a call: it was cut, perhaps by the token limit. Do not run what is there.'
        : 'The fence is opened and never closed. The payload is whole.',
      { from: event.from, to: payload.end },
      cut ? null : edit('Close the fence', ...repairsOf(payload.repairs), insertAt(payload.end, '\n~~~')),
    );
  },
};

/** The payload stands on the line of the opener. */
export const oneLineFence: Rule = {
  on: 'no-line-break-after-marker',
  find(event, { document, parts }) {
    if (event.kind !== 'reject' || document.charAt(event.at) !== '{') return null;
    const to = parts.text?.to ?? document.length;
    const payload = payloadAt(document, event.at, to);
    if (payload === null || !payload.complete) return null;
    const closer = /^[ \t]*(?=~~~)/.exec(document.slice(payload.end, Math.min(payload.end + 40, to)));
    const close =
      closer === null
        ? insertAt(payload.end, '\n~~~\n')
        : { span: { from: payload.end, to: payload.end + closer[0].length }, insert: '\n' };
    return diagnosis(
      'D17',
      'The payload stands on the line of its fence. Both fences need lines of their own.',
      { from: event.from, to: payload.end },
      edit(
        'Put the fences on their own lines',
        insertAt(event.from + OPENER.length, '\n'),
        ...repairsOf(payload.repairs),
        close,
      ),
    );
  },
};

/** Prose mentions the marker, which keeps the later tiers from running. */
export const mentionClaimsText: Rule = {
  on: 'fence-mention-claims-text',
  find(event, { document, trace }) {
    const mentions = trace.filter((one) => one.kind === 'reject' && one.code === 'no-line-break-after-marker');
    if (
      mentions.length === 0 ||
      mentions.length > 50 ||
      trace.some((one) => one.kind === 'reject' && one.code === 'unclosed-block')
    )
      return null;
    return diagnosis(
      'D31',
      `The text mentions \`${OPENER}\` at ${placeText(document, event.from)}, so the tagged tier claims it and the raw tier never runs. With native_tool_calls: false it would.`,
      event,
      edit('Take the tildes off the mention', ...mentions.map(({ from }) => remove(from, from + 3))),
    );
  },
};

/** A payload that is not JSON and can be repaired. */
export const brokenPayload: Rule = {
  on: 'json-syntax',
  find(event, { document, parts }) {
    if (parts.text === null || event.to > parts.text.to) return null;
    const reading = payloadAt(document, event.from, event.to);
    if (reading === null || reading.repairs.length > 40) return null;
    const repairs = repairsOf(reading.repairs);
    const leftOver = document.slice(reading.end, event.to).trim() === '' ? [] : [remove(reading.end, event.to)];
    const changes = [...repairs, ...leftOver];
    if (!readJson(applied(document, event.from, event.to, changes)).ok) return null;
    const kinds = [...new Set(reading.repairs.map(({ code }) => code.replaceAll('-', ' ')))];
    return diagnosis(
      reading.complete ? 'D08' : 'D27',
      reading.complete
        ? `The payload is not JSON, but it can be repaired: ${[...kinds, ...(leftOver.length > 0 ? ['text behind it'] : [])].join(', ')}.`
        : 'The payload ends in the middle: it was cut. The edit closes what is open; check what is missing.',
      event,
      edit('Repair the JSON', ...changes),
    );
  },
};

function repairsOf(
  repairs: readonly { readonly span: { from: number; to: number }; readonly inserted: string }[],
): Change[] {
  return repairs.map(({ span, inserted }) => ({ span, insert: inserted }));
}

function applied(document: string, from: number, to: number, changes: readonly Change[]): string {
  const pieces: string[] = [];
  let at = from;
  for (const { span, insert } of changes) {
    pieces.push(document.slice(at, span.from), insert);
    at = span.to;
  }
  return pieces.join('') + document.slice(at, to);
}
