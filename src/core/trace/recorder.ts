import { callId, type CallIds } from './call-id.ts';
import { ExtractedCall, type Origin, type Payload } from './extracted-call.ts';
import type {
  Extraction,
  ExtractionError,
  LedgerEntry,
  LedgerKind,
  Outcome,
  RuntimeWithWords,
  Suppressed,
  SuppressedReason,
} from './extraction.ts';
import type { JsonError } from '../text/json/index.ts';
import type { OpenedDocument } from './response.ts';
import { partitionPoint, type Span } from '../text/document/index.ts';
import type { ToolCall } from './call.ts';
import type {
  EnterEvent,
  GateCode,
  Ending,
  Part,
  QuirkCode,
  ReadCode,
  RejectCode,
  RejectEvent,
  SkipCode,
  TraceEvent,
} from './trace.ts';

/** A ledger entry whose kind may still change: a call may be discarded later. */
interface OpenEntry extends LedgerEntry {
  kind: LedgerKind;
}

/** The beginning of a part; `to` is set when it ends. */
export type OpenPart = { -readonly [Key in keyof EnterEvent]: EnterEvent[Key] };

/** A repair that was tried: `after` is null where it does not apply, `taken` says that the result is JSON. */
export interface TriedRepair {
  readonly code: string;
  readonly before: string;
  readonly after: string | null;
  readonly taken: boolean;
}

/** How a runtime reads a text when it is whole. */
export type WholeReading = Pick<Extraction, 'calls' | 'ledger' | 'error'> & Outcome;

/**
 * Collects what a runtime decides while it reads one document: the steps, the calls, and the ledger.
 *
 * @typeParam Code the codes of steps that only this runtime has
 */
export class Recorder<Code extends string = never> {
  /** While a text is still coming in, what there will be in the end is not known: see `settle`. */
  opened: OpenedDocument;
  /**
   * What the runtime reads in the whole reply, where all of it is known while it comes in: this saves work, and changes nothing
   * that is read. Its text is in one piece; joined chunk by chunk it would be copied with every search.
   */
  readonly known: Extraction | null;
  /** The ids of calls that came without one: those of the server, where its form is known. */
  ids: CallIds = callId;
  /** How often calls and marks were taken back. */
  retractions = 0;
  error: ExtractionError | null = null;
  #calls: ToolCall[] = [];
  readonly #incomplete: ToolCall[] = [];
  readonly #suppressed: Suppressed[] = [];
  #trace: TraceEvent[] = [];
  /** Where steps go. */
  #lane: TraceEvent[] = this.#trace;
  /** Alike refusals that will be one event. */
  #run: { code: string; from: number; to: number } | null = null;
  readonly #ledger: OpenEntry[] = [];
  /** The ledger covers the document up to here. */
  #ledgerTo = 0;
  /** What lies between the marks. */
  #reasoning: readonly Span[] = [];
  #nextReasoning = 0;

  constructor(opened: OpenedDocument, known: Extraction | null = null) {
    this.opened = opened;
    this.known = known;
  }

  /** Reasoning lies under the marks: a call that was drafted in it is still shown as a call. Said before any mark is made. */
  underlay(reasoning: readonly Span[]): void {
    this.#reasoning = reasoning;
  }

  get calls(): readonly ToolCall[] {
    return this.#calls;
  }

  get suppressed(): readonly Suppressed[] {
    return this.#suppressed;
  }

  get document(): string {
    return this.opened.document;
  }

  /** The ledger, as far as it is decided. */
  get ledger(): readonly LedgerEntry[] {
    return this.#ledger;
  }

  get ledgerTo(): number {
    return this.#ledgerTo;
  }

