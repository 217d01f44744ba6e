import { attribute, isBegunTag } from './attributes.ts';
import { argumentsIn } from '../mend/listed-arguments.ts';
import type { Block } from './block.ts';
import { beginsPair, opensKey, ownOpener, withKeysFirst } from '../mend/damaged-pair.ts';
import { OTHER_TAGS, damagedHead, valueNamedByTag, type DamagedHead } from '../mend/element-names.ts';
import { readJsonPayload } from './json-payload.ts';
import { argumentsSoFar } from './named-arguments.ts';
import { rawArguments, trimmed, type RawValue } from './raw-values.ts';
import { TaggedMarkers, type TaggedValues } from './tagged-grammar.ts';
import { type Named, NAME_LIMIT, taggedName } from './tagged-name.ts';
import { readDamagedValue, readTaggedValue } from './tagged-value.ts';
import { textUntil } from './text-until.ts';
import { readTagWith } from '../mend/token-ends.ts';
import { inEachSpelling } from '../mend/spelling.ts';
import { untaggedValue } from '../mend/untagged-value.ts';
import { endsTurn } from './turn-end.ts';
import { codeAt, lookingAt, oneOf, skipSpace, type Resumable } from './resumable.ts';

const OPEN_BRACE = 0x7b;

/** A call while its arguments are read. */
interface OpenCall {
  readonly from: number;
  readonly named: Named;
  readonly values: RawValue[];
  /** The start of text that was not read as a value; -1 if there is none. */
  stray: number;
  /** The offset up to which the call is read. */
  to: number;
  /** How many of its values lack their closing marker. */
  unclosed: number;
  /** How many times its opener was repeated. */
  openers: number;
}

/** What follows a part of a call: another part, its end, or nothing, because the call was handled up to `to`. */
type Step = 'goes-on' | 'over' | { readonly to: number | null };

/** Whether a call has arguments, and all of them lack their closing markers. */
function hasNoClosers({ values, unclosed }: OpenCall): boolean {
  return values.length > 0 && unclosed === values.length;
}

/** Reads calls whose arguments are raw text, which is converted by the declared schema. */
export function taggedValues(grammar: TaggedValues): (block: Block) => Resumable<number> {
  const readers = inEachSpelling(grammar, (spelt) => new TaggedReader(spelt));
  return (block) => readers(block.spelling).read(block);
}

class TaggedReader {
  readonly #grammar: TaggedValues;
  readonly #markers: TaggedMarkers;

  constructor(grammar: TaggedValues) {
    this.#grammar = grammar;
    this.#markers = new TaggedMarkers(grammar);
  }

