import { extract } from '../../reader/index.ts';
import { type Span, withPlace } from '../../text/document/index.ts';
import type { Extraction, ToolCall } from '../../trace/index.ts';
import { formatOf } from '../literals.ts';
import { quoted, replace, type Change } from '../rule.ts';
import type { Cause } from './cause.ts';

/** What is before the name of a call, between the name and the arguments, and after them. */
type Parts = readonly [head: Span, middle: Span, tail: Span];

const places = ['before the name', 'between the name and the arguments', 'after the arguments'] as const;

/** Longer parts are no markup. */
const LONGEST_PART = 200;

/**
 * Markup of the calls that is not as in the example of their format: our own reader takes more spellings than one. Of several
 * calls only what is between their names and arguments is compared.
 */
export function otherMarkup(auto: Extraction): Cause[] {
  const { calls, document } = auto;
  const [first] = calls;
  const format = formatOf(first?.format);
  if (first === undefined || format === undefined) return [];
  const example = extract(
    { text: format.example },
    { runtime: `format:${format.id}`, tools: format.exampleTools ?? [] },
  );
  const [shown] = example.calls;
  const model = shown === undefined ? null : partsOf(example, shown);
  if (model === null) return [];
  return model.flatMap(({ from, to }, index): Cause[] => {
    const wanted = format.example.slice(from, to);
    if (wanted.length > LONGEST_PART || (index !== 1 && calls.length > 1)) return [];
    const changes = calls.flatMap((call): Change[] => {
      const part = partsOf(auto, call)?.[index];
      return part === undefined || document.slice(part.from, part.to) === wanted ? [] : [replace(part, wanted)];
    });
    const [change] = changes;
    if (change === undefined) return [];
    const { span } = change;
    const written = document.slice(span.from, span.to);
    if (written.length > LONGEST_PART) return [];
    const fault =
      written === ''
        ? `\`${quoted(wanted)}\` is missing ${places[index] ?? ''}`
        : wanted === ''
          ? `\`${quoted(written)}\` is ${places[index] ?? ''}, where this format has nothing`
          : `\`${quoted(written)}\` is in the place of \`${quoted(wanted)}\``;
    return [
      { code: 'D06', fact: `${withPlace(fault, document, span.from)}.`, span, label: 'Correct the markup', changes },
    ];
  });
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
