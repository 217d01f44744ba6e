import type { ContentChunk } from './recording.ts';
import { type JsonNode, JsonReader, member, readJson } from '../text/json/index.ts';
import { decodeUtf8, type Span } from '../text/document/index.ts';
import type { Assembly, AssemblyStep, FaultCode, LogEntry, LogEntryKind, LogKind, LogTransport } from './assembly.ts';
import { checkAssembly } from './assembly-checks.ts';
import { argumentsOf, AssemblyRecorder, finishedCall } from './assembly-recorder.ts';
import { diagnosesOf } from './explain-assembly.ts';
import type { Family, FamilyReader } from './families/family.ts';
import { families } from './families/index.ts';
import { LogFramer, type FramingSink, type WireEvent } from './log-framing.ts';
import { LineSplitter, type LogLine } from './log-lines.ts';
import { objectAt, readWireJson, textAt, textOf, type WireMessage } from './wire-json.ts';

/** What a piece of a log made known. */
interface AssemblyEvents {
  readonly steps: readonly AssemblyStep[];
  /** The pieces of text among them: what a fence filter or an `ExtractionStream` gets. */
  readonly chunks: readonly ContentChunk[];
}

export interface AssemblyStream {
  /** Null until an event was recognised. */
  readonly kind: LogKind | null;
  /** The native calls so far as JSON, unchecked; null when there are none. */
  readonly toolCallsText: string | null;
  /** Whether the provider has said that nothing more comes: `[DONE]`, `message_stop`, `"done":true`. */
  readonly isEnded: boolean;
  /** Reads the next piece of the log, cut anywhere. `at`: its arrival in milliseconds from the start. */
  push(piece: string, at?: number): AssemblyEvents;
  /** The end of the log. Checks that need the whole run here, so text and calls are final only now. */
  end(): Assembly;
}

/** The most characters of a log that are read. */
export const logLimit = 32 * 1024 * 1024;

/**
 * Assembles the deltas of a provider as they come, from a live endpoint as from a pasted log. However the log is cut
 * into pieces, the assembly is the same. Never throws; linear. `kind` is recognised from the first event when absent.
 */
export function openAssembly(kind?: LogKind): AssemblyStream {
  const assembler = new LogAssembler(kind);
  return {
    get kind() {
      return assembler.kind;
    },
    get toolCallsText() {
      return assembler.toolCallsText;
    },
    get isEnded() {
      return assembler.isEnded;
    },
    push: (piece, at) => assembler.push(piece, at ?? null),
    end: () => assembler.end(),
  };
}

/** Assembles a whole log. One JSON array of events, on however many lines, is read item by item. */
export function assembleLog(log: string, kind?: LogKind): Assembly {
  const assembler = new LogAssembler(kind);
  if (!assembler.takeArray(log)) assembler.push(log, null);
  return assembler.end();
}

class LogAssembler implements FramingSink {
  readonly #rec = new AssemblyRecorder();
  readonly #json = new JsonReader();
  readonly #lines = new LineSplitter();
  readonly #framer = new LogFramer(this);
  readonly #log: string[] = [];
  readonly #ledger: LogEntry[] = [];
  #family: Family | null;
  #reader: FamilyReader | null;
  #transport: LogTransport | null = null;
  #at: number | null = null;
  #isOverLimit = false;
  /** Characters in place of bytes that were no UTF-8. */
  #foreign = { count: 0, first: -1, length: 0 };

  constructor(kind: LogKind | undefined) {
    this.#family = families.find(({ id }) => id === kind) ?? null;
    this.#reader = this.#family?.open(this.#rec) ?? null;
  }

  get kind(): LogKind | null {
    return this.#family?.id ?? null;
  }

  get toolCallsText(): string | null {
    const family = this.#family;
    const calls = family === null ? [] : this.#rec.calls.map((call) => family.callText(call, argumentsOf(call)));
    return calls.length === 0 ? null : `[${calls.join(',\n')}]`;
  }

  get isEnded(): boolean {
    return this.#rec.ended;
  }

