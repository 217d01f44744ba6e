import { partitionPoint, type Span } from '../../text/document/index.ts';
import {
  type ExtractionError,
  type OpenPart,
  type Outcome,
  Recorder,
  type ToolCall,
  type WholeReading,
} from '../../trace/index.ts';
import type { Delta, Piece, RuntimeStream, Withheld } from '../runtime.ts';
import { inOrder, nothing } from './deltas.ts';
import { divide, type Division, type EngineCall, outside, united } from './engine-calls.ts';
import { isRaised, type EngineStream, type Raised, type StreamCode } from './engine-stream.ts';
import { apart, type SentPart, syntaxAround } from './streamed-syntax.ts';

/**
 * How much text a stream may read again, in UTF-16 units, if it reads the whole text with every chunk: enough for a reply of
 * 4,000 characters that arrive one by one, or of 8,000 in tokens of four. With more, the page would freeze.
 */
const ALLOWANCE = 1 << 23;

/** What a stream needs besides its parser. */
interface Surroundings {
  readonly steps: Recorder<string>;
  readonly tier: string;
  /** The id of the format of its calls, or of the tier if the engine names no format. */
  readonly format: string;
  /** Records how the engine reads the same reply when it is whole. */
  readonly readWhole: (reading: Recorder<string>) => Outcome;
}

interface StreamedCall {
  name: string;
  nameSpan: Span;
  argumentsText: string[];
  argumentsSpan: Span | null;
}

/**
 * Runs an engine's stream. It keeps the text, records what was sent with which chunk, and makes the calls that the client has
 * in the end.
 */
