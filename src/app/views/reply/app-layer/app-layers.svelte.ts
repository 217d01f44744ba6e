import { emptyLinkState } from '../../../permalink/state.ts';
import { Asked } from '../../../page/asked.svelte.ts';
import { FormatsClient } from '../../../page/formats-client.ts';
import type { Page } from '../../../page/page.svelte.ts';
import { readingSettings } from '../../../page/reading/capabilities.ts';

/** What the app around an engine makes of its response: one runtime reads what the client of another one receives. */
export class AppLayers extends Asked<'layer'> {
  readonly #page: Pick<Page, 'session' | 'runtimes' | 'of'>;

  constructor(page: Pick<Page, 'session' | 'runtimes' | 'of'>) {
    super({
      worker: () => page.of(FormatsClient).worker,
      after: 0,
      job: () => {
        const { text, native } = page.session.fields;
        const reading = { text, toolCallsText: native, ...readingSettings(page.session.active) };
        return { kind: 'layer', reading, layer: this.chosen?.id ?? '' };
      },
    });
    this.#page = page;
  }

  readonly list = $derived.by(() => this.#page.runtimes.list.filter(({ isAppLayer }) => isAppLayer === true));
  readonly chosen = $derived.by(
    () => this.list.find(({ id }) => id === this.#page.session.fields.appLayer) ?? this.list[0] ?? null,
  );

  /** Opens what the app receives as a case of its own, read by the app layer. What was here can be brought back. */
  open(): void {
    const { session } = this.#page;
    const { answer, chosen } = this;
    if (answer === null || chosen === null) return;
    const { tools, system, view } = session.active;
    const { text, native } = answer;
    const state = { ...emptyLinkState, text, native, profile: chosen.id, tools, system, view, appLayer: chosen.id };
    session.open(state, `What ${chosen.label} receives`, true);
  }
}
