import type { MessageCall } from '../../kit/index.ts';

/** The deltas of calls, one for each call. */
export class Deltas {
  readonly #byIndex = new Map<number, { index: number; name?: string; argumentsText?: string }>();

  name(index: number, name: string): void {
    this.#of(index).name ??= name;
  }

  arguments(index: number, text: string): void {
    const delta = this.#of(index);
    delta.argumentsText = (delta.argumentsText ?? '') + text;
  }

  all(): readonly MessageCall[] {
    return [...this.#byIndex.values()];
  }

  #of(index: number): { index: number; name?: string; argumentsText?: string } {
    const known = this.#byIndex.get(index);
    if (known !== undefined) return known;
    const delta = { index };
    this.#byIndex.set(index, delta);
    return delta;
  }
}
