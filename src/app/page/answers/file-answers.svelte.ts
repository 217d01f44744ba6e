import type { FileReading, ReplyAnswers, RuntimeAnswers } from '../../../core/index.ts';
import { askOnChange, unlessSame } from '../ask-on-change.svelte.ts';
import { FormatsClient } from '../formats-client.ts';
import { OwnFile, type FileParser } from '../own-file.svelte.ts';
import type { Page } from '../page.svelte.ts';
import { replyOf } from './asked-runtimes.svelte.ts';

interface About {
  readonly parser: FileParser;
  readonly reply: ReturnType<typeof replyOf>;
  readonly tools: Page['results']['toolsInForce'];
}

interface Answered {
  readonly parser: FileParser;
  readonly reading: FileReading;
  readonly answers: RuntimeAnswers;
  readonly intended: number;
}

/** What the reader's parser file makes of the reply, beside what servers make of it. */
export class FileAnswers {
  readonly #page: Pick<Page, 'session' | 'results' | 'of'>;
  readonly #file: OwnFile;
  #answered: Answered | null = $state.raw(null);
  /** Whether it is about something that has changed since. */
  isStale = $state(true);

  constructor(page: Pick<Page, 'session' | 'results' | 'of'>) {
    this.#page = page;
    this.#file = page.of(OwnFile);
  }

  /** Null while the file that is open has not answered. */
  get answer(): Answered | null {
    return this.#answered?.parser === this.#file.parser ? this.#answered : null;
  }

  readonly follow = (): (() => void) =>
    $effect.root(() => {
      const asked = unlessSame(() => ({ reply: replyOf(this.#page), tools: this.#page.results.toolsInForce }));
      askOnChange<About, Answered | null>({
        about: () => {
          const { parser } = this.#file;
          const { reply, tools } = asked();
          return parser === null || reply.text.trim() === '' ? null : { parser, reply, tools };
        },
        after: 400,
        ask: (about) => this.#ask(about),
        begin: () => {
          this.isStale = true;
          return undefined;
        },
        take: (answered, _about, isCurrent) => {
          if (!isCurrent) return;
          this.#answered = answered;
          this.isStale = false;
        },
      });
    });

  async #ask({ parser, reply, tools }: About): Promise<Answered | null> {
    const reading = await parser.read({ text: reply.text, tools });
    if (reading === null) return null;
    const result = await this.#page.of(FormatsClient).worker.run({ kind: 'file', ...reply, reading });
    const given: ReplyAnswers | null = result.ok ? result.answer : null;
    const [answers] = given?.answers ?? [];
    return answers === undefined ? null : { parser, reading, answers, intended: given?.intended ?? 0 };
  }
}
