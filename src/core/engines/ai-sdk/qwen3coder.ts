import { slice, type Span } from '../../text/document/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { inputOf } from './kit/call-input.ts';
import { textPart, type Parsed, type Part } from './kit/parts.ts';
import {
  callIn,
  callsInside,
  closedCalls,
  openCallEnd,
  openCalls,
  withoutClosers,
  type QwenCall,
} from './kit/qwen-calls.ts';
import { QwenStream } from './kit/qwen-stream.ts';
import { nameAttribute } from './kit/qwen-tags.ts';
import type { QwenRules, QwenScope, Release } from './kit/release.ts';
import { aiSdkRuntime, type AiSdkRuntime, type MiddlewareCode } from './middleware.ts';

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';
const KEPT_BLOCK = 'Could not process Qwen3CoderToolParser XML tool call; keeping original text.';
const KEPT_CALL = 'Could not process Qwen3CoderToolParser <function> call; keeping original text.';

const words = {
  'block-unclosed': `No \`${CLOSE}\` follows: the protocol reads the block to the end of the reply.`,
  'call-without-block': `A call outside of \`${OPEN}\``,
  'call-unclosed': 'The call has no closing tag: it ends after its last parameter.',
  'no-name': 'The call has no name: neither in its tag, nor in a tag `name`, nor in the tag around it',
  'closers-removed': `The protocol removes \`${CLOSE}\` at the ends of this text.`,
  'block-kept': `The protocol keeps the block as text and tells \`onError\`: "${KEPT_BLOCK}"`,
  'call-kept': `The protocol keeps the call as text and tells \`onError\`: "${KEPT_CALL}"`,
  'misspelt-opener': 'The call has no tag of its own: the protocol reads its name here.',
  'dropped-block':
    'This has the key `__proto__`, `constructor` or `prototype`: the client gets neither a call nor the text.',
} as const;

type Code = keyof typeof words;

export function qwen3coder(release: Release): AiSdkRuntime {
  return aiSdkRuntime<Code>({
    name: 'qwen3coder',
    middleware: 'qwen3CoderToolMiddleware',
    formats: ['qwen3-coder-xml'],
    reads: 'Functions with <parameter=KEY> tags, in <tool_call> blocks or without; else JSON anywhere in the text.',
    words,
    release,
    parse: (text, tools, steps) => new QwenReader(text, { tools, release }, steps).read(),
    stream: (tools) => new QwenStream({ tools, release }),
  });
}

class QwenReader {
  readonly #text: string;
  readonly #scope: QwenScope;
  readonly #rules: QwenRules;
  readonly #steps: Recorder<Code | MiddlewareCode>;
  readonly #parts: Part[] = [];
  readonly #errors: string[] = [];

  constructor(text: string, scope: QwenScope, steps: Recorder<Code | MiddlewareCode>) {
    this.#text = text;
    this.#scope = scope;
    this.#rules = scope.release.qwen;
    this.#steps = steps;
  }

