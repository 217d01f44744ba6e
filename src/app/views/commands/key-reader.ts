import { commands, type Command } from './commands.ts';

/** The part of a `KeyboardEvent` that says which key it was. */
export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'timeStamp'
>;

/** How long the first key of two waits for the second, in milliseconds. */
const WAIT = 1500;

/** Tells which command a key means. It remembers the first key of two. */
export class KeyReader {
  readonly #isMac: boolean;
  #first = '';
  #firstAt = 0;

  constructor(isMac: boolean) {
    this.#isMac = isMac;
  }

  /** `letters`: whether keys without Ctrl or ⌘ count, which they must not where somebody writes. */
  read(press: Press, letters: boolean): Command | 'more' | null {
    const key = this.#nameOf(press);
    const first = press.timeStamp - this.#firstAt < WAIT ? this.#first : '';
    if (key === null) return null;
    this.#first = '';
    if (!letters && !key.startsWith('Mod+')) return null;
    for (const keys of first === '' ? [key] : [`${first} ${key}`, key]) {
      const command = commands.find((one) => one.keys === keys);
      if (command !== undefined) return press.repeat && command.repeats !== true ? null : command;
      if (!press.repeat && commands.some((one) => one.keys?.startsWith(`${keys} `))) {
        this.#first = keys;
        this.#firstAt = press.timeStamp;
        return 'more';
      }
    }
    return null;
  }

  #nameOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): string | null {
    if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'].includes(key)) return null;
    // Ctrl and Alt together are AltGr, which some layouts need for `/`.
    const isAltGr = ctrlKey && altKey && key.length === 1 && !/[a-z]/i.test(key);
    if (isAltGr) return key;
    if (altKey) return '';
    const mod = this.#isMac ? metaKey : ctrlKey;
    const other = this.#isMac ? ctrlKey : metaKey;
    if (other) return '';
    // A layout without Latin letters has the command on the same place of the keyboard.
    if (mod)
      return shiftKey ? '' : `Mod+${/^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace('Key', '').toLowerCase()}`;
    if (/^[a-z]$/i.test(key)) return shiftKey ? '' : key.toLowerCase();
    return key;
  }
}
