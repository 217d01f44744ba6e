import { Excerpt } from '../../kit/index.ts';
import { inputOf } from './call-input.ts';
import type { ProtocolStream, Sent } from './parts.ts';
import { readMembers, type OpenCall } from './qwen-open-call.ts';
import { nameAttribute, shorthandName } from './qwen-tags.ts';
import { withoutClosers, withoutLeadingClosers } from './qwen-calls.ts';
import { SuffixSearch } from './suffix-search.ts';
import type { QwenRules, QwenScope } from './release.ts';
import { emptyRecord } from './values.ts';

// The originals have `<\s*(?!\/)\s*`, which matches the same, and tries each place in white space.
const CALL_START = /<\s*(call|function|tool|invoke)\b/i;
const MEMBER_START = /<\s*(?:name|tool_name|parameter|param|argument|arg)\b/i;
const BLOCK_END = /<\s*\/\s*tool_call\s*>/i;
const ANY_CLOSER = /^\s*<\s*\/\s*(?:tool_call|function|call|tool|invoke)\s*>/i;
/** The beginning of a block that no name of a call begins, nor a tag. */
const PLAIN = /^\s*[^\sA-Za-z_<][^<]*$/;
const TAG_START = /</;
const TAG_END = />/;
const TAG_MARKS = /[<>]/;
const SELF_CLOSING = /\/\s*>$/;

const BLOCK = '<tool_call';
/** More than the longest beginning of a call or a parameter, and what follows it. */
const LONGEST_BEGINNING = 16;

/** An open `<tool_call>`. */
interface OpenBlock {
  readonly name: string | null;
  /** Whether it holds calls with tags of their own, or is itself one; null while that is not known. */
  holdsCalls: boolean | null;
  inner: Excerpt;
  call: OpenCall | null;
  /** How many calls came out of it. */
  count: number;
  /** All that came of it. */
  raw: string;
}

/** Reads blocks and calls in pieces: what is whole of a call is not kept as text. */
export class QwenStream implements ProtocolStream {
  readonly #scope: QwenScope;
  readonly #rules: QwenRules;
  #buffer = Excerpt.empty;
  #block: OpenBlock | null = null;
  /** A call without a block. */
  #loose: OpenCall | null = null;
  #sent: Sent[] = [];
  readonly #callStarts = new SuffixSearch((text) => text.search(CALL_START));
  readonly #memberStarts = new SuffixSearch((text) => text.search(MEMBER_START));

  constructor(scope: QwenScope) {
    this.#scope = scope;
    this.#rules = scope.release.qwen;
  }

  get wakesAt(): RegExp | null {
    const { holdsCalls = true, inner = Excerpt.empty, call = this.#loose } = this.#block ?? {};
    if (call !== null) return call.isSettled ? TAG_MARKS : null;
    if (this.#block === null) return null;
    if (holdsCalls === null) return PLAIN.test(inner.text) ? TAG_START : null;
    return TAG_END;
  }

  push(delta: Excerpt): readonly Sent[] {
    this.#forget();
    if (this.#block !== null) {
      this.#block.inner = this.#block.inner.plus(delta);
      this.#block.raw += delta.text;
      this.#readBlock();
    } else if (this.#loose !== null) {
      const rest = this.#readCall(this.#loose, delta, null);
      if (rest !== null) {
        this.#loose = null;
        this.#buffer = rest.plus(this.#buffer);
        this.#findCalls();
      }
    } else {
      this.#buffer = this.#buffer.plus(delta);
      this.#findCalls();
    }
    return this.#taken();
  }

  end(): readonly Sent[] {
    // The original is told the end of the text first, then the end of the reply, twice.
    if (this.#block === null && this.#rules.sendsHeldFirst) this.#sendBuffer();
    this.#finish();
    this.#finish();
    return this.#taken();
  }

  /** The text has grown. */
  #forget(): void {
    this.#callStarts.forget();
    this.#memberStarts.forget();
  }

  #taken(): readonly Sent[] {
    const sent = this.#sent;
    this.#sent = [];
    return sent;
  }

  #sendText(text: Excerpt): void {
    if (text.text !== '') this.#sent.push({ kind: 'text', text });
  }

  #sendBuffer(): void {
    const all = { from: 0, to: this.#buffer.length };
    const { from, to } = this.#rules.stripsAllText ? withoutClosers(this.#buffer.text, all) : all;
    this.#sendSafe(this.#buffer.slice(from, to));
    this.#buffer = Excerpt.empty;
  }

  /** Sends text that is not taken for an attack. */
  #sendSafe(text: Excerpt): void {
    if (this.#scope.release.guard.writes(text.text))
      this.#sent.push({ kind: 'error', message: 'Dropped sensitive Qwen3CoderToolParser text.' });
    else this.#sendText(text);
  }

