import { hash } from '../text/document/index.ts';

/** Six bits are one letter. */
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', (letter) =>
  letter.charCodeAt(0),
);

/** As much of each end of the arguments as goes into the id. */
const SAMPLE = 16;

/**
 * An id for a call that came without one: `call_` and 12 URL-safe characters. The originals draw them at random; here
 * they follow from content and position, so that a permalink reproduces itself. The first four of the characters are
 * the position, shuffled: no two calls of one document share an id.
 */
export function callId(name: string, argumentsText: string, at: number): string {
  const [position, content, both] = seedsOf(name, argumentsText, at);
  return `call_${letters(position, content, both)}`;
}

/** What the ids of one document are made of, for a call at `at`, which is the call with this index. */
export type CallIds = (name: string, argumentsText: string, at: number, index: number) => string;

const DIGITS = '0123456789abcdef';
const SMALL = '0123456789abcdefghijklmnopqrstuvwxyz';
const ALPHANUMERIC = `${SMALL.slice(10).toUpperCase()}${SMALL.slice(10)}${SMALL.slice(0, 10)}`;
/** Without the signs that look alike. */
const SHORT_UUID = ALPHANUMERIC.replace(/[IOl01]/g, '');

/** The forms in which servers draw ids, where the model wrote none. */
export const callIds = {
  /** vLLM: `make_tool_call_id`. */
  vllm: drawn('chatcmpl-tool-', DIGITS, 16),
  /** Mistral's tokenizer, which vLLM and others go by. */
  mistral: drawn('', ALPHANUMERIC, 9),
  /** SGLang: `_process_tool_call_id`, but for Kimi's models. */
  sglang: drawn('call_', DIGITS, 24),
  llamacpp: drawn('', ALPHANUMERIC, 32),
  ollama: drawn('call_', SMALL, 8),
  lmdeploy: drawn('chatcmpl-tool-', SHORT_UUID, 22),
  mlx: ((...call) =>
    drawn('', DIGITS, 32)(...call).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')) satisfies CallIds,
} as const;

/** Ids of a prefix and so many of some signs. The first signs are the place: no two calls of one document share an id. */
function drawn(prefix: string, signs: string, length: number): CallIds {
  const each = Math.ceil(24 / Math.log2(signs.length));
  return (name, argumentsText, at) => {
    const seeds = seedsOf(name, argumentsText, at);
    const units: number[] = [];
    for (let word = 0; units.length < length; word += 1) {
      let bits =
        (word < seeds.length ? (seeds[word] as number) : hash(name, 0, name.length, word ^ seeds[2])) & 0xffffff;
      for (let digit = 0; digit < each && units.length < length; digit += 1) {
        units.push(signs.charCodeAt(bits % signs.length));
        bits = Math.floor(bits / signs.length);
      }
    }
    return prefix + String.fromCharCode(...units);
  };
}

function seedsOf(name: string, argumentsText: string, at: number): readonly [number, number, number] {
  const { length } = argumentsText;
  // An odd factor maps no two positions of 24 bits to one.
  const position = Math.imul(at + 1, 0x2545f491);
  let content = hash(name, 0, name.length, length);
  content = hash(argumentsText, 0, Math.min(SAMPLE, length), content);
  content = hash(argumentsText, Math.max(0, length - SAMPLE), length, content);
  const both = Math.imul(content ^ position, 0x85ebca6b) >>> 8;
  return [position, content, both];
}

/** The low 24 bits of each word. Made from its units: put together from pieces it would take four times the space. */
function letters(one: number, two: number, three: number): string {
  return String.fromCharCode(
    letter(one),
    letter(one >>> 6),
    letter(one >>> 12),
    letter(one >>> 18),
    letter(two),
    letter(two >>> 6),
    letter(two >>> 12),
    letter(two >>> 18),
    letter(three),
    letter(three >>> 6),
    letter(three >>> 12),
    letter(three >>> 18),
  );
}

function letter(bits: number): number {
  return LETTERS[bits & 63] as number;
}
