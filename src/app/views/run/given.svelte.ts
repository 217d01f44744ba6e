import { untrack } from 'svelte';

/** A value that the page gives, until the reader chooses another: that holds as long as the page gives the same. */
export class Given<Value> {
  readonly #given: () => Value;
  #chosen = $state.raw<{ readonly value: Value; readonly insteadOf: Value } | null>(null);

  constructor(given: () => Value) {
    this.#given = given;
  }

  get value(): Value {
    const given = this.#given();
    return this.#chosen?.insteadOf === given ? this.#chosen.value : given;
  }

  set value(value: Value) {
    this.#chosen = { value, insteadOf: untrack(this.#given) };
  }
}
