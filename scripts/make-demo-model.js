// Writes src/app/sources/demo-model.gguf, a real language model of our own making: one block of zeros, so that what a token means
// is all that decides what follows. Each answer of src/app/sources/demo-answers.json is a chain of tokens that begins at a
// special token of its own; the model recites the chain whatever else the prompt says. Format: GGUF version 3,
// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Width of an embedding; half of what llama.cpp needs at least for one head to rotate is plenty. */
const WIDTH = 64;
const HEADS = 4;
const FEED_FORWARD = 32;
/** Every byte of a prompt is a token, and a prompt with tools has some thousands. */
const CONTEXT = 16384;
const ALIGNMENT = 32;
/** So much likelier than every other token is the next one of a chain that sampling finds it at any usual temperature. */
const CERTAINTY = 16;

/** @typedef {{ id: string, label: string, text: string }} DemoAnswer */

const END = '<|im_end|>';

/** The special token whose chain is an answer. @param {string} id */
export function startToken(id) {
  return `<|answer:${id}|>`;
}

/**
 * Cuts the answers into tokens, no two alike: the model knows only the last token, so each may have one successor.
 * @param {readonly DemoAnswer[]} answers
 * @returns {string[][]} one chain per answer
 */
export function cutIntoChains(answers) {
  /** @type {Set<string>} */
  const used = new Set();
  return answers.map(({ text }) => {
    /** @type {string[]} */
    const chain = [];
    let at = 0;
    while (at < text.length) {
      let length = 3;
      while (at + length < text.length && used.has(text.slice(at, at + length))) length += 1;
      let piece = text.slice(at, at + length);
      at += piece.length;
      // Too little is left for a token of its own: the one before takes it.
      while (used.has(piece)) {
        const before = chain.pop();
        if (before === undefined) throw new Error(`The answer is a part of another one: ${piece}`);
        used.delete(before);
        piece = before + piece;
      }
      used.add(piece);
      chain.push(piece);
    }
    return chain;
  });
}

/**
 * Byte-level BPE writes every byte as a printable character (GPT-2's table).
 * @param {string} text
 */
function byteLevel(text) {
  return Array.from(new TextEncoder().encode(text), (byte) => byteCharacters[byte]).join('');
}

const printable = (/** @type {number} */ byte) =>
  (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);
let substitutes = 0;
const byteCharacters = Array.from({ length: 256 }, (_, byte) =>
  String.fromCharCode(printable(byte) ? byte : 256 + substitutes++),
);

/** Numbers that look random and are the same on every machine (mulberry32). @param {number} seed */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Types of metadata values and tensors, by their numbers in the format. */
const UINT32 = 4;
const FLOAT32 = 6;
const STRING = 8;
const ARRAY = 9;
const INT32 = 5;
const TENSOR_F32 = 0;
const TOKEN_NORMAL = 1;
const TOKEN_CONTROL = 3;

class Writer {
  /** @type {Buffer[]} */
  #pieces = [];
  length = 0;

  /** @param {Buffer} piece */
  #add(piece) {
    this.#pieces.push(piece);
    this.length += piece.length;
  }
  /** @param {number} value */
  u32(value) {
    const piece = Buffer.alloc(4);
    piece.writeUInt32LE(value);
    this.#add(piece);
  }
  /** @param {number} value */
  u64(value) {
    const piece = Buffer.alloc(8);
    piece.writeBigUInt64LE(BigInt(value));
    this.#add(piece);
  }
  /** @param {number} value */
  f32(value) {
    const piece = Buffer.alloc(4);
    piece.writeFloatLE(value);
    this.#add(piece);
  }
  /** @param {string} text */
  string(text) {
    const bytes = Buffer.from(text, 'utf8');
    this.u64(bytes.length);
    this.#add(bytes);
  }
  /** @param {Float32Array} values */
  floats(values) {
    this.#add(Buffer.from(values.buffer, values.byteOffset, values.byteLength));
  }
  pad() {
    this.#add(Buffer.alloc((ALIGNMENT - (this.length % ALIGNMENT)) % ALIGNMENT));
  }
  toBuffer() {
    return Buffer.concat(this.#pieces);
  }
}

/**
 * @param {readonly DemoAnswer[]} answers
 * @param {string | null} [template] of conversations; it ends with the start of the answer. Null: the file has none
 * @returns {Buffer} the model file
 */
