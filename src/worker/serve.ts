import { pack, textsIn, unpack } from './parcel.ts';
import type { Answers, Job, Progress, Ready, Request, Response } from './protocol.ts';

type Solve = (job: Job, report: (progress: Progress) => void) => Answers[Job['kind']] | Promise<Answers[Job['kind']]>;

/** Answers every request of the page, one after another, and never dies of one. */
export function serve(solve: Solve): void {
  self.onmessage = ({ data: { run, job } }: MessageEvent<Request>) => {
    const report = (progress: Progress): void => {
      const response: Response = { run, progress };
      self.postMessage(response);
    };
    void Promise.resolve()
      .then(() => solve(unpack(job) as Job, report))
      .then((answer): Response => ({ run, ok: true, answer: pack(answer, textsIn(job)) }))
      .catch((error: unknown): Response => ({
        run,
        ok: false,
        error: error instanceof Error ? error.message : String(error),
      }))
      .then((response) => {
        self.postMessage(response);
      });
  };
  const ready: Ready = { ready: true };
  self.postMessage(ready);
}
