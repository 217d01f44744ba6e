import { DecodeUTF8, Gunzip, Unzip, type UnzipDecoder, type UnzipFile, UnzipInflate } from 'fflate';
import { isText } from '../../text/document/index.ts';
import type { LogProblem } from '../reply.ts';
import { isUtf16, Utf16Decoder } from './utf16.ts';

/** Unpacks Zstandard in pieces; `final` comes with the last. It throws on what is none. `Decompress` of fzstd is one. */
export interface Zstd {
  push(chunk: Bytes, isLast?: boolean): void;
}
export type OpenZstd = (given: (data: Bytes) => void) => Zstd;

/** Bytes of its own: shared memory is never read. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** What comes out of a packed file. */
export interface Receiver {
  text(text: string): void;
  /** A file inside of an archive begins; its bytes follow, until the next begins or all ends. */
  file(name: string): void;
  bytes(data: Bytes): void;
  problem(code: LogProblem['code']): void;
}

/** Bytes are unpacked in pieces of this size: what one of them can become is a part of what any file may become. */
const PIECE = 1 << 13;
/** Logs shrink to a fiftieth at most. More than this in all, and so many times as much as came, is no log. */
const MOST_FREE = 1 << 26;
const MOST_RATIO = 400;

interface Stage {
  push(data: Bytes, isLast: boolean): void;
}

/**
 * Turns the bytes of a file into text, whatever it is packed in: gzip of several members, ZIP (with Zstandard inside, as Inspect
 * writes it), Zstandard, or nothing. Reads in pieces; a file that is cut gives what it has.
 */
export class Unpacker {
  readonly #receiver: Receiver;
  readonly #zstd: OpenZstd | null;
  #stage: Stage | null = null;
  #head: Bytes = new Uint8Array(0);
  #came = 0;
  #gave = 0;
  #isStopped = false;

  constructor(receiver: Receiver, zstd: OpenZstd | null) {
    this.#receiver = receiver;
    this.#zstd = zstd;
  }

  push(data: Bytes): void {
    let rest = data;
    if (this.#stage === null) {
      rest = joined(this.#head, data);
      this.#head = rest;
      if (rest.length < 4) return;
      this.#stage = this.#stageFor(rest);
    }
    for (let from = 0; from < rest.length && !this.#isStopped; from += PIECE)
      this.#give(rest.subarray(from, from + PIECE), false);
  }

  end(): void {
    if (this.#stage === null) {
      this.#stage = this.#stageFor(this.#head);
      this.#give(this.#head, false);
    }
    if (!this.#isStopped) this.#give(new Uint8Array(0), true);
  }

  #give(piece: Bytes, isLast: boolean): void {
    this.#came += piece.length;
    try {
      this.#stage?.push(piece, isLast);
    } catch {
      this.#stop(isLast ? 'cut' : 'packed');
    }
  }

  #stop(code: LogProblem['code']): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#receiver.problem(code);
  }

  #stageFor(head: Bytes): Stage {
    const [one, two, three, four] = head;
    if (one === 0x1f && two === 0x8b) return this.#gzip();
    if (one === 0x50 && two === 0x4b) return this.#zip();
    if (one === 0x28 && two === 0xb5 && three === 0x2f && four === 0xfd) return this.#zstandard();
    return this.#decoded();
  }

  /** UTF-16 where its mark says so, else UTF-8. What is none becomes the replacement character, and what is no text ends the reading. */
  #decoded(): Stage {
    let head: Bytes = new Uint8Array(0);
    let decoder: { push(data: Bytes): void } | null = null;
    return {
      push: (data, isLast) => {
        const piece = decoder === null ? joined(head, data) : data;
        head = piece;
        if (piece.length === 0 || (decoder === null && piece.length < 2 && !isLast)) return;
        decoder ??= this.#decoderFor(piece);
        decoder.push(piece);
      },
    };
  }

  #decoderFor(head: Bytes): { push(data: Bytes): void } {
    if (isUtf16(head)) {
      const decoder = new Utf16Decoder();
      return { push: (data) => this.#receiver.text(decoder.push(data)) };
    }
    let [isFirst, isTold] = [true, false];
    const decoder = new DecodeUTF8((text) => {
      if (isFirst && !isText(text)) this.#stop('binary');
      isFirst = false;
      if (this.#isStopped) return;
      if (!isTold && text.includes('\ufffd')) {
        isTold = true;
        this.#receiver.problem('characters');
      }
      this.#receiver.text(text);
    });
    return { push: (data) => decoder.push(data, false) };
  }

  /** Whether the output stays within what a log can be. */
  #mayGive(length: number): boolean {
    this.#gave += length;
    const isBomb = this.#gave > MOST_FREE && this.#gave > MOST_RATIO * Math.max(1, this.#came);
    if (isBomb) this.#stop('bomb');
    return !this.#isStopped;
  }

  #gzip(): Stage {
    const decoded = this.#decoded();
    const stream = new Gunzip((data) => {
      if (this.#mayGive(data.length)) decoded.push(data, false);
    });
    return stream;
  }

  #zstandard(): Stage {
    if (this.#zstd === null) return this.#unreadable();
    const decoded = this.#decoded();
    return this.#zstd((data) => {
      if (this.#mayGive(data.length)) decoded.push(data, false);
    });
  }

  #unreadable(): Stage {
    return { push: () => this.#stop('packed') };
  }

  #zip(): Stage {
    const unzip = new Unzip((file) => this.#startFile(file));
    unzip.register(UnzipInflate);
    const open = this.#zstd;
    if (open !== null) unzip.register(zstdDecoder(open));
    return unzip;
  }

  #startFile(file: UnzipFile): void {
    if (file.name.endsWith('/')) return;
    this.#receiver.file(file.name);
    file.ondata = (error, data) => {
      if (error !== null) this.#receiver.problem('packed');
      else if (this.#mayGive(data.length)) this.#receiver.bytes(data);
    };
    try {
      file.start();
    } catch {
      // A method that nobody reads; the other files may be in one that is known.
      this.#receiver.problem('packed');
    }
  }
}

/** A decoder of ZIP's method 93. */
function zstdDecoder(open: OpenZstd): { new (): UnzipDecoder; compression: number } {
  return class implements UnzipDecoder {
    static compression = 93;
    ondata: UnzipDecoder['ondata'] = () => undefined;
    readonly #stream = open((data) => this.ondata(null, data, false));

    push(data: Bytes, isLast: boolean): void {
      try {
        if (data.length > 0) this.#stream.push(data, isLast);
      } catch (error) {
        this.ondata(error as Parameters<UnzipDecoder['ondata']>[0], new Uint8Array(0), true);
        return;
      }
      if (isLast) this.ondata(null, new Uint8Array(0), true);
    }
  };
}

function joined(one: Bytes, other: Bytes): Bytes {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
