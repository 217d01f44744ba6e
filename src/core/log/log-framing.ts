import type { Span } from '../text/document/index.ts';
import type { FaultCode, LogEntryKind, LogTransport } from './assembly.ts';
import type { LogLine } from './log-lines.ts';

/** One event as it is in a log. The span covers its lines. */
export interface WireEvent extends Span {
  /** The `event:` field of a server-sent event; null when there is none. */
  readonly name: string | null;
  /** The payload: usually JSON. */
  readonly data: string;
  readonly transport: LogTransport;
  /** The log ended in the last line of this event, without a line end. */
  readonly isCut: boolean;
}

export interface FramingSink {
  event(event: WireEvent): void;
  /** Accounts for a part of the log. Parts come from left to right without gaps. */
  mark(kind: LogEntryKind, from: number, to: number): void;
  fault(code: FaultCode, span: Span, piece: string): void;
}

/** Nobody breaks one event into more. */
const MOST_ROWS = 40;

/** What the lines belong to when they do not say it themselves. */
type Mode = 'body' | 'headers' | 'command' | 'unread';

/**
 * Tells the lines of a log apart: server-sent events (WHATWG HTML, section 9.2.6), one JSON value per line, and what
 * `curl -N`, `-i` and `-v` print around them. One set of rules serves all logs, because pasted ones are mixed.
 */
export class LogFramer {
  readonly #sink: FramingSink;
  #mode: Mode = 'body';
  #open: { from: number; to: number; name: string | null; data: string[]; rows: number; isCut: boolean } | null = null;
  /** Lines in a row that nobody can read make one fault. */
  #unread: { from: number; to: number; piece: string } | null = null;

  constructor(sink: FramingSink) {
    this.#sink = sink;
  }

