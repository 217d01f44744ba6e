import type { LayerAnswer } from '../../worker/protocol.ts';
import { emptyLinkState } from '../../permalink/state.ts';
import { FormatsClient } from '../formats/formats-client.ts';
import type { Page } from '../page.svelte.ts';
import { capabilitiesOf } from '../reading/capabilities.ts';

/** What the app around an engine makes of its response: one runtime reads what the client of another one receives. */
export class AppLayers {
  readonly #page: Pick<Page, 'session' | 'runtimes' | 'of'>;
  #answer = $state.raw<LayerAnswer | null>(null);
  /** Whether what is shown is of another reply, or nothing was answered yet. */
  isStale = $state(true);
  /** Why there is no answer; '' while nothing went wrong. */
  problem = $state('');

  constructor(page: Pick<Page, 'session' | 'runtimes' | 'of'>) {
    this.#page = page;
  }

  get answer(): LayerAnswer | null {
    return this.#answer;
  }

  readonly list = $derived.by(() => this.#page.runtimes.list.filter(({ isAppLayer }) => isAppLayer === true));
  readonly chosen = $derived.by(
    () => this.list.find(({ id }) => id === this.#page.session.fields.appLayer) ?? this.list[0] ?? null,
  );

  /** Asks whenever the reply, or how it is read, changes. Returns what ends it. */
  readonly follow = (): (() => void) => {
    const { session } = this.#page;
    const { worker } = this.#page.of(FormatsClient);
    return $effect.root(() => {
      const job = $derived.by(() => {
        const { text, native, profile, tools, custom } = session.fields;
        const capabilities = capabilitiesOf(session.fields);
        const reading = { text, toolCallsText: native, profile, capabilities, tools, custom };
        return JSON.stringify({ kind: 'layer', reading, layer: this.chosen?.id ?? '' });
      });
      $effect(() => {
        let isCurrent = true;
        this.isStale = true;
        void worker.run(JSON.parse(job) as Parameters<typeof worker.run<'layer'>>[0]).then((result) => {
          if (!isCurrent) return;
          this.isStale = false;
          this.problem = result.ok ? '' : result.message;
          this.#answer = result.ok ? result.answer : null;
        });
        return () => {
          isCurrent = false;
        };
      });
    });
  };

  /** Opens what the app receives as a case of its own, read by the app layer. What was here can be brought back. */
  open(): void {
    const { session } = this.#page;
    const { answer, chosen } = this;
    if (answer === null || chosen === null) return;
    const { tools, system, view } = session.fields;
    const { text, native } = answer;
    const state = { ...emptyLinkState, text, native, profile: chosen.id, tools, system, view, appLayer: chosen.id };
    session.open(state, `What ${chosen.label} receives`, true);
  }
}
