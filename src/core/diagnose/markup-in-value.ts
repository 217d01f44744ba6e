import type { ToolCall } from '../trace/call.ts';
import type { Diagnosis } from '../trace/extraction.ts';
import { editDistance, slipsAllowed } from '../document/distance.ts';
import { withPlace } from '../document/place.ts';
import { isObject } from '../json/node.ts';
import { closersFor } from './closers.ts';
import { diagnosis, quoted, type StepRule, type WholeRule } from './rule.ts';
import { firstCalls } from './subject.ts';

const MOST_FINDINGS = 4;
const LONGEST_ARGUMENTS = 100_000;

/** A raw value that ends with what is nearly a marker of its format: the marker is damaged, or it is data. */
export const markupAtValueEnd: WholeRule = {
  look({ extraction, document, readsFormats }) {
    if (!readsFormats) return [];
    const found: Diagnosis[] = [];
    for (const call of firstCalls(extraction)) {
      if (found.length >= MOST_FINDINGS) break;
      // In JSON the end of a value is beyond doubt.
      if (call.argumentsSpan === null || call.argumentsText.length > LONGEST_ARGUMENTS) continue;
      if (/[{[]/.test(document.charAt(call.argumentsSpan.from))) continue;
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
      if (value.endsWith(marker)) continue;
      const slips = slipsAllowed(marker.length);
      // As few slips as there can be, and what they are in.
      for (let most = 1; most <= slips; most += 1)
        for (let more = -most; more <= most; more += 1) {
          const written = value.slice(-marker.length - more);
          if (editDistance(written, marker, most) <= most && !markers.includes(written)) return { written, marker };
        }
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