  read(): Parsed {
    const text = this.#text;
    const blocks = blocksIn(text);
    let at = 0;
    for (const block of blocks) {
      this.#outside({ from: at, to: block.from });
      this.#block(block, true);
      at = block.to;
    }
    const rest = { from: at, to: text.length };
    const open = text.toLowerCase().indexOf('<tool_call', at);
    if (open >= 0) {
      this.#outside({ from: at, to: open });
      this.#block({ from: open, to: text.length }, false);
    } else if (blocks.length > 0) {
      this.#outside(rest);
    } else if (!this.#calls(rest) && !this.#looseFunction()) {
      if (this.#rules.stripsAllText) this.#addStripped(rest);
      else this.#parts.push({ kind: 'text', ...rest, text });
    }
    return { parts: this.#parts, errors: this.#errors };
  }

  /** @param isClosed false for what follows the last block: it counts as closed where it has no closing tag */
  #block(block: Span, isClosed: boolean): void {
    const steps = this.#steps;
    const text = this.#text.slice(block.from, block.to);
    const hasCloser = isClosed || /<\/tool_call\s*>/i.test(text);
    const segment = hasCloser ? text : `${text}${CLOSE}`;
    const tag = blockTag(segment);
    const innerFrom = tag === null ? block.to : Math.min(block.to, block.from + tag.to);
    const closer = segment.toLowerCase().lastIndexOf('</tool_call');
    const inner = { from: innerFrom, to: Math.max(innerFrom, Math.min(block.from + closer, block.to)) };
    steps.enter('block', OPEN, block);
    steps.marker(OPEN, 'open', block.from, innerFrom);
    if (!isClosed) steps.quirk('block-unclosed', block);
    const calls =
      tag === null || segment.indexOf('>', closer) < 0
        ? null
        : this.#callsIn(segment, inner, block.from, slice(segment, tag));
    if (calls === null) {
      steps.reject('no-name', block);
      this.#keep(block, 'block-kept', KEPT_BLOCK);
    } else {
      // The markers belong to the first and the last call.
      for (const [index, call] of calls.entries()) {
        const from = index === 0 ? block.from : (calls[index]?.span.from ?? block.from);
        const to = calls[index + 1]?.span.from ?? block.to;
        this.#addCall(call, { from, to: Math.min(to, block.to) });
      }
    }
    if (inner.to < block.to && hasCloser) steps.marker(CLOSE, 'close', inner.to, block.to);
    steps.leave(block, calls === null ? 'malformed' : 'matched');
  }

  /**
   * @param segment the block, with a closing tag
   * @param base where it begins in the text, which `inner` is a part of
   */
  #callsIn(segment: string, { from, to }: Span, base: number, tag: string): readonly QwenCall[] | null {
    const inner = { from: from - base, to: to - base };
    const moved = (at: number): number => base + at;
    const block = { from: 0, to: segment.length };
    const name = nameAttribute(tag, this.#rules);
    const opener = this.#rules.misspelt?.find(segment.slice(inner.from, inner.to), this.#scope.tools) ?? null;
    if (opener === null) return this.#placed(callsInside(segment, inner, block, name, this.#scope), moved);
    const [begin, end] = [inner.from + opener.from, inner.from + opener.to];
    this.#steps.quirk('misspelt-opener', { from: moved(begin), to: moved(end) });
    const shift = opener.tag.length - (end - begin);
    const mended = segment.slice(0, begin) + opener.tag + segment.slice(end);
    const back = (at: number): number => moved(at <= begin ? at : Math.max(begin, at - shift));
    return this.#placed(callsInside(mended, { ...inner, to: inner.to + shift }, block, name, this.#scope), back);
  }

  #placed(calls: readonly QwenCall[] | null, placeOf: (at: number) => number): readonly QwenCall[] | null {
    const place = ({ from, to }: Span): Span => ({ from: placeOf(from), to: placeOf(to) });
    return this.#allowed(calls?.map((call) => ({ ...call, span: place(call.span) })) ?? null);
  }

  /** What is taken for an attack is refused. */
  #allowed(calls: readonly QwenCall[] | null): readonly QwenCall[] | null {
    return calls?.some(({ args }) => this.#scope.release.guard.holds(args)) === true ? null : calls;
  }

