import { decodeUtf8 } from '../../text/document/index.ts';
import type { JsonValue } from '../../text/json/index.ts';
import { problemWith, type NamedTemplate, type SourceProblem, type SourceReading } from './template-source.ts';

/**
 * The header of a GGUF file (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md): its templates and the tokens that
 * they name. The weights after it are never looked at.
 */

/** The first bytes that are worth reading; a header with 150,000 tokens takes some eight megabytes. */
export const FIRST_GGUF_BYTES = 1024 * 1024;
/** The longest header that is read. */
const MOST_HEADER_BYTES = 64 * 1024 * 1024;

const MAGIC = 0x46554747;
/** The magic, the version and the two counts of version 1. */
const SHORTEST = 16;
/** Lists inside of lists; the files of today have none. */
const DEEPEST_LIST = 4;

const BOOL = 7;
const STRING = 8;
const ARRAY = 9;
/** Bytes of a value of each type that has a fixed size: from `uint8` to `float64`. */
const sizes: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 4],
  [5, 4],
  [6, 4],
  [7, 1],
  [10, 8],
  [11, 8],
  [12, 8],
]);

const TEMPLATE = 'tokenizer.chat_template';
const TOKENS = 'tokenizer.ggml.tokens';
const ADDS_BOS = 'tokenizer.ggml.add_bos_token';
/** The variables that llama.cpp gives to a template, and the key with the id of each. */
const tokenKeys = [
  ['bos_token', 'tokenizer.ggml.bos_token_id'],
  ['eos_token', 'tokenizer.ggml.eos_token_id'],
  ['unk_token', 'tokenizer.ggml.unknown_token_id'],
  ['pad_token', 'tokenizer.ggml.padding_token_id'],
] as const;

/** True where the file begins as a GGUF file. */
export function isGguf(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === MAGIC;
}

/**
 * Reads as much of a header as `bytes`, the beginning of a file of `total` bytes, holds.
 *
 * @returns `need`: how many bytes from the beginning of the file are needed, where it goes on after `bytes`
 */
export function readGguf(bytes: Uint8Array, total: number): SourceReading | NeedsBytes {
  const reading = readGgufModel(bytes, total);
  if (!('model' in reading)) return reading;
  const { templates, variables } = reading.model;
  if (templates.length === 0) return { ok: false, problem: { code: 'gguf-no-template', key: TEMPLATE } };
  const problem = problemWith(templates);
  if (problem !== null) return { ok: false, problem };
  return { ok: true, source: { kind: 'gguf', templates, variables, goCall: null } };
}

interface NeedsBytes {
  readonly need: number;
}

/** What a header says of the prompts of its model. */
export interface GgufModel {
  /** None where the file has none. */
  readonly templates: readonly NamedTemplate[];
  readonly variables: Readonly<Record<string, JsonValue>>;
  /** Whether the token that begins a text is put before each; null where the file does not say. */
  readonly addsBos: boolean | null;
}

/** The same for a file that need not have a template. */
export function readGgufModel(
  bytes: Uint8Array,
  total: number,
):
  | { readonly ok: true; readonly model: GgufModel }
  | { readonly ok: false; readonly problem: SourceProblem }
  | NeedsBytes {
  const header = new GgufHeader(bytes, total);
  try {
    return { ok: true, model: header.read() };
  } catch (stop) {
    if (stop instanceof Refused) return { ok: false, problem: stop.problem };
    if (!(stop instanceof NeedsMore)) throw stop;
    const need = Math.min(Math.max(stop.need, bytes.length * 2), total);
    return need <= MOST_HEADER_BYTES
      ? { need }
      : { ok: false, problem: { code: 'gguf-header', bytes: MOST_HEADER_BYTES } };
  }
}

/** The header cannot be read. */
class Refused extends Error {
  readonly problem: SourceProblem;
  constructor(problem: SourceProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** The header goes on after what is here. */
class NeedsMore extends Error {
  readonly need: number;
  constructor(need: number) {
    super('more');
    this.need = need;
  }
}

class GgufHeader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #total: number;
  #at = 0;
  /** Bytes of a length: 4 in version 1. */
  #lengthSize = 8;
  readonly #templates = new Map<string, string>();
  readonly #ids = new Map<string, number>();
  #addsBos: boolean | null = null;
  /** Where the tokens begin, and how many there are. */
  #tokens: { readonly from: number; readonly count: number } | null = null;

  constructor(bytes: Uint8Array, total: number) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#total = total;
  }

