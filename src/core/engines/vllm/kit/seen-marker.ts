/** Whether a marker has come in a text, which comes in pieces. */
export class SeenMarker {
  readonly #marker: string;
  /** The end of the text so far, in which the marker may have begun; null once it has come. */
  #end: string | null = '';

  constructor(marker: string) {
    this.#marker = marker;
  }

  after(delta: string): boolean {
    if (this.#end === null) return true;
    const searched = this.#end + delta;
    this.#end = searched.includes(this.#marker) ? null : searched.slice(-(this.#marker.length - 1));
    return this.#end === null;
  }
}
