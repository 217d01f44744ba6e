import { openWorker, type WorkerClient } from '../../worker/client.ts';

/** How many tokens each text has. */
type Counts = ReadonlyMap<string, number>;

const noCounts: Counts = new Map();

/** `counts` has one number per text. */
function countsOf(texts: readonly string[], counts: readonly number[]): Counts {
  return new Map(texts.map((text, index) => [text, counts[index] ?? 0]));
}

/** UTF-16 units of all texts together. */
const MOST_TEXT = 4_000_000;

/**
 * Token counts of texts. Nothing is fetched before `start`; from then on `follow` keeps the counts up to date. Counting
 * that takes too long stops until somebody starts it again.
 */
export class TokenCounts {
  #client: WorkerClient<'tokens'> | null = null;
  #counts = $state.raw<Counts>(noCounts);
  #state = $state<'off' | 'counting' | 'counted' | 'stopped'>('off');
  #message = $state('');

  get state(): 'off' | 'counting' | 'counted' | 'stopped' {
    return this.#state;
  }

  /** True from `start` on, until counting takes too long. */
  get isWanted(): boolean {
    return this.#state === 'counting' || this.#state === 'counted';
  }

  /** Why counting stopped, as a sentence. */
  get message(): string {
    return this.#message;
  }

  /** null while it is not known. */
  of(text: string): number | null {
    return this.#counts.get(text) ?? null;
  }

  start(): void {
    this.#state = 'counting';
  }

  /** Counts these texts, if counting is wanted. */
  async follow(texts: readonly string[]): Promise<void> {
    if (!this.isWanted) return;
    if (texts.reduce((sum, { length }) => sum + length, 0) > MOST_TEXT) {
      this.#stop('The prompt is too long to count its tokens here.');
      return;
    }
    const unknown = texts.some((text) => !this.#counts.has(text));
    if (!unknown) return;
    this.#client ??= openWorker('tokens');
    const result = await this.#client.run({ kind: 'tokens', texts });
    if (!result.ok) {
      this.#stop(`Counting was stopped. ${result.message}`);
      return;
    }
    this.#counts = countsOf(texts, result.answer);
    this.#state = 'counted';
  }

  dispose(): void {
    this.#client?.dispose();
    this.#client = null;
  }

  #stop(message: string): void {
    this.#message = message;
    this.#state = 'stopped';
    this.#counts = noCounts;
  }
}
