import { isRegexWord, PythonDict, type PythonValue, readPythonJson } from '../../text/languages/index.ts';
import { lostJson } from './json-calls.ts';
import { type Found, mlxRuntime, type Places } from './reader.ts';

const QUOTE = '<|"|>';
const CALL = 'call:';

/** Every `call:NAME{…}` whose braces are balanced. Keys get quotes, and the rest is read as JSON. */
export const gemma4 = mlxRuntime({
  flag: 'gemma4',
  formats: ['gemma4'],
  opener: '<|tool_call>',
  closer: '<tool_call|>',
  reads: 'Every call:NAME{…} with balanced braces, turned into JSON; one that does not become JSON loses them all.',
  words: { 'no-balanced-call': 'There is no `call:NAME{…}` with balanced braces' },
  read(text) {
    const values: PythonValue[] = [];
    const places: Places[] = [];
    const calls = new Calls(text);
    for (let found = calls.next(0); found !== null; found = calls.next(found.to)) {
      const reading = readPythonJson(jsonOf(text.slice(found.open, found.to)));
      if (!reading.ok) return lostJson(reading.error) satisfies Found;
      values.push(
        new PythonDict([
          ['name', text.slice(found.name.from, found.name.to)],
          ['arguments', reading.node.value],
        ]),
      );
      places.push({
        span: { from: found.from, to: found.to },
        name: found.name,
        arguments: { from: found.open, to: found.to },
      });
    }
    return values.length === 0 ? { lost: 'no-balanced-call' } : { value: values, places };
  },
});

interface Call {
  readonly from: number;
  readonly name: { readonly from: number; readonly to: number };
  readonly open: number;
  readonly to: number;
}

/** Finds calls from left to right. */
class Calls {
  readonly #text: string;
  /** Where each brace closes that was passed while looking for the end of a call that has none. */
  #closes: ReadonlyMap<number, number> | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  next(begin: number): Call | null {
    const text = this.#text;
    for (let from = text.indexOf(CALL, begin); from >= 0; from = text.indexOf(CALL, from + 1)) {
      const nameFrom = from + CALL.length;
      let nameTo = nameFrom;
      while (nameTo < text.length && isNamePart(text.charCodeAt(nameTo))) nameTo += 1;
      if (nameTo > nameFrom && text.charAt(nameTo) === '{') {
        const to = this.#endOf(nameTo);
        if (to !== null) return { from, name: { from: nameFrom, to: nameTo }, open: nameTo, to };
      }
      from = nameTo - 1;
    }
    return null;
  }

  /** The end of the braces that open at `open`; strings count as a whole where they are closed. */
  #endOf(open: number): number | null {
    if (this.#closes !== null) return this.#closes.get(open) ?? null;
    const text = this.#text;
    const closes = new Map<number, number>();
    const opens: number[] = [];
    for (let at = open; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (character === '<' && text.startsWith(QUOTE, at)) {
        const end = text.indexOf(QUOTE, at + QUOTE.length);
        at = end < 0 ? at : end + QUOTE.length - 1;
      } else if (character === '{') opens.push(at);
      else if (character === '}') {
        const opened = opens.pop() ?? open;
        if (opens.length === 0) return at + 1;
        closes.set(opened, at + 1);
      }
    }
    this.#closes = closes;
    return null;
  }
}

function isNamePart(code: number): boolean {
  return isRegexWord(code) || code === 0x2d;
}

/** Strings as JSON, and keys in quotes. */
function jsonOf(text: string): string {
  const out: string[] = [];
  let at = 0;
  for (let open = text.indexOf(QUOTE); open >= 0; open = text.indexOf(QUOTE, at)) {
    const end = text.indexOf(QUOTE, open + QUOTE.length);
    if (end < 0) break;
    out.push(quotedKeys(text.slice(at, open)), JSON.stringify(text.slice(open + QUOTE.length, end)));
    at = end + QUOTE.length;
  }
  out.push(quotedKeys(text.slice(at)));
  return out.join('');
}

function quotedKeys(text: string): string {
  return text.replace(/([{,])([\p{L}\p{N}_]+):/gu, '$1"$2":');
}
