import { isRegexModuleWord, PythonDict, readPythonJson } from '../../text/languages/index.ts';
import { mlxRuntime } from './reader.ts';

const CALL = 'call:';
const ESCAPE = '<escape>';

/** The first `call:NAME{…}` to the first closing brace, as keys and values between commas. */
export const function_gemma = mlxRuntime({
  flag: 'function_gemma',
  formats: ['functiongemma'],
  opener: '<start_function_call>',
  closer: '<end_function_call>',
  reads: 'The first call:NAME{…}, cut at its first closing brace; lists and objects are cut at their commas.',
  words: {
    'no-call': 'There is no `call:NAME{…}`',
    'no-colon': 'A key has no colon: the whole call is dropped',
    'no-escape-end': 'A second `<escape>` is missing: the whole call is dropped',
  },
  read(text) {
    const call = firstCall(text);
    if (call === null) return { lost: 'no-call' };
    const values = readValues(text.slice(call.open + 1, call.close));
    if (!(values instanceof PythonDict)) return values;
    const name = { from: call.nameFrom, to: call.open };
    const value = new PythonDict([
      ['name', text.slice(name.from, name.to)],
      ['arguments', values],
    ]);
    return { value, places: [{ name, arguments: { from: call.open, to: call.close + 1 } }] };
  },
});

function firstCall(text: string): { nameFrom: number; open: number; close: number } | null {
  for (let from = text.indexOf(CALL); from >= 0; from = text.indexOf(CALL, from + 1)) {
    const nameFrom = from + CALL.length;
    let open = nameFrom;
    while (open < text.length && isRegexModuleWord(text.charCodeAt(open))) open += 1;
    if (open === nameFrom || text.charAt(open) !== '{') continue;
    const close = text.indexOf('}', open);
    return close < 0 ? null : { nameFrom, open, close };
  }
  return null;
}

function readValues(text: string): PythonDict | { readonly lost: string } {
  const values = new PythonDict();
  let at = 0;
  while (at < text.length) {
    const colon = text.indexOf(':', at);
    if (colon < 0) return { lost: 'no-colon' };
    const key = text.slice(at, colon);
    const from = colon + 1;
    if (text.startsWith(ESCAPE, from)) {
      const end = text.indexOf(ESCAPE, from + ESCAPE.length);
      if (end < 0) return { lost: 'no-escape-end' };
      values.set(key, text.slice(from + ESCAPE.length, end));
      at = end + ESCAPE.length + 1;
      continue;
    }
    const comma = text.indexOf(',', from);
    const to = comma < 0 ? text.length : comma;
    const json = readPythonJson(text, from, to);
    values.set(key, json.ok ? json.node.value : text.slice(from, to));
    at = to + 1;
  }
  return values;
}