  read(): GgufModel {
    this.#take(SHORTEST);
    this.#at = 4;
    this.#version();
    this.#length('the number of tensors', 0);
    const entries = this.#length('the number of entries', this.#lengthSize + 5);
    for (let entry = 0; entry < entries; entry += 1) this.#entry();
    return { templates: this.#named(), variables: this.#variables(), addsBos: this.#addsBos };
  }

  #version(): void {
    const version = this.#view.getUint32(this.#take(4), true);
    if (version >= 1 && version <= 3) {
      if (version === 1) this.#lengthSize = 4;
      return;
    }
    // A file for big-endian machines has the same magic, and its version the other way round.
    const isOtherOrder = version !== 0 && (version & 0xffff) === 0;
    throw new Refused(isOtherOrder ? { code: 'gguf-other-byte-order' } : { code: 'gguf-version', version });
  }

  #entry(): void {
    const key = this.#text('the name of a key');
    const type = this.#view.getUint32(this.#take(4), true);
    if (type === STRING) {
      const name = key === TEMPLATE ? 'default' : key.startsWith(`${TEMPLATE}.`) ? key.slice(TEMPLATE.length + 1) : '';
      const text = this.#text('a text', name !== '');
      if (name !== '') this.#templates.set(name, text);
      return;
    }
    if (type === 4 && tokenKeys.some(([, idKey]) => idKey === key)) {
      this.#ids.set(key, this.#view.getUint32(this.#take(4), true));
      return;
    }
    if (type === BOOL && key === ADDS_BOS) {
      this.#addsBos = this.#view.getUint8(this.#take(1)) !== 0;
      return;
    }
    this.#skip(key, type, 0);
  }

  /** Goes over a value of any type. */
  #skip(key: string, type: number, depth: number): void {
    const size = sizes.get(type);
    if (size !== undefined) this.#take(size);
    else if (type === STRING) this.#text('a text', false);
    else if (type === ARRAY) this.#skipList(key, depth);
    else throw new Refused({ code: 'gguf-type', byte: this.#at - 4, key: key.slice(0, 100), type });
  }

  #skipList(key: string, depth: number): void {
    if (depth === DEEPEST_LIST) throw new Refused({ code: 'gguf-deep', byte: this.#at, key: key.slice(0, 100) });
    const type = this.#view.getUint32(this.#take(4), true);
    const size = sizes.get(type);
    const count = this.#length('the length of a list', size ?? this.#lengthSize);
    if (key === TOKENS && type === STRING) this.#tokens = { from: this.#at, count };
    if (size !== undefined) this.#take(count * size);
    else for (let item = 0; item < count; item += 1) this.#skip(key, type, depth + 1);
  }

  /** A length, followed by so many bytes of UTF-8. */
  #text(what: string, isWanted = true): string {
    const length = this.#length(what, 1);
    const from = this.#take(length);
    return isWanted ? decodeUtf8(this.#bytes.subarray(from, from + length)) : '';
  }

  /**
   * A number of things that each take `each` bytes at least. More than the file can hold is refused at once, so that a broken
   * number costs no work.
   */
  #length(what: string, each: number): number {
    const byte = this.#take(this.#lengthSize);
    const isShort = this.#lengthSize === 4;
    const length = isShort ? BigInt(this.#view.getUint32(byte, true)) : this.#view.getBigUint64(byte, true);
    if (length * BigInt(each) > BigInt(this.#total - this.#at) || length > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new Refused({ code: 'gguf-length', byte, what, length: String(length) });
    }
    return Number(length);
  }

  /** @returns where the next `count` bytes begin, which are here */
  #take(count: number): number {
    const from = this.#at;
    const to = from + count;
    if (to > this.#total) throw new Refused({ code: 'gguf-cut', byte: from, bytes: this.#total });
    if (to > this.#bytes.length) throw new NeedsMore(to);
    this.#at = to;
    return from;
  }

  /** The template without a name of its own comes first. */
  #named(): NamedTemplate[] {
    const all = Array.from(this.#templates, ([name, text]) => ({ name, text }));
    return [...all.filter(({ name }) => name === 'default'), ...all.filter(({ name }) => name !== 'default')];
  }

  #variables(): Record<string, JsonValue> {
    return Object.fromEntries(
      tokenKeys.flatMap(([variable, key]) => {
        const id = this.#ids.get(key);
        const token = id === undefined ? null : this.#token(id);
        return token === null ? [] : [[variable, token] as const];
      }),
    );
  }

  /** The token with this number; null for one that does not exist. */
  #token(id: number): string | null {
    const tokens = this.#tokens;
    if (tokens === null || id >= tokens.count) return null;
    this.#at = tokens.from;
    for (let before = 0; before < id; before += 1) this.#text('a token', false);
    return this.#text('a token');
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
