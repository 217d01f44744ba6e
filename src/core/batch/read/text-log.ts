import { documentAfterWords } from './after-words.ts';
import { CsvReader } from './csv.ts';
import { Cutter } from './cutter.ts';
import { framingOf, type Framing } from './framing.ts';
import type { LogProblem } from '../reply.ts';
import { valueOfCut } from './cut-document.ts';
import { replyKeys } from '../shapes/reply-keys.ts';
import { isKnown } from '../shapes/index.ts';
import { fieldsOf } from '../values.ts';
import { Heads, isComment, recordBehind, recordIn } from './records.ts';

/** What a text log consists of, in order: a value with its number, or a piece that could not be read. */
export type Entry =
  | { readonly kind: 'record'; readonly value: unknown; readonly number: number; readonly isDocument: boolean }
  | { readonly kind: 'problem'; readonly problem: LogProblem };

/**
 * A longer line is not put together, in UTF-16 units: its one reply would keep all others waiting. A longer document is cut into its
 * records, and what is around them is lost.
 */
const MOST_LENGTH = 1 << 26;

/** So much is looked at for two objects in a row. */
const FIRST_OBJECTS = 1 << 20;
/** So many damaged records in a row are told apart within one text. */
const MOST_DAMAGED = 32;

/** Reads text in pieces: JSON lines, one JSON document or several, a table, or plain text. Holds one record, or a document of modest size. */
export class TextLog {
  readonly #name: string | null;
  #waiting: string[] = [];
  #waitingLength = 0;
  #framing: Framing | null = null;
  #cutter: Cutter | null = null;
  #table: CsvReader | null = null;
  #number = 0;
  #hasRecords = false;
  #hasBroken = false;
  /** Whether the last thing that came is a bracket that ends the log. */
  #endsClosed = false;
  readonly #heads = new Heads();
  #line = 0;
  /** A line that is too long is dropped up to its end. */
  #isDropping = false;
  /** Before more than this has come, nothing new can be told of the framing. */
  #nextLook = 0;

  constructor(name: string | null) {
    this.#name = name;
  }

  /** How the records are arranged; null as long as too little has been seen. */
  get framing(): Framing['kind'] | null {
    return this.#framing?.kind ?? null;
  }

