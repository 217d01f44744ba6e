import { pythonInt, stripPython } from '../../../text/languages/index.ts';
import { wholeOrFloat, type Typed } from './typed-values.ts';

// What `minimax-m2` and `minimax-m3` try first with the text of a value.

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);

/** The text as an integer, a number or a boolean, as far as the types name them; null where it is none of these. */
export function minimaxScalar(text: string, types: ReadonlySet<string>): Typed | null {
  if (types.has('integer') || types.has('int')) {
    const value = pythonInt(text);
    if (value !== null) return { value };
  }
  if (types.has('number') || types.has('float')) {
    const number = wholeOrFloat(text);
    if (!('raises' in number) || number.raises === 'OverflowError') return number;
  }
  if (types.has('boolean') || types.has('bool')) {
    const word = stripPython(text.toLowerCase());
    if (TRUE.has(word)) return { value: true };
    if (FALSE.has(word)) return { value: false };
  }
  return null;
}
