import { type PythonNode, rawDecode } from '../../text/languages/index.ts';
import { type Exception, uncaught } from '../kit/index.ts';

/**
 * `raw_decode` from one place after the other, in time with the length of the text: where a value breaks off, every container that
 * is open there breaks off at the same place, so that it need not be read again.
 */
export class RawValues {
  readonly #text: string;
  /** Containers that are known to break off. */
  readonly #broken = new Set<number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The value that begins here, and its end; null for none. An exception is no JSONDecodeError. */
  at(from: number): { readonly node: PythonNode; readonly end: number } | Exception | null {
    if (this.#broken.has(from)) return null;
    const reading = rawDecode(this.#text, from);
    if (reading.ok) return { node: reading.node, end: reading.end };
    this.#note(from, Math.max(from, reading.error.at));
    return uncaught(reading.error);
  }

  #note(from: number, to: number): void {
    const open: number[] = [];
    let inString = false;
    for (let at = from; at < to; at += 1) {
      const character = this.#text.charAt(at);
      if (inString && character === '\\') at += 1;
      else if (character === '"') inString = !inString;
      else if (inString) continue;
      else if (character === '{' || character === '[') open.push(at);
      else if (character === '}' || character === ']') open.pop();
    }
    for (const at of open) this.#broken.add(at);
  }
}
