import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import {
  loopEnd,
  notYetChecked,
  scheduleTurn,
  shownSystem,
  type AgentSystem,
  type LoopTurn,
  type Opening,
  type ToolDefinition,
} from '../../../core/index.ts';
import type { LoopState } from '../../permalink/state.ts';
import { openWorker, type WorkerClient } from '../../worker/client.ts';
import { unlessSame } from '../../page/ask-on-change.svelte.ts';
import { readingSettings, type ReadingSettings } from '../../page/reading/capabilities.ts';
import { turnOf, unread, type Conversation, type ReadReply } from '../../page/conversation.ts';
import type { Page } from '../../page/page.svelte.ts';
import { askedIn, emptyLoop, type OtherTurn } from '../../page/turns.ts';
import { validate } from '../../page/reading/validate.ts';

/** How the turns are read. Another object where anything of it is different. */
interface Reader {
  readonly settings: ReadingSettings;
  /** The active tools decide what is declared. */
  readonly tools: readonly ToolDefinition[];
}

interface ReadTurn extends ReadReply {
  readonly by: Reader;
}

interface Clients {
  readonly core: WorkerClient<'core'>;
  readonly schema: WorkerClient<'schema'>;
}

/** The reply of the page as the last turn of a conversation. */
export class Looping implements Conversation {
  readonly #session: Page['session'];
  readonly #results: Page['results'];
  /** The earlier turns that were read. */
  readonly #read = new SvelteMap<OtherTurn, ReadTurn>();

  readonly loop: LoopState = $derived.by(() => this.#session.fields.loop ?? emptyLoop);
  readonly system: AgentSystem = $derived.by(() => shownSystem(this.#session.fields.profile));
  /** What the user asked first. */
  readonly asked: string = $derived(askedIn(this.loop));
  readonly turns: readonly LoopTurn[] = $derived(this.turnsFor(this.system));
  /** What the client gets as text of each turn; null for nothing. */
  readonly contents: readonly (string | null)[] = $derived.by(() => [
    ...this.loop.earlier.map((turn) => this.#read.get(turn)?.content ?? null),
    this.#results.extraction?.content ?? null,
  ]);
  /** The turn on the page. */
  readonly current: LoopTurn | null = $derived(this.turns.at(-1) ?? null);
  readonly schedule = $derived(this.current === null ? null : scheduleTurn(this.system, this.current));
  readonly end = $derived(loopEnd(this.system, this.turns));
  /** Whether the reply and all turns before it have been read. */
  readonly isReady: boolean = $derived.by(() => {
    const { extraction, stale } = this.#results;
    return extraction !== null && !stale && this.loop.earlier.every((turn) => this.#read.has(turn));
  });
  readonly #reader = unlessSame((): Reader => ({
    settings: readingSettings(this.#session.active),
    tools: this.#results.toolsInForce,
  }));

  constructor({ session, results }: Pick<Page, 'session' | 'results'>) {
    this.#session = session;
    this.#results = results;
  }

  /** Where the turn on the page is among all, from 0. */
  get index(): number {
    return this.loop.earlier.length;
  }

  get count(): number {
    return this.loop.earlier.length + 1 + this.loop.later.length;
  }

  opening(isText: boolean): Opening {
    const system = this.#session.fields.system;
    const prompts = this.#results.tools?.prompts;
    const prompt = this.#session.fields.compact ? prompts?.compact : prompts?.full;
    const hasTools = this.#results.toolsInForce.length > 0;
    return { system: isText && hasTools ? (prompt?.text ?? system) : system, user: this.asked };
  }

  turnsFor(system: AgentSystem): readonly LoopTurn[] {
    const results = this.#results;
    const tools = results.toolsInForce;
    const { extraction } = results;
    const current: ReadReply = {
      isReadable: extraction?.outcome !== 'error',
      calls: extraction?.calls ?? [],
      validations: (extraction?.calls ?? []).map((_call, index) => results.validationOf(index)),
      content: extraction?.content ?? null,
    };
    return [
      ...this.loop.earlier.map((turn) => turnOf(system, turn.text, turn, this.#read.get(turn) ?? unread, tools)),
      turnOf(system, this.#session.fields.text, this.loop, current, tools),
    ];
  }

  /** Reads the earlier turns in workers of its own. Returns what ends that. */
  readonly follow = (): (() => void) => {
    const core = openWorker('core', 'loop');
    const schema = openWorker('schema');
    const end = $effect.root(() => {
      $effect(() => {
        const reader = this.#reader();
        const { earlier } = this.loop;
        const state = { isStopped: false };
        void untrack(() => this.#readAll(earlier, reader, { core, schema }, state));
        return () => {
          state.isStopped = true;
        };
      });
    });
    return () => {
      end();
      core.dispose();
      schema.dispose();
    };
  };

  /** One after the other: of two waiting jobs of a kind a worker does only the newer. */
  async #readAll(
    turns: readonly OtherTurn[],
    by: Reader,
    clients: Clients,
    state: { readonly isStopped: boolean },
  ): Promise<void> {
    for (const [turn, read] of this.#read) {
      if (read.by !== by || !turns.includes(turn)) this.#read.delete(turn);
    }
    for (const turn of turns) {
      if (this.#read.has(turn)) continue;
      const read = await readTurn(turn, by, clients);
      if (state.isStopped) return;
      this.#read.set(turn, { ...read, by });
    }
  }
}

async function readTurn(
  { text, native }: OtherTurn,
  { settings, tools }: Reader,
  { core, schema }: Clients,
): Promise<ReadReply> {
  const read = await core.run({ kind: 'extract', text, toolCallsText: native, ...settings });
  if (!read.ok) return { ...unread, isReadable: false };
  const { calls, content, document, outcome } = read.answer;
  const isReadable = outcome !== 'error';
  if (calls.length === 0) return { isReadable, calls, content, validations: [] };
  const checked = await validate(schema, calls, document, tools);
  return { isReadable, calls, content, validations: checked.ok ? checked.answer : calls.map(() => notYetChecked) };
}
