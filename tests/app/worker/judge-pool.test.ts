import { describe, expect, it } from 'vitest';
import { DeclaredTools, Judge, type LoggedReply, type ReplyResult } from '../../../src/core/index.ts';
import { type JudgeAsk, JudgePool, type PoolWorker, Sharing } from '../../../src/app/worker/judge-pool.ts';
import { ReplyStore } from '../../../src/app/worker/reply-store.ts';

const setting = {
  server: { runtime: 'auto', reasoning: '', capabilities: {}, request: {} },
  isAligning: true,
};
const judgeOptions = { runtime: 'auto', isAligning: true };

function replyOf(index: number): LoggedReply {
  const text =
    index % 3 === 0 ? `No call, number ${index}.` : `{"name": "f${index % 5}", "arguments": {"a": ${index}}}`;
  const id = `r${index}`;
  return { id, record: id, number: index + 1, text, calls: null, tools: null, model: null, isRight: null };
}

const replies = Array.from({ length: 560 }, (_, index) => replyOf(index));
const judged = replies.map((reply) => new Judge(judgeOptions).judge(reply));

/** A worker in this very thread that answers late, in copies, and perhaps dies after some shares. */
class Double implements PoolWorker {
  onmessage: PoolWorker['onmessage'] = null;
  onerror: PoolWorker['onerror'] = null;
  readonly #judge = new Judge(judgeOptions);
  readonly #delay: number;
  #left: number;
  isEnded = false;

  constructor(delay: number, dies = Infinity) {
    this.#delay = delay;
    this.#left = dies;
  }

  postMessage(ask: JudgeAsk): void {
    if (ask.kind !== 'judge') return;
    const { number, replies: share } = structuredClone(ask);
    setTimeout(() => {
      if (this.isEnded) return;
      if (this.#left === 0) {
        this.onerror?.call(this as unknown as Worker, new Event('error') as ErrorEvent);
        return;
      }
      this.#left -= 1;
      const results = share.map((reply) => this.#judge.judge(reply));
      const data = structuredClone({ number, results });
      this.onmessage?.call(this as unknown as Worker, { data } as MessageEvent);
    }, this.#delay);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

async function shared(doubles: readonly Double[]): Promise<readonly ReplyResult[]> {
  const waiting = [...doubles];
  const pool = new JudgePool(doubles.length, () => waiting.shift()!, setting);
  const results: ReplyResult[] = [];
  const store = new ReplyStore();
  for (const reply of replies) store.push(reply);
  const work = { replies: store, results, declared: new DeclaredTools() };
  const sharing = new Sharing(pool, new Judge(judgeOptions), work);
  while (results.length < replies.length) {
    const { more } = sharing;
    await sharing.deal();
    await more;
  }
  pool.end();
  return results;
}

describe('replies that several workers judge', () => {
  it('have the results of one worker, in the order of the replies, whoever is late', async () => {
    const doubles = [new Double(9), new Double(1), new Double(4)];
    expect(await shared(doubles)).toEqual(judged);
    expect(doubles.every(({ isEnded }) => isEnded)).toBe(true);
  });

  it('are all judged where a worker dies, and where each of them does', async () => {
    expect(await shared([new Double(1, 2), new Double(2)])).toEqual(judged);
    expect(await shared([new Double(1, 1), new Double(2, 0)])).toEqual(judged);
  });
});
