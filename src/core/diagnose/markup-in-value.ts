import type { Diagnosis, ToolCall } from '../trace/index.ts';
import { editDistance, slipsAllowed, withPlace } from '../text/document/index.ts';
import { isObject } from '../text/json/index.ts';
import { closersFor } from './closers.ts';
import { formatOf, tagsOf } from './literals.ts';
import { diagnosis, quoted, type StepRule, type WholeRule } from './rule.ts';
import { firstCalls } from './subject.ts';

const MOST_FINDINGS = 4;
const LONGEST_ARGUMENTS = 100_000;
const LONGEST_VALUE = 20_000;

/** A raw value begins or ends with a marker of its format, or nearly one. Either the markup is damaged, or this is data. */
export const markupAtEnds: WholeRule = {
  look({ extraction, document, readsFormats }) {
    if (!readsFormats) return [];
    const found: Diagnosis[] = [];
    for (const call of firstCalls(extraction)) {
      if (found.length >= MOST_FINDINGS) break;
      // JSON leaves no doubt where a value ends.
      if (call.argumentsSpan === null || call.argumentsText.length > LONGEST_ARGUMENTS) continue;
      if (/[{[]/.test(document.charAt(call.argumentsSpan.from))) continue;
      const marker = markerIn(document, call);
      if (marker === null) continue;
      const at = document.indexOf(marker.written, call.argumentsSpan.from);
      const from = at < 0 ? call.argumentsSpan.from : at;
      found.push(
        diagnosis(
          'D06',
          {
            fact: `${withPlace(`A value of \`${quoted(call.name)}\` ${marker.what}`, document, from)}.`,
            reader: 'Callscope takes it for a part of the value.',
          },
          { from, to: from + marker.written.length },
        ),
      );
    }
    return found;
  },
};

interface Found {
  readonly written: string;
  readonly what: string;
}

function markerIn(document: string, { arguments: given, format, span }: ToolCall): Found | null {
  const values = (isObject(given) ? Object.values(given) : []).filter(
    (value): value is string => typeof value === 'string' && value.length <= LONGEST_VALUE && /^<|[^\w\s]$/.test(value),
  );
  if (values.length === 0) return null;
  const closers = closersFor(format).filter((one) => !/\s/.test(one));
  const tags = tagsOf(formatOf(format));
  const openers = tags.filter((one) => /^<[a-z][\w:]*>$/.test(one));
  const tokens = tags.filter((one) => /^<[|｜].*[|｜]>$/.test(one));
  for (const value of values) {
    const tag = /^<([a-z][\w:]{1,40})>/.exec(value);
    const isOpen = tag !== null && !value.includes(`</${tag[1] ?? ''}>`);
    // The tag is closed after the value, or the format has this tag.
    const isClosed = isOpen && document.slice(span.from, span.to).includes(`</${tag[1] ?? ''}>`);
    const opener = isOpen && (isClosed || openers.includes(tag[0])) ? tag[0] : undefined;
    if (opener !== undefined)
      return { written: opener, what: `begins with \`${quoted(opener)}\`, a marker of its format` };
    const token = tokens.find((one) => value.endsWith(one) && value.indexOf(one) === value.length - one.length);
    if (token !== undefined) return { written: token, what: `ends with \`${quoted(token)}\`, a marker of its format` };
    const near = nearMarker(value, closers);
    if (near !== null) return near;
  }
  return null;
}

function nearMarker(value: string, closers: readonly string[]): Found | null {
  // Our readers read misspelt closing tags, so only other markers are left.
  for (const marker of closers.filter((one) => !one.startsWith('</'))) {
    if (value.endsWith(marker)) continue;
    // The fewest wrong characters first, and of these the shortest ending of the value.
    for (let most = 1; most <= slipsAllowed(marker.length); most += 1)
      for (let more = -most; more <= most; more += 1) {
        const written = value.slice(-marker.length - more);
        if (editDistance(written, marker, most) <= most && !closers.includes(written))
          return {
            written,
            what: `ends with \`${quoted(written)}\`, which is nearly the marker \`${quoted(marker)}\``,
          };
      }
  }
  return null;
}

/** A value has a quote without a partner. */
export const unmatchedQuote: StepRule = {
  on: ['unmatched-quote'],
  find: (event, { document }) =>
    diagnosis(
      'D06',
      {
        fact: `${withPlace(`The quotes of the value \`${quoted(document.slice(event.from, event.to))}\` do not match`, document, event.from)}.`,
        reader: 'Callscope takes them for a part of the value.',
      },
      event,
    ),
};

/** A string in single quotes contains a single quote, in a format of Python literals. Python ends the string there. */
export const quoteInText: WholeRule = {
  look({ trace, document, readsFormats }) {
    if (!readsFormats) return [];
    let open = -1;
    for (const event of trace) {
      if (event.kind === 'enter') open = -1;
      if (event.kind !== 'repair' || event.code !== 'single-quotes') continue;
      const at = open < 0 ? -1 : document.slice(open, event.from).search(/(?<!\\)'/);
      if (at >= 0) {
        const from = open + at;
        const fact = `${withPlace('A text in single quotes has another one in it', document, from)}.`;
        const reader = 'Callscope takes it for a part of the text.';
        return [diagnosis('D08', { fact, reader }, { from, to: from + 1 })];
      }
      open = open < 0 ? event.to : -1;
    }
    return [];
  },
};
