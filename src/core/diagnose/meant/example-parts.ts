import { extract } from '../../reader/index.ts';
import { type Span, withPlace } from '../../text/document/index.ts';
import type { Extraction, ToolCall } from '../../trace/index.ts';
import { formatOf } from '../literals.ts';
import { insertAt, replace, type Change } from '../changes.ts';
import { quoted } from '../rule.ts';
import type { Cause } from './cause.ts';

/** What is before the name of a call, between the name and the arguments, and after them. */
type Parts = readonly [head: Span, middle: Span, tail: Span];

const places = ['before the name', 'between the name and the arguments', 'after the arguments'] as const;

/** Longer parts are no markup. */
const LONGEST_PART = 200;

/**
 * Markup of the calls that is not as in the example of their format: our own reader takes more spellings than one. Of several
 * calls, what comes before the first name, what comes after the last arguments, and what is between names and arguments.
 */
export function otherMarkup(auto: Extraction): Cause[] {
  const { calls } = auto;
  const format = formatOf(calls[0]?.format);
  if (format === undefined) return [];
  const example = extract(
    { text: format.example },
    { runtime: `format:${format.id}`, tools: format.exampleTools ?? [] },
  );
  const [shown] = example.calls;
  const last = example.calls.at(-1);
  const model = shown === undefined ? null : partsOf(example, shown);
  const [head, middle] = model?.map(({ from, to }) => format.example.slice(from, to)) ?? [];
  if (shown === undefined || last === undefined || head === undefined || middle === undefined) return [];
  // After the first of several calls is the next one.
  const end = partsOf(example, last)?.[2];
  const tail = end === undefined ? null : format.example.slice(end.from, end.to);
  /** Some formats name the tool before the call as well. */
  const ofCall =
    (part: string) =>
    ({ name }: ToolCall): string =>
      part.replaceAll(shown.name, () => name);
  return [
    ...otherPart(auto, calls.slice(0, 1), 0, ofCall(head)),
    ...otherPart(auto, calls, 1, ofCall(middle)),
    // After the last call is one that the end of the text cuts off.
    ...(auto.incomplete.length > 0 || tail === null ? [] : otherPart(auto, calls.slice(-1), 2, ofCall(tail))),
  ];
}

/** One part of some calls that is not as it should be. */
function otherPart(
  auto: Extraction,
  calls: readonly ToolCall[],
  part: 0 | 1 | 2,
  wantedOf: (call: ToolCall) => string,
): Cause[] {
  const changes = calls.flatMap((call): Change[] => {
    const span = partsOf(auto, call)?.[part];
    const wanted = wantedOf(call);
    return span === undefined || textOf(auto, span) === wanted ? [] : [missingIn(textOf(auto, span), span, wanted)];
  });
  const [first] = changes;
  if (first === undefined) return [];
  const written = textOf(auto, first.span);
  if (written.length > LONGEST_PART || first.insert.length > LONGEST_PART) return [];
  const fault =
    written === ''
      ? `\`${quoted(first.insert)}\` is missing ${places[part]}`
      : first.insert === ''
        ? `\`${quoted(written)}\` is ${places[part]}, where this format has nothing`
        : `\`${quoted(written)}\` is in the place of \`${quoted(first.insert)}\``;
  const fact = `${withPlace(fault, auto.document, first.span.from)}.`;
  return [{ code: 'D06', fact, span: first.span, label: 'Correct the markup', changes }];
}

function textOf({ document }: Extraction, { from, to }: Span): string {
  return document.slice(from, to);
}

/** What makes a part the wanted one: only what is missing before it or after it, where the rest is there. */
function missingIn(written: string, { from, to }: Span, wanted: string): Change {
  if (written !== '' && wanted.endsWith(written)) return insertAt(from, wanted.slice(0, -written.length));
  if (written !== '' && wanted.startsWith(written)) return insertAt(to, wanted.slice(written.length));
  return replace({ from, to }, wanted);
}

function partsOf({ ledger, document }: Extraction, { span, nameSpan, argumentsSpan }: ToolCall): Parts | null {
  if (argumentsSpan === null || argumentsSpan.from < nameSpan.to) return null;
  let [from, to] = [span.from, span.to];
  const isAround = (kind: string, part: Span): boolean =>
    kind === 'markup' || kind === 'call' || document.slice(part.from, part.to).trim() === '';
  for (const entry of ledger.toReversed())
    if (entry.from < from && entry.to >= from && isAround(entry.kind, entry)) from = entry.from;
  for (const entry of ledger) if (entry.to > to && entry.from <= to && isAround(entry.kind, entry)) to = entry.to;
  while (from < nameSpan.from && /\s/.test(document.charAt(from))) from += 1;
  while (to > argumentsSpan.to && /\s/.test(document.charAt(to - 1))) to -= 1;
  return [
    { from, to: nameSpan.from },
    { from: nameSpan.to, to: argumentsSpan.from },
    { from: argumentsSpan.to, to },
  ];
}
