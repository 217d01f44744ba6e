import { piecesOf } from '../../parser-file/chunks.ts';
import { ParserClient, type PythonProgress } from '../../parser-file/client.ts';
import type { Asked, AskParser } from '../../parser-file/properties.ts';
import type { FoundParser, Loaded, ParserJob, ParserJobs, Reading, SourceFile } from '../../parser-file/protocol.ts';
import { OwnFile, type FileParser } from '../../page/own-file.svelte.ts';
import type { Page } from '../../page/page.svelte.ts';
import { FileChecks } from './file-checks.svelte.ts';
import { fileParser, givenTool } from './file-parser.ts';
import { Keeping } from './keeping.svelte.ts';
import { keptParser, LOST, sameFiles, type KeptParser } from './kept-parser.ts';
import { unansweredText } from './parser-words.ts';
import { otherLanguage, readSources } from './source-files.ts';

/** What one version of the files made of the reply. */
export interface Version {
  readonly files: readonly SourceFile[];
  readonly whole: Reading;
}

/** A parser file that the reader brought, and what it makes of the reply on the page. It is kept for a reload of the tab. */
export class OwnParser {
  readonly #page: Pick<Page, 'session' | 'results'>;
  readonly #client = new ParserClient();
  #run = 0;
  /** Special tokens of a tokenizer that was opened. */
  #markers: readonly string[] = [];
  files: readonly SourceFile[] = $state.raw([]);
  /** The files as they were before anybody edited them here. */
  opened: readonly SourceFile[] = $state.raw([]);
  /** A file that is being edited, with what is typed so far. */
  draft: { readonly place: number; readonly text: string } | null = $state.raw(null);
  /** The reader's own files, where a link brought others in their place, and at which opening of the session. */
  #displaced: { readonly own: KeptParser; readonly at: number } | null = null;
  #restoring: Promise<void> | null = null;
  readonly checks = new FileChecks(this);
  readonly keeping = new Keeping(() => this.#now);
  /** Whether the reader agreed that Python is fetched and that the files run. A new page asks again. */
  isAllowed = $state(false);
  /** Whether a link brought the files. */
  cameWithLink = $state(false);
  /** How much of Python is here; null where nothing is being fetched. */
  fetching: PythonProgress | null = $state.raw(null);
  isBusy = $state(false);
  loaded: Loaded | null = $state.raw(null);
  /** The id of the parser that reads. */
  chosen: string | null = $state(null);
  whole: Reading | null = $state.raw(null);
  stream: Reading | null = $state.raw(null);
  /** The version before the last change of the files. */
  before: Version | null = $state.raw(null);
  /** Which reading is shown. */
  mode: 'whole' | 'stream' = $state('whole');
  /** The step that is shown, counted from 0. */
  step = $state(0);
  /** Why there is no answer that a parser gave; '' while nothing is wrong. */
  problem = $state('');

  readonly parser: FoundParser | null = $derived(this.loaded?.parsers.find(({ id }) => id === this.chosen) ?? null);
  /** What was read last, with what it was read for. */
  #about: string | null = $state(null);
  /** Whether the reply or the tools have changed since. */
  readonly isStale: boolean = $derived(this.#about !== null && this.#about !== this.#key());
  readonly reading: Reading | null = $derived(this.mode === 'whole' ? this.whole : this.stream);

  constructor(page: Pick<Page, 'session' | 'results' | 'of'>) {
    this.#page = page;
    page.of(OwnFile).source = () => this.#offered;
  }

  /** What views beside this one see, as long as it may run. */
  readonly #offered: FileParser | null = $derived.by(() => {
    const { parser, loaded, files } = this;
    if (parser === null || loaded === null || !this.isAllowed) return null;
    return fileParser({
      parser,
      path: files[parser.file]?.path ?? '',
      markers: loaded.markers,
      run: (job) => this.#client.run(job),
      isOpen: () => this.loaded === loaded && this.chosen === parser.id,
      stop: () => {
        this.stop();
      },
    });
  });

  /** Opens what a reload has closed, and offers what another visit had open; once. */
  restore(): Promise<void> {
    return (this.#restoring ??= this.#restore());
  }

  async #restore(): Promise<void> {
    const found = await keptParser();
    if (found === null) return;
    if (found === 'lost') {
      if (this.files.length === 0) this.problem = LOST;
    } else if (this.files.length === 0 && !this.isLinked) {
      if (found.isOfThisTab) await this.putBack(found.kept);
      else this.keeping.offered = found.kept;
    } else if (found.isOfThisTab && this.cameWithLink) {
      // Links hold the reader's own file, too, where they want that.
      if (sameFiles(found.kept.files, this.files)) await this.putBack(found.kept);
      else this.#displaced = { own: found.kept, at: this.#page.session.openings };
    }
  }