  push(piece: string, at: number | null): AssemblyEvents {
    const { steps, chunks } = this.#rec;
    const [step, chunk] = [steps.length, chunks.length];
    this.#at = at;
    this.#keep(piece);
    for (const line of this.#lines.push(piece)) this.#line(line);
    return { steps: steps.slice(step), chunks: chunks.slice(chunk) };
  }

  /** Reads a log that is one JSON array; false when it is none. */
  takeArray(log: string): boolean {
    if (!/^\s*\[/.test(log) || log.length > logLimit) return false;
    const reading = readJson(log);
    if (!reading.ok || reading.node.kind !== 'array') return false;
    this.#keep(log);
    let at = 0;
    for (const { from, to } of reading.node.items) {
      if (this.#rec.isFull) break;
      if (at < from) this.mark('blank', at, from);
      this.event({ from, to, name: null, data: log.slice(from, to), transport: 'array', isCut: false });
      this.mark('event', from, to);
      at = to;
    }
    if (at < log.length) this.mark(this.#rec.isFull ? 'unread' : 'blank', at, log.length);
    return true;
  }

  end(): Assembly {
    const rec = this.#rec;
    const last = this.#lines.end();
    if (last !== null) this.#line(last);
    this.#framer.end();
    this.#reportForeign();
    if (this.#family !== null) checkAssembly(rec, this.#family, this.#transport);
    return this.#finish();
  }

  #finish(): Assembly {
    const rec = this.#rec;
    const text = rec.hasText ? rec.chunks.map((chunk) => chunk.text).join('') : null;
    const logprobsText = rec.bytes.length === 0 ? null : decodeUtf8(rec.bytes);
    const isOther = logprobsText !== null && logprobsText !== (text ?? '');
    if (isOther) rec.fault('logprobs-differ', '');
    return {
      log: this.#log.join(''),
      kind: this.kind,
      transport: this.#transport,
      text,
      toolCallsText: this.toolCallsText,
      reasoning: rec.reasoning.join(''),
      chunks: rec.chunks,
      calls: rec.calls.map(finishedCall),
      finishReason: rec.finishReason,
      usage: rec.usage,
      model: rec.model,
      logprobsText: isOther ? logprobsText : null,
      steps: rec.steps,
      errors: rec.errors,
      diagnoses: diagnosesOf(rec.steps),
      ledger: this.#ledger,
    };
  }

  event(event: WireEvent): void {
    const rec = this.#rec;
    rec.place = { from: event.from, to: event.to };
    rec.at = this.#at;
    let data = event.data.trim();
    if (data === '') rec.step('keep-alive', event.name ?? '');
    while (data !== '') {
      if (data.startsWith('[DONE]')) {
        rec.end('[DONE]');
        return;
      }
      const reading = readWireJson(data, this.#json);
      if (!reading.ok) {
        const isCut = event.isCut && reading.error.code === 'unexpected-end';
        rec.fault(isCut ? 'event-cut' : 'event-not-json', data.slice(0, 80));
        return;
      }
      const nodes = reading.node.kind === 'array' ? reading.node.items : [reading.node];
      for (const node of nodes) this.#message({ event, node, source: reading.source });
      data = reading.rest.replace(/^\s{0,8}(?:data:)?\s{0,8}/, '');
      if (data !== '') rec.fault('events-glued', data.slice(0, 80));
    }
  }

  mark(kind: LogEntryKind, from: number, to: number): void {
    const last = this.#ledger.at(-1);
    if (last?.kind === kind && kind !== 'event') this.#ledger[this.#ledger.length - 1] = { kind, from: last.from, to };
    else this.#ledger.push({ kind, from, to });
  }

  fault(code: FaultCode, place: Span, piece: string): void {
    this.#rec.fault(code, piece, null, place);
  }

  #line(line: LogLine): void {
    if (line.to <= logLimit && !this.#rec.isFull) {
      this.#framer.line(line);
      return;
    }
    if (!this.#isOverLimit) this.#rec.fault('log-too-long', '', null, { from: line.from, to: line.to });
    this.#isOverLimit = true;
    this.mark('unread', line.from, line.end);
  }

  #message(message: WireMessage): void {
    const rec = this.#rec;
    if (rec.ended) {
      rec.fault('after-end');
      return;
    }
    this.#transport ??= message.event.transport;
    const isError = this.#error(message);
    if (this.#family === null) {
      this.#family = families.find((family) => family.recognises(message)) ?? null;
      this.#reader = this.#family?.open(rec) ?? null;
    }
    if (isError && this.#family?.recognises(message) !== true) return;
    if (this.#reader !== null) this.#reader.take(message);
    else rec.fault('event-unknown', textAt(message.node, 'type') ?? message.event.name ?? '');
  }

  /** Providers agree on `error`: an object with a message, or the message itself. */
  #error({ node, event }: WireMessage): boolean {
    const isNamed = textAt(node, 'type') === 'error' || (event.name === 'error' && textAt(node, 'message') !== null);
    // The AI SDK says so of a tool that failed, which is nothing of the provider's.
    if (textAt(node, 'type') === 'tool-error') return false;
    const given = member(node, 'error');
    if (!isNamed && (given === undefined || given.kind === 'null')) return false;
    const error: JsonNode = objectAt(node, 'error') ?? node;
    const message = textAt(error, 'message') ?? textAt(error, 'errorText') ?? textOf(given) ?? '';
    this.#rec.error(message, textAt(error, textAt(error, 'type') === 'error' ? 'code' : 'type'));
    return true;
  }

  #keep(piece: string): void {
    this.#log.push(piece);
    const foreign = this.#foreign;
    for (let at = piece.indexOf('\ufffd'); at >= 0; at = piece.indexOf('\ufffd', at + 1)) {
      if (foreign.count === 0) foreign.first = foreign.length + at;
      foreign.count += 1;
    }
    foreign.length += piece.length;
  }

  #reportForeign(): void {
    const { count, first } = this.#foreign;
    if (count > 0) this.#rec.fault('invalid-utf8', String(count), null, { from: first, to: first + 1 });
  }
}