export class RunningStream implements RuntimeStream {
  readonly #stream: EngineStream;
  readonly #steps: Recorder<string>;
  readonly #tier: string;
  readonly #format: string;
  readonly #readWhole: Surroundings['readWhole'];
  readonly #cascade: OpenPart;
  /** The text that the engine gets; the prompt, which is no part of the reply, comes first. */
  #text: string;
  readonly #promptLength: number;
  /** The whole text that the engine will get; null if it is not known. */
  readonly #coming: string | null;
  /** How much text was read again so far, in UTF-16 units. */
  #readAgain = 0;
  /** Text beyond the allowance, which is pushed at the end. */
  #rest = '';
  #error: ExtractionError | null = null;
  readonly #calls = new Map<number, StreamedCall>();
  readonly #sent: SentPart[] = [];
  /** The text before this offset was sent or skipped. */
  #sentTo = 0;
  readonly #content: string[] = [];
  readonly #reasoning: string[] = [];
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
    this.#coming = steps.known === null ? null : prompt + steps.known.document;
    this.#cascade = steps.begin('cascade', tier, 0);
  }

  /** The length of the reply so far. */
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
    for (const { from, to } of [...united(this.#parts('content')), { from: length, to: length }]) {
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
    for (const { code, ...span } of this.#stream.notes?.() ?? []) this.#steps.quirk(code, span);
    this.#noteUnsent();
    const content = this.#steps.opened.text === null ? null : this.#conclude();
    return { deltas, content, ...(this.#stream.notes === undefined ? {} : { reasoning: this.#reasoning.join('') }) };
  }

  /** Records that the stream sent nothing, or where an error ended it. */
  #noteUnsent(): void {
    const unsent = { from: 0, to: this.#length };
    if (this.#error !== null) this.#steps.quirk('broke-off', this.#error.span);
    else if (this.#sent.length + this.#calls.size === 0 && unsent.to > 0) this.#steps.quirk('never-sent', unsent);
  }

  #add(text: string): void {
    if (this.#coming === null) this.#text += text;
    else this.#text = this.#coming.slice(0, this.#text.length + text.length);
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
      this.#show(delta.kind, delta, chunk);
    } else if (delta.kind === 'call') {
      this.#note('sent-name', chunk);
      this.#callAt(delta.index, chunk).name += delta.name;
    } else if (delta.kind === 'arguments') {
      this.#note('sent-arguments', chunk);
      const call = this.#callAt(delta.index, chunk);
      call.argumentsText.push(delta.text);
      call.argumentsSpan = { from: call.argumentsSpan?.from ?? chunk.from, to: chunk.to };
    }
  }

  #callAt(index: number, chunk: Span): StreamedCall {
    const known = this.#calls.get(index);
    if (known !== undefined) return known;
    const call: StreamedCall = { name: '', nameSpan: chunk, argumentsText: [], argumentsSpan: null };
    this.#calls.set(index, call);
    return call;
  }

  #show(kind: SentPart['kind'], { text, from, to: end }: Piece, chunk: Span): void {
    (kind === 'content' ? this.#content : this.#reasoning).push(text);
    if (from === null) {
      this.#note('sent-own-text', chunk);
      return;
    }
    const to = end ?? from + text.length;
    const last = this.#sent.at(-1);
    if (last?.to === from && last.kind === kind) last.to = to;
    else this.#sent.push({ kind, from, to });
    this.#sentTo = Math.max(this.#sentTo, to);
    this.#note(kind === 'content' ? 'sent-content' : 'sent-reasoning', chunk);
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
    const content = this.#content.join('');
    const division = this.#division(content);
    divide(steps, this.#tier, this.#format, division, this.#error !== null);
    if (this.#error !== null) steps.fail(this.#error);
    const ending = this.#error !== null ? 'malformed' : division.calls.length > 0 ? 'matched' : 'empty';
    steps.complete(this.#cascade, length, ending);
    return content;
  }

  /**
   * Places of text are those that the engine gives. For a call, a stream only says which chunks brought it. If the engine makes
   * the same calls of the whole reply, the places of calls and markup are taken from there; otherwise the unsent parts of calls
   * are inferred.
   */
  #division(content: string): Division {
    const { document } = this.#steps;
    const sent = { content: this.#parts('content'), reasoning: this.#parts('reasoning') };
    const unsent = outside([{ from: 0, to: this.#length }], united(this.#sent));
    const came = inOrder(this.#calls).map((call) => engineCall(call, unsent));
    const calls = apart(came, document.length);
    const inferred = (): Span[] => syntaxAround(document, calls, this.#sent);
    if (this.#error !== null || (calls.length === 0 && unsent.length === 0))
      return { calls, ...sent, markup: inferred() };
    const whole = this.#whole();
    if (whole.error === undefined && content === (whole.content ?? '') && hasSameCalls(whole, calls)) {
      const placed = calls.map((call, at) => ({ ...call, ...placesOf(whole.calls[at] as ToolCall) }));
      return { calls: placed, ...sent, markup: markupIn(whole, true) };
    }
    return { calls, ...sent, markup: [...inferred(), ...markupIn(whole, hasSameNames(whole, calls))] };
  }

  #whole(): WholeReading {
    const { opened, known } = this.#steps;
    if (known !== null) return known;
    const whole = new Recorder<string>(opened);
    const { content } = this.#readWhole(whole);
    const { calls, ledger, error } = whole;
    return { calls, ledger, ...(error === null ? {} : { error }), content };
  }
}

function hasSameNames({ calls: others }: WholeReading, calls: readonly EngineCall[]): boolean {
  return others.length === calls.length && calls.every(({ name }, at) => name === others[at]?.name);
}

function hasSameCalls(whole: WholeReading, calls: readonly EngineCall[]): boolean {
  return (
    hasSameNames(whole, calls) &&
    calls.every(({ argumentsText }, at) => argumentsText === whole.calls[at]?.returnedText)
  );
}

/**
 * The parts of the whole reply that the engine reads as markup, or as a part of a call that it also streams. They are not
 * lost, although they were not sent.
 */
function markupIn({ ledger }: WholeReading, withCalls: boolean): readonly Span[] {
  return ledger.filter(({ kind }) => kind === 'markup' || (withCalls && kind === 'call'));
}

function placesOf({
  span,
  nameSpan,
  argumentsSpan,
}: ToolCall): Pick<EngineCall, 'span' | 'nameSpan' | 'argumentsSpan'> {
  return { span, nameSpan, argumentsSpan };
}

/** The call, without the ends of its chunks that were sent as text. */
function engineCall({ name, argumentsText, ...spans }: StreamedCall, unsent: readonly Span[]): EngineCall {
  const nameSpan = placed(spans.nameSpan);
  const argumentsSpan = spans.argumentsSpan === null ? null : placed(spans.argumentsSpan);
  const from = Math.min(nameSpan.from, argumentsSpan?.from ?? nameSpan.from);
  const to = Math.max(nameSpan.to, argumentsSpan?.to ?? nameSpan.to);
  const first = unsent[partitionPoint(unsent, (gap) => gap.to <= from)];
  const last = unsent[partitionPoint(unsent, (gap) => gap.from < to) - 1];
  const isText = first === undefined || last === undefined || last.from < first.from;
  const span = isText ? { from, to } : { from: Math.max(from, first.from), to: Math.min(to, last.to) };
  return { span, name, nameSpan, argumentsText: argumentsText.join(''), argumentsSpan };
}

/** The place of a chunk. An empty chunk gets the place of the last character. */
function placed({ from, to }: Span): Span {
  return from < to ? { from, to } : { from: Math.max(0, to - 1), to };
}
