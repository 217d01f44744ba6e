import type { Span } from '../../../text/document/index.ts';
import { afterSpace, PythonDict, strippedSpan } from '../../../text/languages/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import type { Raised } from '../../kit/index.ts';
import type { SglangCode } from '../detector.ts';
import { typingWords, type Typed } from './typed-values.ts';

// `<arg_key>KEY</arg_key><arg_value>VALUE</arg_value>`: `glm45`, `glm47`, `poolside_v1` and `hunyuan`.

export const KEY = '<arg_key>';
export const KEY_END = '</arg_key>';
export const VALUE = '<arg_value>';
export const VALUE_END = '</arg_value>';

export const argPairWords = {
  ...typingWords,
  'key-unreadable': 'No value follows this key directly, or the key is not closed: the detector skips it',
  'key-with-tags':
    'No value follows the first key. It continues to the next `</arg_key>` that a value follows, and includes the tags between.',
  'text-ignored': 'The detector ignores text between the arguments.',
} as const;

export type ArgPairCode = keyof typeof argPairWords;

/** What differs between the patterns of the detectors. */
export interface ArgPattern {
  /** Whether a backslash with an `n` counts as space between key and value. */
  readonly escapedNewline?: true;
  /** Whether a key may hold `<`. */
  readonly keyEndsAtTag?: true;
}

export interface ArgPair {
  readonly span: Span;
  /** As it is in the text. */
  readonly key: Span;
  readonly value: Span;
}

/** The pairs in a part of the text, in order, as the pattern of the detector finds them. */
export function* argPairs(text: string, { from, to }: Span, pattern: ArgPattern = {}): Generator<ArgPair> {
  const part = text.slice(from, to);
  for (let at = part.indexOf(KEY); at >= 0;) {
    const keyFrom = at + KEY.length;
    const found = keyEnd(part, keyFrom, pattern);
    const close = found === null ? -1 : part.indexOf(VALUE_END, found.valueFrom);
    if (found !== null && close >= 0) {
      const end = close + VALUE_END.length;
      yield {
        span: { from: from + at, to: from + end },
        key: { from: from + keyFrom, to: from + found.keyTo },
        value: { from: from + found.valueFrom, to: from + close },
      };
      at = part.indexOf(KEY, end);
    } else if (pattern.keyEndsAtTag === true && found === null) {
      at = part.indexOf(KEY, keyFrom);
    } else {
      // What no key before has, none after it has.
      return;
    }
  }
}

function keyEnd(part: string, from: number, pattern: ArgPattern): { keyTo: number; valueFrom: number } | null {
  if (pattern.keyEndsAtTag === true) {
    const keyTo = part.indexOf('<', from);
    if (keyTo < 0 || !part.startsWith(KEY_END, keyTo)) return null;
    const value = afterBlank(part, keyTo + KEY_END.length, pattern);
    return part.startsWith(VALUE, value) ? { keyTo, valueFrom: value + VALUE.length } : null;
  }
  for (let keyTo = part.indexOf(KEY_END, from); keyTo >= 0;) {
    const value = afterBlank(part, keyTo + KEY_END.length, pattern);
    if (part.startsWith(VALUE, value)) return { keyTo, valueFrom: value + VALUE.length };
    keyTo = part.indexOf(KEY_END, value);
  }
  return null;
}

function afterBlank(part: string, from: number, { escapedNewline }: ArgPattern): number {
  let at = afterSpace(part, from);
  while (escapedNewline === true && part.startsWith('\\n', at)) at = afterSpace(part, at + 2);
  return at;
}

/**
 * The arguments of a part of the text.
 *
 * @param typed what the detector makes of a value
 * @param steps null within a stream, which records what was sent instead
 */
export function readArgPairs(
  text: string,
  area: Span,
  pattern: ArgPattern,
  typed: (value: string, key: string) => Typed,
  steps: Recorder<ArgPairCode | SglangCode> | null,
): PythonDict | (Raised & { readonly at: number }) {
  const values = new PythonDict();
  let readTo = area.from;
  const noteUnread = (to: number): void => {
    const unread = text.slice(readTo, to).indexOf(KEY) + readTo;
    if (unread >= readTo) steps?.reject('key-unreadable', { from: unread, to: unread + KEY.length });
  };
  for (const { span, key, value } of argPairs(text, area, pattern)) {
    noteUnread(span.from);
    readTo = span.to;
    const keySpan = strippedSpan(text, key.from, key.to);
    const name = text.slice(keySpan.from, keySpan.to);
    steps?.read('key', keySpan);
    if (name.includes(KEY_END)) steps?.quirk('key-with-tags', keySpan);
    const result = typed(text.slice(value.from, value.to), name);
    if ('raises' in result) {
      steps?.reject('typing-raises', span, value.from);
      return { raises: result.raises, at: value.from };
    }
    steps?.read(typeof result.value === 'string' ? 'value' : 'coerced-value', value);
    if (result.note !== undefined) steps?.quirk(result.note, value);
    if (values.has(name)) steps?.quirk('same-parameter', value);
    values.set(name, result.value);
  }
  noteUnread(area.to);
  return values;
}
