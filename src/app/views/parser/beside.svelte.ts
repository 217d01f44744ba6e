import { tokenRecording, type FileReading } from '../../../core/index.ts';
import { askOnChange, unlessSame } from '../../page/ask-on-change.svelte.ts';
import { OwnFile, type FileParser } from '../../page/own-file.svelte.ts';
import type { Page } from '../../page/page.svelte.ts';
import type { Server } from '../../page/reading/capabilities.ts';
import { openWorker } from '../../worker/client.ts';
import type { BesideAnswer } from '../../worker/protocol.ts';
import { ComparingOurs } from './comparing-ours.svelte.ts';

interface About {
  readonly parser: FileParser;
  readonly text: string;
  readonly tools: Page['results']['toolsInForce'];
  /** JSON text as typed. */
  readonly typed: string;
  readonly server: Server;
}

interface Answered {
  readonly parser: FileParser;
  readonly reading: FileReading;
  /** The server, by its id. */
  readonly runtime: string;
  readonly beside: BesideAnswer;
}

/** The parser file beside the server of its name on the reply of the page, as long as somebody looks. */
export class Beside {
  readonly #page: Page;
  #answered: Answered | null = $state.raw(null);
  isStale = $state(true);
  /** Why there is no answer; '' while nothing went wrong. */
  problem = $state('');

  constructor(page: Page) {
    this.#page = page;
  }

  get answer(): Answered | null {
    return this.#answered?.parser === this.#page.of(OwnFile).parser ? this.#answered : null;
  }

  readonly follow = (): (() => void) => {
    const page = this.#page;
    const core = openWorker('core', 'beside');
    const end = $effect.root(() => {
      const asked = unlessSame(() => ({
        text: page.session.fields.text,
        typed: page.session.active.tools,
        tools: page.results.toolsInForce,
        server: page.of(ComparingOurs).server,
      }));
      askOnChange<About, Answered | string>({
        about: () => {
          const { parser } = page.of(OwnFile);
          const about = asked();
          return parser === null || about.text.trim() === '' ? null : { parser, ...about };
        },
        after: 250,
        begin: () => {
          this.isStale = true;
          return undefined;
        },
        ask: async ({ parser, text, tools, typed, server }) => {
          const { cuts } = tokenRecording(text);
          const pieces = [...cuts, text.length].map((to, at) => text.slice(cuts[at - 1] ?? 0, to));
          const reading = await parser.read({ text, tools }, pieces);
          if (reading === null) return 'Your parser file could not be asked.';
          const result = await core.run({ kind: 'beside', ...server, tools: typed, pieces, reading });
          return result.ok ? { parser, reading, runtime: server.runtime, beside: result.answer } : result.message;
        },
        take: (answered, _about, isCurrent) => {
          if (!isCurrent) return;
          this.isStale = false;
          this.problem = typeof answered === 'string' ? answered : '';
          this.#answered = typeof answered === 'string' ? null : answered;
        },
      });
    });
    return () => {
      end();
      core.dispose();
    };
  };
}
