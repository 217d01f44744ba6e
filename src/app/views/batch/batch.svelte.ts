import type { Mapping, Move } from '../../../core/index.ts';
import { serverOf } from '../../page/reading/capabilities.ts';
import { serverFields } from '../../page/reading/server-fields.ts';
import { BatchClient } from '../../worker/batch-client.ts';
import {
  type BatchAsk,
  type BatchFile,
  type BatchFilter,
  type BatchServer,
  type BatchSetting,
  type BatchTold,
  type BatchTrial,
  BY_FILE,
  type FilePair,
  type MappedFile,
  noFilter,
} from '../../worker/batch-protocol.ts';
import { emptyLinkState } from '../../permalink/state.ts';
import { OwnFile, type FileParser } from '../../page/own-file.svelte.ts';
import type { Page } from '../../page/page.svelte.ts';
import { savedNotice } from '../notices/saved-notice.ts';
import { saveFile } from '../../kit/save-file.ts';
import { openedTitle, type outcomeWords, wordsFor, worstFirst } from './batch-words.ts';
import { savedName } from './filter-words.ts';
import { exampleLog } from './example-log.ts';
import { forgetLogs, keepLogs, keptLogs } from './kept-logs.ts';
import { ListedRows } from './listed-rows.svelte.ts';
import { summaryFile } from './summary.ts';

type Told<Kind extends BatchTold['kind']> = Extract<BatchTold, { kind: Kind }>;

/** So many replies are made tests at once. */
const MOST_CASES = 200;

/** The way from a reply to the log. */
const BACK = 'Back to the log';

const LOST = 'The log of this tab is no longer kept in this browser. Open its files again.';

/** Quiet time before a search is asked for, in milliseconds: it groups all replies again. */
const SEARCH_AFTER = 200;

/** Each worker has the code of the engine once more. */
const MOST_WORKERS = 8;

/** The replies of one or more files, and what a server makes of them. The texts stay in the worker. */
export class Batch {
  readonly #page: Page;
  readonly #file: OwnFile;
  #client: BatchClient | null = null;
  /** The server that the worker was last asked for, as text. */
  #asked = '';
  /** The parser file that reads, where that reads. */
  #reader: FileParser | null = null;
  #versions = 0;
  /** A search that is being typed. */
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** Who reads, as somebody chose: the server of the page, or the reader's parser file. */
  wanted: 'server' | 'file' = $state('server');
  #open: readonly MappedFile[] = [];
  files: readonly BatchFile[] = $state.raw([]);
  progress: Told<'progress'> | null = $state.raw(null);
  found: Told<'groups'> | null = $state.raw(null);
  readonly rows = new ListedRows((ask) => {
    this.#ask(ask);
  });
  filter: BatchFilter = $state.raw(noFilter);
  /** The files that are compared; null for none. */
  pair: FilePair | null = $state.raw(null);
  /** What was tried with the group that is chosen, and how far it has come. */
  trial: { readonly trial: BatchTrial; readonly told: Told<'tried'> | null } | null = $state.raw(null);
  /** Replies that are to become tests. */
  cases: Told<'cases'> | null = $state.raw(null);
  isPaused = $state(false);
  isStopped = $state(false);
  isAligning = $state(true);
  problem = $state('');
  /** The files of the last visit, where they are kept and nothing is open. */
  kept: readonly MappedFile[] = $state.raw([]);
  /** Whether a reload opens what is open, as far as is known. */
  isKept = $state(true);
  #lastOpened: number | null = null;
  #returnsTo: number | null = null;
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

  /** What outcomes are called: by what they are held to. */
  get words(): typeof outcomeWords {
    const expected = this.files.reduce((sum, file) => sum + file.expected, 0);
    return wordsFor(this.found?.readBy ?? this.runtime, expected, this.progress?.replies ?? 0);
  }

  get isOpen(): boolean {
    return this.progress !== null;
  }

