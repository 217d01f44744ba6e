import type { BatchOutcome } from '../../../core/index.ts';
import { BatchClient } from '../../worker/batch-client.ts';
import {
  type BatchAsk,
  type BatchFile,
  type BatchFilter,
  type BatchRow,
  type BatchSetting,
  type BatchTold,
  BY_FILE,
} from '../../worker/batch-protocol.ts';
import { emptyLinkState } from '../../permalink/state.ts';
import { OwnFile, type FileParser } from '../../page/own-file.svelte.ts';
import type { Page } from '../../page/page.svelte.ts';
import { saveFile } from '../share/save-file.ts';
import { exampleLog } from './example-log.ts';
import { forgetLogs, keepLogs, keptLogs } from './kept-logs.ts';
import { summaryText, withLink } from './summary.ts';

type Told<Kind extends BatchTold['kind']> = Extract<BatchTold, { kind: Kind }>;

/** Rows are asked for in pieces of this many. */
const ROWS = 100;

/** Each worker has the code of the engine once more. */
const MOST_WORKERS = 8;

/** The replies of one or more files, and what a server makes of them. The texts stay in the worker. */
export class Batch {
  readonly #page: Page;
  readonly #file: OwnFile;
  #client: BatchClient | null = null;
  /** The runtime that the worker was last asked for. */
  #asked = '';
  /** The parser file that reads, where that reads. */
  #reader: FileParser | null = null;
  #versions = 0;
  /** Who reads, as somebody chose: the server of the page, or the reader's parser file. */
  wanted: 'server' | 'file' = $state('server');
  files: readonly BatchFile[] = $state.raw([]);
  progress: Told<'progress'> | null = $state.raw(null);
  found: Told<'groups'> | null = $state.raw(null);
  /** Those that were asked for, by their places in the list. */
  rows: Readonly<Record<number, BatchRow>> = $state.raw({});
  filter: BatchFilter = $state.raw({ outcome: null, group: null, search: '' });
  isPaused = $state(false);
  isStopped = $state(false);
  isAligning = $state(true);
  problem = $state('');
  /** The files of the last visit, where they are kept and nothing is open. */
  kept: readonly File[] = $state.raw([]);
  /** How far the list is scrolled: who comes back from a reply finds it there. */
  scrolled = 0;

  constructor(page: Page) {
    this.#page = page;
    this.#file = page.of(OwnFile);
  }

  /** The parser file, where one is open. */
  get file(): FileParser | null {
    return this.#file.parser;
  }

  /** The id of the runtime that reads: that of the page, or that of the file. */
  get runtime(): string {
    return this.wanted === 'file' && this.file !== null ? BY_FILE : this.#page.session.fields.profile;
  }

  /** What a sentence calls a runtime that reads or has read. */
  readonly labelOf = (runtime: string): string =>
    runtime === BY_FILE ? `your ${this.file?.name ?? 'parser file'}` : this.#page.runtimes.labelOf(runtime);

  get isOpen(): boolean {
    return this.progress !== null;
  }

  /** Opens what a reload has closed, and offers what another visit had open. */
  async restore(): Promise<void> {
    const kept = this.isOpen ? null : await keptLogs();
    // Somebody may have opened files meanwhile.
    if (kept === null || this.isOpen) return;
    if (kept.isOfThisTab) this.#start(kept.files);
    else this.kept = kept.files;
  }

  open(files: readonly File[]): void {
    if (files.length === 0) return;
    this.#start(files);
    void keepLogs(files);
  }

  /** Ends it all, and forgets the files. */
  close(): void {
    this.#client?.end();
    this.#client = null;
    this.progress = null;
    this.#empty();
    this.forget();
  }

  forget(): void {
    this.kept = [];
    void forgetLogs();
  }

