import { isRegexModuleWord, PythonDict, REGEX_WORD, stripPython } from '../../text/languages/index.ts';
import { mlxRuntime } from './reader.ts';
import { literal } from './values.ts';

/** The first `[name(…)]`, its arguments cut at every comma. */
export const pythonic = mlxRuntime({
  flag: 'pythonic',
  formats: ['lfm2'],
  opener: '<|tool_call_start|>',
  closer: '<|tool_call_end|>',
  reads: 'The first [name(…)]: commas in lists, objects and single quotes cut a value, and a second call is lost.',
  words: { 'no-list': 'There is no `[name(…)]`' },
  read(text) {
    const found = firstCall(text);
    if (found === null) return { lost: 'no-list' };
    const { name, open, close } = found;
    const value = new PythonDict([
      ['name', text.slice(name.from, name.to)],
      ['arguments', argumentsIn(text.slice(open + 1, close))],
    ]);
    return { value, places: [{ name, arguments: { from: open, to: close + 1 } }] };
  },
});

function firstCall(text: string): { name: { from: number; to: number }; open: number; close: number } | null {
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    let to = at + 1;
    while (to < text.length && isRegexModuleWord(text.charCodeAt(to))) to += 1;
    if (to === at + 1 || text.charAt(to) !== '(') continue;
    const close = text.indexOf(')]', to);
    return close < 0 ? null : { name: { from: at + 1, to }, open: to, close };
  }
  return null;
}

const ARGUMENT = new RegExp(String.raw`(?<!${REGEX_WORD})(${REGEX_WORD}+)=(?:"([^"]*)"(?:,|\n?$)|([^,]+))`, 'gu');

/** `word=` and then a run in double quotes up to a comma or the end, or all to the next comma. */
function argumentsIn(text: string): PythonDict {
  const values = new PythonDict();
  for (const { 1: key = '', 2: quoted, 3: plain = '' } of text.matchAll(ARGUMENT)) {
    const source = quoted ?? stripPython(plain);
    const value = literal(source);
    values.set(key, value === undefined ? source : value);
  }
  return values;
}
