import type { ExtractionError } from '../../extraction.ts';
import { isAsciiSpace } from '../../scan/characters.ts';
import { readJson } from '../../json/strict.ts';
import type { Recorder } from '../../recorder.ts';
import { liesIn } from '../../reasoning.ts';
import type { Span } from '../../span.ts';
import type { Outcome } from '../../trace.ts';
import { readPayload, type Payload } from './payload.ts';

export const FENCE_OPENER = '~~~tool_call';
const CLOSER = '\n~~~';

interface Block {
  readonly open: number;
  readonly bodyFrom: number;
  readonly bodyTo: number;
  readonly end: number;
  readonly payload: Payload | null;
}

/**
 * The text-tagged tier: `~~~tool_call`, white space with a line break, a JSON payload, and a line that begins with
 * `~~~`. The original is the expression `~~~tool_call\s*\n(.*?)\n~~~`, applied from left to right; here it is the same
 * search without backtracking.
 *
 * The first bad block turns the whole reply into an error, good blocks included.
 */
export function readFences(rec: Recorder, text: Span, thoughts: readonly Span[]): Outcome {
  rec.enter('tier', 'tagged', text);
  const blocks: Block[] = [];
  let error: ExtractionError | null = null;
  let unclosed = false;
  const finder = new FenceFinder(rec.document, text.to);
  for (let open = finder.opener(text.from); open >= 0; ) {
    const found = finder.blockAt(open);
    if ('refused' in found) {
      rec.reject(found.refused, { from: open, to: open + FENCE_OPENER.length }, found.at);
      if (found.refused === 'unclosed-block') {
        unclosed = true;
        const indented = finder.indentedCloser(found.at);
        if (indented !== null) rec.quirk('closer-indented', indented);
      }
      open = finder.opener(open + FENCE_OPENER.length);
      continue;
    }
    const result = readBlock(rec, { open, ...found }, thoughts);
    blocks.push({ open, ...found, payload: 'error' in result ? null : result.payload });
    if ('error' in result) error ??= result.error;
    open = finder.opener(found.end);
  }

  for (const block of blocks) {
    rec.mark('markup', block.open, block.bodyFrom);
    rec.mark(block.payload === null ? 'malformed' : error === null ? 'call' : 'suppressed', block.bodyFrom, block.bodyTo);
    rec.mark('markup', block.bodyTo, block.end);
  }
  if (error !== null) {
    rec.error = error;
    const discarded = blocks.filter(({ payload }) => payload !== null);
    if (discarded.length > 0) rec.quirk('one-error-ends-all', error.span);
    for (const { open, end, payload } of discarded) {
      rec.suppressed.push({ span: { from: open, to: end }, reason: 'discarded-with-error', name: payload?.name ?? null });
    }
    rec.calls = [];
  }
  return rec.leave('tier', 'tagged', text, error !== null || unclosed ? 'malformed' : blocks.length > 0 ? 'matched' : 'empty');
}

function readBlock(
  rec: Recorder,
  { open, bodyFrom, bodyTo, end }: Omit<Block, 'payload'>,
  thoughts: readonly Span[],
): { payload: Payload } | { error: ExtractionError } {
  const { document } = rec;
  const span = { from: open, to: end };
  rec.enter('block', 'tagged', span);
  rec.marker(FENCE_OPENER, 'open', open, open + FENCE_OPENER.length);
  if (open > 0 && document.charAt(open - 1) !== '\n') rec.quirk('opener-mid-line', { from: open, to: open + FENCE_OPENER.length });
  if (liesIn(thoughts, open)) rec.quirk('inside-think', span);
  const closer = { from: bodyTo + 1, to: end };
  if (document.startsWith(FENCE_OPENER, closer.from)) rec.quirk('opener-taken-as-closer', closer);

  const reading = readJson(document, bodyFrom, bodyTo);
  if (!reading.ok) {
    const { error } = reading;
    rec.reject('json-syntax', { from: bodyFrom, to: bodyTo }, error.at, error);
    rec.leave('block', 'tagged', span, 'malformed');
    return { error: { code: 'json_decode_error', span: { from: bodyFrom, to: bodyTo }, at: error.at } };
  }
  rec.read('json', '', reading.node.from, reading.node.to);
  const result = readPayload(rec, reading.node, 'empty');
  if (!result.ok) {
    rec.leave('block', 'tagged', span, 'malformed');
    return { error: result.error };
  }
  rec.marker('~~~', 'close', closer.from, closer.to);
  if (end < document.length && document.charAt(end) !== '\n') rec.quirk('text-after-closer', { from: end, to: end + 1 });
  rec.call({ ...result.payload, format: 'exathena-fence', tier: 'tagged', span });
  rec.leave('block', 'tagged', span, 'matched');
  return { payload: result.payload };
}

type FoundBlock =
  | { readonly bodyFrom: number; readonly bodyTo: number; readonly end: number }
  | { readonly refused: 'no-line-break-after-marker' | 'unclosed-block'; readonly at: number };

/** Finds fences from left to right. Each search for a closer goes on where the last one stopped, so all of it is linear. */
class FenceFinder {
  readonly #document: string;
  readonly #to: number;
  #closer = -2;

  constructor(document: string, to: number) {
    this.#document = document;
    this.#to = to;
  }

  /** The next opener at or behind `from`, or -1. */
  opener(from: number): number {
    const at = this.#document.indexOf(FENCE_OPENER, from);
    return at >= 0 && at + FENCE_OPENER.length <= this.#to ? at : -1;
  }

  /** The block whose opener stands at `open`; `at` of a refusal is the character that decided it. */
  blockAt(open: number): FoundBlock {
    const document = this.#document;
    let lastBreak = -1;
    let breakBefore = -1;
    let at = open + FENCE_OPENER.length;
    while (at < this.#to && isAsciiSpace(document.charCodeAt(at))) {
      if (document.charCodeAt(at) === 0x0a) {
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

  /** A `~~~` behind `from` that only indentation keeps from being a closer. */
  indentedCloser(from: number): Span | null {
    const tildes = this.#document.indexOf('~~~', from);
    if (tildes < 0 || tildes + 3 > this.#to) return null;
    let lineFrom = tildes;
    while (lineFrom > from && isIndent(this.#document.charCodeAt(lineFrom - 1))) lineFrom -= 1;
    const startsLine = lineFrom < tildes && this.#document.charCodeAt(lineFrom - 1) === 0x0a;
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