  #keep(span: Span, code: 'block-kept' | 'call-kept', message: string): void {
    const isDropped = this.#isAttack(span);
    this.#steps.quirk(isDropped ? 'dropped-block' : code, span);
    this.#errors.push(message);
    if (!isDropped) this.#parts.push(...textPart(this.#text, span.from, span.to));
  }

  #isAttack({ from, to }: Span): boolean {
    return this.#scope.release.guard.writes(this.#text.slice(from, to));
  }

  /** Text outside of blocks, which may hold calls. */
  #outside(span: Span): void {
    if (span.from >= span.to || this.#calls(span)) return;
    if (this.#rules.stripsAllText) this.#addStripped(span);
    else this.#addText(span);
  }

  /** Whether there are calls without a block. */
  #calls(span: Span): boolean {
    const closed = closedCalls(this.#text, span);
    let at = span.from;
    for (const call of closed) {
      this.#addStripped({ from: at, to: call.from });
      this.#loose(call, call.to);
      at = call.to;
    }
    const open = openCalls(this.#text, { from: at, to: span.to });
    for (const call of open) {
      this.#addStripped({ from: at, to: call.from });
      this.#loose(call, openCallEnd(this.#text, call, this.#scope));
      at = call.to;
    }
    if (closed.length === 0 && open.length === 0) return false;
    this.#addStripped({ from: at, to: span.to });
    return true;
  }

  /** A call without a block. @param to where it ends; the rest of its piece is text */
  #loose(piece: Span, to: number): void {
    const steps = this.#steps;
    steps.read('call-without-block', piece);
    const [call = null] =
      this.#allowed([callIn(this.#text, { from: piece.from, to }, null, this.#scope)].filter((one) => one !== null)) ??
      [];
    if (call === null) {
      steps.reject('no-name', piece);
      this.#keep(piece, 'call-kept', KEPT_CALL);
      return;
    }
    if (to < piece.to) steps.quirk('call-unclosed', call.span);
    this.#addCall(call, call.span);
    this.#addStripped({ from: to, to: piece.to });
  }

  /** Whether the text has at least a tag that begins like `<function`: all from there on is one call. */
  #looseFunction(): boolean {
    const text = this.#text;
    const from = text.toLowerCase().indexOf('<function');
    if (from < 0) return false;
    const before = { from: 0, to: withoutClosers(text, { from: 0, to: from }).to };
    if (this.#rules.stripsAllText) this.#addStripped(before);
    else this.#addText(before);
    const rest = { from, to: text.length };
    const call = callIn(text, rest, null, this.#scope);
    if (call !== null) this.#addCall(call, call.span);
    else if (this.#rules.tellsOpenCall) this.#keep(rest, 'call-kept', KEPT_CALL);
    else this.#addText(rest);
    return true;
  }

  #addText({ from, to }: Span): void {
    this.#parts.push(...textPart(this.#text, from, to));
  }

  #addStripped(span: Span): void {
    const stripped = withoutClosers(this.#text, span);
    if (stripped.from > span.from || stripped.to < span.to) this.#steps.quirk('closers-removed', span);
    if (this.#isAttack(stripped)) {
      this.#steps.quirk('dropped-block', stripped);
      this.#errors.push('Dropped sensitive Qwen3CoderToolParser text.');
      return;
    }
    this.#addText(stripped);
  }

  #addCall({ name, args, span: own }: QwenCall, span: Span): void {
    const text = this.#text.slice(own.from, Math.min(own.to, this.#text.length));
    const from = own.from + text.indexOf(name.trim());
    const to = from + name.trim().length;
    // A name that is in a tag around the call, or is not there as it was read, is where the call is.
    const isThere = from >= own.from && from >= span.from && to < span.to;
    const nameSpan = isThere ? { from, to } : span;
    this.#steps.read('name', nameSpan);
    const argumentsSpan = Object.keys(args).length === 0 ? null : isThere ? { from: to, to: span.to } : span;
    const argumentsText = inputOf(args, name, this.#scope.tools, this.#scope.release.values);
    if (argumentsText !== JSON.stringify(args)) this.#steps.read('coerced-arguments', argumentsSpan ?? span);
    this.#parts.push({
      kind: 'call',
      span,
      name,
      nameSpan,
      argumentsText,
      argumentsSpan,
    });
  }
}

/** The first `<tool_call …>`. */
function blockTag(segment: string): Span | null {
  const open = /<tool_call\b/i.exec(segment);
  const end = open === null ? -1 : segment.indexOf('>', open.index);
  return open === null || end < 0 ? null : { from: open.index, to: end + 1 };
}

/** From each `<tool_call …>` to the first closing tag. */
function blocksIn(text: string): Span[] {
  const opener = /<tool_call\b/gi;
  const closer = /<\/tool_call\s*>/gi;
  const blocks: Span[] = [];
  for (let open = opener.exec(text); open !== null; open = opener.exec(text)) {
    const tag = text.indexOf('>', opener.lastIndex);
    if (tag < 0) break;
    closer.lastIndex = tag + 1;
    if (!closer.test(text)) break;
    blocks.push({ from: open.index, to: closer.lastIndex });
    opener.lastIndex = closer.lastIndex;
  }
  return blocks;
}
