import { createWorker } from '../../trusted-types.ts';
import type { BatchAsk, BatchTold } from './batch-protocol.ts';
import batchWorkerUrl from './batch.worker.ts?worker&url';

/** The worker that reads many replies. It has no deadline: its work takes as long as the log, and can be stopped. */
export class BatchClient {
  readonly #worker: Worker;

  /** @param hears takes what the worker says; a worker that dies says so in a sentence */
  constructor(hears: (told: BatchTold) => void) {
    this.#worker = createWorker(batchWorkerUrl, 'batch');
    this.#worker.onmessage = ({ data }: MessageEvent<BatchTold>) => {
      hears(data);
    };
    this.#worker.onerror = () => {
      hears({ kind: 'problem', sentence: 'The part that reads many replies stopped. Open the files again.' });
    };
  }

  ask(ask: BatchAsk): void {
    this.#worker.postMessage(ask);
  }

  end(): void {
    this.#worker.terminate();
  }
}
