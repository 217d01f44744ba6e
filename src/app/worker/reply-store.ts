import type { LoggedReply } from '../../core/index.ts';

type Tools = NonNullable<LoggedReply['tools']>;

/** A reply as it is packed: its tools by their number, which many replies share. */
type Packed = Omit<LoggedReply, 'tools'> & { readonly tools: number | null };

/** So many UTF-16 units, or so many replies, are packed into one piece. */
const PIECE = 1 << 18;
const MOST_IN_PIECE = 500;

/** A piece of replies: where the first of them is, and their JSON text. */
interface Piece {
  readonly from: number;
  readonly blob: Blob;
}

/**
 * Replies by the hundred thousand, packed: the browser keeps their bytes beside the memory of the page, on a disk where there are many.
 * They are read again when they are asked for, in whatever file they came, packed or not.
 */
export class ReplyStore {
  readonly #pieces: Piece[] = [];
  readonly #lists: Tools[] = [];
  readonly #numbers = new Map<Tools, number>();
  /** Of the last piece, which is not full. */
  #waiting: string[] = [];
  #waitingLength = 0;
  #count = 0;
  /** The piece that was read last: whoever reads in order asks for it again. */
  #last: { readonly piece: Piece; readonly replies: readonly LoggedReply[] } | null = null;

  get length(): number {
    return this.#count;
  }

  push(reply: LoggedReply): void {
    const text = JSON.stringify({ ...reply, tools: this.#numberOf(reply.tools) } satisfies Packed);
    this.#waiting.push(text);
    this.#waitingLength += text.length;
    this.#count += 1;
    if (this.#waitingLength >= PIECE || this.#waiting.length >= MOST_IN_PIECE) this.#pack();
  }

  /** The replies from one place up to another; fewer where there are no more. */
  async read(from: number, to: number): Promise<readonly LoggedReply[]> {
    const end = Math.min(to, this.#count);
    const found: LoggedReply[] = [];
    for (let at = from; at < end;) {
      const piece = await this.#pieceOf(at);
      const part = piece.replies.slice(at - piece.from, end - piece.from);
      if (part.length === 0) break;
      for (const reply of part) found.push(reply);
      at += part.length;
    }
    return found;
  }

  async at(place: number): Promise<LoggedReply | null> {
    const [reply = null] = await this.read(place, place + 1);
    return reply;
  }

  #numberOf(tools: LoggedReply['tools']): number | null {
    if (tools === null) return null;
    const known = this.#numbers.get(tools);
    if (known !== undefined) return known;
    const number = this.#lists.push(tools) - 1;
    this.#numbers.set(tools, number);
    return number;
  }

  #pack(): void {
    if (this.#waiting.length === 0) return;
    this.#pieces.push({ from: this.#count - this.#waiting.length, blob: new Blob([`[${this.#waiting.join(',')}]`]) });
    this.#waiting = [];
    this.#waitingLength = 0;
  }

  async #pieceOf(place: number): Promise<{ readonly from: number; readonly replies: readonly LoggedReply[] }> {
    this.#pack();
    let [low, high] = [0, this.#pieces.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#pieces[middle]?.from ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    const piece = this.#pieces[low];
    if (piece === undefined) return { from: 0, replies: [] };
    const last = this.#last;
    if (last?.piece === piece) return { from: piece.from, replies: last.replies };
    const packed = JSON.parse(await piece.blob.text()) as readonly Packed[];
    const replies = packed.map((one): LoggedReply => ({
      ...one,
      tools: one.tools === null ? null : (this.#lists[one.tools] ?? null),
    }));
    this.#last = { piece, replies };
    return { from: piece.from, replies };
  }
}
