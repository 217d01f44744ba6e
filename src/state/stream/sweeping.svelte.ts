import type { Sweep, SweepProgress } from '../../core/index.ts';
import { openLongClient, type WorkerClient } from '../../worker/client.ts';
import { capabilitiesOf } from '../reading/capabilities.ts';
import type { Session } from '../session.svelte.ts';

/** The sweep over every cut of the reply: how far it is, and what came out. */
export class Sweeping {
  #client: WorkerClient | null = null;
  #answer = $state.raw<{ readonly sweep: Sweep; readonly of: string } | null>(null);
  /** Not null while it runs. */
  progress: SweepProgress | null = $state.raw(null);
  /** Why there is no answer; '' when there is one, or nobody asked. */
  problem = $state('');

  /** The answer, as long as it is about the reply and the settings of the page. */
  answerFor(session: Session): Sweep | null {
    return this.#answer?.of === keyOf(session) ? this.#answer.sweep : null;
  }

  async run(session: Session): Promise<void> {
    this.cancel();
    const { fields } = session;
    const of = keyOf(session);
    this.problem = '';
    this.progress = { done: 0, total: 0 };
    const client = openLongClient();
    this.#client = client;
    const { text, profile } = fields;
    const result = await client.run(
      { kind: 'sweep', text, profile, capabilities: capabilitiesOf(fields), custom: fields.custom },
      (progress) => {
        this.progress = progress;
      },
    );
    this.cancel();
    if (result.ok) this.#answer = { sweep: result.answer, of };
    else this.problem = `The cuts could not be checked. ${result.message}`;
  }

  /** A job that is cancelled never settles. */
  cancel(): void {
    this.#client?.dispose();
    this.#client = null;
    this.progress = null;
  }
}

function keyOf({ fields }: Session): string {
  return JSON.stringify([fields.text, fields.profile, capabilitiesOf(fields), fields.custom]);
}

/** The one sweep of the page. */
export const sweeping = new Sweeping();
