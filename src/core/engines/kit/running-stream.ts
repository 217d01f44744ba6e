import type { Span } from '../../text/document/index.ts';
import { type ExtractionError, type LedgerKind, type OpenPart, type Outcome, Recorder } from '../../trace/index.ts';
import type { Delta, RuntimeStream, Withheld } from '../runtime.ts';
import { nothing } from './deltas.ts';
import { divide, type EngineCall, outside, united } from './engine-calls.ts';
import { isRaised, type EngineStream, type Raised, type StreamCode } from './engine-stream.ts';
import { apart, isThought, type SentPart, syntaxAround } from './streamed-syntax.ts';

/**
 * A stream that reads the text again with every chunk reads so much of it again in all, in UTF-16 units: replies of 4,000
 * characters that come one by one, of 8,000 in tokens of four. With more, the page would freeze.
 */
const ALLOWANCE = 1 << 23;

/** So far before the newest chunk sent text is looked for, besides its own length, in UTF-16 units. */
const REACH = 1 << 10;

/** What a stream has around it. */
interface Surroundings {
  readonly steps: Recorder<string>;
  readonly tier: string;
  /** The id of the format of its calls, or of the tier where the engine names none. */
  readonly format: string;
  /** Records how the engine reads the same reply when it is whole. */
  readonly readWhole: (reading: Recorder<string>) => void;
}

interface StreamedCall {
  name: string;
  nameSpan: Span;
  argumentsText: string[];
  argumentsSpan: Span | null;
}

/**
 * An engine's stream at work: it keeps the text, records what was sent with which chunk, and makes the calls out of it that
 * the client has in the end.
 */
export class RunningStream implements RuntimeStream {
  readonly #stream: EngineStream;
  readonly #steps: Recorder<string>;
  readonly #tier: string;
  readonly #format: string;
  readonly #readWhole: Surroundings['readWhole'];
  readonly #cascade: OpenPart;
  /** What the engine gets, and what of it is not the reply. */
  #text: string;
  readonly #promptLength: number;
  /** All that the engine will get, where that is known. */
  readonly #coming: string | null;
  /** How much text was read again. */
  #readAgain = 0;
  /** Beyond the allowance: pushed at the end. */
  #rest = '';
  #error: ExtractionError | null = null;
  readonly #calls: (StreamedCall | undefined)[] = [];
  readonly #sent: SentPart[] = [];
  /** The text was sent up to here, or was skipped. */
  #sentTo = 0;
  /** The end of the last chunk that brought something of a call. */
  #calledTo = 0;
  #newest = '';
  /** The chunks of a text that is not known: sent text is looked for in the last ones, as a search in all of it would copy it. */
  readonly #chunks: string[] = [];
  readonly #content: string[] = [];
  /** The last step, while it may still grow. */
  #step: { code: StreamCode; from: number; to: number } | null = null;

  constructor(stream: EngineStream, { steps, tier, format, readWhole }: Surroundings) {
    this.#stream = stream;
    this.#steps = steps;
    this.#tier = tier;
    this.#format = format;
    this.#readWhole = readWhole;
    const { prompt = '' } = stream;
    this.#text = prompt;
    this.#promptLength = prompt.length;
    this.#coming = steps.coming === null ? null : prompt + steps.coming.text;
    this.#cascade = steps.begin('cascade', tier, 0);
  }

