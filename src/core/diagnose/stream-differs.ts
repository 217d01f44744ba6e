import { type Span, withPlace, counted, numberText } from '../text/document/index.ts';
import type { Delta } from '../engines/runtime.ts';
import { type ClientHas, clientOf, differenceFrom, type FirstDifference, openStream } from '../reader/index.ts';
import type { Extraction, ExtractionError } from '../trace/index.ts';
import { areAlike } from './meant/departures.ts';
import { diagnosis, quoted, type WholeRule } from './rule.ts';
import { type DiagnoseOptions, Subject } from './subject.ts';
import { undecodedTokens } from './undecoded-tokens.ts';

/** Longer texts are not streamed, because many parsers read the whole text again for each chunk. In UTF-16 units. */
const LONGEST = 8000;
/** Most UTF-16 units that are read in all, if each chunk causes the text before it to be read again. */
const MOST_READ = 2_000_000;

/** The engine returns another answer if the reply arrives in chunks: the recorded ones, else pieces about as long as tokens. */
export const streamDiffers: WholeRule = {
  look(subject) {
    if (!isTried(subject)) return [];
    const { extraction, runtime, document, textTo, chunks } = subject;
    const whole = clientOf(extraction);
    const course = new Course(whole);
    const stream = openStream(subject.options, extraction);
    let from = 0;
    let count = 0;
    /** The first chunk after which the client can no longer end up with the answer of the whole reply. */
    let parting: (Span & { readonly number: number }) | null = null;
    for (const text of chunks) {
      count += 1;
      const chunk = { from, to: from + text.length, number: count };
      if (!course.follows(stream.push(text))) parting ??= chunk;
      from = chunk.to;
    }
    const end = stream.end();
    const { first, streamed } = differenceFrom(whole, clientOf(end.extraction));
    // Both fail: what the stream sent before is no answer.
    if (whole.error !== null && streamed.error !== null) return [];
    if (first === null || first.kind === 'spelling' || first.kind === 'white-space') return [];
    const broken = end.extraction.error?.span;
    const at = parting ?? { ...(broken ?? { from: textTo, to: textTo }), number: 0 };
    const what = `${runtime.label} returns another result when it streams. ${differenceText(first, whole, streamed)}`;
    const chunk = withPlace(`\`${quoted(document.slice(at.from, at.to))}\``, document, at.from);
    const where =
      parting !== null
        ? `The stream differs from the whole result from chunk ${numberText(parting.number)} of ${numberText(count)} on: ${chunk}.`
        : broken !== undefined
          ? `${withPlace('The stream fails', document, broken.from)}.`
          : 'Everything that the stream sends matches the whole result, but the rest never arrives.';
    const span = at.from < at.to ? at : { from: Math.max(0, at.from - 1), to: at.to };
    return [diagnosis('D32', `${what} ${where}`, span, null, remedyFor(subject, extraction, end.extraction))];
  },
};

function isTried(subject: Subject): boolean {
  const { engine, runtime, textTo, parts } = subject;
  if (engine === null || runtime.stream === undefined || parts.native !== null) return false;
  return textTo > 0 && textTo <= LONGEST && (subject.chunks.length * textTo) / 2 <= MOST_READ;
}

/** Whether a diagnosis streams the reply: without that nobody knows that it would be the same. */
export function isStreamTried(extraction: Extraction, options: DiagnoseOptions): boolean {
  const subject = new Subject(extraction, options);
  return undecodedTokens(subject) === null && isTried(subject);
}

/** Recommends the way, whole or streamed, that returns what was meant; undefined if whole does. */
function remedyFor({ everyFormat }: Subject, whole: Extraction, streamed: Extraction): string | undefined {
  const { calls, error } = whole;
  const meant = everyFormat?.calls ?? [];
  if ((everyFormat?.incomplete.length ?? 0) > 0) return 'First get the whole reply. Then check the stream again.';
  if (error === undefined && areAlike(meant, calls)) return keepsMore(whole, streamed) ? KEEPS_MORE : undefined;
  if (streamed.error === undefined && meant.length > 0 && areAlike(meant, streamed.calls))
    return 'Send the request with `stream: true`: only the stream returns what was meant.';
  return 'First mend what is wrong with the whole reply. Then check the stream again.';
}

