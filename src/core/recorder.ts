import { callId } from './call-id.ts';
import { ExtractedCall } from './extracted-call.ts';
import type { Extraction, ExtractionError, LedgerEntry, LedgerKind, Suppressed } from './extraction.ts';
import type { JsonError } from './json/strict.ts';
import type { OpenedDocument } from './response.ts';
import type { Span } from './span.ts';
import type { Repair, ToolCall } from './tool.ts';
import type { GateCode, Outcome, Part, QuirkCode, ReadCode, RejectCode, SkipCode, TraceEvent } from './trace.ts';

/** The part of a call that stands in its payload. A null id asks for a generated one. */
export interface Payload extends Pick<ToolCall, 'idSpan' | 'name' | 'nameSpan' | 'argumentsText' | 'argumentsSpan'> {
  readonly id: string | null;
  readonly repairs?: readonly Repair[];
}

// Shared by all calls: most have neither repairs nor coercions.
const none: readonly never[] = [];
const notYetChecked = {
  state: 'unchecked',
  reason: 'The arguments have not been compared with a schema yet.',
} as const;

/**
 * Collects what a profile decides while it reads one document: the trace, the calls, and a mark for every piece of
 * text that is not plain content. `finish` turns the marks into a ledger that covers the document once.
 */
export class Recorder {
  readonly opened: OpenedDocument;
  readonly #trace: TraceEvent[] = [];
  calls: ToolCall[] = [];
  readonly suppressed: Suppressed[] = [];
  error: ExtractionError | null = null;
  #run: { code: RejectCode; from: number; to: number } | null = null;
  readonly #marks: LedgerEntry[] = [];
  readonly #reasoning: Span[] = [];

  constructor(opened: OpenedDocument) {
    this.opened = opened;
  }

  get document(): string {
    return this.opened.document;
  }

  enter(part: Part, name: string, { from, to }: Span): void {
    this.#push({ kind: 'enter', part, name, from, to });
  }

  leave({ from, to }: Span, outcome: Outcome): Outcome {
    this.#push({ kind: 'leave', from, to, outcome });
    return outcome;
  }

  gate(gate: GateCode, answer: boolean, { from, to }: Span, found: Span | null = null): boolean {
    this.#push({ kind: 'gate', gate, answer, from, to, found });
    return answer;
  }

  skip(code: SkipCode, { from, to }: Span): void {
    this.#push({ kind: 'skip', code, from, to });
  }

  marker(marker: string, role: 'open' | 'close', from: number, to: number): void {
    this.#push({ kind: 'marker', marker, role, from, to });
  }

  read(what: ReadCode, { from, to }: Span): void {
    this.#push({ kind: 'read', what, from, to });
  }

  repair(code: string, { from, to }: Span, inserted: string): void {
    this.#push({ kind: 'repair', code, from, to, inserted });
  }

  reject(code: RejectCode, { from, to }: Span, at = from, json: JsonError | null = null): void {
    this.#push({ kind: 'reject', code, from, to, at, json: json && { code: json.code, expected: json.expected } });
  }

  quirk(code: QuirkCode, { from, to }: Span): void {
    this.#push({ kind: 'quirk', code, from, to });
  }

  call(payload: Payload, format: string, tier: string, span: Span): ToolCall {
    const { name, argumentsText, id } = payload;
    const call = new ExtractedCall({
      id: id ?? callId(name, argumentsText, span.from),
      idGenerated: id === null,
      idSpan: payload.idSpan,
      name,
      nameSpan: payload.nameSpan,
      argumentsText,
      argumentsSpan: payload.argumentsSpan,
      format,
      tier,
      span,
      repairs: payload.repairs ?? none,
      coercions: none,
      validation: notYetChecked,
    });
    this.calls.push(call);
    this.#push({ kind: 'call', name, idGenerated: id === null, from: span.from, to: span.to });
    return call;
  }

  /**
   * Refuses one of many alike candidates. Neighbours with the same reason share one event, whose span runs from the
   * first to the last of them: a megabyte of `{` is one step, not a million.
   */
  rejectOneOfMany(code: RejectCode, from: number, to: number): void {
    if (this.#run?.code === code) {
      this.#run.to = Math.max(this.#run.to, to);
    } else {
      this.#endRun();
      this.#run = { code, from, to };
    }
  }

  #push(event: TraceEvent): void {
    if (this.#run !== null) this.#endRun();
    this.#trace.push(event);
  }

  #endRun(): void {
    if (this.#run === null) return;
    const { code, from, to } = this.#run;
    this.#run = null;
    this.#trace.push({ kind: 'reject', code, from, to, at: from, json: null });
  }

  /** The same call under an id of our making. */
  withGeneratedId(call: ToolCall): ToolCall {
    const id = callId(call.name, call.argumentsText, call.span.from);
    return new ExtractedCall({ ...call, id, idGenerated: true, idSpan: null });
  }

  /** Puts a piece of text into the ledger. Pieces are marked from left to right; what overlaps an earlier one is clipped. */
  mark(kind: LedgerKind, from: number, to: number): void {
    const last = this.#marks.at(-1);
    const start = last === undefined ? from : Math.max(from, last.to);
    if (start < to) this.#marks.push({ kind, from: start, to });
  }

  /** Reasoning lies under the marks: a call that was drafted in it is still shown as a call. */
  reasoning(span: Span): void {
    this.#reasoning.push(span);
  }

  finish(profile: string): Extraction {
    const { document, text, native } = this.opened;
    this.#endRun();
    return {
      profile,
      document,
      parts: { text, native },
      outcome: this.error !== null ? 'error' : this.calls.length > 0 ? 'calls' : 'none',
      calls: this.error !== null ? [] : this.calls,
      incomplete: [],
      suppressed: this.suppressed,
      ...(this.error === null ? {} : { error: this.error }),
      ledger: this.#ledger(),
      diagnoses: [],
      trace: this.#trace,
    };
  }

  #ledger(): LedgerEntry[] {
    const entries: LedgerEntry[] = [];
    const textTo = this.opened.text?.to ?? 0;
    let at = 0;
    let nextReasoning = 0;
    const fillTo = (to: number): void => {
      while (at < to) {
        const thought = this.#reasoning[nextReasoning];
        if (thought !== undefined && thought.to <= at) {
          nextReasoning += 1;
          continue;
        }
        const inThought = thought !== undefined && thought.from <= at;
        // Below the text stand the separator and the JSON around the native calls: markup, not content.
        const kind: LedgerKind = inThought ? 'reasoning' : at >= textTo ? 'markup' : 'content';
        let end = inThought ? Math.min(thought.to, to) : Math.min(thought?.from ?? to, to);
        if (kind === 'content') end = Math.min(end, textTo);
        entries.push({ kind, from: at, to: end });
        at = end;
      }
    };
    for (const mark of this.#marks) {
      fillTo(mark.from);
      entries.push(mark);
      at = mark.to;
    }
    fillTo(this.document.length);
    return entries;
  }
}
