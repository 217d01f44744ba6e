import { type JsonNode, JsonReader, type JsonStringNode, type JsonSuccess } from '../../text/json/index.ts';
import { isElixirSpace } from '../../text/languages/index.ts';
import type { Ending, Recorder } from '../../trace/index.ts';
import { isAsciiSpace, type Span, trimmedSpan } from '../../text/document/index.ts';
import { liesIn, readPayload, spanOf } from '../../engines/kit/index.ts';
import { balancedBraces } from './braces.ts';
import type { ExathenaCode } from './words.ts';

const TICKS = '```';

/** What an earlier reading says about the brace at an offset: the whole value, or that it cannot be read. */
type Known = Map<number, JsonSuccess | 'fails'>;

/**
 * The raw tier: from every `{` on it takes the text up to the brace that balances it (it respects quotes and backslashes)
 * and keeps what decodes to `{"name": text, "arguments": object | null | text}`. What does not is passed over without
 * a word, and the search goes on one character later.
 *
 * The original reads the same characters again for every brace around them. Here a text that was read once is not read
 * again: values found inside a refused candidate are remembered, and so are the braces that were still open at its
 * first error, because each of them would fail at that very place.
 */
export function readRaw(rec: Recorder<ExathenaCode>, text: Span, thoughts: readonly Span[]): Ending {
  const inside = codeFenceInside(rec.document, text);
  rec.gate('is-code-fence', inside !== null, text, inside);
  const area = inside ?? text;
  if (inside !== null) {
    rec.mark('markup', text.from, inside.from);
  }

  const { document } = rec;
  const closers = balancedBraces(document, area.from, area.to);
  const reader = new JsonReader();
  const known: Known = new Map();
  let calls = 0;
  for (let open = document.indexOf('{', area.from); open >= 0 && open < area.to;) {
    let next = open + 1;
    const end = closers.endOf(open);
    const before = known.get(open);
    if (end === 0) {
      rec.rejectOneOfMany('unbalanced-braces', open, open + 1);
    } else if (before !== 'fails') {
      const candidate = before ?? readCandidate(rec, reader, open, end, known);
      if (candidate !== null && readCall(rec, candidate, thoughts)) {
        rec.mark('call', open, end);
        calls += 1;
        next = end;
      } else if (candidate !== null) {
        rememberParts(candidate.node, candidate.duplicateKeys, known);
      }
    }
    open = document.indexOf('{', next);
  }

  if (inside !== null) rec.mark('markup', inside.to, text.to);
  return calls > 0 ? 'matched' : 'empty';
}

function readCandidate(
  rec: Recorder<ExathenaCode>,
  reader: JsonReader,
  open: number,
  end: number,
  known: Known,
): JsonSuccess | null {
  const outline = reader.outline(rec.document, open, end, 1);
  if (outline.ok) return outline;
  const reading = reader.readPartially(rec.document, open, end);
  if (reading.ok) return reading;
  for (const at of reading.openAt) known.set(at, 'fails');
  for (const node of reading.complete) rememberParts(node, reading.duplicateKeys, known);
  rec.reject('json-syntax', { from: open, to: end }, reading.error.at, reading.error);
  return null;
}

function readCall(
  rec: Recorder<ExathenaCode>,
  { node, duplicateKeys }: JsonSuccess,
  thoughts: readonly Span[],
): boolean {
  const looksLikeCall = node.kind === 'object' && node.members.some(({ key }) => key.value === 'name');
  if (!looksLikeCall) {
    rec.rejectOneOfMany('missing-name', node.from, node.to);
    return false;
  }
  const span = spanOf(node);
  rec.enter('block', 'raw', span);
  const result = readPayload(rec, node, duplicateKeys, 'refuse');
  if (result.ok) {
    if (liesIn(thoughts, node.from)) rec.quirk('inside-think', span);
    rec.call(result.payload, { format: 'raw-json', tier: 'raw', span });
  }
  rec.leave(span, result.ok ? 'matched' : 'empty');
  return result.ok;
}

/** Notes `node` and every object below it, so that their braces need no second reading. */
function rememberParts(node: JsonNode, duplicateKeys: readonly JsonStringNode[], known: Known): void {
  const pending: JsonNode[] = [node];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    if (current.kind === 'object') {
      // Below an object that is noted already, everything is.
      if (known.has(current.from)) continue;
      known.set(current.from, { ok: true, node: current, duplicateKeys });
      for (const { value } of current.members) pending.push(value);
    } else if (current.kind === 'array') {
      for (const item of current.items) pending.push(item);
    }
  }
}

/**
 * The inside of a text that is one Markdown code fence and nothing else, without white space at its ends. The original
 * asks `\A\s*```(?:json)?\s*\n(.*?)\n\s*```\s*\z` and trims what it captured.
 */
function codeFenceInside(document: string, text: Span): Span | null {
  let from = text.from;
  while (from < text.to && isAsciiSpace(document.charCodeAt(from))) from += 1;
  if (!document.startsWith(TICKS, from)) return null;
  from += TICKS.length;
  if (document.startsWith('json', from)) from += 'json'.length;
  const openingBreak = breakIn(document, from, text.to);

  let to = text.to;
  while (to > from && isAsciiSpace(document.charCodeAt(to - 1))) to -= 1;
  to -= TICKS.length;
  if (openingBreak < 0 || to <= openingBreak || !document.startsWith(TICKS, to)) return null;
  let gapFrom = to;
  while (gapFrom > openingBreak + 1 && isAsciiSpace(document.charCodeAt(gapFrom - 1))) gapFrom -= 1;
  const closingBreak = breakIn(document, gapFrom, to);
  if (closingBreak < 0) return null;
  return trimmedSpan(document, openingBreak + 1, Math.max(closingBreak, openingBreak + 1), isElixirSpace);
}

/** The first line break in the run of white space that begins at `from`, or -1. */
function breakIn(document: string, from: number, to: number): number {
  for (let at = from; at < to && isAsciiSpace(document.charCodeAt(at)); at += 1) {
    if (document.charCodeAt(at) === 0x0a) return at;
  }
  return -1;
}