  /** Opens what a reload has closed, and offers what another visit had open. */
  async restore(): Promise<void> {
    const kept = this.isOpen ? null : await keptLogs();
    // Somebody may have opened files meanwhile.
    if (kept === null || this.isOpen) return;
    if (kept === 'lost') this.problem = LOST;
    else if (kept.isOfThisTab) this.#start(kept.files, kept.pair);
    else this.kept = kept.files;
  }

  open(files: readonly File[]): void {
    this.openMapped(files.map((file) => ({ file, mapping: null })));
  }

  /** Opens files, of some of which somebody has said what their members are. */
  openMapped(files: readonly MappedFile[]): void {
    if (files.length === 0) return;
    this.#start(files);
    void keepLogs(files).then((isKept) => {
      if (this.#open === files) this.isKept = isKept;
    });
  }

  /** Reads a file again with other members; null for those that its shape has. */
  map(index: number, mapping: Mapping | null): void {
    this.openMapped(this.#open.map((one, at) => (at === index ? { ...one, mapping } : one)));
  }

  /** What somebody has said of the members of a file. */
  mappingOf(index: number): Mapping | null {
    return this.#open[index]?.mapping ?? null;
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
    clearTimeout(this.#typing);
    this.files = [];
    this.found = null;
    this.rows.empty();
    this.rows.order = 'file';
    this.filter = noFilter;
    this.pair = null;
    this.cases = null;
    this.trial = null;
  }

  #start(files: readonly MappedFile[], pair: FilePair | null = null): void {
    this.kept = [];
    this.#open = files;
    this.isKept = true;
    this.#empty();
    this.#begin();
    this.progress = { kind: 'progress', read: 0, size: 1, judged: 0, replies: 0, rate: 0, isDone: false };
    this.#ask({ kind: 'open', files, ...this.#setting() });
    if (pair !== null) this.#compare(pair);
  }

  openExample(): void {
    this.#start([{ file: new File([exampleLog()], 'example-replies.jsonl'), mapping: null }]);
  }

  /** Reads all replies again where another server reads now, or another version of the file. */
  follow(): void {
    if (this.isOpen && JSON.stringify(this.#server()) !== this.#asked) this.readAgain();
  }

  readAgain(): void {
    this.#begin();
    this.trial = null;
    if (this.filter.tried !== null) this.setTried(this.filter.tried);
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
    this.#setFilter(change);
    this.#ask({ kind: 'filter', filter: this.filter });
  }

  /** Asks when nobody types any more. */
  searchFor(search: string): void {
    this.#setFilter({ search, group: null });
    this.#typing = setTimeout(() => {
      this.#ask({ kind: 'filter', filter: this.filter });
    }, SEARCH_AFTER);
  }

  /** What is asked for now holds what was typed: that is not asked for again. */
  #setFilter(change: Partial<BatchFilter>): void {
    clearTimeout(this.#typing);
    this.filter = { ...this.filter, tried: null, ...change };
    this.tryOut(null);
    this.scrolled = 0;
  }

  /** Lists what has this value alone; all where that was listed already. */
  toggle<Key extends 'outcome' | 'fault' | 'move' | 'wrong'>(key: Key, value: BatchFilter[Key]): void {
    this.filterBy({ [key]: this.filter[key] === value ? null : value, group: null });
  }

  /** Lists those of the group that something was tried with, of which one thing became. What was tried stays. */
  setTried(move: Move): void {
    this.filter = { ...this.filter, tried: this.filter.tried === move ? null : move };
    this.scrolled = 0;
    this.#ask({ kind: 'filter', filter: this.filter });
  }

  /** Compares two files; null: none. */
  compare(pair: FilePair | null): void {
    this.filterBy({ move: null, group: null });
    this.#compare(pair);
    // A reload compares them again.
    void keepLogs(this.#open, pair);
  }

  #compare(pair: FilePair | null): void {
    this.pair = pair;
    this.#ask({ kind: 'compare', pair });
  }

  /** Reads what is listed once more with a change; null ends one. */
  tryOut(trial: BatchTrial | null): void {
    if (trial === null && this.trial === null) return;
    // All of the group are tried with it.
    if (this.filter.tried !== null) this.setTried(this.filter.tried);
    this.trial = trial === null ? null : { trial, told: null };
    this.#ask({ kind: 'try', trial });
  }

  /** Asks for what is listed as cases. */
  askCases(): void {
    this.#ask({ kind: 'cases', most: MOST_CASES });
  }

  openReply(index: number, isShrunk = false): void {
    this.#lastOpened = index;
    this.#ask({ kind: 'reply', index, isShrunk });
  }

  /** Whether somebody comes back to the list from this reply; asked once. */
  returnsTo(index: number): boolean {
    const isIt = this.#returnsTo === index;
    if (isIt) this.#returnsTo = null;
    return isIt;
  }

  exportAs(form: 'csv' | 'jsonl'): void {
    this.#ask({ kind: 'export', form });
  }

  saveSummary(): void {
    this.#ask({ kind: 'summary', order: worstFirst(this.found?.groups ?? [], this.words).map(({ key }) => key) });
  }

  #begin(): void {
    this.isPaused = false;
    this.isStopped = false;
    this.problem = '';
  }

  #setting(): BatchSetting {
    const server = this.#server();
    this.#asked = JSON.stringify(server);
    // One core is left to the page.
    const workers = Math.min(MOST_WORKERS, navigator.hardwareConcurrency - 1);
    return { server, isAligning: this.isAligning, workers };
  }

