import { memberOf, type RawToolCall, type Refusal } from '../kit/index.ts';

/** What a release of the package does where releases differ. */
export interface Release {
  readonly version: string;
  /** What its runtimes have at the end of their ids and descriptions, and how their labels call the package. */
  readonly names: { readonly id: string; readonly label: string; readonly emulates: string };
  readonly words: Readonly<Record<ReleaseCode, string>>;
  /** Of entries among which no tool is strict: the first whose type it refuses; -1 where there is none. */
  refusedInPlain(entries: readonly RawToolCall[]): number;
  /** Of all other entries: the first whose type it refuses before it parses any. */
  refusedFirst(entries: readonly RawToolCall[]): number;
  /** What it does with an entry by its type, when its turn comes. */
  turn(entry: RawToolCall): 'parse' | 'pass' | 'refuse';
}

export type ReleaseCode = 'not-a-function' | 'raises-OpenAIError' | 'raises-SyntaxError';

/** Types are looked at one by one, and entries of the type `custom` are left as they are. */
export const newest: Release = {
  version: '7.57.0',
  names: { id: '', label: 'openai', emulates: '' },
  words: {
    'not-a-function': 'The `type` of this entry is neither `function` nor `custom`',
    'raises-OpenAIError':
      'openai raises OpenAIError: it supports tool calls of the types `function` and `custom` alone',
    'raises-SyntaxError':
      'openai raises SyntaxError for the arguments of a call, and does not say what is wrong with them',
  },
  refusedInPlain: () => -1,
  refusedFirst: () => -1,
  turn({ value }) {
    const type = memberOf(value, 'type');
    return type === 'custom' ? 'pass' : type === 'function' ? 'parse' : 'refuse';
  },
};

/** What an entry of a refused type raises: null has no type to read. */
export function refusedType({ value }: RawToolCall): {
  readonly raises: string;
  readonly refusal: Refusal<ReleaseCode>;
} {
  return { raises: value === null ? 'TypeError' : 'OpenAIError', refusal: { code: 'not-a-function', of: 'entry' } };
}
