import {
  type DeclaredFor,
  type LoggedReply,
  type LogPart,
  type LogSummary,
  type Mapping,
  type MappedPart,
  mappedParts,
  type Said,
  type ShapeId,
} from '../reply.ts';
import { isTelling } from '../shapes/generic.ts';
import { shapeOf } from '../shapes/index.ts';
import { type Around, nothingAround, type RecordReading } from '../shapes/shape.ts';
import { isAsAsked, promptText } from '../shapes/as-asked.ts';
import { expectedIn } from '../shapes/expected-calls.ts';
import { areMessages, saidAs, saidIn } from '../shapes/message.ts';
import { mappedReading } from '../shapes/mapped.ts';
import { promptNameOf } from '../shapes/prompt-name.ts';
import { type Fields, fieldsOf, objectsOf, unpacked } from '../values.ts';
import { areTexts, type BareText, BareTexts } from './bare-texts.ts';
import { unfolded } from './documents.ts';
import { loggedRecord } from './logged-body.ts';
import { answersBehind, textsIn } from './plain-text.ts';
import { plainKeys, withoutContainers } from './records.ts';
import { Samples } from './samples.ts';
import { Spans } from './spans.ts';
import { undressed } from './undressed.ts';
import { type Entry, TextLog } from './text-log.ts';
import { Troubles } from './troubles.ts';
import type { Bytes } from './bytes.ts';
import { type OpenZstd, Unpacker } from './unpack.ts';

export interface LogOptions {
  /** The name of the file, where it has one. */
  readonly name: string | null;
  /** Unpacks Zstandard, which is fetched only when a file needs it. Absent: such files are a problem. */
  readonly zstd?: OpenZstd | null;
  /** Members that hold what is looked for, where somebody has said so; all other parts are found by the shape of each record. */
  readonly mapping?: Mapping | null;
}

/** So many messages are known by their ids. */
const MOST_MESSAGES = 200_000;

/** So many answers are held back until the log says who gave them: no list for people is as long. */
const MOST_UNSURE = 5000;

/** So many lists of tools are held. */
const MOST_LISTS = 1000;

/** An archive of more files than this holds one log in pieces, and not logs to compare. */
const MOST_PARTS = 24;

/** Files of Inspect's archives that hold no sample. */
const BESIDE_SAMPLES = /^(?:_journal\/|(?:summaries|reductions|header)\.json$)/;

/** Where a file of an archive is, which may be in an archive itself. */
function pathOf(outer: string, inner: string | undefined): string {
  return inner === undefined ? outer : `${outer}/${inner}`;
}

/** What an operating system puts into an archive, and what it hides. */
const OF_SYSTEM = /(?:^|\/)(?:__MACOSX\/|\.[^/]|desktop\.ini$|Thumbs\.db$)/;

/** What came of a log that has ended. */
interface Ended {
  readonly replies: readonly LoggedReply[];
  readonly summary: LogSummary;
}

/** Reads one log in pieces, of bytes or of text. */
export class LogReader {
  readonly #name: string | null;
  readonly #zstd: OpenZstd | null;
  readonly #unpacker: Unpacker;
  readonly #mapping: Mapping | null;
  readonly #met = new Set<MappedPart>();
  readonly #samples = new Samples();
  #text: TextLog;
  /** The file of an archive that is being read. */
  #inner: LogReader | null = null;
  #isArchive = false;
  /** What each file of an archive gave, where it gave something. */
  readonly #parts: LogPart[] = [];
  /** How many replies the file that is being read gave so far. */
  #ofInner = 0;
  #isInspect = false;
  /** What the plain texts of an archive gave: beside records they are what somebody wrote about them. */
  #texts: (Ended & { readonly name: string })[] = [];
  #replies: LoggedReply[] = [];
  readonly #bare = new BareTexts();
  readonly #spans = new Spans();
  /** Answers to questions that people may have given; null where the log has something that only a model says. */
  #unsure: LoggedReply[] | null = [];
  /** What may be written again. */
  #growing: { readonly reading: RecordReading; readonly number: number; readonly shape: ShapeId } | null = null;
  readonly #once = new Set<string>();
  readonly #messages = new Set<string>();
  /** Lists of tools by their text: a log repeats the same one in every record. */
  readonly #lists = new Map<string, NonNullable<LoggedReply['tools']>>();
  readonly #counts = new Map<ShapeId, number>();
  readonly #troubles = new Troubles();
  readonly #declared: DeclaredFor[] = [];
  #records = 0;
  #failed = 0;
  #without = 0;
  #withTools = 0;
  #withExpected = 0;

