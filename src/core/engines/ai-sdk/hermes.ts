import type { Span } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { CLOSE, HermesBlocks, OPEN } from './kit/hermes-blocks.ts';
import { calledIn, calledWords } from './kit/hermes-call.ts';
import { HermesStream } from './kit/hermes-stream.ts';
import { partsInJson } from './kit/json-parts.ts';
import { textPart, type CallPart, type Parsed, type Part } from './kit/parts.ts';
import type { Release } from './kit/release.ts';
import { aiSdkRuntime, type AiSdkRuntime, type MiddlewareCode } from './middleware.ts';

const KEPT = 'Could not process JSON tool call, keeping original text.';

const words = {
  ...calledWords,
  'opener-unclosed': `No \`${CLOSE}\` follows outside of strings and comments: this opener is text`,
  'opener-before-opener': 'Another call begins before this one ends: this opener is text',
  'closer-in-string': `The protocol skips this \`${CLOSE}\`: it is in a string or a comment.`,
  'escaped-controls': 'The protocol escapes raw control characters in strings before it reads the JSON.',
  'repaired-call':
    'The protocol repairs the call: it cuts the arguments at what looks like keys and escapes the quotes in between.',
  'kept-as-text': `The protocol keeps the block as text and tells \`onError\`: "${KEPT}"`,
  'dropped-escapes': 'The protocol drops backslashes that begin no escape.',
  'calls-in-block': 'The protocol finds calls of another form in this block, and takes them.',
  'implied-closer':
    'A complete call precedes the next opener: the protocol takes that opener for the end of this call.',
  'cut-closer': `The text ends in a part of \`${CLOSE}\` after a whole list of calls: the protocol reads the list.`,
  'dropped-block':
    'This block has the key `__proto__`, `constructor` or `prototype`: the client gets neither a call nor the text.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | MiddlewareCode>;

export function hermes(release: Release): AiSdkRuntime {
  return aiSdkRuntime<Code>({
    name: 'hermes',
    middleware: 'hermesToolMiddleware',
    formats: ['hermes'],
    reads: 'Relaxed JSON between <tool_call> and </tool_call>; without such a call, JSON anywhere in the text.',
    words,
    release,
    parse: (text, tools, steps) => new HermesReader(text, tools, release, steps).read(),
    stream: (tools) => new HermesStream(tools, release),
  });
}

class HermesReader {
  readonly #text: string;
  readonly #tools: readonly ToolDefinition[];
  readonly #release: Release;
  readonly #steps: Steps;
  readonly #parts: Part[] = [];
  readonly #errors: string[] = [];
  #at = 0;

  constructor(text: string, tools: readonly ToolDefinition[], release: Release, steps: Steps) {
    this.#text = text;
    this.#tools = tools;
    this.#release = release;
    this.#steps = steps;
  }

  read(): Parsed {
    const text = this.#text;
    const blocks = new HermesBlocks(text);
    for (let open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, this.#at)) {
      const bodyFrom = open + OPEN.length;
      const { end, nested } = blocks.boundary(bodyFrom);
      if (end >= 0 && nested < 0) {
        this.#addText(open);
        this.#block({ from: open, to: end + CLOSE.length }, { from: bodyFrom, to: end });
      } else if (!this.#openBlock(open, bodyFrom, nested)) {
        this.#steps.reject(end < 0 ? 'opener-unclosed' : 'opener-before-opener', { from: open, to: bodyFrom });
        this.#addText(bodyFrom);
      }
    }
    this.#addText(text.length);
    return { parts: this.#parts, errors: this.#errors };
  }

  /** Text that is only white space is dropped. */
  #addText(to: number): void {
    if (this.#text.slice(this.#at, to).trim() !== '') this.#parts.push(...textPart(this.#text, this.#at, to));
    this.#at = to;
  }

  #block(block: Span, body: Span): void {
    const steps = this.#steps;
    steps.enter('block', OPEN, block);
    steps.marker(OPEN, 'open', block.from, body.from);
    const calls = this.#readBlock(body);
    steps.marker(CLOSE, 'close', body.to, block.to);
    if (calls === null) this.#keep(block);
    else this.#addCalls(calls, block);
    steps.leave(block, calls === null ? 'malformed' : 'matched');
  }

  #keep(block: Span): void {
    const isDropped = this.#release.guard.writes(this.#text.slice(block.from, block.to));
    this.#steps.quirk(isDropped ? 'dropped-block' : 'kept-as-text', block);
    this.#errors.push(KEPT);
    if (!isDropped) this.#parts.push(...textPart(this.#text, block.from, block.to));
    this.#at = block.to;
  }

  /** The markers belong to the first and the last call. */
  #addCalls(calls: readonly CallPart[], { from, to }: Span): void {
    for (const [index, call] of calls.entries()) {
      const span = { from: index === 0 ? from : call.span.from, to: calls[index + 1]?.span.from ?? to };
      this.#parts.push({ ...call, span });
    }
    this.#at = to;
  }

  /** Whether a block that does not end as it should holds calls nevertheless. */
  #openBlock(open: number, bodyFrom: number, nested: number): boolean {
    const [text, tools, { recovery }] = [this.#text, this.#tools, this.#release.hermes];
    if (recovery === null) return false;
    if (nested >= 0 && recovery.isWholeCall(text.slice(bodyFrom, nested), tools)) {
      const body = { from: bodyFrom, to: nested };
      const call = this.#readCall(body);
      if (call !== null) {
        this.#steps.quirk('implied-closer', { from: open, to: nested });
        this.#addText(open);
        this.#addCalls([call], { from: open, to: nested });
        return true;
      }
    }
    const cut = recovery.cutList(text.slice(bodyFrom));
    const calls = cut?.isWhole === true ? recovery.callsInBlock(cut.list, bodyFrom, tools) : null;
    if (calls === null) return false;
    const block = { from: open, to: text.length };
    this.#steps.quirk('cut-closer', block);
    this.#addText(open);
    this.#addCalls(calls, block);
    return true;
  }

  #readBlock(body: Span): readonly CallPart[] | null {
    const text = this.#text.slice(body.from, body.to);
    const skipped = text.indexOf(CLOSE);
    if (skipped >= 0) {
      const from = body.from + skipped;
      this.#steps.quirk('closer-in-string', { from, to: from + CLOSE.length });
    }
    const { call, isRefused } = this.#readWhole(body);
    if (call !== null) return [call];
    const { recovery } = this.#release.hermes;
    const calls = isRefused || recovery === null ? null : recovery.callsInBlock(text, body.from, this.#tools);
    if (calls !== null) this.#steps.quirk('calls-in-block', body);
    return calls;
  }

  #readCall(body: Span): CallPart | null {
    return this.#readWhole(body).call;
  }

  #readWhole(body: Span): { readonly call: CallPart | null; readonly isRefused: boolean } {
    const [text, steps] = [this.#text, this.#steps];
    const called = calledIn(text.slice(body.from, body.to), this.#tools, this.#release);
    if (called.isEscaped) steps.quirk('escaped-controls', body);
    if (called.isUnescaped) steps.quirk('dropped-escapes', body);
    if (called.refusal !== null) steps.reject(called.refusal.code, body, body.from + called.refusal.at);
    const isRefused = called.refusal?.code === 'schema-refuses';
    if (called.call === null) return { call: null, isRefused };
    if (called.refusal !== null) steps.quirk('repaired-call', body);
    const { name, input, isCoerced } = called.call;
    const parts = partsInJson(text, body, name);
    steps.read('name', parts.nameSpan);
    if (isCoerced) steps.read('coerced-arguments', parts.argumentsSpan);
    return { call: { kind: 'call', span: body, name, argumentsText: input, ...parts }, isRefused };
  }
}
