import type { Span } from '../../document/span.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Recorder } from '../../trace/recorder.ts';
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
import { aiSdkRuntime, type MiddlewareCode } from './middleware.ts';

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
} as const;

type Code = keyof typeof words;

export const qwen3coder = aiSdkRuntime({
  name: 'qwen3coder',
  middleware: 'qwen3CoderToolMiddleware',
  formats: ['qwen3-coder-xml'],
  reads: 'Functions with <parameter=KEY> tags, in <tool_call> blocks or without; else JSON anywhere in the text.',
  words,
  parse: (text, tools, steps) => new QwenReader(text, tools, steps).read(),
  stream: (tools) => new QwenStream(tools),
});

class QwenReader {
  readonly #text: string;
  readonly #tools: readonly ToolDefinition[];
  readonly #steps: Recorder<Code | MiddlewareCode>;
  readonly #parts: Part[] = [];
  readonly #errors: string[] = [];

  constructor(text: string, tools: readonly ToolDefinition[], steps: Recorder<Code | MiddlewareCode>) {
    this.#text = text;
    this.#tools = tools;
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
      this.#parts.push({ kind: 'text', ...rest, text });
    }
    return { parts: this.#parts, errors: this.#errors };
  }

  /** @param isClosed false for what follows the last block: it counts as closed where it has no closing tag */
  #block(block: Span, isClosed: boolean): void {
    const steps = this.#steps;
    const text = this.#text.slice(0, block.to);
    const hasCloser = isClosed || /<\/tool_call\s*>/i.test(text.slice(block.from));
    const segment = hasCloser ? text : `${text}${CLOSE}`;
    const tag = /<tool_call\b[^>]*>/i.exec(segment.slice(block.from));
    const innerFrom = tag === null ? block.to : Math.min(block.to, block.from + tag.index + tag[0].length);
    const closer = segment.toLowerCase().lastIndexOf('</tool_call');
    const inner = { from: innerFrom, to: Math.max(innerFrom, Math.min(closer, block.to)) };
    steps.enter('block', OPEN, block);
    steps.marker(OPEN, 'open', block.from, innerFrom);
    if (!isClosed) steps.quirk('block-unclosed', block);
    const calls =
      tag === null || segment.indexOf('>', closer) < 0
        ? null
        : callsInside(segment, inner, { from: block.from, to: segment.length }, nameAttribute(tag[0]));
    if (calls === null) {
      steps.reject('no-name', block);
      steps.quirk('block-kept', block);
      this.#errors.push(KEPT_BLOCK);
      this.#parts.push(...textPart(this.#text, block.from, block.to));
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

  /** Text outside of blocks, which may hold calls. */
  #outside(span: Span): void {
    if (span.from < span.to && !this.#calls(span)) this.#addText(span);
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
      this.#loose(call, openCallEnd(this.#text, call));
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
    const call = callIn(this.#text, { from: piece.from, to }, null);
    if (call === null) {
      steps.reject('no-name', piece);
      steps.quirk('call-kept', piece);
      this.#errors.push(KEPT_CALL);
      this.#parts.push(...textPart(this.#text, piece.from, piece.to));
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
    this.#addText({ from: 0, to: withoutClosers(text, { from: 0, to: from }).to });
    const call = callIn(text, { from, to: text.length }, null);
    if (call === null) this.#addText({ from, to: text.length });
    else this.#addCall(call, call.span);
    return true;
  }

  #addText({ from, to }: Span): void {
    this.#parts.push(...textPart(this.#text, from, to));
  }

  #addStripped(span: Span): void {
    const stripped = withoutClosers(this.#text, span);
    if (stripped.from > span.from || stripped.to < span.to) this.#steps.quirk('closers-removed', span);
    this.#addText(stripped);
  }

  #addCall({ name, args, span: own }: QwenCall, span: Span): void {
    const text = this.#text.slice(own.from, Math.min(own.to, this.#text.length));
    const named = text.indexOf(name.trim());
    const nameSpan = named < 0 ? span : { from: own.from + named, to: own.from + named + name.trim().length };
    const from = Math.min(span.to, Math.max(nameSpan.to, span.from));
    const inSpan = nameSpan.from >= span.from && nameSpan.to <= span.to;
    this.#steps.read('name', inSpan ? nameSpan : span);
    const argumentsSpan = Object.keys(args).length === 0 ? null : { from, to: span.to };
    const argumentsText = inputOf(args, name, this.#tools);
    if (argumentsText !== JSON.stringify(args)) this.#steps.read('coerced-arguments', argumentsSpan ?? span);
    this.#parts.push({
      kind: 'call',
      span,
      name,
      nameSpan: inSpan ? nameSpan : span,
      argumentsText,
      argumentsSpan,
    });
  }
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