const KEEPS_MORE = 'Send the request with `stream: true`: only the stream keeps all of the text.';

/** Whether a stream gives the client text that is lost in the whole reply, and the same calls. */
function keepsMore({ calls, lost, document }: Extraction, streamed: Extraction): boolean {
  const content = inkOf(streamed.content ?? '');
  const isKept = ({ from, to }: Span): boolean => {
    const ink = inkOf(document.slice(from, to));
    return ink !== '' && content.includes(ink);
  };
  return streamed.error === undefined && areAlike(calls, streamed.calls) && lost.some(isKept);
}

/** Follows what a client receives: can appending still lead to the answer of the whole reply? White space does not count. */
class Course {
  readonly #content: Follower;
  readonly #calls: readonly { readonly name: Follower; readonly argumentsText: Follower }[];

  constructor({ content, calls }: ClientHas) {
    this.#content = new Follower(content);
    this.#calls = calls.map(({ name, argumentsText }) => ({
      name: new Follower(name),
      argumentsText: new Follower(argumentsText),
    }));
  }

  follows(deltas: readonly Delta[]): boolean {
    let follows = true;
    for (const delta of deltas) {
      if (delta.kind === 'reasoning' || delta.kind === 'withdrawn') continue;
      if (delta.kind === 'content') follows = this.#content.take(delta.text) && follows;
      else {
        const call = this.#calls[delta.index];
        const isSame = delta.kind === 'call' ? call?.name.take(delta.name) : call?.argumentsText.take(delta.text);
        follows = isSame === true && follows;
      }
    }
    return follows;
  }
}

/** Compares a text with another one that arrives in pieces. White space does not count. */
class Follower {
  readonly #wanted: string;
  #at = 0;

  constructor(wanted: string) {
    this.#wanted = inkOf(wanted);
  }

  take(piece: string): boolean {
    const ink = inkOf(piece);
    const isSame = this.#wanted.startsWith(ink, this.#at);
    this.#at += ink.length;
    return isSame;
  }
}

function inkOf(text: string): string {
  return text.replace(/\s+/g, '');
}

function differenceText(
  { kind, call, at, whole, streamed }: FirstDifference,
  one: ClientHas,
  other: ClientHas,
): string {
  switch (kind) {
    case 'name':
    case 'arguments': {
      const what = `${kind === 'name' ? 'name' : 'arguments'} of call ${String(call + 1)}`;
      return `The ${what}: whole \`${around(whole, at)}\`, streamed \`${around(streamed, at)}\`.`;
    }
    case 'content':
      return `The text: whole ${sizeText(one)}, streamed ${sizeText(other)}.`;
    default:
      return `Whole: ${answerText(one)}. Streamed: ${answerText(other)}.`;
  }
}

/** The text around the first character that differs. */
function around(text: string, at: number): string {
  const from = Math.max(0, at - 20);
  const piece = quoted(text.slice(from, at + 30));
  return `${from > 0 ? '…' : ''}${piece === '' ? '(empty)' : piece}`;
}

const failures = {
  error: 'an error',
  crash: 'an exception',
  'http-error': 'an HTTP error',
  'broken-stream': 'the stream breaks off',
} as const satisfies Record<ExtractionError['served'], string>;

function answerText(client: ClientHas): string {
  const { calls, content, error } = client;
  if (error !== null) return failures[error];
  const found = calls.length === 0 ? 'no call' : counted(calls.length, 'call');
  return content.trim() === '' ? found : `${found}, ${sizeText(client)} of text`;
}

function sizeText({ content }: ClientHas): string {
  return content.length === 1 ? '1 character' : `${numberText(content.length)} characters`;
}