  /** How much of the reply came. */
  get #length(): number {
    return this.#text.length - this.#promptLength;
  }

  push(text: string): readonly Delta[] {
    const from = this.#length;
    if (this.#stream.isLinear !== true) this.#readAgain += from * (this.#stream.effort ?? 1);
    if (this.#error !== null || this.#readAgain > ALLOWANCE) {
      this.#rest += text;
      return nothing;
    }
    this.#add(text);
    return this.#take(this.#stream.push(text, this.#text), { from, to: this.#length });
  }

  withheld(): Withheld | null {
    const to = this.#length + this.#rest.length;
    return this.#sentTo < to ? { from: this.#sentTo, why: 'undecided', mayBecome: [] } : null;
  }

  hidden(): readonly Span[] {
    const { length } = this.#steps.document;
    const hidden: Span[] = [];
    let at = 0;
    for (const { from, to } of [...this.#parts('content'), { from: length, to: length }]) {
      if (from > at) hidden.push({ from: at, to: from });
      at = to;
    }
    return hidden;
  }

  end(): { readonly deltas: readonly Delta[] } & Outcome {
    const deltas: Delta[] = [];
    if (this.#error === null && this.#rest !== '') {
      const chunk = { from: this.#length, to: this.#length + this.#rest.length };
      this.#add(this.#rest);
      this.#endStep();
      this.#steps.quirk('past-allowance', chunk);
      deltas.push(...this.#take(this.#stream.push(this.#rest, this.#text), chunk));
    }
    if (this.#error === null && this.#stream.end !== undefined) {
      const end = this.#length;
      deltas.push(...this.#take(this.#stream.end(this.#text), { from: end, to: end }));
    }
    this.#endStep();
    this.#noteUnsent();
    return { deltas, content: this.#steps.opened.text === null ? null : this.#conclude() };
  }

  /** A stream that sent nothing says so, and an error says where it ended the stream. */
  #noteUnsent(): void {
    const unsent = { from: 0, to: this.#length };
    if (this.#error !== null) this.#steps.quirk('broke-off', this.#error.span);
    else if (this.#sent.length + this.#calls.length === 0 && unsent.to > 0) this.#steps.quirk('never-sent', unsent);
  }

  #add(text: string): void {
    this.#newest = text;
    if (this.#coming !== null) {
      this.#text = this.#coming.slice(0, this.#text.length + text.length);
    } else {
      this.#text += text;
      this.#chunks.push(text);
    }
  }

  #take(answer: readonly Delta[] | Raised, chunk: Span): readonly Delta[] {
    if (isRaised(answer)) {
      this.#endStep();
      this.#error = { code: `raises-${answer.raises}`, served: 'broken-stream', span: chunk, at: chunk.from };
      return nothing;
    }
    if (answer.length > 0) for (const delta of answer) this.#receive(delta, chunk);
    if (this.#stream.readsCallByCall === true) {
      this.#endStep();
      this.#steps.quirk('call-by-call', chunk);
    }
    return answer;
  }

  #receive(delta: Delta, chunk: Span): void {
    if (delta.kind === 'content' || delta.kind === 'reasoning') {
      if (delta.kind === 'content') this.#content.push(delta.text);
      this.#place(delta.text, delta.kind, chunk);
      return;
    }
    this.#calledTo = chunk.to;
    if (delta.kind === 'call') {
      this.#note('sent-name', chunk);
      const call = this.#calls[delta.index];
      if (call === undefined) {
        this.#calls[delta.index] = { name: delta.name, nameSpan: chunk, argumentsText: [], argumentsSpan: null };
      } else {
        call.name += delta.name;
      }
    } else if (delta.kind === 'arguments') {
      this.#note('sent-arguments', chunk);
      const call = (this.#calls[delta.index] ??= {
        name: '',
        nameSpan: chunk,
        argumentsText: [],
        argumentsSpan: null,
      });
      call.argumentsText.push(delta.text);
      call.argumentsSpan = { from: call.argumentsSpan?.from ?? chunk.from, to: chunk.to };
    }
  }

  /**
   * Finds sent text in the reply. What the engine made up, or sends a second time, has no place there. An engine that held
   * text back sends much of it at once, so a short text that is far back is another one with the same characters. Text that
   * comes after a call is looked for after it first: the call may have the same characters.
   */
  #place(text: string, kind: SentPart['kind'], chunk: Span): void {
    let at = chunk.from;
    if (this.#sentTo === at && this.#isChunk(text, chunk)) {
      this.#sentTo = chunk.to;
    } else {
      const reach = Math.max(this.#sentTo, chunk.from - text.length - REACH);
      const after = Math.max(reach, this.#calledTo);
      const isAfter = after > reach && text !== '' && this.#textFrom(after).includes(text);
      const from = isAfter ? after : reach;
      const found = placeIn(this.#textFrom(from), text);
      if (found === null) return;
      at = from + found.from;
      this.#sentTo = from + found.to;
    }
    const last = this.#sent.at(-1);
    if (last?.to === at && last.kind === kind) last.to = this.#sentTo;
    else this.#sent.push({ kind, from: at, to: this.#sentTo });
    this.#note(kind === 'content' ? 'sent-content' : 'sent-reasoning', chunk);
  }

  /** Whether this is all of the chunk: mostly it is, and then nothing has to be looked for. */
  #isChunk(text: string, { from, to }: Span): boolean {
    return to - from === text.length && text !== '' && text === this.#newest;
  }

  #textFrom(from: number): string {
    if (this.#coming !== null) return this.#text.slice(this.#promptLength + from);
    let first = this.#chunks.length;
    let at = this.#length;
    while (at > from) {
      first -= 1;
      at -= (this.#chunks[first] ?? '').length;
    }
    const last = this.#chunks[first] ?? '';
    const text = first + 1 < this.#chunks.length ? this.#chunks.slice(first).join('') : last;
    return from > at ? text.slice(from - at) : text;
  }

  #note(code: StreamCode, { from, to }: Span): void {
    if (this.#step?.code === code && code !== 'sent-name') {
      this.#step.to = to;
    } else {
      this.#endStep();
      this.#step = { code, from, to };
    }
  }

  #endStep(): void {
    if (this.#step !== null) this.#steps.read(this.#step.code, this.#step);
    this.#step = null;
  }

  #parts(kind: SentPart['kind']): readonly Span[] {
    return this.#sent.filter((part) => part.kind === kind);
  }

  #conclude(): string {
    const steps = this.#steps;
    const { length } = steps.document;
    const calls = apart(
      this.#calls.flatMap((call) => (call === undefined ? [] : [engineCall(call)])),
      length,
    );
    const markup = syntaxAround(steps.document, calls, this.#sent);
    markup.push(...this.#markupOfWhole([...calls.map(({ span }) => span), ...this.#sent, ...markup]));
    const [content, reasoning] = [this.#parts('content'), this.#parts('reasoning')];
    divide(steps, this.#tier, this.#format, { calls, content, reasoning, markup }, this.#error !== null);
    if (this.#error !== null) steps.fail(this.#error);
    const ending = this.#error !== null ? 'malformed' : calls.length > 0 ? 'matched' : 'empty';
    steps.complete(this.#cascade, length, ending);
    return this.#content.join('');
  }

  /**
   * What the engine takes for markup in the whole reply, or for a part of a call that it streams too, is not lost, although it
   * was not sent.
   */
  #markupOfWhole(placed: readonly Span[]): readonly Span[] {
    const { opened, document, coming } = this.#steps;
    const rest = outside([{ from: 0, to: this.#length }], united(placed));
    if (this.#error !== null || rest.every(({ from, to }) => document.slice(from, to).trim() === '')) return [];
    const whole = coming?.whole ?? this.#whole(opened);
    const names = this.#calls.map((call) => call?.name);
    const hasSameCalls = whole.calls.length === names.length && whole.calls.every(({ name }, at) => name === names[at]);
    const isMarkup = (kind: LedgerKind): boolean => kind === 'markup' || (hasSameCalls && kind === 'call');
    return outside(rest, united(whole.ledger.filter(({ kind }) => !isMarkup(kind))));
  }

  #whole(opened: Recorder<string>['opened']): Recorder<string> {
    const whole = new Recorder<string>(opened);
    this.#readWhole(whole);
    return whole;
  }
}

function engineCall({ name, argumentsText, ...spans }: StreamedCall): EngineCall {
  const nameSpan = placed(spans.nameSpan);
  const argumentsSpan = spans.argumentsSpan === null ? null : placed(spans.argumentsSpan);
  const from = Math.min(nameSpan.from, argumentsSpan?.from ?? nameSpan.from);
  const to = Math.max(nameSpan.to, argumentsSpan?.to ?? nameSpan.to);
  return { span: { from, to }, name, nameSpan, argumentsText: argumentsText.join(''), argumentsSpan };
}

/**
 * Where sent text is. Some servers put text of their own before it, or white space around it. What follows a marker of
 * reasoning may begin like that marker.
 */
function placeIn(reply: string, text: string): Span | null {
  const last = reply.length - text.length;
  if (text !== '' && reply.endsWith(text) && isThought(reply.slice(0, last).trim()))
    return { from: last, to: reply.length };
  for (const part of [text, text.trim()]) {
    const from = part === '' ? -1 : reply.indexOf(part);
    if (from >= 0) return { from, to: from + part.length };
  }
  return reply !== '' && text.endsWith(reply) ? { from: 0, to: reply.length } : null;
}

/** A chunk may be empty; what came with it is at the last character then. */
function placed({ from, to }: Span): Span {
  return from < to ? { from, to } : { from: Math.max(0, to - 1), to };
}
