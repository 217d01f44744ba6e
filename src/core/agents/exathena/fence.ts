import type { Ending, ExtractionError, Recorder } from '../../trace/index.ts';
import { isAsciiSpace, type Span } from '../../text/document/index.ts';
import { JsonReader } from '../../text/json/index.ts';
import { liesIn, type PayloadResult, readPayload } from '../../engines/kit/index.ts';
import type { ExathenaCode } from './words.ts';

export const FENCE_OPENER = '~~~tool_call';
const CLOSER = '\n~~~';
const LF = 0x0a;

interface Block {
  readonly bodyFrom: number;
  readonly bodyTo: number;
  readonly end: number;
}

/**
 * The text-tagged tier: `~~~tool_call`, white space with a line break, a JSON payload, and a line that begins with
 * `~~~`. The original is the expression `~~~tool_call\s*\n(.*?)\n~~~`, applied from left to right; here it is the same
 * search without backtracking.
 *
 * The first bad block turns the whole reply into an error, good blocks included.
 *
 * @param isLast that no later tier will read the text, and account for it, when this one finds nothing
 */
export function readFences(
  rec: Recorder<ExathenaCode>,
  text: Span,
  thoughts: readonly Span[],
  isLast: boolean,
): Ending {
  rec.enter('tier', 'tagged', text);
  let error: ExtractionError | null = null;
  let unclosed = false;
  const finder = new FenceFinder(rec.document, text.to);
  const reader = new JsonReader();
  for (let open = finder.opener(text.from); open >= 0;) {
    const found = finder.blockAt(open);
    if ('refused' in found) {
      const opener = { from: open, to: open + FENCE_OPENER.length };
      rec.reject(found.refused, opener, found.at);
      if (found.refused === 'unclosed-block') {
        unclosed = true;
        rec.addSuppressed(opener, 'malformed', null);
        if (isLast) rec.mark('malformed', opener.from, opener.to);
        const indented = finder.indentedCloser(found.at);
        if (indented !== null) rec.quirk('closer-indented', indented);
      }
      open = finder.opener(open + FENCE_OPENER.length);
      continue;
    }
    const { bodyFrom, bodyTo, end } = found;
    const result = readBlock(rec, reader, open, found, thoughts);
    if (!result.ok) error ??= result.error;
    rec.mark('markup', open, bodyFrom);
    rec.mark(result.ok ? 'call' : 'malformed', bodyFrom, bodyTo);
    rec.mark('markup', bodyTo, end);
    open = finder.opener(end);
  }
  if (error !== null) rec.fail(error);
  return rec.leave(text, error !== null || unclosed ? 'malformed' : rec.calls.length > 0 ? 'matched' : 'empty');
}

function readBlock(
  rec: Recorder<ExathenaCode>,
  reader: JsonReader,
  open: number,
  { bodyFrom, bodyTo, end }: Block,
  thoughts: readonly Span[],
): PayloadResult {
  const { document } = rec;
  const span = { from: open, to: end };
  const openerTo = open + FENCE_OPENER.length;
  rec.enter('block', 'tagged', span);
  rec.marker(FENCE_OPENER, 'open', open, openerTo);
  if (open > 0 && document.charCodeAt(open - 1) !== LF) rec.quirk('opener-mid-line', { from: open, to: openerTo });
  if (liesIn(thoughts, open)) rec.quirk('inside-think', span);
  const closerFrom = bodyTo + 1;
  if (document.startsWith(FENCE_OPENER, closerFrom)) rec.quirk('opener-taken-as-closer', { from: closerFrom, to: end });

  const result = readBody(rec, reader, bodyFrom, bodyTo);
  if (result.ok) {
    rec.marker('~~~', 'close', closerFrom, end);
    const isText = end < document.length && document.charCodeAt(end) !== LF;
    if (isText) rec.quirk('text-after-closer', { from: end, to: end + 1 });
    rec.call(result.payload, { format: 'exathena-fence', tier: 'tagged', span });
  }
  rec.leave(span, result.ok ? 'matched' : 'malformed');
  return result;
}

function readBody(rec: Recorder<ExathenaCode>, reader: JsonReader, from: number, to: number): PayloadResult {
  const reading = reader.outline(rec.document, from, to, 1);
  if (reading.ok) return readPayload(rec, reading.node, reading.duplicateKeys, 'empty');
  const { error } = reading;
  rec.reject('json-syntax', { from, to }, error.at, error);
  return { ok: false, error: { code: 'json_decode_error', served: 'error', span: { from, to }, at: error.at } };
}

type FoundBlock = Block | { readonly refused: 'no-line-break-after-marker' | 'unclosed-block'; readonly at: number };

/** Finds fences from left to right. Each search for a closer goes on where the last one stopped, so all of it is linear. */
class FenceFinder {
  readonly #document: string;
  readonly #to: number;
  #closer = -2;

  constructor(document: string, to: number) {
    this.#document = document;
    this.#to = to;
  }

  /** The next opener at or after `from`, or -1. */
  opener(from: number): number {
    const at = this.#document.indexOf(FENCE_OPENER, from);
    return at >= 0 && at + FENCE_OPENER.length <= this.#to ? at : -1;
  }

  /** The block whose opener is at `open`; `at` of a refusal is the character that decided it. */
  blockAt(open: number): FoundBlock {
    const document = this.#document;
    let lastBreak = -1;
    let breakBefore = -1;
    let at = open + FENCE_OPENER.length;
    while (at < this.#to && isAsciiSpace(document.charCodeAt(at))) {
      if (document.charCodeAt(at) === LF) {
        breakBefore = lastBreak;
        lastBreak = at;
      }
      at += 1;
    }
    if (lastBreak < 0) return { refused: 'no-line-break-after-marker', at };
    const closer = this.#closerFrom(lastBreak + 1);
    if (closer >= 0) return { bodyFrom: lastBreak + 1, bodyTo: closer, end: closer + CLOSER.length };
    // The white space is taken greedily up to its last line break; only when that leaves no closer does the break
    // before it count, and then the last break itself may begin the closer: an empty body.
    if (breakBefore >= 0 && lastBreak + CLOSER.length <= this.#to && document.startsWith(CLOSER, lastBreak)) {
      return { bodyFrom: breakBefore + 1, bodyTo: lastBreak, end: lastBreak + CLOSER.length };
    }
    return { refused: 'unclosed-block', at: lastBreak + 1 };
  }

  /** A `~~~` after `from` that only indentation keeps from being a closer. */
  indentedCloser(from: number): Span | null {
    const tildes = this.#document.indexOf('~~~', from);
    if (tildes < 0 || tildes + 3 > this.#to) return null;
    let lineFrom = tildes;
    while (lineFrom > from && isIndent(this.#document.charCodeAt(lineFrom - 1))) lineFrom -= 1;
    const startsLine = lineFrom < tildes && this.#document.charCodeAt(lineFrom - 1) === LF;
    return startsLine ? { from: lineFrom, to: tildes + 3 } : null;
  }

  #closerFrom(from: number): number {
    // -2: never searched. -1: none from the last place on, so none from a later one.
    if (this.#closer !== -1 && this.#closer < from) {
      const at = this.#document.indexOf(CLOSER, from);
      this.#closer = at >= 0 && at + CLOSER.length <= this.#to ? at : -1;
    }
    return this.#closer;
  }
}

function isIndent(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