  #empty(): void {
    this.files = [];
    this.found = null;
    this.rows = {};
    this.filter = { outcome: null, group: null, search: '' };
  }

  #start(files: readonly File[]): void {
    this.kept = [];
    this.#empty();
    this.#begin();
    this.progress = { kind: 'progress', read: 0, size: 1, judged: 0, replies: 0, rate: 0, isDone: false };
    this.#ask({ kind: 'open', files, ...this.#setting() });
  }

  openExample(): void {
    this.#start([new File([exampleLog()], 'example-replies.jsonl')]);
  }

  /** Reads all replies again where another runtime reads now, or another version of the file. */
  follow(runtime: string, file: FileParser | null): void {
    const isSame = runtime === this.#asked && (runtime !== BY_FILE || file === this.#reader);
    if (!this.isOpen || isSame) return;
    this.readAgain();
  }

  readAgain(): void {
    this.#begin();
    // What was read, another one has read.
    if (this.progress !== null) this.progress = { ...this.progress, judged: 0, rate: 0, isDone: false };
    this.#ask({ kind: 'read', ...this.#setting() });
  }

  setAligning(isAligning: boolean): void {
    this.isAligning = isAligning;
    this.readAgain();
  }

  pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.#ask({ kind: 'pause', isPaused });
  }

  stop(): void {
    this.isStopped = true;
    this.#ask({ kind: 'stop' });
  }

  filterBy(change: Partial<BatchFilter>): void {
    this.filter = { ...this.filter, ...change };
    this.scrolled = 0;
    this.#ask({ kind: 'filter', filter: this.filter });
  }

  setOutcome(outcome: BatchOutcome | null): void {
    this.filterBy({ outcome: this.filter.outcome === outcome ? null : outcome, group: null });
  }

  /** Asks for the rows from one place to another that are not here yet. */
  need(from: number, to: number): void {
    const first = Math.floor(from / ROWS) * ROWS;
    for (let at = first; at < to; at += ROWS) {
      if (this.rows[at] === undefined) this.#ask({ kind: 'rows', from: at, to: at + ROWS });
    }
  }

  openReply(index: number, isShrunk = false): void {
    this.#ask({ kind: 'reply', index, isShrunk });
  }

  exportAs(form: 'csv' | 'jsonl'): void {
    this.#ask({ kind: 'export', form });
  }

  saveSummary(): void {
    this.#ask({ kind: 'summary' });
  }

  #begin(): void {
    this.isPaused = false;
    this.isStopped = false;
    this.problem = '';
  }

  #setting(): BatchSetting {
    this.#asked = this.runtime;
    const isFile = this.#asked === BY_FILE;
    if (isFile && this.#reader !== this.file) this.#versions += 1;
    if (isFile) this.#reader = this.file;
    // One core is left to the page.
    const workers = Math.min(MOST_WORKERS, navigator.hardwareConcurrency - 1);
    return { runtime: this.#asked, version: isFile ? this.#versions : 0, isAligning: this.isAligning, workers };
  }

  #ask(ask: BatchAsk): void {
    this.#client ??= new BatchClient((told) => {
      this.#hear(told);
    });
    this.#client.ask(ask);
  }

  #hear(told: BatchTold): void {
    switch (told.kind) {
      case 'progress':
        this.progress = told;
        break;
      case 'files':
        this.files = told.files;
        break;
      case 'groups':
        this.found = told;
        this.rows = {};
        break;
      case 'rows':
        this.rows = { ...this.rows, ...Object.fromEntries(told.rows.map((row, index) => [told.from + index, row])) };
        break;
      case 'reply':
        this.#show(told);
        break;
      case 'exported':
        saveFile(told.blob, told.name);
        break;
      case 'summary':
        this.#saveSummary(told);
        break;
      case 'ask-file':
        void this.#askFile(told);
        break;
      case 'problem':
        this.problem = told.sentence;
    }
  }

  async #askFile({ number, replies }: Told<'ask-file'>): Promise<void> {
    const readings = (await this.#reader?.readMany(replies)) ?? null;
    this.#ask({ kind: 'file-read', number, readings });
  }

  #saveSummary({ runtime, counters, groups }: Told<'summary'>): void {
    const label = this.labelOf(runtime);
    const files = this.files.map(({ name }) => name);
    // A link never names the reader's own file.
    const linked = runtime === BY_FILE ? this.#page.session.fields.profile : runtime;
    const address = location.href.replace(/#.*$/s, '');
    const text = summaryText({ label, files, counters, groups: groups.map((one) => withLink(one, linked, address)) });
    saveFile(new Blob([text], { type: 'text/markdown;charset=utf-8' }), 'replies.md');
  }

  /** Opens a reply where single ones are read; the view stays as it is for whoever comes back. */
  #show({ id, text, native, tools }: Told<'reply'>): void {
    const { session } = this.#page;
    session.open({ ...emptyLinkState, text, native, tools, profile: session.fields.profile }, `Reply ${id}`);
  }
}
