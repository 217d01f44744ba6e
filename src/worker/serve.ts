import type { Answers, Job, Ready, Request, Response } from './protocol.ts';

type Solve = (job: Job) => Answers[Job['kind']] | Promise<Answers[Job['kind']]>;

/** Answers every request of the page, one after another, and never dies of one. */
export function serve(solve: Solve): void {
  self.onmessage = ({ data: { run, job } }: MessageEvent<Request>) => {
    void Promise.resolve()
      .then(() => solve(job))
      .then((answer): Response => ({ run, ok: true, json: JSON.stringify(answer) }))
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
