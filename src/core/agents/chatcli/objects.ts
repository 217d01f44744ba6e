import { type JsonError, type JsonNode, type JsonObjectNode, JsonReader } from '../../text/json/index.ts';
import { liesIn } from '../../engines/kit/index.ts';
import { type Span, utf8Length } from '../../text/document/index.ts';
import { callOfObject, type ObjectCall } from './call-object.ts';
import { heightsOf, isTooDeep, numbersFit, readGoJson } from '../../text/languages/index.ts';
import { normalizeToolArgs, type Normalized } from './normalize.ts';
import { balancedObjects } from './quotes.ts';
import type { CollectedCalls, FoundCall } from './collected-calls.ts';

/** Without one of these words, no repair makes a text an object with a key of a call. */
const HINT = /tool|name|cmd|\\u/g;
const LONG_DIGITS = /\d{309}/;
/** A text with fewer characters cannot be nested too deeply. */
const SHALLOW = 20_000;

/** An object that was read: where it is, and what it is. */
interface ReadObject {
  readonly node: JsonObjectNode;
  /** The attempts that made JSON of it; null when it was JSON. */
  readonly repair: Normalized | null;
}

/**
 * From every `{` on the text up to the brace that balances it, ignoring braces in strings with either kind of quotes: JSON, or
 * what the repairs make of it. An object that is not a call is passed over, and the search goes on one character later;
 * after a call it goes on after its text, and the text of a repaired call is the repaired one.
 *
 * The original reads nested objects again and again. Here an object that was read once is known; an object that is no
 * JSON is only given to the repairs when it could become a call, and within an allowance for all of them.
 *
 * @param tags the spans of the tags that are calls already; an object there becomes one more call
 * @param dropsCopies whether a call that an earlier one holds is dropped
 */
export function readObjects(
  collected: CollectedCalls,
  area: Span,
  tier: string,
  { tags, dropsCopies }: { readonly tags: readonly Span[]; readonly dropsCopies: boolean },
): void {
  const { rec } = collected;
  const finder = new ObjectFinder(collected, area);
  const lastTag = tags.at(-1)?.from ?? -1;
  for (let open = finder.next(area.from); open >= 0;) {
    const object = finder.objectAt(open);
    const end = finder.endOf(open);
    const call = object === null ? null : callOfObject(object.node);
    if (object === null || call === null || typeof call === 'string') {
      if (typeof call === 'string') rec.rejectOneOfMany(call, open, end);
      open = finder.next(open + 1);
      continue;
    }
    const span = { from: open, to: end };
    rec.enter('block', tier, span);
    const found = foundCall(rec.document, span, object, call);
    if (object.repair !== null) for (const attempt of object.repair.attempts) rec.attempt(attempt, span);
    if (call.implied !== null) rec.quirk(call.implied, found.nameSpan);
    const isCopy = dropsCopies && collected.isCopy(found);
    if (!isCopy) {
      if (liesIn(tags, open)) rec.quirk('call-in-call', span);
      else if (open < lastTag) rec.quirk('runs-after-tags', span);
      if (object.repair === null && call.argsNode !== null && roundsNumbers(call.argsNode))
        rec.quirk('number-rounded', found.argumentsSpan ?? span);
      collected.mark('call', span);
      collected.take(found, tier);
    }
    const resume = object.repair === null ? end : afterBytes(rec.document, open, utf8Length(found.raw), area.to);
    if (resume > end) rec.quirk('scan-jumps', { from: end, to: resume });
    else if (resume < end) rec.quirk('scan-returns', { from: resume, to: end });
    rec.leave(span, isCopy ? 'empty' : 'matched');
    open = finder.next(resume);
  }
}

function foundCall(document: string, span: Span, { repair }: ReadObject, call: ObjectCall): FoundCall {
  const isInPlace = repair === null;
  const placeOf = ({ from, to }: Span): Span => (isInPlace ? { from, to } : span);
  return {
    name: call.name,
    args: call.args,
    raw: repair?.text ?? document.slice(span.from, span.to),
    span,
    nameSpan: placeOf(call.nameNode),
    argumentsSpan: call.argsNode === null ? null : placeOf(call.argsNode),
    format: 'raw-json',
  };
}

/** The position so many UTF-8 bytes after `from`, at the next character that begins there or later. */
function afterBytes(document: string, from: number, bytes: number, to: number): number {
  let at = from;
  for (let left = bytes; left > 0 && at < to;) {
    const point = document.codePointAt(at) ?? 0;
    left -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    at += point < 0x10000 ? 1 : 2;
  }
  return Math.min(at, to);
}

/** Whether a number loses digits as a float64. */
function roundsNumbers(root: JsonNode): boolean {
  const pending: JsonNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'number' && /^-?\d{16,}$/.test(node.literal) && String(Number(node.literal)) !== node.literal)
      return true;
    if (node.kind === 'object') for (const { value } of node.members) pending.push(value);
    else if (node.kind === 'array') for (const item of node.items) pending.push(item);
  }
  return false;
}