  /** Sends all before what may be a call. */
  #release(): void {
    if (!this.#buffer.text.includes('<')) {
      this.#sendBuffer();
      return;
    }
    const to = this.#firstStart();
    if (to < 0) {
      this.#sendBuffer();
      return;
    }
    this.#sendText(this.#buffer.slice(0, to));
    this.#buffer = this.#buffer.slice(to);
  }

  /** The place of the first beginning of a call, or of what may become one; -1 without one. It reads no further than it must. */
  #firstStart(): number {
    const { text } = this.#buffer;
    for (let size = 4 * LONGEST_BEGINNING; ; size *= 2) {
      const isAll = size >= text.length;
      const starts = this.#rules.startsIn(text.slice(0, size).toLowerCase());
      // Nearer to the end of the piece, more of the text may say otherwise.
      const known = starts.filter((at) => at >= 0 && (isAll || at < size - LONGEST_BEGINNING));
      if (known.length > 0) return Math.min(...known);
      if (isAll) return -1;
    }
  }

  #findCalls(): void {
    this.#buffer = withoutLeadingClosers(this.#buffer);
    this.#release();
    this.#openCalls();
  }

  #openCalls(): void {
    while (this.#block === null && this.#loose === null && this.#buffer.text !== '') {
      const before = this.#buffer;
      if (this.#openBlock()) {
        this.#readBlock();
        return;
      }
      if (this.#openLoose()) {
        this.#readLoose();
        return;
      }
      if (this.#buffer === before) return;
      this.#buffer = withoutLeadingClosers(this.#buffer);
      this.#release();
    }
  }

  /** Whether a block begins here. */
  #openBlock(): boolean {
    const buffer = this.#buffer;
    if (buffer.text.slice(0, BLOCK.length).toLowerCase() !== BLOCK) return false;
    const to = buffer.text.indexOf('>') + 1;
    const tag = buffer.text.slice(0, to);
    if (!/<tool_call\b[^>]*>/i.test(tag)) return false;
    const name = nameAttribute(tag, this.#rules);
    this.#block = { name, holdsCalls: null, inner: buffer.slice(to), call: null, count: 0, raw: buffer.text };
    this.#buffer = Excerpt.empty;
    return true;
  }

  /** Whether a call without a block begins here; a self-closing one is over at once. */
  #openLoose(): boolean {
    const found = this.#callTag(this.#buffer.text);
    if (found?.from !== 0) return false;
    const { tag } = found;
    const name = this.#nameOf(tag);
    if (name === null || name.trim() === '') return false;
    this.#buffer = this.#buffer.slice(tag.length);
    const call = this.#newCall(found.name, name, tag);
    if (SELF_CLOSING.test(tag)) {
      this.#finishCall(call, name);
      return false;
    }
    this.#loose = call;
    return true;
  }

  /** The first tag of a call. Where the first beginning of one has no end, no other has. */
  #callTag(text: string): { readonly from: number; readonly tag: string; readonly name: string } | null {
    const from = this.#callStarts.at(text);
    const end = from < 0 ? -1 : text.indexOf('>', from);
    if (end < 0) return null;
    const tag = text.slice(from, end + 1);
    return { from, tag, name: (CALL_START.exec(tag)?.[1] ?? '').toLowerCase() };
  }

  #nameOf(tag: string): string | null {
    return nameAttribute(tag, this.#rules) ?? shorthandName(tag, this.#rules);
  }

  /** A name ends the text before the call. */
  #newCall(tag: string, name: string | null, raw: string): OpenCall {
    if (name !== null && name.trim() !== '') this.#sent.push({ kind: 'text-end' });
    return { tag, name, args: emptyRecord(), rest: Excerpt.empty, raw, isSettled: false };
  }

  #readLoose(): void {
    while (this.#loose !== null) {
      const rest = this.#readCall(this.#loose, this.#buffer, null);
      this.#buffer = Excerpt.empty;
      if (rest === null) return;
      this.#loose = null;
      this.#buffer = withoutLeadingClosers(rest);
      this.#release();
      if (this.#openBlock()) {
        this.#readBlock();
        return;
      }
      this.#openLoose();
    }
  }

  #readBlock(): void {
    while (this.#block !== null) {
      const block: OpenBlock = this.#block;
      if (block.holdsCalls === null) block.call = this.#kindOf(block);
      if (block.holdsCalls === null) return;
      if (block.call !== null) {
        const rest = this.#readCall(block.call, block.inner, block.name);
        block.inner = Excerpt.empty;
        if (rest === null) return;
        if (block.holdsCalls) {
          block.call = null;
          block.inner = rest;
        } else {
          this.#closeBlock(rest);
        }
      } else if (!this.#nextInside(block)) {
        return;
      }
    }
  }

  /** Decides whether a block holds calls, or is one: then that call. */
  #kindOf(block: OpenBlock, isOver = false): OpenCall | null {
    const { misspelt } = this.#rules;
    if (misspelt !== null) {
      if (!isOver && misspelt.isUnfinished(block.inner.text, this.#scope.tools)) return null;
      const mended = misspelt.mended(block.inner, this.#scope.tools);
      if (mended !== block.inner) this.#forget();
      block.inner = mended;
    }
    const call = this.#callStarts.at(block.inner.text);
    const found = this.#memberStarts.at(block.inner.text);
    if (call < 0 && found < 0) return null;
    block.holdsCalls = call >= 0 && (found < 0 || call < found);
    return block.holdsCalls ? null : this.#newCall('tool_call', block.name, '');
  }

  /** The next call in a block, or its end. */
  #nextInside(block: OpenBlock): boolean {
    const { text } = block.inner;
    const open = this.#callTag(text);
    const end = BLOCK_END.exec(open === null ? text : text.slice(0, open.from));
    if (end !== null) {
      this.#closeBlock(block.inner.slice(end.index + end[0].length));
      return true;
    }
    if (open === null) return false;
    const { from, tag } = open;
    block.inner = block.inner.slice(from + tag.length);
    const own = this.#nameOf(tag);
    const isSelfClosing = SELF_CLOSING.test(tag);
    const call = this.#newCall(open.name, isSelfClosing ? (own ?? block.name) : own, tag);
    if (isSelfClosing) this.#finishCall(call, call.name);
    else block.call = call;
    return true;
  }

  #closeBlock(rest: Excerpt): void {
    this.#block = null;
    this.#buffer = rest.plus(this.#buffer);
    this.#release();
    this.#openBlock();
  }

  /** What follows a call; null while it has no end. */
  #readCall(call: OpenCall, incoming: Excerpt, outerName: string | null): Excerpt | null {
    const known = call.rest.length;
    call.rest = call.rest.plus(incoming);
    const { text } = call.rest;
    const next = call.tag === 'tool_call' ? null : this.#callTag(text);
    const closer = new RegExp(`<\\s*/\\s*${call.tag}\\s*>`, 'i').exec(next === null ? text : text.slice(0, next.from));
    if (next === null && closer === null) {
      call.raw += incoming.text;
      const { rest, name } = call;
      call.rest = this.#readMembers(call, rest, false);
      const isAllRead = call.rest.length === rest.length && call.name === name;
      call.isSettled = isAllRead && rest.text.lastIndexOf('<') <= rest.text.lastIndexOf('>');
      return null;
    }
    const to = closer === null ? (next?.from ?? 0) : closer.index + closer[0].length;
    this.#readMembers(call, call.rest.slice(0, closer?.index ?? to), true);
    const rest = call.rest.slice(to);
    call.raw = to < known ? call.raw.slice(0, call.raw.length - (known - to)) : call.raw + text.slice(known, to);
    this.#finishCall(call, outerName);
    return rest;
  }

  #finishCall(call: OpenCall, outerName: string | null): boolean {
    const name = call.name ?? outerName ?? '';
    if (name.trim() === '') {
      this.#sent.push({
        kind: 'error',
        message: 'Could not resolve Qwen3CoderToolParser tool name for tool call',
      });
      return false;
    }
    const { tools, release } = this.#scope;
    if (release.guard.holds(call.args) || release.guard.writes(call.raw)) {
      this.#sent.push({
        kind: 'error',
        message: 'Could not process streaming Qwen3CoderToolParser XML tool call.',
      });
      return false;
    }
    if (this.#block !== null) this.#block.count += 1;
    this.#sent.push({ kind: 'call', name, argumentsText: inputOf(call.args, name, tools, release.values) });
    return true;
  }

  #finish(): void {
    this.#forget();
    if (this.#block !== null) this.#readBlock();
    if (this.#block !== null) this.#finishBlock(this.#block);
    if (this.#loose !== null) {
      const call = this.#loose;
      this.#loose = null;
      const isCall = this.#finishOpen(call, null);
      if (!isCall) {
        const message = 'Could not complete streaming Qwen3CoderToolParser call block at finish.';
        this.#sent.push({ kind: 'error', message });
      }
    } else {
      this.#findCalls();
    }
    this.#sendBuffer();
  }

  #finishBlock(block: OpenBlock): void {
    if (block.holdsCalls === null) block.call = this.#kindOf(block, true);
    const isCall = block.call !== null && this.#finishOpen(block.call, block.name, block.inner);
    if (!isCall && block.count === 0) {
      const message = 'Could not complete streaming Qwen3CoderToolParser XML tool call at finish.';
      const calls = this.#rules.callsAtEnd(block.raw, this.#scope);
      this.#sent.push(...(calls ?? [{ kind: 'error', message } as const]));
    }
    this.#block = null;
  }

  /** A call that never ended, and the text after it. */
  #finishOpen(call: OpenCall, outerName: string | null, incoming = Excerpt.empty): boolean {
    let rest = this.#readMembers(call, call.rest.plus(incoming), true);
    for (let closer = ANY_CLOSER.exec(rest.text); closer !== null; closer = ANY_CLOSER.exec(rest.text))
      rest = rest.slice(closer[0].length);
    const isCall = this.#finishCall(call, outerName);
    this.#sendSafe(rest);
    return isCall;
  }

  /** Reads the name and the parameters that are whole; what is left of the text. */
  #readMembers(call: OpenCall, text: Excerpt, isComplete: boolean): Excerpt {
    const { rest, isNamed } = readMembers(call, text, isComplete, this.#scope);
    if (isNamed) this.#sent.push({ kind: 'text-end' });
    return rest;
  }
}
