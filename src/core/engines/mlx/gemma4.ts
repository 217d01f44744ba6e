import { partitionPoint } from '../../text/document/index.ts';
import {
  isRegexModuleWord,
  PythonDict,
  type PythonValue,
  readPythonJson,
  REGEX_WORD,
} from '../../text/languages/index.ts';
import { allIndices } from '../kit/index.ts';
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
  /** Where each quote is. */
  readonly #quotes: readonly number[];
  /** Where the braces close, for text in which the first quote opens a string, and for text in which it closes one. */
  readonly #closes: (ReadonlyMap<number, number> | undefined)[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#quotes = allIndices(text, QUOTE);
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
    }
    return null;
  }

  /** The end of the braces that open at `open`, outside of strings: from there on the next quote opens one. */
  #endOf(open: number): number | null {
    const before = partitionPoint(this.#quotes, (quote) => quote < open);
    const closes = (this.#closes[before % 2] ??= this.#closesFrom(before % 2));
    return closes.get(open) ?? null;
  }

  /** Where each brace closes, if strings go from the quote of this number to the next, and so on. One that stays open ends it. */
  #closesFrom(first: number): ReadonlyMap<number, number> {
    const text = this.#text;
    const closes = new Map<number, number>();
    const opens: number[] = [];
    let string = first;
    for (let at = 0; at < text.length; at += 1) {
      if (at === this.#quotes[string]) {
        const end = this.#quotes[string + 1];
        if (end === undefined) break;
        at = end + QUOTE.length - 1;
        string += 2;
        continue;
      }
      const character = text.charAt(at);
      if (character === '{') opens.push(at);
      const opened = character === '}' ? opens.pop() : undefined;
      if (opened !== undefined) closes.set(opened, at + 1);
    }
    return closes;
  }
}

function isNamePart(code: number): boolean {
  return isRegexModuleWord(code) || code === 0x2d;
}

const KEY = new RegExp(`([{,])(${REGEX_WORD}+):`, 'gu');

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
  return text.replace(KEY, '$1"$2":');
}
