import type { ToolCall } from '../trace/call.ts';
import type { Diagnosis } from '../trace/extraction.ts';
import { editDistance, slipsAllowed } from '../document/distance.ts';
import { withPlace } from '../document/place.ts';
import { isObject } from '../json/node.ts';
import { closersFor } from './closers.ts';
import { diagnosis, quoted, type StepRule, type WholeRule } from './rule.ts';
import { firstCalls } from './subject.ts';

const MOST_FINDINGS = 4;

/** A raw value that ends with what is nearly a marker of its format: the marker is damaged, or it is data. */
export const markupAtValueEnd: WholeRule = {
  look({ extraction, document, readsFormats }) {
    if (!readsFormats) return [];
    const found: Diagnosis[] = [];
    for (const call of firstCalls(extraction)) {
      if (found.length >= MOST_FINDINGS) break;
      // In JSON the end of a value is beyond doubt.
      if (call.argumentsSpan === null || /[{[]/.test(document.charAt(call.argumentsSpan.from))) continue;
      const end = nearMarker(call);
      if (end === null) continue;
      const at = document.indexOf(end.written, call.argumentsSpan.from);
      const from = at < 0 ? call.argumentsSpan.from : at;
      found.push(
        diagnosis(
          'D06',
          `${withPlace(`A value of \`${quoted(call.name)}\` ends with \`${quoted(end.written)}\`, which is nearly the marker \`${quoted(end.marker)}\``, document, from)}. Callscope takes it for a part of the value.`,
          { from, to: from + end.written.length },
        ),
      );
    }
    return found;
  },
};

function nearMarker({
  arguments: given,
  format,
}: ToolCall): { readonly written: string; readonly marker: string } | null {
  // Closing tags that are misspelt are read.
  const markers = closersFor(format).filter((one) => slipsAllowed(one.length) > 0 && !/\s|^<\//.test(one));
  for (const value of isObject(given) ? Object.values(given) : []) {
    if (typeof value !== 'string') continue;
    for (const marker of markers) {
      const written = value.slice(-marker.length);
      if (markers.includes(written)) continue;
      const distance = editDistance(written, marker, slipsAllowed(marker.length));
      if (distance > 0 && distance <= slipsAllowed(marker.length)) return { written, marker };
    }
  }
  return null;
}

/** A value with a quotation mark that none belongs to. */
export const unmatchedQuote: StepRule = {
  on: ['unmatched-quote'],
  find: (event, { document }) =>
    diagnosis(
      'D06',
      `${withPlace(`The quotes of the value \`${quoted(document.slice(event.from, event.to))}\` do not match`, document, event.from)}. Callscope takes them for a part of the value.`,
      event,
    ),
};
