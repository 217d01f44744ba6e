import type { ToolDefinition } from '../../../tools/index.ts';
import { Excerpt } from '../../kit/index.ts';
import { CLOSE, HermesBlocks, OPEN } from './hermes-blocks.ts';
import { calledIn } from './hermes-call.ts';
import type { ProtocolStream, Sent } from './parts.ts';
import { potentialStart } from './potential-start.ts';
import type { HermesRecovery, Release } from './release.ts';

/** A block that cannot be read is swallowed; only `onError` hears of it. */
export class HermesStream implements ProtocolStream {
  readonly #tools: readonly ToolDefinition[];
  readonly #release: Release;
  /** What came and is not decided. */
  #buffer = Excerpt.empty;
  /** What of the open block was taken from the buffer; null outside of blocks. */
  #body: Excerpt | null = null;

  constructor(tools: readonly ToolDefinition[], release: Release) {
    this.#tools = tools;
    this.#release = release;
  }

  push(delta: Excerpt): readonly Sent[] {
    this.#buffer = this.#buffer.plus(delta);
    const sent: Sent[] = [];
    for (;;) {
      if (this.#body !== null) {
        if (!this.#closeBlock(this.#body, sent)) break;
        continue;
      }
      const open = this.#buffer.text.indexOf(OPEN);
      if (open < 0) break;
      if (open > 0) sent.push({ kind: 'text', text: this.#buffer.slice(0, open) });
      sent.push({ kind: 'text-end' });
      this.#buffer = this.#buffer.slice(open + OPEN.length);
      this.#body = Excerpt.empty;
    }
    this.#sendSafe(sent);
    return sent;
  }

  end(): readonly Sent[] {
    const buffer = this.#buffer;
    if (this.#body === null) return buffer.text === '' ? [] : [{ kind: 'text', text: buffer }];
    const body = this.#body.text;
    if (body === '' && buffer.text === '') return [];
    const call = body === '' ? null : calledIn(body, this.#tools, this.#release, false).call;
    if (call !== null) return [{ kind: 'call', name: call.name, argumentsText: call.input }];
    const { recovery } = this.#release.hermes;
    const calls = recovery && this.#callsAtEnd(body + buffer.text, recovery);
    if (calls !== null) return calls;
    return [{ kind: 'error', message: 'Could not complete streaming JSON tool call at finish.' }];
  }

  /** Whether the open block ends in the buffer. */
  #closeBlock(body: Excerpt, sent: Sent[]): boolean {
    if (!this.#buffer.text.includes(CLOSE)) return false;
    const all = body.plus(this.#buffer);
    const { text } = all;
    const { end, nested } = new HermesBlocks(text).boundary(0);
    if (end < body.length) return false;
    this.#body = null;
    if (nested >= 0) {
      const isWhole = this.#release.hermes.recovery?.isWholeCall(text.slice(0, nested), this.#tools) === true;
      const message = 'Could not process malformed streaming JSON tool call before nested start.';
      sent.push(...(isWhole ? this.#read(text.slice(0, nested), message) : [{ kind: 'error', message } as const]));
      this.#buffer = all.slice(nested);
      return true;
    }
    this.#buffer = all.slice(end + CLOSE.length);
    sent.push(...this.#read(text.slice(0, end), 'Could not process streaming JSON tool call.'));
    return true;
  }

  #read(body: string, message: string): readonly Sent[] {
    const { call, refusal } = calledIn(body, this.#tools, this.#release);
    if (call !== null) return [{ kind: 'call', name: call.name, argumentsText: call.input }];
    const recovery = refusal?.code === 'schema-refuses' ? null : this.#release.hermes.recovery;
    return recovery?.callsInBlock(body, 0, this.#tools) ?? [{ kind: 'error', message }];
  }

  #callsAtEnd(text: string, recovery: HermesRecovery): readonly Sent[] | null {
    const cut = recovery.cutList(text);
    if (cut === null) return recovery.callsInBlock(text, 0, this.#tools);
    return cut.isWhole ? recovery.callsInBlock(cut.list, 0, this.#tools) : null;
  }

  /** All but what may be the beginning of a tag. */
  #sendSafe(sent: Sent[]): void {
    const { text } = this.#buffer;
    const held = potentialStart(text, this.#body === null ? OPEN : CLOSE);
    // A closing tag in a string is whole, and no reason to wait.
    const to = held < 0 || text.startsWith(CLOSE, held) ? text.length : held;
    const safe = this.#buffer.slice(0, to);
    this.#buffer = this.#buffer.slice(to);
    if (this.#body !== null) this.#body = this.#body.plus(safe);
    else if (to > 0) sent.push({ kind: 'text', text: safe });
  }
}