  /** As single replies are read: with the reasoning parser, and what is said of provider and request. Or the parser file. */
  #server(): BatchServer {
    const server = serverOf(this.#page.session.fields);
    if (this.runtime !== BY_FILE) return server;
    if (this.#reader !== this.file) this.#versions += 1;
    this.#reader = this.file;
    return { ...server, runtime: BY_FILE, reasoning: '', version: this.#versions };
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
        this.rows.empty();
        break;
      case 'rows':
        this.rows.take(told.from, told.rows);
        break;
      case 'tried':
        if (this.trial !== null) this.trial = { ...this.trial, told };
        break;
      case 'cases':
        this.cases = told;
        break;
      case 'reply':
        this.#show(told);
        break;
      case 'exported':
        this.#save(told.blob, told.form);
        break;
      case 'summary':
        this.#save(summaryFile(told, this, serverFields(this.#page.session.fields)), 'md');
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

  #save(blob: Blob, form: Parameters<typeof savedName>[1]): void {
    const name = savedName(this, form);
    saveFile(blob, name);
    this.#page.session.say(savedNotice(name));
  }

  /** Opens a reply where single ones are read; the view stays as it is for whoever comes back. */
  #show(told: Told<'reply'>): void {
    const { session } = this.#page;
    const { text, native, tools, raw, expected } = told;
    const title = openedTitle(told);
    session.open({ ...emptyLinkState, text, native, tools, raw, expected, ...serverFields(session.fields) }, title);
    // Beside the way back to one's own work, where there was some: it is left over the log.
    const earlier = session.notices.find(({ kind }) => kind === 'replaced');
    if (earlier !== undefined) session.say({ ...earlier, text: 'What you had is kept.', isKept: true });
    const action = { label: BACK, run: () => session.setView('batch') };
    session.say({ kind: 'log', tone: 'info', text: `${title} is open.`, isKept: true, action });
  }

  /** Whichever way somebody takes from a reply to the log: the offer of a way is done with. */
  comeBack(): void {
    const { session } = this.#page;
    if (!session.notices.some(({ kind }) => kind === 'log')) return;
    session.dismiss('log');
    // What was mended there is taken back there.
    session.dismiss('edit');
    this.#returnsTo = this.#lastOpened;
  }
}
