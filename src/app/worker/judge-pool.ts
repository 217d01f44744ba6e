import type { DeclaredTools, Judge, LoggedReply, ReplyResult } from '../../core/index.ts';
import type { BatchSetting } from './batch-protocol.ts';

/** What a worker of the pool is asked; the number comes back with the answer. */
export type JudgeAsk =
  | ({ readonly kind: 'be-judge' } & Omit<BatchSetting, 'workers'>)
  | { readonly kind: 'judge'; readonly number: number; readonly replies: readonly LoggedReply[] };

/** What it answers. */
export interface JudgeTold {
  readonly number: number;
  readonly results: readonly ReplyResult[];
}

/** As much of a worker as the pool needs. */
export type PoolWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** So many shares wait at each worker, so that none is idle while its answer travels. */
const AT_EACH = 2;

interface Member {
  readonly worker: PoolWorker;
  waiting: number;
}

interface Share {
  readonly by: Member;
  readonly done: (results: readonly ReplyResult[] | null) => void;
}

/** Several workers that judge shares of many replies at the same time. */
export class JudgePool {
  readonly #members: Member[] = [];
  readonly #shares = new Map<number, Share>();
  #next = 0;

  /** @param start starts one more worker */
  constructor(size: number, start: () => PoolWorker, setting: Omit<Extract<JudgeAsk, { kind: 'be-judge' }>, 'kind'>) {
    for (let count = 0; count < size; count += 1) {
      const member: Member = { worker: start(), waiting: 0 };
      member.worker.onmessage = ({ data }: MessageEvent<JudgeTold>) => {
        this.#settle(data.number, data.results);
      };
      member.worker.onerror = () => {
        this.#lose(member);
      };
      member.worker.postMessage({ kind: 'be-judge', ...setting } satisfies JudgeAsk);
      this.#members.push(member);
    }
  }

  /** Whether a worker has room for another share. */
  get isFree(): boolean {
    return this.#members.some(({ waiting }) => waiting < AT_EACH);
  }

  /** Whether any worker is left. */
  get isAlive(): boolean {
    return this.#members.length > 0;
  }

  /** The results in the order of the replies; null where the worker died. */
  judge(replies: readonly LoggedReply[]): Promise<readonly ReplyResult[] | null> {
    const [by] = this.#members.toSorted((one, other) => one.waiting - other.waiting);
    if (by === undefined) return Promise.resolve(null);
    const number = this.#next;
    this.#next += 1;
    by.waiting += 1;
    by.worker.postMessage({ kind: 'judge', number, replies } satisfies JudgeAsk);
    return new Promise((done) => {
      this.#shares.set(number, { by, done });
    });
  }

  /** Ends all workers; shares that were not answered are lost. */
  end(): void {
    for (const member of [...this.#members]) this.#lose(member);
  }

  #settle(number: number, results: readonly ReplyResult[] | null): void {
    const share = this.#shares.get(number);
    if (share === undefined) return;
    this.#shares.delete(number);
    share.by.waiting -= 1;
    share.done(results);
  }

  #lose(member: Member): void {
    member.worker.terminate();
    this.#members.splice(this.#members.indexOf(member), 1);
    for (const [number, { by }] of [...this.#shares]) if (by === member) this.#settle(number, null);
  }
}

/** So many replies travel to a worker at once. */
const SHARE = 100;

/** The work that is shared: `results` is filled in the order of the replies. */
interface Shared {
  readonly replies: {
    readonly length: number;
    read(from: number, to: number): Promise<readonly LoggedReply[]>;
  };
  readonly results: { readonly length: number; push(result: ReplyResult): unknown };
  readonly declared: DeclaredTools;
}

/** Deals replies to the workers of a pool, and puts their results in order. */
export class Sharing {
  readonly #pool: JudgePool;
  readonly #judge: Pick<Judge, 'judge'>;
  readonly #work: Shared;
  /** Results that came before those of earlier replies, by the place of the first. */
  readonly #early = new Map<number, readonly ReplyResult[]>();
  #dealt = 0;
  #wake: () => void = () => undefined;
  /** Settles when more results have come. */
  more: Promise<void> = Promise.resolve();

  /** @param judge does what a worker that died has left */
  constructor(pool: JudgePool, judge: Pick<Judge, 'judge'>, work: Shared) {
    this.#pool = pool;
    this.#judge = judge;
    this.#work = work;
    this.#sleep();
  }

  /** Deals as much as the workers take; where none is left, one share at a time is done here. */
  async deal(): Promise<void> {
    const { replies, declared } = this.#work;
    while (this.#dealt < replies.length && (this.#pool.isFree || !this.#pool.isAlive)) {
      const from = this.#dealt;
      const share = (await replies.read(from, from + SHARE)).map((reply) => declared.joined(reply));
      this.#dealt += share.length;
      void this.#pool.judge(share).then((judged) => {
        this.#take(from, judged ?? share.map((reply) => this.#judge.judge(reply)));
      });
      if (!this.#pool.isAlive) return;
    }
  }

  #take(from: number, judged: readonly ReplyResult[]): void {
    const { results } = this.#work;
    this.#early.set(from, judged);
    for (let next = this.#early.get(results.length); next !== undefined; next = this.#early.get(results.length)) {
      this.#early.delete(results.length);
      for (const result of next) results.push(result);
    }
    this.#wake();
    this.#sleep();
  }

  #sleep(): void {
    this.more = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
