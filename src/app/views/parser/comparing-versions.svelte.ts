import type { Page } from '../../page/page.svelte.ts';
import type { AskParser } from '../../parser-file/properties.ts';
import type { ParserClient } from '../../parser-file/client.ts';
import type { ParserJob, ParserJobs, SourceFile } from '../../parser-file/protocol.ts';
import { compareVersions, type VersionReport } from '../../parser-file/versions.ts';
import { ComparingOurs } from './comparing-ours.svelte.ts';
import { givenTool } from './file-parser.ts';
import { OwnParser } from './own-parser.svelte.ts';
import { readSources } from './source-files.ts';

interface Compared extends VersionReport {
  /** The version before, as a sentence names it. */
  readonly before: string;
}

/** The open file against another version of it, on the reply of the page and on all texts of its parser. */
export class ComparingVersions {
  readonly #page: Page;
  #client: ParserClient | null = null;
  #run = 0;
  #result: { readonly of: readonly SourceFile[]; readonly compared: Compared } | null = $state.raw(null);
  progress: { readonly done: number; readonly total: number } | null = $state.raw(null);
  problem = $state('');

  constructor(page: Page) {
    this.#page = page;
  }

  /** Null as long as the files that are open have not been compared. */
  get result(): Compared | null {
    return this.#result?.of === this.#page.of(OwnParser).files ? this.#result.compared : null;
  }

  /** Another version that somebody chose is the one before. */
  async withFiles(chosen: readonly File[]): Promise<void> {
    const read = await readSources(chosen);
    if (typeof read === 'string') this.problem = read;
    else if (read.files.length === 0) this.problem = 'Choose the parser itself: a file that ends in .py.';
    else await this.run(read.files, read.files[0]?.path ?? '');
  }

  /** @param before the version before; `name`: as a sentence names it */
  async run(before: readonly SourceFile[], name: string): Promise<void> {
    this.stop();
    const run = this.#run;
    const own = this.#page.of(OwnParser);
    const { parser, loaded, files } = own;
    if (parser === null || loaded === null) return;
    this.problem = '';
    this.progress = { done: 0, total: 1 };
    // In a Python of its own: neither sees what the other does to it.
    const client = own.openBeside();
    this.#client = client;
    const ask = asking(client);
    try {
      const other = await ask({ ask: 'load', files: before, markers: own.markers });
      if (run !== this.#run) return;
      const found = other?.parsers.find((one) => one.name === parser.name) ?? other?.parsers[0];
      if (other === null || other.problem !== null || found === undefined) {
        this.problem = `${name}: ${other?.problem?.sentence ?? 'it could not be loaded.'}`;
        return;
      }
      const report = await compareVersions(
        { ask, parser: found.id, markers: other.markers },
        { ask: own.ask, parser: parser.id, markers: loaded.markers },
        await this.#texts(),
        (done, total) => {
          if (run === this.#run) this.progress = { done, total };
        },
      );
      if (run !== this.#run) return;
      if (report === null) this.problem = 'One of the two versions did not end, or was stopped.';
      else this.#result = { of: files, compared: { ...report, before: name } };
    } finally {
      client.stop();
      if (run === this.#run) this.progress = null;
    }
  }

  stop(): void {
    this.#run += 1;
    this.#client?.stop();
    this.#client = null;
    this.progress = null;
  }

  async #texts() {
    const { session, results, runtimes } = this.#page;
    const info = runtimes.find(this.#page.of(ComparingOurs).server.runtime);
    const { testTexts } = await import('./test-texts.ts');
    const reply = { id: 'reply', text: session.fields.text, tools: results.toolsInForce };
    const others = info === undefined ? [] : await testTexts(info);
    return [...(reply.text.trim() === '' ? [] : [reply]), ...others].map(({ id, text, tools }) => ({
      id,
      text,
      tools: tools.map(givenTool),
    }));
  }
}

function asking(client: ParserClient): AskParser {
  return async <Kind extends keyof ParserJobs>(job: ParserJob<Kind>) => {
    const result = await client.run<Kind>(job);
    return result.ok ? result.answer : null;
  };
}
