import type { Span } from '../../document/span.ts';
import type { ExtractionError, Outcome } from '../../trace/extraction.ts';
import type { Recorder } from '../../trace/recorder.ts';
import type { Delta, RuntimeStream, Withheld } from '../runtime.ts';
import { nothing } from './deltas.ts';
import { divide, type EngineCall } from './engine-calls.ts';
import { isMarker, tokenPieces } from './token-pieces.ts';

/** What every engine's stream says of itself. */
export const streamWords = {
  'sent-content': 'Text sent to the client with these chunks',
  'sent-name': 'The name of a call, sent with this chunk',
  'sent-arguments': 'Arguments sent with these chunks',
  'sent-repair': 'At the end, the server compares what it sent with what the parser has, and sends the difference.',
  'past-allowance':
    'The parser reads the whole text again with every chunk. From here on, Callscope passes it the rest at once.',
} as const;

export type StreamCode = keyof typeof streamWords;

/** A parser at work on a reply that is coming in. */
export interface EngineStream {
  /**
   * @param delta what came
   * @param current all that came, `delta` included
   * @throws nothing: an exception of the original is a `Raised`
   */
  push(delta: string, current: string): readonly Delta[] | Raised;
  /** After the last chunk: a flush, or what the server makes of it. */
  end?(current: string): readonly Delta[] | Raised;
}

/** An exception that the original does not catch: the stream breaks off. */
export interface Raised {
  readonly raises: string;
}

/** What a parser answers to one delta. Null where it has nothing to send. */
export interface Message {
  readonly content?: string;
  readonly calls?: readonly MessageCall[];
}

export interface MessageCall {
  readonly index: number;
  readonly name?: string;
  readonly argumentsText?: string;
}

/** A message as the client receives it: of each call the name first. */
export function messageDeltas(message: Message | null): readonly Delta[] {
  if (message === null) return nothing;
  const deltas: Delta[] = [];
  if (message.content !== undefined && message.content !== '') deltas.push({ kind: 'content', text: message.content });
  for (const { index, name, argumentsText } of message.calls ?? []) {
    if (name !== undefined) deltas.push({ kind: 'call', index, name });
    if (argumentsText !== undefined) deltas.push({ kind: 'arguments', index, text: argumentsText });
  }
  return deltas;
}

/** So much text is read anew with every chunk by streams that do that, in UTF-16 units. */
const ALLOWANCE = 1 << 13;

interface StreamedCall {
  name: string;
  nameSpan: Span;
  argumentsText: string[];
  argumentsSpan: Span | null;
}

/**
 * Runs an engine's stream: keeps the text, records what was sent with which chunk, and makes the calls out of it that the
 * client has in the end.
 *
 * @param tier also the id of the format where the engine names none
 * @param isLinear whether the work of a push does not grow with the text that came before
 */
export function runEngineStream(
  stream: EngineStream,
  steps: Recorder<string>,
  tier: string,
  format: string,
  isLinear: boolean,
): RuntimeStream {
  let current = '';
  /** Beyond the allowance: pushed at the end. */
  let rest = '';
  let error: ExtractionError | null = null;
  const calls: (StreamedCall | undefined)[] = [];
  const shown: Span[] = [];
  /** The text is shown up to here, or was skipped. */
  let shownTo = 0;
  /** What follows there: content is looked for in it, since a search in all of the text would copy that with each chunk. */
  let unshown = '';
  const content: string[] = [];
  /** The last step, while it may still grow. */
  let step: { code: StreamCode; from: number; to: number } | null = null;
  const cascade = steps.begin('cascade', tier, 0);

  const endStep = (): void => {
    if (step !== null) steps.read(step.code, step);
    step = null;
  };
  const note = (code: StreamCode, { from, to }: Span): void => {
    if (step?.code === code && code !== 'sent-name') {
      step.to = to;
    } else {
      endStep();
      step = { code, from, to };
    }
  };
  const show = (text: string, chunk: Span): void => {
    content.push(text);
    const place = text.length > 0 ? unshown.indexOf(text) : -1;
    if (place < 0) return;
    const at = shownTo + place;
    shownTo = at + text.length;
    unshown = unshown.slice(place + text.length);
    const last = shown.at(-1);
    if (last?.to === at) shown[shown.length - 1] = { from: last.from, to: shownTo };
    else shown.push({ from: at, to: shownTo });
    note('sent-content', chunk);
  };
  const take = (answer: readonly Delta[] | Raised, chunk: Span): readonly Delta[] => {
    if ('raises' in answer) {
      endStep();
      error = { code: `raises-${answer.raises}`, served: 'broken-stream', span: chunk, at: chunk.from };
      return nothing;
    }
    for (const delta of answer) {
      if (delta.kind === 'content') {
        show(delta.text, chunk);
      } else if (delta.kind === 'call') {
        note('sent-name', chunk);
        const call = calls[delta.index];
        if (call === undefined) {
          calls[delta.index] = { name: delta.name, nameSpan: chunk, argumentsText: [], argumentsSpan: null };
        } else {
          call.name += delta.name;
        }
      } else if (delta.kind === 'arguments') {
        note('sent-arguments', chunk);
        const call = (calls[delta.index] ??= { name: '', nameSpan: chunk, argumentsText: [], argumentsSpan: null });
        call.argumentsText.push(delta.text);
        call.argumentsSpan = { from: call.argumentsSpan?.from ?? chunk.from, to: chunk.to };
      }
    }
    return answer;
  };

  return {
    push(text) {
      if (error !== null) {
        rest += text;
        return nothing;
      }
      if (!isLinear && current.length + text.length > ALLOWANCE) {
        rest += text;
        return nothing;
      }
      const from = current.length;
      current += text;
      unshown += text;
      return take(stream.push(text, current), { from, to: current.length });
    },
    withheld(): Withheld | null {
      const to = current.length + rest.length;
      return shownTo < to ? { from: shownTo, why: 'undecided', mayBecome: [] } : null;
    },
    hidden() {
      const { document } = steps;
      const hidden: Span[] = [];
      let at = 0;
      for (const { from, to } of [...shown, { from: document.length, to: document.length }]) {
        if (from > at) hidden.push({ from: at, to: from });
        at = to;
      }
      return hidden;
    },
    end(): { readonly deltas: readonly Delta[] } & Outcome {
      const deltas: Delta[] = [];
      if (error === null && rest !== '') {
        const chunk = { from: current.length, to: current.length + rest.length };
        current += rest;
        unshown += rest;
        endStep();
        steps.quirk('past-allowance', chunk);
        deltas.push(...take(stream.push(rest, current), chunk));
      }
      if (error === null && stream.end !== undefined) {
        deltas.push(...take(stream.end(current), { from: current.length, to: current.length }));
      }
      endStep();
      return { deltas, content: steps.opened.text === null ? null : conclude() };
    },
  };

  function conclude(): string {
    const { length } = steps.document;
    // A chunk may be empty; what came with it is at the last character then.
    const placed = ({ from, to }: Span): Span => (from < to ? { from, to } : { from: Math.max(0, to - 1), to });
    const found = apart(
      calls.flatMap((call): EngineCall[] => {
        if (call === undefined) return [];
        const { name, argumentsText } = call;
        const nameSpan = placed(call.nameSpan);
        const argumentsSpan = call.argumentsSpan === null ? null : placed(call.argumentsSpan);
        const from = Math.min(nameSpan.from, argumentsSpan?.from ?? nameSpan.from);
        const to = Math.max(nameSpan.to, argumentsSpan?.to ?? nameSpan.to);
        return [{ span: { from, to }, name, nameSpan, argumentsText: argumentsText.join(''), argumentsSpan }];
      }),
      length,
    );
    const markup = syntaxAround(steps.document, found, shown);
    divide(steps, tier, format, { calls: found, content: shown, markup }, error !== null);
    if (error !== null) steps.fail(error);
    steps.complete(cascade, length, error !== null ? 'malformed' : found.length > 0 ? 'matched' : 'empty');
    return content.join('');
  }
}

