import { parsedJson, stringEnd } from '../../text/json/index.ts';

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
]);

/**
 * The value of a JSON document whose end is missing, with all that is whole in it; undefined for one that is broken otherwise. What is
 * not whole at its end is left out: nobody knows how it would have gone on.
 */
export function valueOfCut(text: string): unknown {
  const whole = outline(text);
  if (whole === null || whole.open.length === 0 || whole.end < 0) return undefined;
  const { open } = outline(text.slice(0, whole.end)) ?? whole;
  return parsedJson(text.slice(0, whole.end) + open.toReversed().join(''));
}

/** The brackets that are open at the end of a text, as what closes them, and where the last value ended; null where brackets do not match. */
function outline(text: string): { readonly open: readonly string[]; readonly end: number } | null {
  const open: string[] = [];
  let end = -1;
  let isValue = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charAt(index);
    if (sign === '"') {
      index = stringEnd(text, index);
      if ((isValue || open.at(-1) === ']') && index < text.length) end = index + 1;
      continue;
    }
    if (sign > ' ') isValue = sign === ':';
    const closer = CLOSERS.get(sign);
    if (closer !== undefined) open.push(closer);
    else if (sign === '}' || sign === ']') {
      if (open.pop() !== sign) return null;
      end = index + 1;
    } else if (sign === ',') end = index;
  }
  return { open, end };
}