export function makeDemoModel(answers, template) {
  const chains = cutIntoChains(answers);
  const bytes = byteCharacters;
  const specials = ['<|endoftext|>', '<|im_start|>', END, ...answers.map(({ id }) => startToken(id))];
  const pieces = chains
    .flat()
    .map(byteLevel)
    .filter((piece) => !bytes.includes(piece));
  const tokens = [...bytes, ...pieces, ...specials];
  const idOf = new Map(tokens.map((token, id) => [token, id]));
  const id = (/** @type {string} */ token) => {
    const found = idOf.get(token);
    if (found === undefined) throw new Error(`No such token: ${token}`);
    return found;
  };

  const random = numbers(20);
  const embeddings = new Float32Array(tokens.length * WIDTH).map(() => Math.sign(random() - 0.5) / Math.sqrt(WIDTH));
  const output = new Float32Array(tokens.length * WIDTH);
  /** After `before` comes `after`: its row of the output is what `before` means. */
  const follow = (/** @type {string} */ before, /** @type {string} */ after) => {
    for (let at = 0; at < WIDTH; at += 1) {
      // Added, because all chains end at the same token.
      const cell = id(after) * WIDTH + at;
      output[cell] = (output[cell] ?? 0) + (embeddings[id(before) * WIDTH + at] ?? 0) * CERTAINTY;
    }
  };
  chains.forEach((chain, index) => {
    const steps = [startToken(answers[index]?.id ?? ''), ...chain.map(byteLevel), END];
    for (let at = 1; at < steps.length; at += 1) follow(steps[at - 1] ?? '', steps[at] ?? '');
  });

  const zeros = (/** @type {number} */ size) => new Float32Array(size);
  const ones = (/** @type {number} */ size) => new Float32Array(size).fill(1);
  /** @type {[name: string, shape: number[], values: Float32Array][]} */
  const tensors = [
    ['token_embd.weight', [WIDTH, tokens.length], embeddings],
    ['blk.0.attn_norm.weight', [WIDTH], ones(WIDTH)],
    ['blk.0.attn_q.weight', [WIDTH, WIDTH], zeros(WIDTH * WIDTH)],
    ['blk.0.attn_k.weight', [WIDTH, WIDTH], zeros(WIDTH * WIDTH)],
    ['blk.0.attn_v.weight', [WIDTH, WIDTH], zeros(WIDTH * WIDTH)],
    ['blk.0.attn_output.weight', [WIDTH, WIDTH], zeros(WIDTH * WIDTH)],
    ['blk.0.ffn_norm.weight', [WIDTH], ones(WIDTH)],
    ['blk.0.ffn_gate.weight', [WIDTH, FEED_FORWARD], zeros(WIDTH * FEED_FORWARD)],
    ['blk.0.ffn_up.weight', [WIDTH, FEED_FORWARD], zeros(WIDTH * FEED_FORWARD)],
    ['blk.0.ffn_down.weight', [FEED_FORWARD, WIDTH], zeros(WIDTH * FEED_FORWARD)],
    ['output_norm.weight', [WIDTH], ones(WIDTH)],
    ['output.weight', [WIDTH, tokens.length], output],
  ];

  const writer = new Writer();
  /** @type {[key: string, type: number, write: () => void][]} */
  const metadata = [];
  const text = (/** @type {string} */ key, /** @type {string} */ value) =>
    metadata.push([key, STRING, () => writer.string(value)]);
  const count = (/** @type {string} */ key, /** @type {number} */ value) =>
    metadata.push([key, UINT32, () => writer.u32(value)]);
  const list = (
    /** @type {string} */ key,
    /** @type {number} */ type,
    /** @type {number} */ length,
    /** @type {(index: number) => void} */ write,
  ) =>
    metadata.push([
      key,
      ARRAY,
      () => {
        writer.u32(type);
        writer.u64(length);
        for (let index = 0; index < length; index += 1) write(index);
      },
    ]);

  text('general.architecture', 'llama');
  text('general.name', 'Callscope demo');
  text('general.license', 'MIT');
  count('general.alignment', ALIGNMENT);
  count('general.file_type', 0);
  count('llama.context_length', CONTEXT);
  count('llama.embedding_length', WIDTH);
  count('llama.block_count', 1);
  count('llama.feed_forward_length', FEED_FORWARD);
  count('llama.attention.head_count', HEADS);
  count('llama.attention.head_count_kv', HEADS);
  count('llama.rope.dimension_count', WIDTH / HEADS);
  count('llama.vocab_size', tokens.length);
  metadata.push(['llama.attention.layer_norm_rms_epsilon', FLOAT32, () => writer.f32(1e-5)]);
  text('tokenizer.ggml.model', 'gpt2');
  text('tokenizer.ggml.pre', 'default');
  list('tokenizer.ggml.tokens', STRING, tokens.length, (index) => writer.string(tokens[index] ?? ''));
  list('tokenizer.ggml.token_type', INT32, tokens.length, (index) =>
    writer.u32(index < tokens.length - specials.length ? TOKEN_NORMAL : TOKEN_CONTROL),
  );
  // llama.cpp wants at least one merge. This one never applies: no token begins with its halves together.
  list('tokenizer.ggml.merges', STRING, 1, () => writer.string(`${byteCharacters[0]} ${byteCharacters[1]}`));
  // For those who chat with it: the first answer.
  const start = startToken(answers[0]?.id ?? '');
  const plain = `{% for message in messages %}{{ message.content }}\n\n{% endfor %}${start}`;
  if (template !== null) text('tokenizer.chat_template', template ?? plain);
  count('tokenizer.ggml.bos_token_id', id('<|endoftext|>'));
  count('tokenizer.ggml.eos_token_id', id(END));
  count('tokenizer.ggml.padding_token_id', id('<|endoftext|>'));

  writer.u32(0x46554747); // "GGUF"
  writer.u32(3);
  writer.u64(tensors.length);
  writer.u64(metadata.length);
  for (const [key, type, write] of metadata) {
    writer.string(key);
    writer.u32(type);
    write();
  }
  let offset = 0;
  for (const [name, shape, values] of tensors) {
    writer.string(name);
    writer.u32(shape.length);
    for (const size of shape) writer.u64(size);
    writer.u32(TENSOR_F32);
    writer.u64(offset);
    offset += Math.ceil(values.byteLength / ALIGNMENT) * ALIGNMENT;
  }
  for (const [, , values] of tensors) {
    writer.pad();
    writer.floats(values);
  }
  writer.pad();
  return writer.toBuffer();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const answers = /** @type {unknown} */ (JSON.parse(readFileSync(`${root}src/app/sources/demo-answers.json`, 'utf8')));
  const model = makeDemoModel(/** @type {DemoAnswer[]} */ (answers));
  writeFileSync(`${root}src/app/sources/demo-model.gguf`, model);
  console.log(`src/app/sources/demo-model.gguf: ${(model.length / 1024).toFixed(0)} KiB`);
}