  /** What a reload has to bring back; null where no file is open. */
  get #now(): KeptParser | null {
    const { files, opened, draft, cameWithLink } = this;
    if (files.length === 0) return null;
    const typed = files.map((file, at) => (at === draft?.place ? { ...file, text: draft.text } : file));
    return { files, typed, opened, markers: this.#markers, cameWithLink };
  }

  /** Takes files as they were before, with what was typed into them. */
  async putBack({ typed, opened, markers, cameWithLink }: KeptParser): Promise<void> {
    this.#markers = markers;
    this.cameWithLink = cameWithLink;
    this.#begin(opened);
    const taken = this.#take(typed);
    if (this.isLinked) this.link(true);
    this.keeping.keep();
    await taken;
  }

  #begin(opened: readonly SourceFile[]): void {
    this.keeping.offered = null;
    this.draft = null;
    this.problem = '';
    this.before = null;
    this.chosen = null;
    this.opened = opened;
  }

  /** Keeps what is typed into a file; null where the file stays as it is. */
  type(place: number, text: string | null): void {
    this.draft = text === null ? null : { place, text };
    if (this.#displaced === null) this.keeping.keepTyped();
  }

  /** Takes files in place of those before, which can be brought back. They run only after the reader agreed. */
  async open(files: readonly SourceFile[]): Promise<void> {
    const [language] = files.flatMap(({ text }) => otherLanguage(text) ?? []);
    if (language !== undefined) {
      this.problem = `This is ${language}, and only Python runs here. Write it as \`parse(text, tools)\` in Python.`;
      return;
    }
    const former = this.cameWithLink ? (this.#displaced?.own ?? null) : this.#now;
    // Nobody has agreed that links hold this one.
    if (this.cameWithLink && this.isLinked) this.link(false);
    this.cameWithLink = false;
    this.#displaced = null;
    this.#begin(files);
    const taken = this.#take(files);
    this.keeping.keep();
    if (former !== null) this.#offerBack('Another parser file is open.', former);
    await taken;
  }

  #offerBack(text: string, former: KeptParser, isLinked = false): void {
    const undo = (): void => {
      void this.putBack(former);
      if (isLinked) this.link(true);
    };
    this.#page.session.offerUndo({ text, overwrites: [], undo });
  }

  /** Takes files that were dropped or chosen: those that are Python. */
  async openFiles(given: readonly File[]): Promise<void> {
    const read = await readSources(given);
    // What a reload has closed is not written over unseen.
    await this.restore();
    if (typeof read === 'string') {
      this.problem = read;
      return;
    }
    const { files, markers } = read;
    if (markers !== null) this.#markers = markers;
    if (files.length === 0) {
      if (this.files.length > 0) await this.#take(this.files);
      else this.problem = 'None of these files is Python. Choose files that end in .py.';
      return;
    }
    await this.open(files);
  }

  /** Takes an edited file, and keeps what the version before made of the reply. */
  async edit(place: number, text: string): Promise<void> {
    if (this.whole !== null) this.before = { files: this.files, whole: this.whole };
    this.draft = null;
    const files = this.files.map((file, at) => (at === place ? { ...file, text } : file));
    const taken = this.#take(files);
    if (this.#displaced === null) this.keeping.keep();
    await taken;
  }

  get isEdited(): boolean {
    return this.files.length > 0 && this.files !== this.opened;
  }

  /** Special tokens of a tokenizer that was opened. */
  get markers(): readonly string[] {
    return this.#markers;
  }

  /** One more Python, for another version of the files. */
  openBeside(): ParserClient {
    return this.#client.openBeside();
  }

  /** Whether links hold the files. */
  get isLinked(): boolean {
    return this.#page.session.fields.parserFiles !== null;
  }

  /** Has links hold the files, or no longer. */
  link(isLinked: boolean): void {
    this.#page.session.set({ parserFiles: isLinked ? this.files : null });
  }

  /**
   * Takes the files that a link brought. They run only after the reader agreed, also where other files already run. Those come
   * back with the work before the link.
   */
  takeLinked(): void {
    const { openings, fields } = this.#page.session;
    const { parserFiles } = fields;
    if (parserFiles === null) {
      const displaced = this.#displaced;
      if (displaced === null || displaced.at === openings || !this.cameWithLink) return;
      this.#displaced = null;
      void this.putBack(displaced.own);
      return;
    }
    if (parserFiles === this.files || sameFiles(parserFiles, this.files)) return;
    const own = this.#now;
    if (own !== null && !this.cameWithLink) this.#displaced = { own, at: openings };
    this.#client.stop();
    this.isAllowed = false;
    this.cameWithLink = true;
    this.#begin(parserFiles);
    void this.#take(parserFiles);
  }

  close(): void {
    const former = this.#now;
    const { isLinked } = this;
    const displaced = this.#displaced;
    if (isLinked) this.link(false);
    this.cameWithLink = false;
    this.#client.stop();
    this.files = [];
    this.#markers = [];
    this.loaded = null;
    this.#begin([]);
    this.problem = '';
    this.#forget();
    if (displaced !== null) {
      this.#displaced = null;
      void this.putBack(displaced.own);
      return;
    }
    this.keeping.keep();
    if (former === null) return;
    this.#offerBack('Your parser file was removed.', former, isLinked);
  }

  /** The reader agrees: Python is fetched, and the files run. */
  async allow(): Promise<void> {
    this.isAllowed = true;
    this.problem = '';
    this.fetching = { done: 0, total: 1 };
    const failed = await this.#client.start((progress) => {
      this.fetching = progress;
    });
    this.fetching = null;
    if (failed !== null && !failed.ok) {
      this.isAllowed = false;
      this.problem = `${failed.message} Try again.`;
      return;
    }
    await this.#load();
  }

  choose(id: string): void {
    this.chosen = id;
    this.before = null;
    void this.read();
  }

  show(mode: 'whole' | 'stream'): void {
    this.mode = mode;
    this.#goToDecided();
  }

  goTo(step: number): void {
    const last = (this.reading?.steps.length ?? 0) - 1;
    this.step = Math.max(0, Math.min(last, step));
  }

  /** Reads the reply of the page, whole and in pieces. */
  async read(): Promise<void> {
    const parser = this.parser;
    if (parser === null) return;
    this.#run += 1;
    const run = this.#run;
    // Versions of the file are compared on one reply.
    if (this.isStale) this.before = null;
    this.#about = this.#key();
    this.#forget();
    this.isBusy = true;
    const { text, tools, markers } = this.asked(parser);
    const job = { ask: 'read', parser: parser.id, text, tools } as const;
    const asWhole = { ...job, chunks: null };
    const asStream = { ...job, chunks: piecesOf(text, markers) };
    const whole = await this.ask({ ...asWhole, placed: false });
    if (run === this.#run) this.whole = whole;
    const stream =
      whole === null || !whole.streams || whole.problem !== null
        ? null
        : await this.ask({ ...asStream, placed: false });
    if (run !== this.#run) return;
    this.stream = stream;
    this.isBusy = false;
    if (stream === null) this.mode = 'whole';
    this.#goToDecided();
    // Places take readings of their own, and what the parser made of the reply is looked at meanwhile.
    const placed = await this.#placed(asWhole);
    if (run === this.#run && placed !== null) this.whole = placed;
    const placedStream = stream === null || run !== this.#run ? null : await this.#placed(asStream);
    if (run === this.#run && placedStream !== null) this.stream = placedStream;
  }

  /** The same reading with its places; null where they could not be had. */
  async #placed(job: ParserJob<'read'>): Promise<Reading | null> {
    const result = await this.#client.run<'read'>({ ...job, placed: true });
    return result.ok ? result.answer : null;
  }

  stop(): void {
    this.#run += 1;
    this.#client.stop();
    this.isBusy = false;
    this.checks.progress = null;
  }

  readonly ask: AskParser = async <Kind extends keyof ParserJobs>(job: ParserJob<Kind>) => {
    const result = await this.#client.run<Kind>(job);
    if (result.ok) return result.answer;
    if (result.message !== 'Stopped.') this.problem = unansweredText(result);
    return null;
  };

  #key(): string {
    const { session, results } = this.#page;
    return JSON.stringify([session.fields.text, results.toolsInForce]);
  }

  /** The question about the reply of the page. */
  asked(parser: FoundParser): Asked {
    const { session, results } = this.#page;
    const tools = results.toolsInForce.map(givenTool);
    return { parser: parser.id, text: session.fields.text, tools, markers: this.loaded?.markers ?? [] };
  }

  async #take(files: readonly SourceFile[]): Promise<void> {
    this.files = files;
    if (this.isLinked && this.isAllowed) this.link(true);
    this.problem = '';
    this.loaded = null;
    this.#forget();
    if (this.isAllowed) await this.#load();
  }

  async #load(): Promise<void> {
    if (this.files.length === 0) return;
    const files = this.files;
    this.isBusy = true;
    const loaded = await this.ask({ ask: 'load', files, markers: this.#markers });
    this.isBusy = false;
    if (files !== this.files) return;
    this.loaded = loaded;
    const parsers = loaded?.parsers ?? [];
    if (!parsers.some(({ id }) => id === this.chosen))
      this.chosen = parsers.length === 1 ? (parsers[0]?.id ?? null) : null;
    await this.read();
  }

  #forget(): void {
    this.whole = null;
    this.stream = null;
    this.checks.forget();
    this.step = 0;
  }

  /** Where the answer was settled is what one looks for first. */
  #goToDecided(): void {
    this.step = Math.max(0, this.reading?.decided?.step ?? 0);
  }
}
