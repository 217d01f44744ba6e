import type { Ending, OpenPart, Payload, Recorder, RejectCode, SuppressedReason } from '../../../trace/index.ts';
import { compactText, nodeToText, outlineJson } from '../../../text/json/index.ts';
import type { Repair, Span } from '../../../text/document/index.ts';
import type { FormatCode, FormatRejectCode } from './codes.ts';
import { encodedObject } from './encoded.ts';
import type { CallShape } from './call-shape.ts';
import type { JsonPart } from './json-part.ts';
import { isNamePlaceholder, isPlaceholder } from './placeholder.ts';
import type { JsonPayload } from './json-payload.ts';
import type { TextSource } from './source.ts';
import { respelt, type Spelling } from '../mend/spelling.ts';
import { wrappedArguments } from '../mend/wrapped-arguments.ts';
import { trimmedName, type ToolIndex } from './tool-index.ts';

/** What a block is read with. */
interface BlockReading {
  readonly source: TextSource;
  readonly rec: Recorder<FormatCode>;
  readonly tools: ToolIndex;
  /** The text up to one of `ends` is the answer to the user: nothing in it is a call. */
  beginAnswer(ends: readonly string[]): void;
  /** Whether the reply begins at an offset, but for reasoning and words in which the model says what it does next. */
  startsReply(at: number): boolean;
  /** The name of a format's blocks in the trace: one string for all of them. */
  blockName(format: string): string;
}

/**
 * One block of markup with its calls, while a format reads it. It keeps the ledger of its range without gaps: what is no call
 * is markup.
 */
export class Block {
  readonly source: TextSource;
  readonly rec: Recorder<FormatCode>;
  readonly tools: ToolIndex;
  /** The id of the format. */
  format: string;
  readonly tier: string;
  readonly opener: string;
  /** The spelling of its tokens; null if it is the format's own. */
  spelling: Spelling | null = null;
  readonly from: number;
  /** The offset after the opener. */
  at: number;
  /** Whether only white space and reasoning precede it. */
  readonly startsText: boolean;
  /** Whether only white space precedes it on its line. */
  readonly startsLine: boolean;
  calls = 0;
  isMalformed = false;
  isRefused = false;
  #markedTo: number;
  /** Whether a text only mentions the opener: nothing closes it or follows it. */
  #isMention = false;
  readonly #part: OpenPart;
  readonly #reading: BlockReading;

  /** @param opener the literal that opens the block; the text from `from` to `at` may misspell it */
  constructor(
    reading: BlockReading,
    format: string,
    tier: string,
    opener: string,
    from: number,
    at: number,
    startsText: boolean,
    startsLine: boolean,
  ) {
    const { source, rec, tools } = reading;
    this.#reading = reading;
    this.source = source;
    this.rec = rec;
    this.tools = tools;
    this.format = format;
    this.tier = tier;
    this.opener = opener;
    this.from = from;
    this.at = at;
    this.startsText = startsText;
    this.startsLine = startsLine;
    this.#markedTo = from;
    this.#part = rec.begin('block', reading.blockName(format), from);
    if (opener !== '') rec.marker(opener.trim(), 'open', from, this.at);
  }

  /** Whether only white space, reasoning, and words in which the model says what it does next precede it. */
  get startsReply(): boolean {
    return this.startsText || this.beginsReply(this.from);
  }

  /** The same of another place. */
  beginsReply(at: number): boolean {
    return this.#reading.startsReply(at);
  }

  /** The tokens of this block have another spelling; `opener` is in the format's own. */
  writtenIn(spelling: Spelling, opener: string): void {
    this.spelling = spelling;
    this.rec.repair('wrong-marker', { from: this.from, to: this.at }, opener);
  }

  /** A literal of the format as it is written in this block. */
  spelt(literal: string): string {
    return this.spelling === null ? literal : respelt(literal, this.spelling);
  }

  /** The same block with a body that begins at `at`: the opener turned out to be longer, or to be part of the body. */
  bodyAt(at: number): this {
    this.at = at;
    return this;
  }

  /** A closing marker. */
  closer(literal: string, from: number): number {
    const to = from + literal.length;
    this.rec.marker(literal.trim(), 'close', from, to);
    return to;
  }

