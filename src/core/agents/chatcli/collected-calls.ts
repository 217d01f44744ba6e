import type { LedgerKind, Payload, Recorder } from '../../trace/index.ts';
import { isGoJson, losslessText, trimGo, withoutLoneSurrogates } from '../../text/languages/index.ts';
import { valueToText } from '../../text/json/index.ts';
import { liesIn } from '../../engines/kit/index.ts';
import type { Span } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { EarlierCalls } from './earlier-calls.ts';
import { recoverArguments, type Normalized } from './normalize.ts';
import { matchTool, shimArguments } from './shim.ts';
import type { ChatcliCode } from './words.ts';

/** A call as one of the tiers found it. */
export interface FoundCall {
  readonly name: string;
  /** As found: the recovery comes later. */
  readonly args: string;
  /** What the runtime keeps as the text of the call. A repaired object is kept repaired. */
  readonly raw: string;
  readonly span: Span;
  readonly nameSpan: Span;
  readonly argumentsSpan: Span | null;
  readonly format: string;
}

/** A call as ChatCLI answers it. */
export interface ChatcliCall {
  readonly name: string;
  readonly args: string;
  readonly raw: string;
}

/** How much of a text may be read again, in characters: so many times its length, and this much in any case. */
const AGAIN = 4;
const AGAIN_AT_LEAST = 100_000;
const SEARCHES = 64;

/** What all tiers share while one reply is read: the calls so far, what was marked, and how much work is left. */
export class CollectedCalls {
  readonly rec: Recorder<ChatcliCode>;
  readonly answers: ChatcliCall[] = [];
  /** The document as a strict reader may read it: without lone surrogate escapes. */
  readonly readable: string;
  /** Characters that may still be read again in the attempts to repair objects. */
  allowance: number;
  readonly #tools: readonly ToolDefinition[] | null;
  readonly #thoughts: readonly Span[];
  readonly #earlier: EarlierCalls;
  readonly #marks: (Span & { readonly kind: LedgerKind })[] = [];

  /** @param tools the definitions that the tool shim matches names against; null for the parser alone */
  constructor(
    rec: Recorder<ChatcliCode>,
    text: Span,
    thoughts: readonly Span[],
    tools: readonly ToolDefinition[] | null,
  ) {
    const length = text.to - text.from;
    this.rec = rec;
    this.readable = withoutLoneSurrogates(rec.document);
    this.allowance = AGAIN * length + AGAIN_AT_LEAST;
    this.#earlier = new EarlierCalls(SEARCHES * length + AGAIN_AT_LEAST);
    this.#tools = tools;
    this.#thoughts = thoughts;
  }

  /** Whether an earlier call of the same name holds this one. Says so in the trace. */
  isCopy(found: FoundCall): boolean {
    const held = this.#earlier.hold(found);
    if (held === null) this.rec.quirk('copies-not-searched', found.span);
    if (held !== true) return false;
    this.rec.reject('copy-of-earlier', found.span);
    this.rec.addSuppressed(found.span, 'contained', found.name);
    this.mark('suppressed', found.span);
    return true;
  }

  /** Makes the call, with arguments recovered as far as they can be. */
  take(found: FoundCall, tier: string): void {
    const { rec } = this;
    this.#earlier.add(found);
    rec.read('name', found.nameSpan);
    const place = found.argumentsSpan ?? found.span;
    const recovered = recoverArguments(found.name, found.args);
    this.#tell(recovered, place);
    const answer = { name: found.name, args: recovered.text, raw: found.raw };
    this.answers.push(answer);
    const payload = this.#tools === null ? plainPayload(answer) : this.#matched(answer, this.#tools, place);
    if (payload.argumentsText === '{}' && trimGo(answer.args) === '') rec.read('no-arguments', found.span);
    else rec.read(payload.argumentsText.startsWith('"') ? 'plain-arguments' : 'arguments', place);
    if (liesIn(this.#thoughts, found.span.from)) rec.quirk('inside-think', found.span);
    const { nameSpan, argumentsSpan, format, span } = found;
    const taken = recovered.attempts.at(-1);
    const repairs =
      taken?.taken === true && argumentsSpan !== null
        ? [{ code: taken.code, span: argumentsSpan, inserted: payload.argumentsText }]
        : [];
    rec.call({ ...payload, idSpan: null, nameSpan, argumentsSpan, repairs }, { format, tier, span });
  }

  mark(kind: LedgerKind, { from, to }: Span): void {
    if (from < to) this.#marks.push({ kind, from, to });
  }

  /** Enters the marks into the ledger. A call is a call, whatever else lies around it. */
  enterMarks(): void {
    const calls = this.#marks.filter(({ kind }) => kind === 'call').sort((a, b) => a.from - b.from);
    const joined: { from: number; to: number }[] = [];
    for (const { from, to } of calls) {
      const last = joined.at(-1);
      if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
      else joined.push({ from, to });
    }
    const others = this.#marks.filter(({ kind }) => kind !== 'call').sort((a, b) => a.from - b.from);
    let next = 0;
    for (const { kind, from, to } of others) {
      for (let call = joined[next]; call !== undefined && call.from < to; call = joined[next]) {
        if (call.from > from) this.rec.mark(kind, from, call.from);
        this.rec.mark('call', call.from, call.to);
        next += 1;
      }
      this.rec.mark(kind, from, to);
    }
    for (const call of joined.slice(next)) this.rec.mark('call', call.from, call.to);
  }

  #tell({ attempts }: Normalized, place: Span): void {
    if (attempts.length === 0) return;
    const { rec } = this;
    rec.reject('arguments-need-repair', place);
    for (const attempt of attempts) rec.attempt(attempt, place);
    const last = attempts.at(-1);
    if (last?.taken !== true) return;
    if (last.code === 'key-by-key') rec.quirk('cut-key-by-key', place);
    if (last.code === 'trailing-commas' && losesCommaInText(last.before)) rec.quirk('comma-lost-in-text', place);
  }

  #matched(call: ChatcliCall, tools: readonly ToolDefinition[], place: Span): CallPayload {
    const { name, by } = matchTool(call.name, call.args, tools);
    if (by === 'cmd') this.rec.quirk('named-by-cmd', place);
    else if (by === null) this.rec.quirk('name-matches-no-tool', place);
    const { text, normalized } = shimArguments(name, call.args);
    this.#tell(normalized, place);
    if (text === '{}' && trimGo(call.args) !== '' && trimGo(call.args) !== '{}')
      this.rec.quirk('arguments-dropped', place);
    return { id: `shim_${String(this.answers.length - 1)}`, name, argumentsText: text };
  }
}

type CallPayload = Pick<Payload, 'id' | 'name' | 'argumentsText'>;

function plainPayload({ name, args }: ChatcliCall): CallPayload {
  const text = trimGo(args);
  const argumentsText = text === '' ? '{}' : isGoJson(text) ? losslessText(text) : valueToText(args);
  return { id: null, name, argumentsText };
}

/** Whether a comma before a closing bracket is inside a string. */
function losesCommaInText(text: string): boolean {
  for (const [, inside = ''] of text.matchAll(/"((?:[^"\\]|\\.)*)"/gs)) {
    if (/,[ \t\n\f\r]*[}\]]/.test(inside)) return true;
  }
  return false;
}
