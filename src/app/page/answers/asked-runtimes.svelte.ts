import type { ReplyJob } from '../../worker/protocol.ts';
import { Asked } from '../asked.svelte.ts';
import { FormatsClient } from '../formats-client.ts';
import type { Page } from '../page.svelte.ts';
import { asItCame } from '../line-feeds.ts';
import { modelOf } from '../reading/proof.ts';
import { serverOf } from '../reading/capabilities.ts';

type AskedPage = Pick<Page, 'session' | 'of'>;

/** The reply of the page. The worker keeps what runtimes made of it: the questions below share their answers. */
export function replyOf({ session }: AskedPage): ReplyJob {
  const { text, tools, expected } = asItCame(session.active);
  const { runtime: chosen, ...server } = serverOf(session.fields);
  return { text, tools, expected, ...server, chosen };
}

/** What the runtimes that matter for the reply make of it. */
export class Glancing extends Asked<'glance'> {
  constructor(page: AskedPage) {
    super({
      worker: () => page.of(FormatsClient).worker,
      after: 250,
      job: () => ({ kind: 'glance', ...replyOf(page), pinned: page.session.fields.pinned }),
    });
  }
}

/** What every runtime makes of the reply, compared with the chosen one. It can take long, so it ends when nobody looks. */
export class EveryRuntime extends Asked<'ask-all'> {
  readonly #forget: () => void;

  constructor(page: AskedPage) {
    const forget = (): void => {
      page.of(FormatsClient).worker.forget('ask-all');
    };
    super({
      worker: () => page.of(FormatsClient).worker,
      after: 0,
      end: forget,
      job: () => ({ kind: 'ask-all', ...replyOf(page) }),
    });
    this.#forget = forget;
  }

  /** A job that is forgotten never settles. */
  readonly stop = (): void => {
    this.#forget();
    this.progress = null;
    this.problem = 'Stopped.';
  };
}

/** What would make the reply give the calls that were meant. */
export class WayFinding extends Asked<'ways-out'> {
  constructor(page: AskedPage & Pick<Page, 'results'>) {
    super({
      worker: () => page.of(FormatsClient).worker,
      after: 500,
      job: () => {
        const { native, system, askedFormat: asked } = page.session.fields;
        const reply = replyOf(page);
        // What is tried is the text alone, so of a reply with native calls nobody is asked.
        const chosen = native.trim() === '' ? reply.chosen : '';
        return { kind: 'ways-out', ...reply, chosen, system, asked, model: modelOf(page) };
      },
    });
  }
}