  /**
   * Whether something was found and refused. While every gate has said no, nothing was found: what is refused then is the
   * reason for the answer.
   */
  get hasRefusal(): boolean {
    this.#endRun();
    const first = this.#trace.findIndex((event) => event.kind === 'gate');
    const found = this.#trace.findIndex((event) => event.kind === 'gate' && event.answer);
    return this.#trace.some(
      ({ kind }, step) => kind === 'reject' && (first < 0 || step < first || (found >= 0 && found < step)),
    );
  }

  /** The text has ended, and this is the document. */
  settle(opened: OpenedDocument): void {
    this.opened = opened;
  }

  /** From now on steps go to a list of their own, because the tier they belong to has not begun. */
  divert(lane: TraceEvent[]): void {
    if (lane === this.#lane) return;
    this.#endRun();
    this.#lane = lane;
  }

  /** Steps go to the trace again; first those of `lane`. */
  rejoin(lane: readonly TraceEvent[]): void {
    this.#endRun();
    this.#trace = this.#trace.concat(lane);
    this.#lane = this.#trace;
  }

  /** Begins a part whose end is not known yet. */
  begin(part: Part, name: string, from: number): OpenPart {
    const open: OpenPart = { kind: 'enter', part, name, from, to: from };
    this.#push(open);
    return open;
  }

  /** The end of a part that `begin` began. */
  complete(open: OpenPart, to: number, outcome: Ending): Ending {
    open.to = to;
    return this.leave(open, outcome);
  }

  enter(part: Part, name: string, { from, to }: Span): void {
    this.#push({ kind: 'enter', part, name, from, to });
  }

  leave({ from, to }: Span, outcome: Ending): Ending {
    this.#push({ kind: 'leave', from, to, outcome });
    return outcome;
  }

  /** @param expected the texts of which one was looked for, where the question does not say them */
  gate(
    gate: GateCode | Code,
    answer: boolean,
    { from, to }: Span,
    found: Span | null = null,
    expected: readonly string[] = [],
  ): boolean {
    this.#push({ kind: 'gate', gate, answer, from, to, found, ...(expected.length === 0 ? {} : { expected }) });
    return answer;
  }

  skip(code: SkipCode | Code, { from, to }: Span): void {
    this.#push({ kind: 'skip', code, from, to });
  }

  marker(marker: string, role: 'open' | 'close', from: number, to: number): void {
    this.#push({ kind: 'marker', marker, role, from, to });
  }

  read(what: ReadCode | Code, { from, to }: Span): void {
    this.#push({ kind: 'read', what, from, to });
  }

  repair(code: string, { from, to }: Span, inserted: string): void {
    this.#push({ kind: 'repair', code, from, to, inserted });
  }

  /** One of several repairs that are tried in turn. */
  attempt({ code, before, after, taken }: TriedRepair, { from, to }: Span): void {
    const outcome = taken ? 'taken' : after === null ? 'unchanged' : 'refused';
    this.#push({ kind: 'repair', code, from, to, inserted: after ?? '', attempt: { before, outcome } });
  }

  reject(
    code: RejectCode | Code,
    { from, to }: Span,
    at = from,
    json: JsonError | null = null,
    more: Pick<RejectEvent, 'expected' | 'detail'> = {},
  ): void {
    const error = json && { code: json.code, expected: json.expected };
    this.#push({ kind: 'reject', code, from, to, at, json: error, ...more });
  }

  /**
   * Refuses one of many alike candidates. Neighbours with the same reason share one event, whose span runs from the
   * first to the last of them: a megabyte of `{` is one step, not a million.
   */
  rejectOneOfMany(code: RejectCode | Code, from: number, to: number): void {
    if (this.#run?.code === code) {
      this.#run.to = Math.max(this.#run.to, to);
    } else {
      this.#endRun();
      this.#run = { code, from, to };
    }
  }

  quirk(code: QuirkCode | Code, { from, to }: Span): void {
    this.#push({ kind: 'quirk', code, from, to });
  }

  call(payload: Payload, origin: Origin): void {
    const { name, argumentsText } = payload;
    const { from, to } = origin.span;
    const id = payload.id ?? this.ids(name, argumentsText, from, this.#calls.length);
    const call = new ExtractedCall(payload, id, origin);
    this.#calls.push(call);
    this.#push({ kind: 'call', name, id, idGenerated: call.idGenerated, from, to });
  }

  /** A call that was cut off: never to be run. */
  addIncomplete(payload: Payload, origin: Origin): void {
    const { name, argumentsText, id } = payload;
    const own = id ?? this.ids(name, argumentsText, origin.span.from, this.#calls.length);
    this.#incomplete.push(new ExtractedCall(payload, own, origin));
  }

  /** Takes calls back that were made before `to`: all of it was reasoning. */
  retract(to: number, reason: SuppressedReason): void {
    this.retractions += 1;
    for (const { span, name } of this.#calls) this.addSuppressed(span, reason, name);
    this.#calls = [];
    this.#ledger.length = 0;
    this.#ledgerTo = 0;
    this.mark('reasoning', 0, to);
  }

  /** The same call under an id of our making. */
  withGeneratedId(call: ToolCall): ToolCall {
    return new ExtractedCall(
      { ...call, id: null, idSpan: null },
      callId(call.name, call.argumentsText, call.span.from),
      call,
    );
  }

  /** Keeps these of the calls: all of them, under other ids, or fewer. */
  keepCalls(calls: readonly ToolCall[]): void {
    this.#calls = [...calls];
  }

  /** Notes what looked like a call and is none. Who found it marks its place. */
  addSuppressed(span: Span, reason: SuppressedReason, name: string | null): void {
    this.#suppressed.push({ span, reason, name });
  }

  /** The same of what may be marked as a call: its place is that of no call any more. */
  suppress(span: Span, reason: SuppressedReason, name: string | null): void {
    this.addSuppressed(span, reason, name);
    if (reason !== 'malformed') this.remark('suppressed', span);
  }

  /** The runtime answers with an error: the calls it had read and the entries it did not read count for nothing. */
  fail(error: ExtractionError, unread: readonly Span[] = []): void {
    this.error = error;
    if (this.#calls.length + unread.length > 0) this.quirk('one-error-ends-all', error.span);
    for (const { span, name } of this.#calls) this.suppress(span, 'discarded-with-error', name);
    for (const span of unread) this.suppress(span, 'discarded-with-error', null);
    this.#calls = [];
  }

  /** Puts a piece of text into the ledger. Pieces are marked from left to right; what overlaps an earlier one is clipped. */
  mark(kind: LedgerKind, from: number, to: number): void {
    this.#fillTo(from);
    if (this.#ledgerTo < to) this.#extend(kind, to);
  }

  /** What was marked as a call between `from` and `to` is something else. */
  remark(kind: LedgerKind, { from, to }: Span): void {
    const first = partitionPoint(this.#ledger, (entry) => entry.from < from);
    for (let index = first; index < this.#ledger.length; index += 1) {
      const entry = this.#ledger[index] as OpenEntry;
      if (entry.to > to) break;
      if (entry.kind === 'call') entry.kind = kind;
    }
  }

  finish(runtime: RuntimeWithWords, { content, reasoning }: Outcome): Extraction {
    const { document, text, native, nativeError } = this.opened;
    this.#endRun();
    if (native !== null && nativeError !== null) this.mark('malformed', native.from, native.to);
    this.#fillTo(document.length);
    return {
      runtime,
      document,
      parts: { text, native },
      outcome: this.error !== null ? 'error' : this.#calls.length > 0 ? 'calls' : 'none',
      calls: this.#calls,
      content,
      ...(reasoning === undefined ? {} : { reasoning }),
      lost: this.#lost(),
      incomplete: this.#incomplete,
      suppressed: this.#suppressed,
      ...(this.error === null ? {} : { error: this.error }),
      ledger: this.#ledger,
      trace: this.#trace,
    };
  }

  /** A loop, because of thousands of entries usually none is lost. */
  #lost(): Span[] {
    const lost: Span[] = [];
    for (const { kind, from, to } of this.#ledger) if (kind === 'lost') lost.push({ from, to });
    return lost;
  }

  #push(event: TraceEvent): void {
    if (this.#run !== null) this.#endRun();
    this.#lane.push(event);
  }

  #endRun(): void {
    if (this.#run === null) return;
    const { code, from, to } = this.#run;
    this.#run = null;
    this.#lane.push({ kind: 'reject', code, from, to, at: from, json: null });
  }

  /** Enters what no mark covers: reasoning and content in the text, markup around the native calls below it. */
  #fillTo(to: number): void {
    const textTo = this.opened.text?.to ?? 0;
    while (this.#ledgerTo < to) {
      const at = this.#ledgerTo;
      const thought = this.#reasoning[this.#nextReasoning];
      if (thought !== undefined && thought.to <= at) this.#nextReasoning += 1;
      else if (thought !== undefined && thought.from <= at) this.#extend('reasoning', Math.min(thought.to, to));
      else if (at < textTo) this.#extend('content', Math.min(thought?.from ?? textTo, textTo, to));
      else this.#extend('markup', to);
    }
  }

  #extend(kind: LedgerKind, to: number): void {
    this.#ledger.push({ kind, from: this.#ledgerTo, to });
    this.#ledgerTo = to;
  }
}
