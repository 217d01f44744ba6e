import { Gunzip, Inflate, Unzip, type UnzipDecoder, type UnzipFile } from 'fflate';
import { isText } from '../../text/document/index.ts';
import type { LogProblem } from '../reply.ts';
import { type Bytes, joined } from './bytes.ts';
import { orderOfUtf16, Utf16Decoder } from './utf16.ts';
import { Utf8Decoder } from './utf8.ts';

/** Unpacks in pieces; `isLast` comes with the last. It throws on what it cannot unpack. `Decompress` of fzstd is one. */
export interface UnpackStream {
  push(chunk: Bytes, isLast?: boolean): void;
}
export type OpenZstd = (given: (data: Bytes) => void) => UnpackStream;

/** What comes out of a packed file. */
export interface Receiver {
  text(text: string): void;
  /** A file inside of an archive begins; its bytes follow, until the next begins or all ends. */
  file(name: string): void;
  bytes(data: Bytes): void;
  problem(problem: LogProblem): void;
}

/** So many bytes tell what a file is. */
const HEAD = 4;
/** Bytes are unpacked in pieces of this size: what one of them can become is a part of what any file may become. */
const PIECE = 1 << 13;
/** Logs shrink to a fiftieth at most. More than this in all, and so many times as much as came, is no log. */
const MOST_FREE = 1 << 26;
const MOST_RATIO = 400;
/** So many times as much may come out of all files of an archive. */
const MOST_FILES = 16;

/** Counts what comes in and out, and says when that is no log. */
class Allowance {
  readonly #free: number;
  #came = 0;
  #gave = 0;

  constructor(free: number) {
    this.#free = free;
  }

  take(length: number): void {
    this.#came += length;
  }

  /** Whether so much more may come out. */
  mayGive(length: number): boolean {
    this.#gave += length;
    return this.#gave <= this.#free || this.#gave <= MOST_RATIO * Math.max(1, this.#came);
  }
}

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
  #allowance = new Allowance(MOST_FREE);
  /** What may come out of the file of an archive that is being read. */
  #ofFile = new Allowance(MOST_FREE);
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
      if (rest.length < HEAD) return;
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
    this.#allowance.take(piece.length);
    this.#ofFile.take(piece.length);
    try {
      this.#stage?.push(piece, isLast);
    } catch {
      this.#stop(isLast ? 'cut' : 'packed');
    }
  }

  #stop(code: LogProblem['code']): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#receiver.problem({ code, line: null });
  }

  #stageFor(head: Bytes): Stage {
    const [one, two, three, four] = head;
    if (one === 0x1f && two === 0x8b) return this.#unpacked((given) => new Gunzip(given));
    if (one === 0x50 && two === 0x4b) return this.#zip();
    if (one === 0x28 && two === 0xb5 && three === 0x2f && four === 0xfd)
      return this.#zstd === null ? this.#unreadable() : this.#unpacked(this.#zstd);
    return this.#decoded();
  }

  /** UTF-16 where its mark says so, else UTF-8. What is none becomes the replacement character, and what is no text ends the reading. */
  #decoded(): Stage {
    let head: Bytes = new Uint8Array(0);
    let decoder: Stage | null = null;
    return {
      push: (data, isLast) => {
        const piece = decoder === null ? joined(head, data) : data;
        head = piece;
        if (decoder === null && piece.length < (isLast ? 1 : HEAD)) return;
        decoder ??= this.#decoderFor(piece);
        decoder.push(piece, isLast);
      },
    };
  }

  #decoderFor(head: Bytes): Stage {
    const order = orderOfUtf16(head);
    if (order !== null) {
      const decoder = new Utf16Decoder(order);
      return { push: (data) => this.#receiver.text(decoder.push(data)) };
    }
    let isFirst = true;
    const decoder = new Utf8Decoder();
    return {
      push: (data, isLast) => {
        const { text, broken } = decoder.push(data, isLast);
        if (isFirst && !isText(text)) this.#stop('binary');
        isFirst = false;
        if (this.#isStopped) return;
        this.#receiver.text(text);
        for (const line of broken) this.#receiver.problem({ code: 'characters', line });
      },
    };
  }

  /** Whether the output stays within what a log can be. */
  #mayGive(length: number): boolean {
    if (!this.#allowance.mayGive(length)) this.#stop('bomb');
    return !this.#isStopped;
  }

  #unpacked(open: OpenZstd): Stage {
    const decoded = this.#decoded();
    const stream = open((data) => {
      if (this.#mayGive(data.length)) decoded.push(data, false);
    });
    return {
      push: (data, isLast) => {
        stream.push(data, isLast);
        if (isLast) decoded.push(new Uint8Array(0), true);
      },
    };
  }

  #unreadable(): Stage {
    return { push: () => this.#stop('packed') };
  }

  #zip(): Stage {
    this.#allowance = new Allowance(MOST_FILES * MOST_FREE);
    const unzip = new Unzip((file) => this.#startFile(file));
    unzip.register(decoderOf(8, (given) => new Inflate(given)));
    const open = this.#zstd;
    if (open !== null) unzip.register(decoderOf(93, open));
    return unzip;
  }

  #startFile(file: UnzipFile): void {
    const { name, originalSize } = file;
    if (name.endsWith('/')) return;
    this.#receiver.file(name);
    const allowance = new Allowance(MOST_FREE);
    this.#ofFile = allowance;
    let isEnded = false;
    const end = (problem: LogProblem): void => {
      if (!isEnded) this.#receiver.problem(problem);
      isEnded = true;
      file.terminate();
    };
    file.ondata = (error, data) => {
      if (error !== null) end({ code: 'packed', line: null, file: name });
      else if (!allowance.mayGive(data.length)) {
        const size = originalSize === undefined ? {} : { size: originalSize };
        end({ code: 'bomb', line: null, file: name, ...size });
      } else if (!isEnded && this.#mayGive(data.length)) this.#receiver.bytes(data);
    };
    try {
      file.start();
    } catch {
      // A method that nobody reads; the other files may be in one that is known.
      end({ code: 'packed', line: null, file: name });
    }
  }
}

/** A decoder of one of ZIP's methods. Nothing comes of it any more when its file is terminated, or broken. */
function decoderOf(method: number, open: OpenZstd): { new (): UnzipDecoder; compression: number } {
  return class implements UnzipDecoder {
    static compression = method;
    ondata: UnzipDecoder['ondata'] = () => undefined;
    readonly #stream = open((data) => this.ondata(null, data, false));
    #isEnded = false;

    push(data: Bytes, isLast: boolean): void {
      if (this.#isEnded) return;
      try {
        if (data.length > 0) this.#stream.push(data, isLast);
      } catch (error) {
        this.#isEnded = true;
        this.ondata(error as Parameters<UnzipDecoder['ondata']>[0], new Uint8Array(0), true);
        return;
      }
      if (isLast) this.ondata(null, new Uint8Array(0), true);
    }

    terminate = (): void => {
      this.#isEnded = true;
    };
  };
}
