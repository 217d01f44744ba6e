import { servers } from '../../sources/endpoint-request.ts';
import { modelOf } from '../../page/reading/proof.ts';
import type { Results } from '../../page/reading/results.svelte.ts';
import type { Session } from '../../page/session.svelte.ts';
import { askedIn, emptyLoop } from '../../page/turns.ts';
import { Given } from './given.svelte.ts';
import type { RunPlan } from './run-changes.ts';

/** Whether the last paste holds a request with tools of its own: not in the words of a prompt. */
function declaresTools(session: Session, { proved }: Results): boolean {
  return proved?.content === session.paste.content && (proved.answer.evidence.tools?.length ?? 0) > 0;
}

/** What a pasted request asks, of which model, and where its tools are: that is what runs next, until the reader says otherwise. */
export class PastedRequest {
  readonly #model: Given<string>;
  readonly #tools: Given<RunPlan['tools']>;
  readonly #user: Given<string>;

  constructor(session: Session, results: Results) {
    const page = { session, results };
    this.#model = new Given(() => modelOf(page) ?? servers[0]?.model ?? '');
    this.#tools = new Given(() => (declaresTools(session, results) ? 'request' : 'prompt'));
    this.#user = new Given(() => askedIn(session.fields.loop ?? emptyLoop));
  }

  get model(): string {
    return this.#model.value;
  }

  set model(model: string) {
    this.#model.value = model;
  }

  get tools(): RunPlan['tools'] {
    return this.#tools.value;
  }

  set tools(place: RunPlan['tools']) {
    this.#tools.value = place;
  }

  get user(): string {
    return this.#user.value;
  }

  set user(user: string) {
    this.#user.value = user;
  }
}