/** Calls that came with one chunk, or one inside of another, share its characters, in their order. */
function apart(calls: readonly EngineCall[], end: number): EngineCall[] {
  const spans: { from: number; to: number }[] = [];
  for (const { span } of calls) {
    const last = spans.at(-1);
    const from = last === undefined ? span.from : Math.max(span.from, last.from + 1);
    if (last !== undefined) last.to = Math.min(last.to, from);
    spans.push({ from, to: Math.max(span.to, from + 1) });
  }
  // Too many calls for the characters of the last chunk: the last ones lie on each other.
  return calls.map((call, index) => {
    const { from, to } = spans[index] as Span;
    const span = { from: Math.min(from, end - 1), to: Math.min(to, end) };
    const clipped = (part: Span): Span => {
      const inside = { from: Math.max(part.from, span.from), to: Math.min(part.to, span.to) };
      return inside.from < inside.to ? inside : span;
    };
    return {
      ...call,
      span,
      nameSpan: clipped(call.nameSpan),
      argumentsSpan: call.argumentsSpan && clipped(call.argumentsSpan),
    };
  });
}

/** Keys and words of the syntax of calls. */
const SYNTAX = /^ ?(?:name|arguments|parameters|function|functions|type|id|tool|args|json)$/;

/**
 * What of the text that was never sent belongs to a call beside it: markers, punctuation, keys, and the words of the call
 * itself, which came before the parser sent them. The rest of it is lost.
 */
function syntaxAround(document: string, calls: readonly EngineCall[], shown: readonly Span[]): Span[] {
  const known = [
    ...calls.map((call) => ({ ...call.span, call })),
    ...shown.map((span) => ({ ...span, call: null })),
    { from: document.length, to: document.length, call: null },
  ].sort((one, other) => one.from - other.from);
  const markup: Span[] = [];
  let at = 0;
  let before: EngineCall | null = null;
  for (const next of known) {
    if (next.from > at) markup.push(...syntaxIn(document, { from: at, to: next.from }, before, next.call));
    if (next.to >= at) before = next.call;
    at = Math.max(at, next.to);
  }
  return markup;
}

/** The syntax at the beginning of a gap that follows a call, and at the end of one that a call follows. */
function syntaxIn(document: string, { from, to }: Span, before: EngineCall | null, after: EngineCall | null): Span[] {
  const pieces = tokenPieces(document.slice(from, to));
  let start = from;
  let first = 0;
  if (before !== null) {
    const isSyntax = syntaxOf(before);
    for (; first < pieces.length && isSyntax(pieces[first] ?? ''); first += 1) start += (pieces[first] ?? '').length;
  }
  let end = to;
  if (after !== null) {
    const isSyntax = syntaxOf(after);
    for (let last = pieces.length - 1; last >= first && isSyntax(pieces[last] ?? ''); last -= 1) {
      end -= (pieces[last] ?? '').length;
    }
  }
  return [
    { from, to: start },
    { from: end, to },
  ].filter((span) => span.from < span.to);
}

function syntaxOf({ name, argumentsText }: EngineCall): (piece: string) => boolean {
  const words = new Set([...tokenPieces(name), ...tokenPieces(argumentsText)].map((piece) => piece.trim()));
  return (piece) => !/[\p{L}\p{N}]/u.test(piece) || isMarker(piece) || SYNTAX.test(piece) || words.has(piece.trim());
}
