import { counted, numberText } from '../text/document/index.ts';
import {
  assembleLog,
  type Assembly,
  defaultHarEntry,
  type HarEntry,
  isFault,
  type LogKind,
  logLabel,
  openAssembly,
  type PackedRecording,
  packRecording,
  readHar,
  recognitionText,
  recordChunks,
  textFromLogprobs,
} from '../log/index.ts';
import { frameOf, loggedEvents } from './frame/frame.ts';
import { rawTexts } from './logs/raw-text.ts';
import { recogniseResponse, shapeLabel, type RecognisedResponse } from './bodies/response.ts';
import { beginsWithMember } from './values.ts';

/** A pasted text taken apart, whatever it was: a reply, a response, or the log of a stream. */
export interface Pasted extends Omit<RecognisedResponse, 'shape' | 'finishReason'> {
  /** What it was, to be read after "This was": `an OpenAI message`. */
  readonly label: string;
  /** Whether it is no more than a reply text. */
  readonly isText: boolean;
  /** Present when the text was the log of a stream. */
  readonly assembly: Assembly | null;
  /** Present when the text was a HAR file: its requests, and which of them was read. */
  readonly har: { readonly entries: readonly HarEntry[]; readonly chosen: number } | null;
  /** Where the chunks of the text end, when it came in several. */
  readonly recording: PackedRecording | null;
}

export interface PastedOptions {
  /** Number of the request in a HAR file; the last one with a stream when absent. */
  readonly harEntry?: number;
  /** The wire format of a log, where the reader knows better. */
  readonly kind?: LogKind;
  /** Whether nothing is before each line any more that others put there. */
  readonly isPeeled?: boolean;
}

/** Takes a pasted text apart. A log counts as one only when it begins with an event: prose may quote one. */
export function takeApart(source: string, { harEntry, kind, isPeeled = false }: PastedOptions = {}): Pasted {
  const entries = readHar(source);
  if (entries === null) return takeApartBody(source, kind, isPeeled);
  const chosen = harEntry !== undefined && harEntry in entries ? harEntry : defaultHarEntry(entries);
  const body = entries[chosen]?.body ?? '';
  const note = `Request ${chosen + 1} of ${entries.length} in a HAR file.`;
  const inner = takeApartBody(body, kind, true);
  return { ...inner, isText: false, notes: [note, ...inner.notes], har: { entries, chosen } };
}

function takeApartBody(source: string, kind: LogKind | undefined, isPeeled: boolean): Pasted {
  const asIs = takeApartLog(source, kind);
  if (!asIs.isText || kind !== undefined) return asIs;
  for (const inner of innerLogs(source, isPeeled)) {
    const { notes, ...pasted } = takeApartLog(inner, kind);
    if (pasted.assembly !== null) return { ...pasted, notes: [PEELED, ...notes] };
  }
  return asIs;
}

const PEELED = 'The log has words before its events. Callscope takes them off, and places count without them.';

/** The log of a stream inside of another log: without the prefixes that all lines share, and without those of the program that logged it. */
function innerLogs(source: string, isPeeled: boolean): readonly string[] {
  const text = isPeeled ? source : frameOf(source).text;
  const events = loggedEvents(text);
  return [...(text === source ? [] : [text]), ...(events === null ? [] : [events])];
}

function takeApartLog(source: string, kind: LogKind | undefined): Pasted {
  const { shape, ...response } = recogniseResponse(source);
  const none = { assembly: null, har: null, recording: null };
  if (shape !== 'text' && kind === undefined) {
    const rebuilt = textFromLogprobs(source);
    const differs = rebuilt !== null && rebuilt.text !== rebuilt.content;
    return {
      ...response,
      ...none,
      label: shapeLabel(shape),
      isText: false,
      notes: differs ? [...response.notes, logprobsNote(rebuilt.text, rebuilt.content)] : response.notes,
    };
  }
  const recognition = kind === undefined ? recogniseLog(source) : { kind, why: '' };
  if (recognition !== null && recognition.kind !== null) {
    const assembly = assembleLog(source, kind);
    if (kind !== undefined || isWholeList(source, assembly)) return { ...none, ...fromAssembly(assembly) };
  }
  const notes = recognition?.kind === null ? [...response.notes, recognition.why] : response.notes;
  return { ...response, ...none, notes, label: shapeLabel('text'), isText: true };
}

