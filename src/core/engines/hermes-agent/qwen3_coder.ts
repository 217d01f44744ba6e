import type { Span } from '../../text/document/index.ts';
import { PythonDict, pythonDumps, stripPython } from '../../text/languages/index.ts';
import type { EngineCall } from '../kit/index.ts';
import { guessedValue, hermesAgentParser } from './parser.ts';

const BLOCK = '<tool_call>';
const BLOCK_END = '</tool_call>';
const FUNCTION = '<function=';
const FUNCTION_END = '</function>';
const PARAMETER = '<parameter=';
const PARAMETER_END = '</parameter>';
/** A value ends with any of these. */
const ENDS = [PARAMETER_END, PARAMETER, FUNCTION_END];

/** Blocks, functions and parameters, each closed or not; every value is guessed. */
export const qwen3_coder = hermesAgentParser({
  flag: 'qwen3_coder',
  formats: ['qwen3-coder-xml'],
  reads: 'Functions with parameters, closed or not; each value is JSON, a Python literal or text, without the schema.',
  words: {
    'no-name-end': 'A function without a `>` is skipped',
    'too-many-digits': 'A function with an integer of more than 4,300 digits is skipped',
  },
  find(text, _tools, steps) {
    if (!text.includes(FUNCTION)) return null;
    const blocks = spansBetween(text, BLOCK, BLOCK_END, { from: 0, to: text.length });
    const calls: EngineCall[] = [];
    for (const block of blocks.length === 0 ? [{ from: 0, to: text.length }] : blocks) {
      for (const inner of spansBetween(text, FUNCTION, FUNCTION_END, block)) {
        const call = functionIn(text, inner);
        if (call === 'gives-up') {
          steps.quirk('gives-up', inner);
          return null;
        }
        if (typeof call === 'string') steps.reject(call, inner);
        else calls.push(call);
      }
    }
    const tag = text.indexOf(BLOCK);
    const contentTo = tag < 0 ? text.indexOf(FUNCTION) : tag;
    return { calls, contentTo, ...(contentTo > 0 ? { blank: '' as const } : {}) };
  },
});

/** What is between each opener and its closer, or the end of the area. */
function spansBetween(text: string, open: string, close: string, { from: begin, to: area }: Span): Span[] {
  const part = text.slice(begin, area);
  const spans: Span[] = [];
  let at = part.indexOf(open);
  while (at >= 0) {
    const from = at + open.length;
    const end = part.indexOf(close, from);
    spans.push({ from: begin + from, to: end < 0 ? area : begin + end });
    at = end < 0 ? -1 : part.indexOf(open, end + close.length);
  }
  return spans;
}

/** Why it is skipped; it gives up over a value that nests too deeply or cannot be written as JSON: bytes, a set. */
function functionIn(text: string, { from, to }: Span): EngineCall | 'gives-up' | 'no-name-end' | 'too-many-digits' {
  const inner = text.slice(0, to);
  const nameTo = inner.indexOf('>', from);
  if (nameTo < 0) return 'no-name-end';
  const values = new PythonDict();
  /** Where each end comes next. */
  const next = new Map(ENDS.map((end) => [end, -1]));
  const nextOf = (marker: string, begin: number): number => {
    const known = next.get(marker) ?? -1;
    if (known >= begin) return known;
    const found = inner.indexOf(marker, begin);
    next.set(marker, found < 0 ? to : found);
    return found < 0 ? to : found;
  };
  let at = inner.indexOf(PARAMETER, nameTo);
  while (at >= 0) {
    const begin = at + PARAMETER.length;
    const end = Math.min(to, ...ENDS.map((marker) => nextOf(marker, begin)));
    const keyTo = inner.slice(begin, end).indexOf('>');
    if (keyTo >= 0) {
      const value = stripPython(text.slice(begin + keyTo + 1, end));
      const guess = value.toLowerCase() === 'null' ? { value: null } : guessedValue(value);
      if ('raises' in guess) return guess.raises === 'ValueError' ? 'too-many-digits' : 'gives-up';
      values.set(stripPython(text.slice(begin, begin + keyTo)), guess.value);
    }
    at = inner.indexOf(PARAMETER, end);
  }
  const argumentsText = pythonDumps(values);
  if (argumentsText === null) return 'gives-up';
  return {
    span: { from: from - FUNCTION.length, to },
    name: stripPython(text.slice(from, nameTo)),
    nameSpan: { from, to: nameTo },
    argumentsText,
    argumentsSpan: { from: nameTo + 1, to },
  };
}