  *read(block: Block): Resumable<number> {
    const { source } = block;
    const opensCall = this.#markers.callOpen.includes(block.opener) || this.#markers.callOpen.length === 0;
    let at = block.at;
    let from = block.from;
    let opener: string | null = opensCall ? '' : null;
    for (;;) {
      if (opener === null) {
        const next = yield* this.#markers.skip(source, at);
        const closer = yield* this.#markers.closing(block, next, this.#markers.wrapperClose);
        if (closer !== null) return block.end(block.closer(source.slice(next, closer.to), next));
        opener = yield* oneOf(source, next, this.#markers.callOpen);
        if (opener === null) {
          const head = yield* damagedHead(block, next, this.#markers);
          if (head === null) return this.#end(block, at, next);
          at = yield* this.#damagedCall(block, head);
          if (at < 0) return block.end(source.length);
          continue;
        }
        block.rec.marker(opener, 'open', next, next + opener.length);
        from = next;
        at = this.#markers.afterOpener(block, opener, next);
      }
      const named = yield* taggedName(block, this.#grammar, this.#markers, at);
      if (this.#isAlone(block) && named !== null && (yield* this.#isProse(block, named)))
        return block.refuse('markup-not-followed', named.to);
      const to = yield* named === null ? this.#unnamed(block, from, at) : this.#call(block, from, named);
      if (to === null) return block.end(source.length);
      at = to;
      opener = null;
      // Without a wrapper one block is one call.
      if (opensCall && this.#markers.wrapperClose.length === 0) return block.end(at);
      if (this.#markers.callOpen.length === 0) {
        const next = yield* skipSpace(source, at);
        const closer = yield* this.#markers.closing(block, next, this.#markers.wrapperClose);
        return block.end(closer === null ? at : block.closer(source.slice(next, closer.to), next));
      }
    }
  }

  #end(block: Block, at: number, next: number): number {
    if (block.calls === 0 && !block.isMalformed)
      block.malformed('markup-not-followed', { from: block.from, to: at }, next);
    else if (this.#markers.wrapperClose.length > 0 && block.at !== at && block.calls > 0)
      block.rec.quirk('closer-missing', { from: at, to: at });
    return block.end(at);
  }

  /** Reads a call whose tag is damaged. Returns the offset after it; -1 if the text ends inside of it. */
  *#damagedCall(block: Block, { from, nameFrom, nameTo, to }: DamagedHead): Resumable<number> {
    const { source, rec } = block;
    const name = source.slice(nameFrom, nameTo);
    const [open = ''] = this.#markers.callOpen;
    rec.repair('wrong-marker', { from, to }, open.endsWith('=') ? `${open}${name}>` : `${open} name="${name}">`);
    const nameSpan = { from: nameFrom, to: nameTo };
    const { call } = this.#grammar;
    const closer = `</${name}>`;
    const reader = new TaggedReader({ ...this.#grammar, call: { ...call, close: [closer, ...call.close] } });
    const end = yield* reader.#call(block, from, { name, nameSpan, to, isWhole: false }, closer);
    return end ?? -1;
  }

  /** Whether only the tag of the call marks it as a call. */
  #isAlone({ opener }: Block): boolean {
    return (
      this.#markers.wrapperClose.length === 0 &&
      (this.#markers.callOpen.length === 0 || this.#markers.callOpen.includes(opener))
    );
  }

  /** Whether neither a value nor JSON follows: then the text is about the tag. */
  *#isProse(block: Block, { name, to, isWhole }: Named): Resumable<boolean> {
    if (isWhole) return false;
    const { source } = block;
    const next = yield* skipSpace(source, to);
    const code = yield* codeAt(source, next);
    if (code < 0 || code === OPEN_BRACE) return false;
    const { callClose, valueOpen, callOpen } = this.#markers;
    const known = [...callClose, ...valueOpen, ...callOpen, block.opener, ownOpener(block)].filter(Boolean);
    if ((yield* oneOf(source, next, known)) !== null) return false;
    const tags = [...OTHER_TAGS, ...block.tools.parameters(name).map((key) => `<${key}>`)];
    return (yield* oneOf(source, next, tags)) === null && !(yield* beginsPair(block, this.#grammar.value, name, next));
  }

  /** Reads a call without a name. Returns the offset after it; null if the text ends inside of it. */
  *#unnamed(block: Block, from: number, at: number): Resumable<number | null> {
    const { source } = block;
    if (
      source.ended &&
      at >= source.length - NAME_LIMIT &&
      ('nameEnd' in this.#grammar.call || isBegunTag(source.slice(at, source.length))) &&
      (yield* textUntil(source, at, [...this.#markers.callClose, '\n\n'], NAME_LIMIT)).literal === null
    ) {
      block.cut(null, from);
      return null;
    }
    const stop = yield* textUntil(
      source,
      at,
      [...this.#markers.callClose, ...this.#markers.callOpen, block.opener],
      10_000,
    );
    const isClosed = stop.literal !== null && this.#markers.callClose.includes(stop.literal);
    const to = stop.literal === null ? at : stop.to + (isClosed ? stop.literal.length : 0);
    block.malformed('missing-name', { from, to }, at);
    return to;
  }

  /**
   * Reads the call. Returns the offset after it; null if the text ends inside of it.
   *
   *     <function=pour_wax><parameter=grams>90</parameter></function>
   *     ^ from             ^ named.to                     ^ close    ^ returned
   */
  *#call(block: Block, from: number, named: Named, wrongCloser: string | null = null): Resumable<number | null> {
    const { source, rec } = block;
    const { name, nameSpan } = named;
    rec.read('name', nameSpan);
    const given = [...(named.values ?? [])];
    const call: OpenCall = { from, named, values: given, stray: -1, to: named.to, unclosed: 0, openers: 0 };
    let close: string | null = null;
    let closer = '';
    while (!named.isWhole) {
      const next = yield* this.#markers.skip(source, call.to);
      const closing = yield* this.#markers.closing(block, next, this.#markers.callClose);
      close = closing?.literal ?? null;
      if (closing !== null) {
        closer = source.slice(next, closing.to);
        // A misspelt closer is repaired already.
        if (closer === wrongCloser)
          rec.repair('wrong-marker', { from: next, to: closing.to }, this.#markers.callClose[1] ?? '');
        call.to = yield* this.#pastClosers(block, call, closing.to, closing.literal);
        break;
      }
      const opener = yield* oneOf(source, next, this.#markers.valueOpen);
      const step =
        opener === null
          ? yield* this.#withoutOpener(block, call, next)
          : this.#argument(
              block,
              call,
              next,
              opener,
              yield* readTaggedValue(block, this.#grammar, this.#markers, name, next, opener, hasNoClosers(call)),
            );
      if (step === 'over') break;
      if (step !== 'goes-on') return step.to;
    }
    const { stray, to } = call;
    const values = withKeysFirst(block, this.#grammar.value, name, call.values);
    // Unreadable arguments are not the same as no arguments.
    if (values.length === 0 && stray >= 0) block.malformed('markup-not-followed', { from, to }, stray);
    else block.call(rawArguments(block, { name, nameSpan }, values, this.#grammar), { from, to });
    if (close !== null) block.closer(closer, to - closer.length);
    return to;
  }

  /** Skips the closers of the repeated openers. */
  *#pastClosers(block: Block, call: OpenCall, from: number, close: string): Resumable<number> {
    let to = from;
    for (let left = call.openers; left > 0; left -= 1) {
      const next = yield* skipSpace(block.source, to);
      if (!(yield* lookingAt(block.source, next, close))) break;
      block.rec.repair('surplus-marker', { from: to, to: next }, '');
      to = next + close.length;
    }
    return to;
  }

  /** The offset after the tag at `at` if it opens the same call again; -1 otherwise. */
  *#tagAgain(block: Block, { named }: OpenCall, at: number): Resumable<number> {
    const opener = yield* oneOf(block.source, at, this.#markers.callOpen);
    if (opener === null || 'nameEnd' in this.#grammar.call) return -1;
    const tag = yield* readTagWith(block.source, at + opener.length, this.#grammar.call.end);
    const name = tag === null ? null : attribute(tag, this.#grammar.call.nameFrom ?? ['name', '']);
    return name?.value.trim() === named.name && tag?.isSelfClosing === false ? tag.to : -1;
  }

  /** The offset after the name at `at` if the name is repeated before the first argument; -1 otherwise. */
  *#headAgain(block: Block, { named, values }: OpenCall, at: number): Resumable<number> {
    if (values.length > 0 || !('nameEnd' in this.#grammar.call) || !(yield* lookingAt(block.source, at, named.name)))
      return -1;
    const to = at + named.name.length;
    const next = yield* skipSpace(block.source, to);
    return (yield* oneOf(block.source, next, this.#markers.valueOpen)) === null ? -1 : next;
  }

  /** Adds the argument whose opener is at `at` to the call, or records why it is none. */
  #argument(block: Block, call: OpenCall, at: number, opener: string, value: RawValue | null | 'broken'): Step {
    if (value === null) return { to: this.#cut(block, call) };
    if (value === 'broken') {
      call.to = at + opener.length;
      block.rec.reject('markup-not-followed', { from: at, to: call.to });
      if (call.stray < 0) call.stray = at;
      return 'goes-on';
    }
    const again = this.#beginsAgain(block, value);
    if (again >= 0) {
      block.malformed('markup-not-followed', { from: call.from, to: again }, at);
      return { to: again };
    }
    const { lacks } = value;
    if (lacks !== undefined) block.rec.repair(lacks.code, lacks.span, lacks.inserted);
    call.values.push(value);
    if (lacks?.code === 'missing-marker') call.unclosed += 1;
    call.to = value.to;
    return 'goes-on';
  }

  /** Reads text that is neither the closer of the call nor the opener of an argument. */
  *#withoutOpener(block: Block, call: OpenCall, at: number): Resumable<Step> {
    const { source, rec } = block;
    const { wrapperClose, callOpen } = this.#markers;
    const { values, to } = call;
    if (yield* endsTurn(source, at)) {
      const keys = values.map(({ key }) => key);
      const isCut = at >= source.length && block.tools.lacksRequired(call.named.name, keys);
      if (values.length === 0 || isCut) return { to: this.#cut(block, call, at) };
      rec.quirk('closer-missing', { from: to, to });
      return 'over';
    }
    const doubled = values.length === 0 ? yield* this.#tagAgain(block, call, at) : -1;
    if (doubled >= 0) {
      rec.repair('surplus-marker', { from: at, to: doubled }, '');
      call.to = doubled;
      call.openers += 1;
      return 'goes-on';
    }
    const { value: syntax } = this.#grammar;
    const isKey = 'key' in syntax && (yield* opensKey(block, syntax, call.named.name, at));
    if (!isKey && (yield* this.#markers.follows(block, at, [...wrapperClose, ...callOpen, block.opener]))) {
      // What closed the last value closed the call, too.
      const lacks = values.at(-1)?.lacks?.inserted ?? '';
      if (!this.#markers.callClose.some((one) => lacks.endsWith(one))) rec.quirk('closer-missing', { from: to, to });
      return 'over';
    }
    if (values.length === 0 && source.code(at) === OPEN_BRACE) return { to: yield* this.#jsonBody(block, call, at) };
    const again = yield* this.#headAgain(block, call, at);
    if (again >= 0) {
      rec.repair('surplus-marker', { from: at, to: again }, '');
      call.to = again;
      return 'goes-on';
    }
    const named = yield* valueNamedByTag(block, call.named.name, at, this.#markers);
    if (named !== null) return this.#argument(block, call, at, '', named);
    if (values.length === 0 && (yield* this.#lines(block, call, at))) return 'goes-on';
    const isText = values.length === 0 && !('key' in syntax);
    const untagged = isText ? yield* untaggedValue(block, call.named.name, at, this.#markers) : null;
    if (untagged !== null) return this.#argument(block, call, at, '', untagged);
    const value = yield* readDamagedValue(block, this.#grammar, this.#markers, call.named.name, at);
    if (value !== 'broken') return this.#argument(block, call, at, '', value);
    const isOpened = values.length === 0 && (yield* oneOf(source, at, this.#markers.innerOpen)) !== null;
    const isUnclear = isOpened && (yield* beginsPair(block, this.#grammar.value, call.named.name, at));
    return isUnclear ? yield* this.#unclear(block, call, at) : yield* this.#otherText(block, call, at);
  }

  /** Reads arguments in lines of `key: value` up to the closer of the call. False where there are none. */
  *#lines({ source, tools, rec }: Block, call: OpenCall, at: number): Resumable<boolean> {
    const { callClose, callOpen } = this.#markers;
    const { name } = call.named;
    if ((yield* oneOf(source, at, tools.parameters(name))) === null) return false;
    const { to, literal } = yield* textUntil(source, at, [...callClose, ...callOpen], 10_000);
    const given = literal === null ? null : argumentsIn(tools, name, source.slice(at, to));
    if (given === null) return false;
    const span = { from: at, to };
    rec.repair('invented-form', span, given.json);
    for (const { key, value } of given.members) {
      const text = value.kind === 'string' ? value.value : given.json.slice(value.from, value.to);
      call.values.push({ key: key.value, keySpan: span, span, text, type: null, to });
    }
    call.to = to;
    return true;
  }

  /** Refuses a call because its keys and values cannot be told apart. */
  *#unclear(block: Block, { from }: OpenCall, at: number): Resumable<Step> {
    const { callClose, callOpen } = this.#markers;
    const stop = yield* textUntil(block.source, at, [...callClose, ...callOpen, block.opener], 10_000);
    const to = stop.to + (stop.literal !== null && callClose.includes(stop.literal) ? stop.literal.length : 0);
    block.malformed('unclear-pairs', { from, to }, at);
    return { to };
  }

  /** Skips text that is unknown to the grammar. */
  *#otherText(block: Block, call: OpenCall, at: number): Resumable<Step> {
    const { valueOpen, callClose, callOpen } = this.#markers;
    const stop = yield* textUntil(block.source, at + 1, [...valueOpen, ...callClose, ...callOpen], 10_000);
    const rest = stop.literal === null && block.source.ended ? block.source.slice(at, stop.to) : '';
    // The text ends inside of the next tag.
    if (stop.to >= block.source.length && /^<[^<>\s]*$/.test(rest)) return { to: this.#cut(block, call) };
    if (call.values.length === 0 && stop.literal === null) {
      block.malformed('markup-not-followed', { from: call.from, to: call.to }, at);
      return { to: call.to };
    }
    block.rec.reject('markup-not-followed', { from: at, to: stop.to });
    if (call.stray < 0) call.stray = at;
    const isOver = stop.literal === null || callOpen.includes(stop.literal);
    // Text after the last argument is no part of the call.
    if (!isOver || call.values.length === 0) call.to = stop.to;
    return isOver ? 'over' : 'goes-on';
  }

  /** Reads a call whose arguments are one JSON object instead of tagged values. Returns the offset after it. */
  *#jsonBody(block: Block, { from, named: { name, nameSpan } }: OpenCall, at: number): Resumable<number | null> {
    const { source, rec } = block;
    const stops = [...this.#markers.callClose, ...this.#markers.wrapperClose, ...this.#markers.callOpen];
    const { state, root, repairs, error, to: end } = yield* readJsonPayload(source, at, stops);
    if (state === 'cut') {
      block.cut({ name, nameSpan, ...argumentsSoFar({ root, repairs }) }, from);
      return null;
    }
    const next = yield* skipSpace(source, end);
    const close = yield* oneOf(source, next, this.#markers.callClose);
    const to = close === null ? end : next + close.length;
    if (state === 'broken') block.malformed('json-syntax', { from, to }, at, error);
    else block.namedCall({ name, nameSpan }, root, null, repairs, { from, to });
    if (close === null) rec.quirk('closer-missing', { from: end, to: end });
    else block.closer(close, next);
    return to;
  }

  /** Records a call that the end of the turn cuts off. Returns its end; null if the text ends there. */
  #cut(block: Block, { from, named: { name, nameSpan }, values }: OpenCall, to = block.source.length): number | null {
    block.cut(rawArguments(block, { name, nameSpan }, values, this.#grammar), from, to);
    return block.source.code(to) < 0 ? null : to;
  }

  /** The place where the call begins again, if a value has only the openers of a call; -1 otherwise. */
  #beginsAgain(block: Block, value: RawValue): number {
    const { call } = this.#grammar;
    // The next value follows such openers directly, so this value has no closer.
    if (value.lacks === undefined || 'nameEnd' in call) return -1;
    const { from, to } = trimmed(block, value.span.from, value.span.to);
    const written = block.source.slice(from, to);
    const isWrapped = !this.#markers.callOpen.includes(block.opener) && written.startsWith(block.opener);
    const tag = isWrapped ? written.slice(block.opener.length).trimStart() : written;
    const { end = '>' } = call;
    const isTag =
      this.#markers.callOpen.some((open) => tag.startsWith(open)) && tag.indexOf(end) === tag.length - end.length;
    return isTag ? from : -1;
  }
}