  /** Makes a call of the text in `span`. False where its name is none, means "no call", or is a placeholder of a document. */
  call(parts: Payload, span: Span): boolean {
    const { tools } = this;
    const name = tools.resolve(parts.name);
    if (this.#isNamePlaceholder(name)) return this.#placeholder(parts, span, name);
    const fault = tools.faultOf(name);
    if (fault === 'no-call-name') {
      this.rec.reject(fault, parts.nameSpan);
      return this.#suppress(span, 'no-call', name);
    }
    if (fault !== null) {
      this.malformed(fault, span, parts.nameSpan.from);
      return false;
    }
    if (isPlaceholder(parts, true)) return this.#placeholder(parts, span, name);
    if (!tools.isEmpty && !tools.has(name)) this.rec.quirk('undeclared-name', parts.nameSpan);
    this.#mark('call', span);
    this.rec.call(this.#named(parts, name), { format: this.format, tier: this.tier, span });
    this.calls += 1;
    return true;
  }

  /** Marks the text of a message without an addressee as reasoning. */
  reasoning(from: number, to: number): void {
    this.rec.read('reasoning', { from, to });
    this.rec.mark('markup', this.#markedTo, from);
    this.rec.mark('reasoning', from, to);
    this.#markedTo = Math.max(this.#markedTo, to);
  }

  /** Records a call that the end of the text or of the turn cuts off. */
  cut(parts: Payload | null, from: number, to = this.source.length): void {
    this.#incomplete('cut-off', parts, { from, to });
  }

  /** Records a call that ends before all its arguments are written. */
  brokenOff(parts: Payload, span: Span): void {
    if (isPlaceholder(parts, false)) this.#placeholder(parts, span, this.tools.resolve(parts.name));
    else this.#incomplete('broken-off', parts, span);
  }

  #incomplete(code: 'cut-off' | 'broken-off', parts: Payload | null, span: Span): void {
    if (parts !== null && this.#isNamePlaceholder(parts.name)) {
      this.#placeholder(parts, span, parts.name);
      return;
    }
    this.rec.reject(code, span, span.to);
    if (parts === null || parts.name === '') this.#markUnread(span);
    else {
      this.#mark('malformed', span);
      const name = this.tools.resolve(parts.name);
      this.rec.addIncomplete(this.#named(parts, name), { format: this.format, tier: this.tier, span });
    }
    this.isMalformed = true;
  }

  /** Records a call that only shows its form, if its name is a placeholder. False if it is none. */
  placeholder(name: string, span: Span): boolean {
    if (!this.#isNamePlaceholder(name)) return false;
    this.rec.reject('placeholder', span);
    this.#suppress(span, 'quoted', name);
    return true;
  }

  #isNamePlaceholder(name: string): boolean {
    return isNamePlaceholder(name) && !this.tools.has(name);
  }

  #placeholder(parts: Payload, span: Span, name: string): false {
    this.rec.reject('placeholder', parts.argumentsSpan ?? span);
    return this.#suppress(span, 'quoted', name);
  }

  /** Records text that cannot be read as a call. */
  malformed(code: RejectCode | FormatRejectCode, span: Span, at = span.from, json: JsonPayload['error'] = null): void {
    this.rec.reject(code, span, json?.at ?? at, json?.json ?? null);
    this.#markUnread(span);
    this.rec.addSuppressed(span, 'malformed', null);
    this.isMalformed = true;
  }

  /** Ends the block. The text after it, up to one of `ends`, is the answer to the user. */
  endBeforeAnswer(to: number, ends: readonly string[]): number {
    this.#reading.beginAnswer(ends);
    return this.end(to);
  }

  /** Ends the block. */
  end(to: number): number {
    if (!this.#isMention) this.rec.mark('markup', this.#markedTo, to);
    const outcome: Ending = this.isMalformed ? 'malformed' : this.calls > 0 ? 'matched' : 'empty';
    this.rec.complete(this.#part, to, outcome);
    return to;
  }

  /** Refuses the block: its text stays content. Reading continues at `to`. */
  refuse(code: RejectCode | FormatRejectCode, to: number, name: string | null = null): number {
    const span = { from: this.from, to };
    this.isRefused = true;
    this.rec.reject(code, span);
    if (name !== null) this.rec.addSuppressed(span, 'undeclared', name);
    this.rec.complete(this.#part, to, 'empty');
    return to;
  }

  /** Makes a call of a JSON object, or records why it is none. */
  jsonCall(shape: CallShape, payload: Pick<JsonPayload, 'repairs'>, span: Span): boolean {
    const name = shape.name.node.kind === 'string' ? shape.name.node.value : '';
    if (name === '') {
      this.malformed('name-not-text', span, shape.name.span.from);
      return false;
    }
    const nameSpan = shape.name.span;
    this.rec.read('name', nameSpan);
    return this.namedCall({ name, nameSpan }, shape.arguments, shape.id, payload.repairs, span);
  }

  /** Makes a call whose name is outside of the JSON; `value` has the arguments. */
  namedCall(
    name: Pick<Payload, 'name' | 'nameSpan' | 'id'>,
    value: JsonPart | null,
    id: JsonPart | null,
    repairs: readonly Repair[],
    span: Span,
  ): boolean {
    for (const repair of repairs) {
      if (repair.span.from >= span.from && repair.span.to <= span.to)
        this.rec.repair(repair.code, repair.span, repair.inserted);
    }
    if (this.placeholder(name.name, span)) return false;
    const bare = value === null ? null : wrappedArguments(this.tools, this.tools.resolve(name.name), value);
    if (bare !== null && value !== null) this.rec.repair('wrapped-arguments', value.span, bare);
    const text = bare ?? this.#argumentsText(value, span);
    if (text === null) {
      this.malformed(
        value?.node.kind === 'string' ? 'arguments-not-json' : 'arguments-not-an-object',
        span,
        value?.span.from,
      );
      return false;
    }
    const idText = idOf(id);
    if (id !== null && idText !== null) this.rec.read('id', id.span);
    return this.call(
      {
        name: name.name,
        nameSpan: name.nameSpan,
        argumentsText: text,
        argumentsSpan: value === null || value.node.kind === 'null' ? null : value.span,
        id: idText ?? name.id ?? null,
        idSpan: idText === null || id === null ? null : id.span,
        repairs,
      },
      span,
    );
  }

  /** The arguments as compact JSON; null if the value is neither an object nor a string that holds one. */
  #argumentsText(value: JsonPart | null, span: Span): string | null {
    if (value === null || value.node.kind === 'null') {
      this.rec.read('no-arguments', value?.span ?? span);
      return '{}';
    }
    if (value.node.kind === 'object') {
      this.rec.read('arguments', value.span);
      return value.compact(this.source.codes);
    }
    const [only, other] = value.node.kind === 'array' ? value.items() : [];
    if (only?.node.kind === 'object' && other === undefined) {
      this.rec.read('arguments', only.span);
      const text = only.compact(this.source.codes);
      this.rec.repair('wrong-marker', value.span, text);
      return text;
    }
    if (value.node.kind !== 'string') return null;
    const text = encodedObject(value.node.value);
    if (text === null) return null;
    this.rec.read('decoded-arguments', value.span);
    const inner = outlineJson(text);
    return inner.ok ? compactText(inner.node, text, inner.duplicateKeys.length > 0, this.source.codes) : null;
  }

  /** The call under the name of the declared tool. Spaces around the name are a repair; a prefix is not. */
  #named(parts: Payload, name: string): Payload {
    if (parts.name === name) return parts;
    if (trimmedName(parts.name) === parts.name && parts.name.endsWith(name)) return { ...parts, name };
    const { from, to } = parts.nameSpan;
    const isQuoted = to - from >= 2 && isQuote(this.source.code(from)) && isQuote(this.source.code(to - 1));
    const span = isQuoted ? { from: from + 1, to: to - 1 } : { from, to };
    this.rec.repair('untrimmed-name', span, name);
    return { ...parts, name, repairs: [...(parts.repairs ?? []), { code: 'untrimmed-name', span, inserted: name }] };
  }

  #suppress(span: Span, reason: SuppressedReason, name: string): false {
    this.#mark('suppressed', span);
    this.rec.addSuppressed(span, reason, name);
    return false;
  }

  /** Marks unread text. A sentence that only mentions an opener must not turn the rest of the reply into markup. */
  #markUnread(span: Span): void {
    const { source } = this;
    this.#isMention = this.calls === 0 && !this.startsLine && source.ended && span.to >= source.length;
    this.#mark('malformed', this.#isMention ? { from: this.from, to: this.at } : span);
  }

  #mark(kind: 'call' | 'malformed' | 'suppressed', { from, to }: Span): void {
    this.rec.mark('markup', this.#markedTo, from);
    this.rec.mark(kind, from, to);
    this.#markedTo = Math.max(this.#markedTo, to);
  }
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27;
}

function idOf(id: JsonPart | null): string | null {
  if (id === null || id.node.kind === 'null' || id.node.kind === 'false') return null;
  if (id.node.kind === 'string') return id.node.value === '' ? null : id.node.value;
  return nodeToText(id.node, id.text);
}
