import { numberText } from '../../../core/index.ts';
const MOST = 20;

/** What could not be read or said in JSON Schema, one sentence each and each once. */
export class Notes {
  readonly list: string[] = [];

  add(note: string): void {
    if (!this.list.includes(note) && this.list.length < MOST) this.list.push(note);
  }
}

/** The note on a source that is too long; `limit` in characters. */
export function tooLong(limit: number): string {
  return `The source has more than ${numberText(limit)} characters. Paste a shorter one.`;
}