  push(text: string): Entry[] {
    if (text === '') return [];
    if (this.#framing !== null) return this.#read(text);
    this.#wait(text);
    if (this.#waitingLength < this.#nextLook) return [];
    this.#nextLook = 2 * this.#waitingLength;
    return this.#begin(false);
  }

  end(): Entry[] {
    const entries = this.#framing === null ? this.#begin(true) : [];
    switch (this.#framing?.kind) {
      case 'lines':
      case 'logged':
        return [...entries, ...this.#lineEntries(this.#taken(), true)];
      case 'list':
      case 'documents':
        return [...entries, ...this.#restEntries()];
      case 'table': {
        const last = this.#table?.end();
        const rows = last?.rows.map(({ record }) => this.#record(record)) ?? [];
        return [...entries, ...rows, ...(last?.isCut === true ? [problem('cut', null)] : [])];
      }
      case 'document':
        return [...entries, ...this.#documentEntries()];
      case 'text':
      case undefined: {
        const text = this.#taken();
        return text.trim() === '' ? entries : [...entries, ...this.#textEntries(text)];
      }
    }
  }

  #wait(text: string): void {
    this.#waiting.push(text);
    this.#waitingLength += text.length;
  }

  #taken(): string {
    const text = this.#waiting.join('');
    this.#waiting = [];
    this.#waitingLength = 0;
    return text;
  }

  #begin(isWhole: boolean): Entry[] {
    const text = this.#taken();
    this.#framing = framingOf(text, this.#name, isWhole);
    if (this.#framing === null) {
      this.#wait(text);
      return [];
    }
    if (this.#framing.kind === 'list') this.#cutter = new Cutter(false);
    if (this.#framing.kind === 'documents') this.#cutter = new Cutter(true);
    if (this.#framing.kind === 'table') this.#table = new CsvReader(this.#framing.separator, replyKeys);
    return this.#read(text.replace(/^\ufeff/, ''));
  }

  #read(text: string): Entry[] {
    switch (this.#framing?.kind) {
      case 'lines':
      case 'logged':
        return this.#lines(text);
      case 'list':
      case 'documents':
        return this.#elements(text);
      case 'table':
        return this.#table?.push(text).map(({ record }) => this.#record(record)) ?? [];
      default:
        return this.#more(text);
    }
  }

  #lines(text: string): Entry[] {
    const entries: Entry[] = [];
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#wait(text.slice(from, end));
      from = end + 1;
      entries.push(...this.#lineEntries(this.#taken(), false));
    }
    if (from < text.length && !this.#isDropping) this.#wait(text.slice(from));
    if (this.#waitingLength > MOST_LENGTH) {
      this.#isDropping = true;
      this.#taken();
    }
    return entries;
  }

  #lineEntries(line: string, isLast: boolean): Entry[] {
    this.#line += 1;
    if (this.#isDropping) {
      this.#isDropping = false;
      this.#number += 1;
      return [problem('long', this.#line)];
    }
    if (line.trim() === '' || isComment(line)) return [];
    const isLogged = this.#framing?.kind === 'logged';
    const value = isLogged ? recordBehind(line) : recordIn(line);
    if (isLogged && value === null) {
      this.#number += 1;
      return [];
    }
    if (typeof value === 'object' && value !== null) {
      this.#heads.learn(value);
      return [this.#record(value)];
    }
    if (typeof value === 'string') return [this.#record(value)];
    if (value !== undefined) {
      this.#number += 1;
      return [problem('value', this.#line)];
    }
    return this.#brokenEntries(line, isLast ? 'cut' : 'broken', this.#line, MOST_DAMAGED);
  }

  /** A line or an element that is no JSON: several records without an end of line between them, or one that is damaged before others. */
  #brokenEntries(text: string, code: LogProblem['code'], line: number | null, levels: number): Entry[] {
    this.#hasBroken = true;
    const next = levels === 0 ? -1 : this.#heads.next(text);
    if (next < 0) {
      this.#number += 1;
      return [problem(code, line)];
    }
    const first = recordIn(text.slice(0, next));
    const entries =
      fieldsOf(first) === null ? this.#brokenEntries(text.slice(0, next), 'broken', line, 0) : [this.#record(first)];
    const cutter = new Cutter(true);
    const cuts = cutter.push(text.slice(next));
    const rest = cutter.rest();
    for (const cut of cuts) {
      const value = recordIn(cut.text);
      if (fieldsOf(value) !== null) entries.push(this.#record(value));
      else if (/^[{[]/.test(cut.text)) entries.push(...this.#brokenEntries(cut.text, 'broken', line, levels - 1));
    }
    if (rest !== null && /^[{[]/.test(rest.text))
      entries.push(...this.#brokenEntries(rest.text, code, code === 'cut' ? null : line, levels - 1));
    return entries;
  }

  /** What is left of the last element when the log ends. */
  #restEntries(): Entry[] {
    if (this.#cutter?.isOpen !== true) return [];
    const rest = this.#cutter.rest();
    // A damaged element took the bracket that ends the list for its own.
    if (rest === null && this.#hasBroken && this.#endsClosed) return [];
    if (rest === null || this.#heads.next(rest.text) < 0) return [problem('cut', null)];
    const entries = this.#brokenEntries(rest.text, 'cut', rest.line, MOST_DAMAGED);
    // The end of the list was taken for one of the damaged element.
    const isWhole = /[\]}]\s*$/.test(rest.text);
    return entries.filter((entry, index) => !(isWhole && index === entries.length - 1 && entry.kind === 'problem'));
  }

  #elements(text: string): Entry[] {
    const last = text.trimEnd().at(-1);
    if (last !== undefined) this.#endsClosed = last === ']' || (last === '}' && this.#framing?.kind === 'document');
    return (this.#cutter?.push(text) ?? []).flatMap((cut) => {
      if (cut.text.trim() === '') return [];
      // Beside records all else is what is left of a damaged one.
      const isRecord = /^[{[]/.test(cut.text);
      if (this.#hasRecords && !isRecord) return [];
      this.#hasRecords ||= isRecord;
      const value = recordIn(cut.text);
      const fields = fieldsOf(value);
      if (cut.isLoose && (fields === null || !isKnown(fields))) return [];
      if (value === undefined) return this.#brokenEntries(cut.text, 'broken', cut.line, MOST_DAMAGED);
      this.#heads.learn(value);
      return [this.#record(value)];
    });
  }

  /** More of a document, or of plain text. */
  #more(text: string): Entry[] {
    this.#wait(text);
    if (this.#framing?.kind !== 'document' || this.#waitingLength <= MOST_LENGTH) return [];
    this.#framing = { kind: 'list' };
    this.#cutter = new Cutter(false);
    return this.#elements(this.#taken());
  }

  #documentEntries(): Entry[] {
    const text = this.#taken();
    const value = recordIn(text.trim());
    if (value !== undefined) return [{ kind: 'record', value, number: (this.#number += 1), isDocument: true }];
    // What is broken does not hide the records before it.
    this.#cutter = new Cutter(areConcatenated(text));
    const entries = this.#elements(text);
    const isOpen = this.#cutter.isOpen;
    entries.push(...this.#restEntries());
    if (this.#number > 0) return entries;
    const begun = isOpen ? valueOfCut(text) : undefined;
    if (begun !== undefined)
      return [{ kind: 'record', value: begun, number: (this.#number += 1), isDocument: true }, problem('cut', null)];
    return isOpen ? entries : [...entries, problem('broken', null)];
  }

  #textEntries(text: string): Entry[] {
    const value = documentAfterWords(text, this.#name);
    if (value === undefined) return [this.#record(text)];
    const records: Entry[] = Array.isArray(value)
      ? value.map((one) => this.#record(one))
      : [{ kind: 'record', value, number: (this.#number += 1), isDocument: true }];
    return [problem('words', null), ...records];
  }

  #record(value: unknown): Entry {
    this.#number += 1;
    return { kind: 'record', value, number: this.#number, isDocument: false };
  }
}

/** Whether a text is several objects with nothing but blanks between them. */
function areConcatenated(text: string): boolean {
  const [first, second] = new Cutter(true).push(text.slice(0, FIRST_OBJECTS));
  return second !== undefined && fieldsOf(recordIn(first?.text ?? '')) !== null;
}

function problem(code: LogProblem['code'], line: number | null): Entry {
  return { kind: 'problem', problem: { code, line } };
}