  constructor({ name, zstd = null, mapping = null }: LogOptions) {
    this.#name = name;
    this.#zstd = zstd;
    this.#mapping = mapping;
    this.#text = new TextLog(name?.replace(/\.(?:gz|zst)$/i, '') ?? null);
    this.#unpacker = new Unpacker(
      {
        text: (text) => this.#take(this.#text.push(text)),
        file: (inner) => this.#open(inner),
        bytes: (data) => {
          const given = this.#inner?.push(data) ?? [];
          this.#ofInner += given.length;
          for (const reply of given) this.#replies.push(reply);
        },
        problem: (problem) => this.#troubles.add(problem),
      },
      zstd,
    );
  }

  /** The replies that are whole with this piece. */
  push(chunk: string | Bytes): LoggedReply[] {
    if (typeof chunk === 'string') this.#take(this.#text.push(chunk));
    else this.#unpacker.push(chunk);
    return this.#given();
  }

  end(): Ended {
    this.#unpacker.end();
    this.#closeInner();
    if (this.#records === 0) for (const text of this.#texts) this.#join(text, text.name);
    this.#texts = [];
    if (!this.#isArchive) this.#take(this.#text.end());
    this.#addTexts(this.#bare.end(), 'lines');
    this.#grown();
    this.#replies.push(...this.#spans.end());
    this.#without += this.#unsure?.length ?? 0;
    return { replies: this.#given(), summary: this.#summary() };
  }

  #given(): LoggedReply[] {
    const replies = this.#replies;
    this.#replies = [];
    return replies;
  }

  #open(name: string): void {
    this.#closeInner();
    this.#ofInner = 0;
    this.#isArchive = true;
    if (name.startsWith('_journal/') || this.#name?.endsWith('.eval') === true) this.#isInspect = true;
    if (OF_SYSTEM.test(name) || (this.#isInspect && BESIDE_SAMPLES.test(name))) return;
    this.#inner = new LogReader({ name, zstd: this.#zstd, mapping: this.#mapping });
  }

  #closeInner(): void {
    if (this.#inner === null) return;
    const name = this.#inner.#name ?? '';
    const { replies, summary } = this.#inner.end();
    this.#inner = null;
    for (const problem of summary.problems) this.#troubles.add({ ...problem, file: pathOf(name, problem.file) });
    this.#troubles.count += summary.troubles - summary.problems.length;
    if (summary.shape === 'text' && this.#texts.length < MOST_UNSURE) this.#texts.push({ replies, summary, name });
    else this.#join({ replies, summary }, name);
  }

  #join({ replies, summary }: Ended, name: string): void {
    const all = this.#ofInner + replies.length;
    this.#ofInner = 0;
    if (this.#parts.length <= MOST_PARTS && (all > 0 || summary.declared.length > 0 || summary.records > 1))
      this.#parts.push({ name, replies: all, summary });
    for (const reply of replies) this.#replies.push(reply);
    this.#records += summary.records;
    this.#failed += summary.failed;
    this.#without += summary.without;
    this.#withTools += summary.withTools;
    this.#withExpected += summary.withExpected;
    for (const one of summary.declared) this.#declared.push(one);
    for (const part of mappedParts) if (!summary.unmet.includes(part)) this.#met.add(part);
    this.#samples.join(summary.mapping, summary.members);
    for (const [shape, count] of summary.shapes) this.#count(shape, count);
  }

  #take(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (entry.kind === 'problem') this.#troubles.add(entry.problem);
      else this.#value(entry.value, entry.number, entry.isDocument);
    }
  }

  #value(value: unknown, number: number, isDocument: boolean): void {
    const written = fieldsOf(value);
    const plain = plainKeys(written === null || isDocument ? written : loggedRecord(written));
    const isTable = this.#text.framing === 'table';
    const fields = plain === null || isDocument ? plain : undressed(plain, isTable);
    if (fields === null) {
      const inside = areMessages(value) ? [] : objectsOf(value);
      // Some logs write a list a line: what was called, and what it was called with.
      if (inside.length > 0) for (const record of inside) this.#record(record, nothingAround, number, false);
      else this.#plain(value, number);
      return;
    }
    const inside = isTable ? null : unfolded(fields, isDocument, this.#name);
    if (inside === null) this.#record(fields, nothingAround, number, isTable);
    else
      inside
        .flatMap(({ records, around }) => records.map((record) => ({ record, around })))
        .forEach(({ record, around }, index) => {
          this.#record(record, around, isDocument ? index + 1 : number, false);
        });
  }

  /** A text, or a list that is a conversation. */
  #plain(value: unknown, number: number): void {
    if (typeof value === 'string') {
      const isText = this.#text.framing === 'text';
      const record = isText ? null : fieldsOf(unpacked(value));
      const text = isText ? withoutContainers(value.split('\n')).join('\n') : value;
      const records = isText ? answersBehind(text) : record !== null && isTelling(record) ? [record] : [];
      if (records.length > 0) {
        for (const [index, one] of records.entries()) this.#value(one, number + index, false);
        return;
      }
      if (!isText) this.#addTexts(this.#bare.take(value, number), 'lines');
      else {
        const texts = textsIn(text).map((one, index) => ({ text: one, number: number + index }));
        this.#addTexts(texts.length === 0 ? [{ text: null, number }] : texts, 'text');
      }
    } else if (areMessages(value)) this.#add({ id: null, said: saidIn(value) }, nothingAround, number, 'messages');
    else if (areTexts(value)) this.#add({ id: null, said: saidAs(value) }, nothingAround, number, 'lines');
    else this.#add({ id: null, said: [] }, nothingAround, number, 'lines');
  }

  #addTexts(texts: readonly BareText[], shape: ShapeId): void {
    for (const { text, number } of texts)
      this.#add({ id: null, said: saidAs(text === null ? [] : [text]) }, nothingAround, number, shape);
  }

  #record(record: Fields, around: Around, number: number, isTable: boolean): void {
    const shape = shapeOf(record, around);
    const read = { expected: expectedIn(record), prompt: promptNameOf(record), ...shape.read(record, around) };
    const base = { ...read, said: markedAsAsked(read.said, record) };
    this.#samples.add(record, base);
    const reading = this.#mapping === null ? base : this.#mapped(record, this.#mapping, base);
    this.#add(reading, around, number, isTable ? 'csv' : shape.id);
  }

  #mapped(record: Fields, mapping: Mapping, base: RecordReading): RecordReading {
    const { reading, met } = mappedReading(record, mapping, base);
    for (const part of met) this.#met.add(part);
    return reading;
  }

  /** A record that grows waits for the next one that says something. */
  #add(reading: RecordReading, around: Around, number: number, shape: ShapeId): void {
    if (reading.said.length > 0 && this.#growing !== null && this.#growing.reading.id !== reading.id) this.#grown();
    if (reading.isGrowing === true) this.#growing = { reading, number, shape };
    else this.#keep(reading, around, number, shape);
  }

  #grown(): void {
    if (this.#growing === null) return;
    const { reading, number, shape } = this.#growing;
    this.#growing = null;
    this.#keep(reading, nothingAround, number, shape);
  }

  #keep(reading: RecordReading, around: Around, number: number, shape: ShapeId): void {
    this.#records += 1;
    // A server's log has many other lines among those that tell.
    if (shape !== 'lines' || reading.said.length > 0) this.#count(shape, 1);
    const record = reading.id ?? String(number);
    if (reading.once !== undefined) {
      if (this.#once.has(reading.once)) return;
      this.#once.add(reading.once);
    }
    const tools = this.#shared(reading.tools ?? around.tools);
    const fresh = reading.said.filter((said) => !this.#isAgain(said));
    if (fresh.length === 0) {
      if (reading.hasFailed === true) this.#spans.take([], reading);
      if (reading.hasFailed === true) this.#failed += 1;
      else this.#without += 1;
      const { expected = null, prompt = null } = reading;
      const isTelling = tools !== null || expected !== null;
      if (isTelling && reading.id !== null) this.#declared.push({ record, tools, expected, prompt });
      return;
    }
    const replies = fresh.map((said, index): LoggedReply => ({
      ...said,
      id: fresh.length === 1 ? record : `${record}#${String(index + 1)}`,
      record,
      number,
      tools,
      model: reading.model ?? around.model,
      isRight: reading.isRight ?? null,
      ...(reading.prompt ? { prompt: reading.prompt } : {}),
      ...(fresh.length === 1 && reading.expected ? { expected: reading.expected } : {}),
    }));
    this.#withTools += tools === null ? 0 : replies.length;
    this.#withExpected += replies.filter(({ expected }) => expected !== undefined).length;
    if (reading.isPlainAnswer === true && this.#unsure !== null && this.#unsure.length < MOST_UNSURE)
      this.#unsure.push(...replies);
    else {
      const unsure = this.#unsure ?? [];
      this.#unsure = null;
      this.#replies.push(...unsure, ...this.#spans.take(replies, reading));
    }
  }

  /** Whether a message has come before: what an agent keeps after every step has all of the steps before in it. */
  #isAgain({ messageId, text, calls }: Said): boolean {
    if (messageId === undefined) return false;
    const key = `${messageId} ${String(text?.length)} ${String(calls?.length)}`;
    if (this.#messages.has(key)) return true;
    if (this.#messages.size < MOST_MESSAGES) this.#messages.add(key);
    return false;
  }

  #shared(tools: LoggedReply['tools']): LoggedReply['tools'] {
    if (tools === null) return null;
    const text = JSON.stringify(tools);
    const known = this.#lists.get(text);
    if (known === undefined && this.#lists.size < MOST_LISTS) this.#lists.set(text, tools);
    return known ?? tools;
  }

  #count(shape: ShapeId, count: number): void {
    this.#counts.set(shape, (this.#counts.get(shape) ?? 0) + count);
  }

  /** Whether an archive holds several logs: who packs two runs compares them. */
  #holdsLogs(): boolean {
    const logs = this.#parts.filter(({ replies }) => replies > 1);
    return !this.#isInspect && logs.length > 1 && this.#parts.length <= MOST_PARTS;
  }

  /** Where what was read is. Whoever is asked for the reply has to choose it. */
  #found(): Mapping {
    const { reply, ...others } = this.#samples.mapping();
    const isUnsure = this.#unsure !== null && this.#unsure.length > 0;
    return reply === undefined || isUnsure ? others : { reply, ...others };
  }

  #summary(): LogSummary {
    const shapes = [...this.#counts].toSorted(([, one], [, other]) => other - one);
    const empty = this.#records > 0 ? 'lines' : this.#text.framing === 'table' ? 'csv' : 'text';
    return {
      shape: shapes[0]?.[0] ?? empty,
      shapes,
      records: this.#records,
      failed: this.#failed,
      without: this.#without,
      withTools: this.#withTools,
      withExpected: this.#withExpected,
      troubles: this.#troubles.count,
      problems: this.#troubles.listed,
      declared: this.#declared,
      mapping: { ...this.#found(), ...this.#mapping },
      unmet: mappedParts.filter((part) => (this.#mapping?.[part] ?? '') !== '' && !this.#met.has(part)),
      members: this.#samples.members(),
      parts: this.#holdsLogs() ? this.#parts : [],
    };
  }
}

/** Says of each reply whether it has the form of calls that its prompt shows. */
function markedAsAsked(said: readonly Said[], record: Fields): readonly Said[] {
  if (!said.some(({ text }) => text?.includes('{') === true)) return said;
  const prompt = promptText(record);
  return said.map((one) => (isAsAsked(one.text ?? '', prompt) ? { ...one, isAsAsked: true } : one));
}

/**
 * Reads a whole log at once; a large one is pushed in pieces.
 *
 * @internal Tests have small ones.
 */
export function readLog(content: string | Bytes, options: LogOptions): Ended {
  const reader = new LogReader(options);
  const replies = reader.push(content);
  const { replies: last, summary } = reader.end();
  return { replies: [...replies, ...last], summary };
}