/** Finds the objects of an area from left to right, each read once. */
class ObjectFinder {
  readonly #collected: CollectedCalls;
  readonly #area: Span;
  readonly #document: string;
  /** The area alone, so that no search runs beyond it. */
  readonly #piece: string;
  /** The document as the reader may read it: no lone surrogate escapes. */
  readonly #readable: string;
  readonly #ends: ReturnType<typeof balancedObjects>;
  readonly #reader = new JsonReader();
  /** The result of an earlier reading at this brace: the object, or that it is not JSON. */
  readonly #known = new Map<number, JsonObjectNode | 'fails'>();
  #heights = new Map<JsonNode, number>();
  readonly #hasLongDigits: boolean;
  #hint = -1;

  constructor(collected: CollectedCalls, area: Span) {
    this.#collected = collected;
    this.#area = area;
    this.#document = collected.rec.document;
    this.#piece = this.#document.slice(area.from, area.to);
    this.#readable = collected.readable;
    this.#ends = balancedObjects(this.#document, area.from, area.to);
    this.#hasLongDigits = LONG_DIGITS.test(this.#piece);
  }

  /** The next `{` that a brace balances. */
  next(from: number): number {
    const start = this.#area.from;
    for (let at = this.#piece.indexOf('{', from - start); at >= 0; at = this.#piece.indexOf('{', at + 1)) {
      const open = start + at;
      if (this.endOf(open) > 0) return open;
      this.#collected.rec.rejectOneOfMany('unbalanced-braces', open, open + 1);
    }
    return -1;
  }

  endOf(open: number): number {
    return this.#ends.endOf(open);
  }

  /** The object at a balanced brace; null when it is none, and no call after any repair. */
  objectAt(open: number): ReadObject | null {
    const end = this.endOf(open);
    const known = this.#known.get(open);
    if (known !== undefined && known !== 'fails' && this.#fits(known)) return { node: known, repair: null };
    let error: JsonError | null = null;
    if (known === undefined) {
      const reading = this.#reader.readPartially(this.#readable, open, end);
      if (reading.ok && reading.node.kind === 'object') {
        this.#remember(reading.node);
        if (this.#fits(reading.node)) return { node: reading.node, repair: null };
      } else if (!reading.ok) {
        error = reading.error;
        for (const at of reading.openAt) this.#known.set(at, 'fails');
        for (const node of reading.complete) this.#remember(node);
      }
    }
    const repaired = this.#repaired(open, end);
    if (repaired === null || typeof callOfObject(repaired.node) === 'string') {
      this.#refuse({ from: open, to: end }, error);
      return null;
    }
    return repaired;
  }

  #refuse(span: Span, error: JsonError | null): void {
    if (error === null) this.#collected.rec.rejectOneOfMany('object-not-json', span.from, span.to);
    else this.#collected.rec.reject('object-not-json', span, error.at, error);
  }

  #repaired(open: number, end: number): ReadObject | null {
    if (!this.#hasHint(open, end)) return null;
    this.#collected.allowance -= end - open;
    if (this.#collected.allowance < 0) {
      this.#collected.rec.rejectOneOfMany('repair-limit', open, end);
      return null;
    }
    const text = this.#document.slice(open, end);
    const repair = normalizeToolArgs('', text);
    const node = repair.ok && repair.text !== text ? readGoJson(repair.text) : null;
    return node?.kind === 'object' ? { node, repair } : null;
  }

  /** Must be asked from left to right, because the search goes over the text once. */
  #hasHint(open: number, end: number): boolean {
    if (this.#hint < open) {
      HINT.lastIndex = open - this.#area.from;
      this.#hint = this.#area.from + (HINT.exec(this.#piece)?.index ?? Infinity);
    }
    return this.#hint < end;
  }

  /** What Go refuses and the reader does not: too many levels, and integers beyond a float64. */
  #fits(node: JsonObjectNode): boolean {
    if (node.to - node.from > SHALLOW) {
      if (!this.#heights.has(node)) this.#heights = heightsOf(node);
      if (isTooDeep(this.#heights.get(node) ?? 0)) return false;
    }
    if (!this.#hasLongDigits) return true;
    this.#collected.allowance -= node.to - node.from;
    return this.#collected.allowance < 0 || numbersFit(this.#document, node.from, node.to);
  }

  /** Notes `root` and every object below it, so that their braces need no second reading. */
  #remember(root: JsonNode): void {
    const pending: JsonNode[] = [root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (node.kind === 'object') {
        // Below an object that is noted already, everything is.
        if (this.#known.has(node.from)) continue;
        this.#known.set(node.from, node);
        for (const { value } of node.members) pending.push(value);
      } else if (node.kind === 'array') {
        for (const item of node.items) pending.push(item);
      }
    }
  }
}