  line(line: LogLine): void {
    const kind = this.#read(line);
    if (kind !== 'unread') this.#endUnread();
    else if (this.#mode !== 'unread') this.#addUnread(line);
    this.#sink.mark(kind, line.from, line.end);
  }

  end(): void {
    this.#dispatch();
    this.#endUnread();
  }

  #read(line: LogLine): LogEntryKind {
    if (this.#mode === 'unread') return 'unread';
    const text = cleanLine(line);
    if (text.trim() === '') {
      this.#dispatch();
      this.#mode = 'body';
      return 'blank';
    }
    if (this.#isForeign(line, text)) return 'unread';
    if (this.#goesOn(line, text)) return 'event';
    const field = this.#mode === 'command' ? null : eventField(text);
    if (field !== null) {
      this.#mode = 'body';
      this.#field(line, field);
      return 'event';
    }
    if (this.#isHeader(line, text)) return 'header';
    if (text.startsWith(':')) return 'comment';
    const part = PART.exec(text);
    if (part?.[1] !== undefined && this.#mode === 'body') {
      this.#dispatch();
      this.#endUnread();
      const data = text.slice(part[0].length);
      this.#sink.event({ ...placeOf(line), name: part[1], data, transport: 'lines', isCut: line.isCut });
      return 'event';
    }
    const first = text.trimStart().charAt(0);
    if (first === '{' || first === '[' || first === '"') {
      this.#dispatch();
      this.#endUnread();
      this.#sink.event({ ...placeOf(line), name: null, data: text, transport: 'lines', isCut: line.isCut });
      return 'event';
    }
    if (isHtml(text)) this.#giveUp('html-page', line, text);
    return 'unread';
  }

  /** Whether a line is the rest of one that a mail or a page broke inside of its JSON. */
  #goesOn(line: LogLine, text: string): boolean {
    const open = this.#open;
    const begun = open?.data.at(-1) ?? '';
    if (open === null || open.rows === MOST_ROWS || !/^[{[]/.test(begun) || /[}\]]\s*$/.test(begun)) return false;
    if (eventField(text) !== null || isCurlNoise(text) || /^[{[:]/.test(text)) return false;
    open.data[open.data.length - 1] = begun + text;
    open.rows += 1;
    open.to = line.to;
    open.isCut = line.isCut;
    return true;
  }

  /** Bytes of a body that was never unpacked. */
  #isForeign(line: LogLine, text: string): boolean {
    if (!text.startsWith('\u001f\u008b') && !text.startsWith('\u001f\ufffd')) return false;
    this.#giveUp('compressed', line, '');
    return true;
  }

  #giveUp(code: FaultCode, line: LogLine, text: string): void {
    this.#dispatch();
    this.#endUnread();
    this.#mode = 'unread';
    this.#sink.fault(code, placeOf(line), text.slice(0, 80));
  }

  #isHeader(line: LogLine, text: string): boolean {
    const status = /^(?:< )?HTTP\/[\d.]{1,4} ([45]\d\d)/.exec(text);
    if (status !== null) this.#sink.fault('http-error', placeOf(line), status[1] ?? '');
    if (this.#mode === 'command') {
      if (!text.endsWith('\\')) this.#mode = 'body';
      return true;
    }
    if (/^(?:[^\n{}<'"]{0,80}[$#%>❯] )?curl\s/.test(text)) {
      this.#mode = text.endsWith('\\') ? 'command' : 'body';
      return true;
    }
    if (/^HTTP\/\d/.test(text)) {
      this.#mode = 'headers';
      return true;
    }
    if (this.#mode === 'headers') {
      if (/^[\w!#$%&'*+.^`|~-]+:/.test(text)) return true;
      this.#mode = 'body';
    }
    return isCurlNoise(text);
  }

  #field(line: LogLine, { name, value }: { name: string; value: string }): void {
    const open = this.#open;
    // Logs lose their blank lines: a second value right after a whole one is never one JSON text with it.
    const isOther = name === 'event' || name === 'error';
    if (open !== null && open.data.length > 0 && (isOther || beginsAnew(open.data.at(-1) ?? '', value)))
      this.#dispatch();
    this.#open ??= { from: line.from, to: line.to, name: null, data: [], rows: 0, isCut: false };
    this.#open.to = line.to;
    this.#open.isCut = line.isCut;
    if (name === 'error') this.#open.name = name;
    if (name === 'data' || name === 'error') this.#open.data.push(value);
    else if (name === 'event') this.#open.name = value;
  }

  #dispatch(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null || (open.data.length === 0 && open.name === null)) return;
    const { from, to, name, data, isCut } = open;
    this.#sink.event({ from, to, name, data: data.join('\n'), transport: 'sse', isCut });
  }

  #addUnread(line: LogLine): void {
    this.#unread ??= { ...placeOf(line), piece: line.text.slice(0, 80) };
    this.#unread.to = line.to;
  }

  #endUnread(): void {
    if (this.#unread === null) return;
    const { from, to, piece } = this.#unread;
    this.#unread = null;
    this.#sink.fault('unread-line', { from, to }, piece);
  }
}

function placeOf({ from, to }: Span): Span {
  return { from, to };
}

/** Without the byte order mark and without the colours of a terminal. */
function cleanLine({ from, text }: LogLine): string {
  const plain = from === 0 && text.startsWith('\ufeff') ? text.slice(1) : text;
  // eslint-disable-next-line no-control-regex -- the escape character is what is looked for
  return plain.includes('\u001b') ? plain.replaceAll(/\u001b\[[0-9;]{0,32}[A-Za-z]/g, '') : plain;
}

/** A line of the AI SDK's data stream: a code, and JSON right after it. */
const PART = /^([0-9a-k]):(?=["{[])/;

const FIELDS: ReadonlySet<string> = new Set(['data', 'event', 'id', 'retry', 'error']);

function eventField(text: string): { name: string; value: string } | null {
  const colon = text.slice(0, 6).indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  if (!FIELDS.has(name)) return null;
  const value = colon < 0 ? '' : text.slice(colon + 1);
  // llama-server sends an error under a field of its own. Prose may begin with the word as well.
  if (name === 'error' && !/^ ?\{/.test(value)) return null;
  return { name, value: value.startsWith(' ') ? value.slice(1) : value };
}

function beginsAnew(before: string, value: string): boolean {
  return /[}\]"]\s{0,8}$/.test(before.slice(-9)) && /^\s{0,8}[{["]/.test(value.slice(0, 9));
}

function isHtml(text: string): boolean {
  return /^\s{0,8}<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 40));
}

/** What curl prints with -v, the sizes of HTTP chunks, and the progress meter. */
function isCurlNoise(text: string): boolean {
  return (
    /^(?:[*<>] |[<>]$|[{}] \[\d{1,12} bytes data\])/.test(text) ||
    /^[0-9a-f]{1,8}$/i.test(text.trimEnd()) ||
    isProgress(text)
  );
}

/** Whether a line is one of the progress meter of curl. */
export function isProgress(line: string): boolean {
  return /^ {0,4}% Total|^ {1,64}Dload|^[ \d]{1,4}\d(?: +[\d.]+[kMG]?){3}/.test(line);
}