/** What a log is, and why. `kind` is null for what came in place of a stream, such as an HTML page. */
interface LogRecognition {
  readonly kind: LogKind | null;
  /** One sentence. */
  readonly why: string;
}

/** How much of a text is looked at before it is called no log. */
const HEAD = 64 * 1024;
/** Steps that may come before the first event of a stream. */
const preludes: ReadonlySet<string> = new Set(['http-error', 'keep-alive', 'event-unknown', 'error-in-stream']);
/** What servers send in place of a stream. */
const substitutes: ReadonlySet<string> = new Set(['html-page', 'compressed', 'http-error', 'error-in-stream']);

/**
 * Recognises the log of a stream by its first event. Null when none comes, or when something that is not a part of a log
 * is before it.
 */
function recogniseLog(source: string): LogRecognition | null {
  if (isAnswerAbove(source)) return null;
  const { kind, transport, steps, diagnoses } = assembleHead(source);
  const first = steps.find(({ code }) => !preludes.has(code));
  if (kind !== null && transport !== null && first !== undefined && !isFault(first.code))
    return { kind, why: recognitionText(kind, transport) };
  const substitute = diagnoses.find(({ fault }) => substitutes.has(fault));
  return kind === null && substitute !== undefined ? { kind: null, why: substitute.message } : null;
}

/** Whether the first line is an answer and no event follows: a line of words makes no stream of it. */
function isAnswerAbove(source: string): boolean {
  const [line = ''] = source.trimStart().split('\n', 1);
  const isAnswer = line.startsWith('{') && recogniseResponse(line).shape !== 'text';
  return isAnswer && !/\n[^\S\n]*(?:[{[]|data: |event: )/.test(source);
}

/** Reads no further than the first event that says what the log is, or the first line that belongs to none. */
function assembleHead(source: string): Assembly {
  if (/^\s*\[/.test(source)) return assembleLog(source);
  const stream = openAssembly();
  for (let at = 0; at < source.length && stream.kind === null; at += HEAD) {
    const { steps } = stream.push(source.slice(at, at + HEAD));
    if (steps.some(({ code }) => !preludes.has(code))) break;
  }
  return stream.end();
}

/** A reply that is one quoted sentence is not a list of chunks, and neither is one that quotes some. */
function isWholeList(source: string, { kind, chunks, diagnoses }: Assembly): boolean {
  if (kind !== 'chunk-list') return true;
  if (beginsWithMember(source.slice(0, 120))) return false;
  return chunks.length > 1 && !diagnoses.some(({ fault }) => fault === 'unread-line' || fault === 'event-unknown');
}

function fromAssembly(assembly: Assembly): Omit<Pasted, 'har'> {
  const { toolCallsText, kind, transport, reasoning, diagnoses, errors, logprobsText, steps } = assembly;
  const text = textOf(assembly);
  const notes = diagnoses.filter(({ fault }) => fault !== 'logprobs-differ').map(({ message }) => message);
  if (kind !== null && transport !== null) notes.unshift(recognitionText(kind, transport));
  for (const { message } of errors) if (message !== '') notes.push(`The error: ${message}`);
  if (reasoning !== '')
    notes.push(
      `The server keeps ${counted(reasoning.length, 'character')} of reasoning apart. No runtime looks for calls in them.`,
    );
  if (logprobsText !== null) notes.push(logprobsNote(logprobsText, assembly.text ?? ''));
  return {
    text,
    toolCallsText,
    notes,
    label: kind === null ? `a log of ${counted(steps.length, 'step')}` : logLabel(kind),
    isText: false,
    assembly,
    recording: assembly.chunks.length > 1 ? packRecording(recordChunks(assembly.chunks)) : null,
  };
}

/** The text of the reply. A server that could not parse the reply has sent it in the error that ends the stream. */
function textOf({ text, errors, calls }: Assembly): string | null {
  if (calls.length > 0 || (text ?? '').trim() !== '') return text;
  const [quoted] = errors.flatMap(({ message }) => rawTexts(message, { isMessage: true }));
  return quoted?.text ?? text;
}

function logprobsNote(rebuilt: string, content: string): string {
  return `The log probabilities have ${counted(rebuilt.length, 'character')}, but the content has ${numberText(content.length)}. Something changed the text after the model.`;
}
