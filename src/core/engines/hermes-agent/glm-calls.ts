import { afterSpace, PythonDict, pythonDumps, stripPython } from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { EngineCall } from '../kit/index.ts';
import { type Found, guessedValue } from './parser.ts';

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';
const KEY = '<arg_key>';
const KEY_END = '</arg_key>';
const VALUE = '<arg_value>';
const VALUE_END = '</arg_value>';

/** How a closed block is divided into a name and pairs; null where it is no call. */
type Divide = (
  text: string,
  from: number,
  to: number,
) => { readonly nameTo: number; readonly pairsFrom: number } | null;

/** Null where a value cannot be read or be written as JSON: too many digits, bytes, a set. */
export function glmCalls(
  text: string,
  divide: Divide,
  takesWrittenBreak: boolean,
  steps: Recorder<string>,
): Found | null {
  const calls: EngineCall[] = [];
  const first = text.indexOf(OPEN);
  let at = first;
  while (at >= 0) {
    const from = at + OPEN.length;
    const to = text.indexOf(CLOSE, from);
    if (to < 0) break;
    const parts = divide(text, from, to);
    if (parts !== null) {
      const argumentsSpan = { from: parts.pairsFrom, to };
      const pairs = pairsIn(text.slice(parts.pairsFrom, to), takesWrittenBreak);
      const argumentsText = pairs === null ? null : pythonDumps(pairs);
      if (argumentsText === null) {
        steps.quirk('gives-up', argumentsSpan);
        return null;
      }
      calls.push({
        span: { from: at, to: to + CLOSE.length },
        name: stripPython(text.slice(from, parts.nameTo)),
        nameSpan: { from, to: parts.nameTo },
        argumentsText,
        argumentsSpan,
      });
    }
    at = text.indexOf(OPEN, to);
  }
  return { calls, contentTo: first };
}

function pairsIn(text: string, takesWrittenBreak: boolean): PythonDict | null {
  const pairs = new PythonDict();
  let open = text.indexOf(KEY);
  while (open >= 0) {
    const keyFrom = open + KEY.length;
    let end = -1;
    for (let keyTo = text.indexOf(KEY_END, keyFrom); keyTo >= 0 && end < 0; keyTo = text.indexOf(KEY_END, keyTo + 1)) {
      let begin = afterSpace(text, keyTo + KEY_END.length);
      while (takesWrittenBreak && text.startsWith(String.raw`\n`, begin)) begin = afterSpace(text, begin + 2);
      if (!text.startsWith(VALUE, begin)) continue;
      end = text.indexOf(VALUE_END, begin);
      if (end < 0) return pairs;
      const guess = guessedValue(stripPython(text.slice(begin + VALUE.length, end)));
      if ('raises' in guess) return null;
      pairs.set(stripPython(text.slice(keyFrom, keyTo)), guess.value);
    }
    if (end < 0) return pairs;
    open = text.indexOf(KEY, end);
  }
  return pairs;
}
