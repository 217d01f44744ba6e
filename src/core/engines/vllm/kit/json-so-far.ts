import { type PythonReading, readPythonJson } from '../../../text/languages/index.ts';
import { raisedBy } from '../../kit/index.ts';

/** No token whose beginning is an error is longer: `-Infinity`, two escapes for a character beyond U+FFFF. */
const LONGEST_TOKEN = 16;

/** `json.loads` of a text that comes in. It is not read again while it can only raise JSONDecodeError once more. */
export class JsonSoFar {
  #last: PythonReading | null = null;
  #from = 0;
  /** What has to come: anything, the end of the string in which the text ends, or nothing that could help. */
  #waitsFor: 'anything' | 'quote' | 'nothing' = 'anything';
  /** How much of that string is known, and whether a backslash is before its end. */
  #stringTo = 0;
  #isEscaped = false;

  read(text: string, from = 0): PythonReading {
    if (this.#last !== null && from === this.#from && this.#failsStill(text)) return this.#last;
    const reading = readPythonJson(text, from);
    this.#last = reading;
    this.#from = from;
    this.#waitsFor = 'anything';
    if (reading.ok || raisedBy(reading.error) !== 'JSONDecodeError') return reading;
    const { code, at } = reading.error;
    if (code === 'unexpected-end' && at < text.length) {
      this.#waitsFor = 'quote';
      this.#isEscaped = false;
      this.#stringTo = at + 1;
      this.#stringGoesOn(text);
    } else if (at + LONGEST_TOKEN <= text.length) {
      this.#waitsFor = 'nothing';
    }
    return reading;
  }

  #failsStill(text: string): boolean {
    return this.#waitsFor === 'nothing' || (this.#waitsFor === 'quote' && this.#stringGoesOn(text));
  }

  #stringGoesOn(text: string): boolean {
    for (; this.#stringTo < text.length; this.#stringTo += 1) {
      const character = text.charAt(this.#stringTo);
      if (character === '"' && !this.#isEscaped) return false;
      this.#isEscaped = character === '\\' && !this.#isEscaped;
    }
    return true;
  }
}
